import type { FileModel, Span } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import { freeNameIn } from "./free-name.js";
import { indentAt } from "./places.js";
import { readStyle, restyle } from "./style.js";

/** Throws where a limit hands back what looks like a result. */
export function suggestThrow(model: FileModel, statement: Span, message: string, text: string): Suggestion[] {
  const thrown = throwing(model, statement, `new Error("${message}")`, text);
  return thrown === undefined ? [] : [{ title: "Throw at the limit", edits: [thrown], preferred: true }];
}

/** Throws where a handler hands back what looks like a result, and says what it had caught. */
export function suggestThrowFurther(
  model: FileModel,
  statement: Span,
  handler: Span,
  message: string,
  text: string,
): Suggestion[] {
  const [, written] = /^catch\s*(?:\(\s*([\w$]+)[^)]*\)\s*)?\{/.exec(text.slice(handler.start, handler.end)) ?? [];
  const isNamed = /^catch\s*\(/.test(text.slice(handler.start, handler.end));
  // An error that is taken apart has no name to be spoken of by.
  if (isNamed && written === undefined) return [];
  const name = written ?? freeNameIn(model, "error", "cause");
  const thrown = throwing(
    model,
    statement,
    `new Error("${message}", { cause${name === "cause" ? "" : `: ${name}`} })`,
    text,
  );
  const at = handler.start + "catch".length;
  return thrown === undefined
    ? []
    : [
        {
          title: "Throw at the limit",
          edits: [...(written === undefined ? [{ span: { start: at, end: at }, text: ` (${name})` }] : []), thrown],
          preferred: true,
        },
      ];
}

function throwing(
  model: FileModel,
  statement: Span,
  error: string,
  text: string,
): { span: Span; text: string } | undefined {
  // Only a `return` of its own is replaced; anything else may do more than hand over.
  if (!/^return\b/.test(text.slice(statement.start, statement.end))) return undefined;
  const [line = ""] = restyle(
    [`throw ${error};`],
    readStyle(text, model.path, statement.start),
    indentAt(text, statement.start),
  );
  return { span: statement, text: line.trimStart() };
}
