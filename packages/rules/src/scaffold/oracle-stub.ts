import type { Exit } from "@agent-loop/analysis";
import type { Edit } from "../finding.js";
import type { Gate } from "./gate.js";
import type { Site } from "./site.js";

/** Lets a check outside the model decide at an exit; the check throws until somebody writes it. */
export function oracleStub(site: Site, exits: readonly Exit[]): Gate | undefined {
  const name = site.freeName("isDone", "isWorkDone", "taskIsDone");
  const { inAsync } = site.loop.shape;
  const asked = inAsync ? `(await ${name}())` : `${name}()`;
  const edits = exits.flatMap((exit) => demand(site, exit, asked));
  if (edits.length === 0) return undefined;
  const { typed } = site.style;
  return {
    title: "Let a check outside the model decide that the work is done",
    edits,
    functions: [
      [
        "/**",
        " * Says whether the work is done, by evidence that the model cannot write: tests that run, rows that exist.",
        " * @agentLoop oracle",
        " */",
        `${inAsync ? "async " : ""}function ${name}()${typed ? (inAsync ? ": Promise<boolean>" : ": boolean") : ""} {`,
        `\tthrow new Error("${name} is not implemented.");`,
        "}",
      ],
    ],
  };
}

/** `if (text.includes("DONE")) return` asks the check too. */
function demand({ text }: Site, { span, test }: Exit, asked: string): Edit[] {
  if (test === undefined || test.end > span.start || !/\bif\s*\($/.test(text.slice(0, test.start).trimEnd())) return [];
  // Only what stands in the `if` itself, not in its `else`.
  if (!/^\s*\)\s*(?:\{[^}]*)?$/.test(text.slice(test.end, span.start))) return [];
  const condition = text.slice(test.start, test.end);
  const loose = /\|\||\?\?|\?[^.]|=>|[^=!<>]=[^=>]/.test(condition);
  return [{ span: test, text: `${loose ? `(${condition})` : condition} && ${asked}` }];
}
