import type { Exit, Span } from "@agent-loop/analysis";
import type { Edit } from "../finding.js";
import type { Gate } from "./gate.js";
import { behindLine, indentAt, lineEnd, lineStart } from "./places.js";
import type { Site } from "./site.js";
import { restyle } from "./style.js";
import { atBodyStart } from "./weave.js";

const SAY_WHAT_IS_MISSING = "// Say here what is missing, or the model will only answer the same again.";

/** Lets a check outside the model decide at an exit; the check throws until somebody writes it. */
export function oracleStub(site: Site, exits: readonly Exit[]): Gate | undefined {
  const name = site.freeName("isDone", "isWorkDone", "taskIsDone");
  const { inAsync } = site.loop.shape;
  const asked = inAsync ? `(await ${name}())` : `${name}()`;
  const edits = exits.flatMap((exit) => demand(site, exit, asked));
  if (edits.length === 0) return undefined;
  const { typed } = site.style;
  const goesOn = edits.some(({ text }) => text.includes(SAY_WHAT_IS_MISSING));
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
    unfinished: [
      { line: `${name} is not implemented.`, what: `write the check \`${name}\`; until then it throws` },
      ...(goesOn ? [{ line: SAY_WHAT_IS_MISSING, what: "tell the model what is missing" }] : []),
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
  // What follows such an end relies on what was asked, so that only the end itself can be made to depend on more.
  if (exit.decidedBy === "model-signal")
    return comesRound(site, span.start) ? [goOnUnless(site, span, asked, { start: test.end, text: between })] : [];
  const condition = text.slice(test.start, test.end);
  const loose = /\|\||\?\?|\?[^.]|=>|[^=!<>]=[^=>]/.test(condition);
  return [{ span: test, text: `${loose ? `(${condition})` : condition} && ${asked}` }];
}

/** `if (noCalls) return` becomes `if (noCalls) { if (!done) continue; return }`, so that what follows can still rely on the calls. */
function goOnUnless(
  site: Site,
  exit: Span,
  asked: string,
  between: { readonly start: number; readonly text: string },
): Edit {
  const { text, style } = site;
  const code = [SAY_WHAT_IS_MISSING, `if (!${asked}) continue;`];
  const closed = between.start + between.text.indexOf(")") + 1;
  const outer = indentAt(text, closed);
  if (between.text.includes("{")) return atBodyStart(site, between.start + between.text.indexOf("{") + 1, outer, code);
  const inner = outer + style.indent;
  // The comment at the end of the line stays with the exit.
  const end = behindLine(text, exit.end);
  const lines = [...restyle(code, style, inner), inner + text.slice(exit.start, end)];
  return { span: { start: closed, end }, text: [" {", ...lines, `${outer}}`].join(style.newline) };
}

/** Whether `continue` at a place means the loop itself, and no loop or function inside of it. */
function comesRound({ text, loop }: Site, offset: number): boolean {
  const head = lineStart(text, loop.shape.statement.start);
  let indent = indentAt(text, offset).length;
  for (let line = lineStart(text, offset); line > head;) {
    line = lineStart(text, line - 1);
    const written = text.slice(line, lineEnd(text, line));
    const own = indentAt(text, line).length;
    if (line <= head || written.trim() === "" || own >= indent) continue;
    if (/^\s*(?:[\w$]+\s*:\s*)?(?:for|while|do)\b|=>\s*\{$|\bfunction\b/.test(written)) return false;
    // `) {` ends a head that began further up.
    indent = /^\s*[)\]}]/.test(written) ? own + 1 : own;
  }
  return true;
}
