import type { Exit, Span } from "@agent-loop/analysis";
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
  if (exit.decidedBy === "model-signal" && isFirstLevel(site, test.start)) {
    return [goOnUnless(site, { exit: span, asked, closed: test.end + between.indexOf(")") + 1, inBlock: between.includes("{") })];
  }
  const condition = text.slice(test.start, test.end);
  const loose = /\|\||\?\?|\?[^.]|=>|[^=!<>]=[^=>]/.test(condition);
  return [{ span: test, text: `${loose ? `(${condition})` : condition} && ${asked}` }];
}

interface ClaimedEnd {
  readonly exit: Span;
  /** The question to the check. */
  readonly asked: string;
  /** Behind the parenthesis of the `if`. */
  readonly closed: number;
  readonly inBlock: boolean;
}

/** `if (noCalls) return` becomes `if (noCalls) { if (done) return; continue; }`, so that what follows can still rely on the calls. */
function goOnUnless({ text, style }: Site, { exit, asked, closed, inBlock }: ClaimedEnd): Edit {
  const outer = indentAt(text, inBlock ? exit.start : closed);
  const inner = inBlock ? outer : outer + style.indent;
  // The comment at the end of the line stays with the exit.
  const end = behindLine(text, exit.end);
  const written = text.slice(exit.start, end);
  const condition = asked.startsWith("(") ? asked : `(${asked})`;
  const question = style.bracesAlways ? [`if ${condition} {`, "\t@", "}"] : [`if ${condition} @`];
  const code = [...question, "// Say here what is missing, or the model will only answer the same again.", "continue;"];
  const lines = restyle(code, style, inner).map((line) => line.replace("@", () => written));
  if (inBlock) return { span: { start: exit.start, end }, text: lines.join(style.newline).trimStart() };
  return { span: { start: closed, end }, text: [" {", ...lines, `${outer}}`].join(style.newline) };
}

/** Whether a place stands in the body of the loop itself, and in no loop inside of it. */
function isFirstLevel({ text, style, loop }: Site, offset: number): boolean {
  return indentAt(text, offset) === indentAt(text, loop.shape.statement.start) + style.indent;
}
