import type { Exit } from "@agent-loop/analysis";
import type { Edit } from "../finding.js";
import type { Gate } from "./gate.js";
import { behindLine, indentAt } from "./places.js";
import type { Site } from "./site.js";
import { restyle } from "./style.js";

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

/** What an exit looks like once the check has to agree. */
function demand(site: Site, exit: Exit, asked: string): Edit[] {
  const { text } = site;
  const { span, test } = exit;
  if (test === undefined || test.end > span.start || !/\bif\s*\($/.test(text.slice(0, test.start).trimEnd())) return [];
  // Only what stands in the `if` itself, not in its `else`.
  const between = text.slice(test.end, span.start);
  if (!/^\s*\)\s*(?:\{[^}]*)?$/.test(between)) return [];
  if (exit.decidedBy === "model-signal" && isFirstLevel(site, test.start)) return [goOnUnless(site, span, asked, between.includes("{"))];
  const condition = text.slice(test.start, test.end);
  const loose = /\|\||\?\?|\?[^.]|=>|[^=!<>]=[^=>]/.test(condition);
  return [{ span: test, text: `${loose ? `(${condition})` : condition} && ${asked}` }];
}

/** `if (noCalls) return` becomes `if (noCalls) { if (done) return; continue; }`, so that what follows can still rely on the calls. */
function goOnUnless({ text, style }: Site, exit: Exit["span"], asked: string, inBlock: boolean): Edit {
  const outer = indentAt(text, exit.start);
  const inner = inBlock ? outer : outer + style.indent;
  const written = text.slice(exit.start, exit.end);
  // The comment at the end of the line stays with the exit.
  const end = behindLine(text, exit.end);
  const condition = asked.startsWith("(") ? asked : `(${asked})`;
  const lines = restyle([`if ${condition} @`, "continue;"], style, inner).map((line) => line.replace("@", () => written + text.slice(exit.end, end)));
  const code = inBlock ? lines.join(style.newline).trimStart() : ["{", ...lines, `${outer}}`].join(style.newline);
  return { span: { start: exit.start, end }, text: code };
}

/** Whether a place stands in the body of the loop itself, and in no loop inside of it. */
function isFirstLevel({ text, style, loop }: Site, offset: number): boolean {
  return indentAt(text, offset) === indentAt(text, loop.shape.statement.start) + style.indent;
}
