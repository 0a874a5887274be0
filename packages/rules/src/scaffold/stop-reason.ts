import type { FileModel, StopMend } from "@agent-loop/analysis";
import type { Edit, Suggestion } from "../finding.js";
import { freeNameIn } from "./free-name.js";
import { behindLine, indentAt } from "./places.js";
import { readStyle, restyle, type FileStyle } from "./style.js";

/** A list of values longer than this is read by nobody; then what a whole reply says is asked for. */
const FEW_VALUES = 3;

/** Refuses a reply that is not whole, in the values of the SDK that gave it, before it is taken as the answer. */
export function suggestWholeReply(model: FileModel, mend: StopMend | undefined, text: string): Suggestion[] {
  if (mend === undefined || mend.incomplete.length === 0) return [];
  const style = readStyle(text, model.path, mend.at);
  const [first, ...others] = mend.reasons;
  const isShort = others.length === 0 && /^[\w$]+\.[\w$]+$/.test(first);
  const reason = isShort ? first : freeNameIn(model, "finishReason", "stopReason");
  const code = [
    ...(isShort ? [] : declared(reason, mend.reasons)),
    `if (${isCutOff(mend, reason, style)}) throw new Error(\`The reply is not whole: \${${reason}}\`);`,
  ];
  const indent = indentAt(text, mend.at);
  const lines = restyle(code, style, indent).join(style.newline);
  const edit =
    mend.where === "before"
      ? insertion(mend.at, `${lines.trimStart()}${style.newline}${indent}`)
      : insertion(behindLine(text, mend.at), style.newline + lines);
  return [{ title: "Refuse a reply that is not whole", edits: [edit], preferred: true }];
}

function declared(name: string, [first, ...others]: StopMend["reasons"]): string[] {
  if (others.length === 0) return [`const ${name} = ${first};`];
  const lines = [first, ...others];
  return [`const ${name} =`, ...lines.map((line, i) => `\t${line}${i === lines.length - 1 ? ";" : " ??"}`)];
}

/** Compares as text: SDKs type their reasons as unions that differ by version, as enums, and as nothing at all. */
function isCutOff({ incomplete, whole }: StopMend, reason: string, { typed }: FileStyle): string {
  const [only] = whole;
  const asked = typed ? `String(${reason})` : reason;
  if (incomplete.length > FEW_VALUES && whole.length === 1 && only !== undefined) return `${asked} !== "${only}"`;
  return `[${incomplete.map((value) => `"${value}"`).join(", ")}].includes(${asked})`;
}

function insertion(at: number, text: string): Edit {
  return { span: { start: at, end: at }, text };
}
