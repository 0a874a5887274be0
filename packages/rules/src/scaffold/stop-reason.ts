import type { FileModel, StopMend } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import { indentAt } from "./places.js";
import { readStyle, restyle } from "./style.js";

/** Refuses a reply that is not whole, in the values of the SDK that gave it, before it is taken as the answer. */
export function suggestWholeReply(model: FileModel, mend: StopMend | undefined, text: string): Suggestion[] {
  if (mend === undefined || mend.incomplete.length === 0) return [];
  const style = readStyle(text, model.path);
  const values = mend.incomplete.map((value) => `"${value}"`).join(", ");
  const reason = style.typed ? `String(${mend.reason})` : mend.reason;
  const code = [`if ([${values}].includes(${reason})) throw new Error(\`The reply is not whole: \${${mend.reason}}\`);`];
  const indent = indentAt(text, mend.before);
  const lines = restyle(code, style, indent).map((line) => line.trimStart());
  return [
    {
      title: "Refuse a reply that is not whole",
      edits: [{ span: { start: mend.before, end: mend.before }, text: `${lines.join(`${style.newline}${indent}`)}${style.newline}${indent}` }],
      preferred: true,
    },
  ];
}
