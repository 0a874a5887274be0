import type { FileModel, Span } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import { indentAt } from "./places.js";
import { readStyle, restyle } from "./style.js";

/** Throws where a limit hands back what looks like a result. */
export function suggestThrow(model: FileModel, statement: Span, message: string, text: string): Suggestion[] {
  // Only a `return` of its own is replaced; anything else may do more than hand over.
  if (!/^return\b/.test(text.slice(statement.start, statement.end))) return [];
  const [line = ""] = restyle([`throw new Error("${message}");`], readStyle(text, model.path), indentAt(text, statement.start));
  return [{ title: "Throw at the limit", edits: [{ span: statement, text: line.trimStart() }], preferred: true }];
}
