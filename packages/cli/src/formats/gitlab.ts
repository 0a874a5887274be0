import { digest } from "@agent-loop/engine";
import { failureText } from "./failures.js";
import type { Formatter } from "./formatter.js";
import { shownPath } from "./shown-path.js";

/** A report for GitLab's code quality: the merge request shows what is new and what is mended. */
export const formatGitlab: Formatter = (results, { root, tool }) => {
  const issues = results.flatMap(({ path, findings, failure }) => {
    const file = shownPath(path, root);
    const all = findings.map(({ rule, severity, message, fingerprint, from, to }) =>
      issue(
        tool.rule(rule).name,
        message,
        severity === "error" ? "major" : "minor",
        digest(`${file}:${fingerprint}`),
        file,
        from.line,
        to.line,
      ),
    );
    if (failure !== undefined)
      all.push(
        issue(
          tool.name,
          failureText(failure),
          "blocker",
          digest(`${file}:${failure.kind}`),
          file,
          failure.at.line,
          failure.at.line,
        ),
      );
    return all;
  });
  return `${JSON.stringify(issues, undefined, 2)}\n`;
};

function issue(
  check: string,
  description: string,
  severity: "blocker" | "major" | "minor",
  fingerprint: string,
  path: string,
  begin: number,
  end: number,
): object {
  return { description, check_name: check, fingerprint, severity, location: { path, lines: { begin, end } } };
}
