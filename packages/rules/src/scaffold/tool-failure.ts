import type { FailurePoint, FileModel, HandlerShape } from "@agent-loop/analysis";
import type { Edit, Suggestion } from "../finding.js";
import { freeNameIn } from "./free-name.js";
import { failureText, observedFailure } from "./observed-failure.js";
import { indentAt } from "./places.js";
import { readStyle, type FileStyle } from "./style.js";
import type { ScaffoldContext } from "./suggest.js";
import { turnedEdits } from "./weave.js";

/** Turns a failure of a tool into a text that the model reads in place of the result. */
export function suggestObservation(model: FileModel, { mend }: FailurePoint, { text }: ScaffoldContext): Suggestion[] {
  const style = readStyle(text, model.path, placeOf(mend));
  switch (mend?.form) {
    case "use": {
      const gate = observedFailure(
        { style, localName: (...names) => freeNameIn(model, ...names) },
        mend.use,
        mend.lead,
      );
      return gate === undefined ? [] : [suggestion(gate.title, turnedEdits({ text, style }, gate.around ?? []))];
    }
    case "promise": {
      const parameter = style.typed ? "(error: unknown)" : "(error)";
      return [
        suggestion("Answer the call with what went wrong", [
          insertion(mend.end, `.catch(${parameter} => ${failureText("error")})`),
        ]),
      ];
    }
    case "answer": {
      const before = text.slice(mend.answer.start, mend.failed.start);
      const after = text.slice(mend.failed.end, mend.answer.end);
      return [
        suggestion(
          "Answer the call in the handler too",
          handlerEdits(text, style, mend.handler, (error) => before + failureText(error) + after),
        ),
      ];
    }
    case "return":
      return [
        suggestion(
          "Return what went wrong",
          handlerEdits(
            text,
            style,
            mend.handler,
            (error) => `return ${failureText(error)}${style.semicolons ? ";" : ""}`,
          ),
        ),
      ];
    default:
      return [];
  }
}

/** Where the mend goes. */
function placeOf(mend: FailurePoint["mend"]): number | undefined {
  switch (mend?.form) {
    case "use":
      return mend.use.statement.start;
    case "promise":
      return mend.end;
    case "answer":
    case "return":
      return mend.handler.bodyStart;
    default:
      return undefined;
  }
}

function suggestion(title: string, edits: readonly Edit[]): Suggestion {
  return { title, edits, preferred: true };
}

function insertion(at: number, text: string): Edit {
  return { span: { start: at, end: at }, text };
}

/** A last statement in a handler, which gets a name for the error if it has none. */
function handlerEdits(
  text: string,
  style: FileStyle,
  handler: HandlerShape,
  statement: (error: string) => string,
): Edit[] {
  const indent = indentAt(text, handler.parameterAt);
  const body = text.slice(handler.bodyStart, handler.bodyEnd);
  const line = indent + style.indent + statement(handler.error ?? "error");
  // What is there stays; an empty or one-line body is opened up.
  const kept = body.includes("\n")
    ? body.trimEnd()
    : body.trim() === ""
      ? ""
      : `${style.newline}${indent}${style.indent}${body.trim()}`;
  const edits = [
    {
      span: { start: handler.bodyStart, end: handler.bodyEnd },
      text: `${kept}${style.newline}${line}${style.newline}${indent}`,
    },
  ];
  if (handler.error === undefined) edits.unshift(insertion(handler.parameterAt, " (error)"));
  return edits;
}
