import { counted } from "../counted.js";
import { tally } from "../tally.js";
import { failureText } from "./failures.js";
import type { Formatter } from "./formatter.js";
import { shownPath } from "./shown-path.js";

/** Commands that GitHub Actions turn into annotations of the changed lines. */
export const formatGithub: Formatter = (results, { root, tool }) => {
  const lines = results.flatMap(({ path, findings, failure }) => {
    const file = shownPath(path, root);
    const commands = findings.map(({ rule, severity, message, from, to }) =>
      command(severity === "error" ? "error" : "warning", message, {
        file,
        line: from.line,
        endLine: to.line,
        col: from.column,
        endColumn: to.column,
        title: tool.rule(rule).name,
      }),
    );
    if (failure !== undefined)
      commands.push(
        command("error", failureText(failure), {
          file,
          line: failure.at.line,
          col: failure.at.column,
          title: tool.name,
        }),
      );
    return commands;
  });
  const { errors, warnings, files } = tally(results);
  return [
    ...lines,
    `${counted(errors, "error")} and ${counted(warnings, "warning")} in ${counted(files, "file")}.`,
    "",
  ].join("\n");
};

function command(name: string, message: string, properties: Readonly<Record<string, string | number>>): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${list.join(",")}::${escapeMessage(message)}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
