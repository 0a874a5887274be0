import type { Effect, FileModel, ToolCall } from "@agent-loop/analysis";
import type { Edit, Suggestion } from "../finding.js";
import { freeNameIn } from "./free-name.js";
import { indentAt, startsLine } from "./places.js";
import { readStyle, restyle } from "./style.js";
import type { ScaffoldContext } from "./suggest.js";

/** Gives an effect a key of the task and the step, where its API takes one and the task has a name. */
export function suggestEffectKey(model: FileModel, effect: Effect, { text }: ScaffoldContext): Suggestion[] {
  const { keyPlace, step, taskNames } = effect.shape;
  const [task] = taskNames;
  if (keyPlace === undefined || task === undefined) return [];
  const { quote } = readStyle(text, model.path);
  const option = keyPlace.option.replaceAll('"', quote);
  const edit: Edit = {
    span: { start: keyPlace.at, end: keyPlace.at },
    text: `${keyPlace.before}${option}: \`\${${task}}:${step}\`${keyPlace.after}`,
  };
  return [{ title: `Give it a key made of \`${task}\` and the step`, edits: [edit], preferred: true }];
}

/** Hands a tool call a key of the task and what the model asked for, with its fields in one order at every depth. */
export function suggestDispatchKey(
  model: FileModel,
  { shape, callee }: ToolCall,
  { text }: ScaffoldContext,
): Suggestion[] {
  if (shape === undefined) return [];
  const style = readStyle(text, model.path);
  const keyOf = freeNameIn(model, "keyOf", "idempotencyKeyOf");
  const edits: Edit[] = [];
  let [task] = shape.taskNames;
  if (task === undefined) {
    if (!startsLine(text, shape.beforeRun)) return [];
    task = freeNameIn(model, "runId", "agentRunId");
    const [line = ""] = restyle([`const ${task} = crypto.randomUUID();`], style, "");
    edits.push({
      span: { start: shape.beforeRun, end: shape.beforeRun },
      text: line + style.newline + indentAt(text, shape.beforeRun),
    });
  }
  const [first = ""] = shape.asked;
  const whole =
    shape.callIds.length === 0
      ? first
      : `{ ${[`...${first}`, ...shape.callIds.map((id) => `${id}: undefined`)].join(", ")} }`;
  const asked = shape.asked.length === 1 ? whole : `[${shape.asked.join(", ")}]`;
  edits.push({
    span: { start: shape.argumentsEnd, end: shape.argumentsEnd },
    text: `, { idempotencyKey: ${keyOf}(${task}, ${asked}) }`,
  });
  const end = text.trimEnd().length;
  const written =
    style.newline + style.newline + restyle(keyFunction(keyOf, style.typed), style, "").join(style.newline);
  edits.push({ span: { start: end, end }, text: written + (end === text.length ? style.newline : "") });
  return [{ title: `Hand \`${callee}\` a key made of the task and the call`, edits, preferred: true }];
}

/** A key that stays the same when the model writes the same fields in another order. */
function keyFunction(name: string, typed: boolean): string[] {
  const [text, unknown] = typed ? [": string", ": unknown"] : ["", ""];
  return [
    `function ${name}(task${text}, call${unknown})${text} {`,
    `\tconst sorted = (_${text}, value${unknown})${unknown} =>`,
    "\t\tvalue instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;",
    `\treturn \`\${task}:\${JSON.stringify(call, sorted)}\`;`,
    "}",
  ];
}
