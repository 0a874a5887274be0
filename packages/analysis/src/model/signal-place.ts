import { bare, findProperty, hasSpread } from "../syntax/node.js";
import type { CallExpression, ObjectExpression } from "../syntax/node.js";
import type { FileContext } from "./file-context.js";
import type { SignalPlace } from "./file-model.js";
import type { RecognisedCall } from "./model-calls.js";

/** Where a call can be given an abort signal, by the option its row names: `1.signal`, `0.config.abortSignal`. */
export function readSignalPlace(context: FileContext, call: RecognisedCall): SignalPlace | undefined {
  const row = call.row?.row;
  const path = row?.signal?.split(".") ?? [];
  const [index, ...names] = path;
  if (index === undefined || names.length === 0 || !/^\d+$/.test(index)) return undefined;
  return placeInCall(context, call.node, Number(index), names);
}

/** Where an option can be written in a call: in the object at that argument, or behind the last argument. */
export function placeInCall(context: FileContext, call: CallExpression, index: number, names: readonly string[]): SignalPlace | undefined {
  const given = call.arguments[index];
  if (given !== undefined) {
    const value = bare(given);
    return value.type === "ObjectExpression" ? placeInObject(context, value, names) : undefined;
  }
  const last = call.arguments.at(-1);
  if (call.arguments.length !== index || last === undefined || last.type === "SpreadElement") return undefined;
  const { option, before, after } = nested(names);
  return { at: last.range[1], option, before: `, { ${before}`, after: `${after} }` };
}

function placeInObject(context: FileContext, object: ObjectExpression, names: readonly string[]): SignalPlace | undefined {
  const [name, ...deeper] = names;
  if (name === undefined || hasSpread(object)) return undefined;
  const property = findProperty(object, name);
  if (property !== undefined) {
    const value = bare(property.value);
    return deeper.length > 0 && value.type === "ObjectExpression" ? placeInObject(context, value, deeper) : undefined;
  }
  const { option, before, after } = nested(names);
  const last = object.properties.at(-1);
  if (last !== undefined) return { at: last.range[1], option, before: `, ${before}`, after };
  return { at: object.range[0] + 1, option, before: ` ${before}`, after: `${after} ` };
}

function nested(names: readonly string[]): { option: string; before: string; after: string } {
  const written = names.map((name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `"${name}"`));
  const outer = written.slice(0, -1);
  return { option: written.at(-1) ?? "signal", before: outer.map((name) => `${name}: { `).join(""), after: outer.map(() => " }").join("") };
}
