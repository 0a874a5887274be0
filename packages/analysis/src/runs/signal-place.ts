import { bare, findProperty, hasSpread } from "../syntax/node.js";
import type { CallExpression, NewExpression, ObjectExpression } from "../syntax/node.js";
import type { SignalPlace } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";

/** Where a model call can be given an abort signal, by the option its row names. */
export function readSignalPlace({ node, row }: RecognisedCall): SignalPlace | undefined {
  return signalPlaceOf(node, row?.row.signal);
}

/** Where a call can be given an abort signal: `1.signal`, `0.config.abortSignal`. */
export function signalPlaceOf(call: CallExpression | NewExpression, path: string | undefined): SignalPlace | undefined {
  const [index, ...names] = path?.split(".") ?? [];
  // Some SDKs take a controller: a signal does not fit there.
  if (index === undefined || !/^\d+$/.test(index) || !/signal$/i.test(names.at(-1) ?? "")) return undefined;
  return placeInCall(call, Number(index), names);
}

/** Where an option can be written in a call: in the object at that argument, or behind the last argument. */
export function placeInCall(
  call: CallExpression | NewExpression,
  index: number,
  names: readonly string[],
): SignalPlace | undefined {
  const given = call.arguments[index];
  if (given !== undefined) {
    const value = bare(given);
    return value.type === "ObjectExpression" ? placeInObject(value, names) : undefined;
  }
  const last = call.arguments.at(-1);
  if (call.arguments.length !== index || last === undefined || last.type === "SpreadElement") return undefined;
  const { option, before, after } = nested(names);
  return { at: last.range[1], option, before: `, { ${before}`, after: `${after} }` };
}

function placeInObject(object: ObjectExpression, names: readonly string[]): SignalPlace | undefined {
  const [name, ...deeper] = names;
  if (name === undefined || hasSpread(object)) return undefined;
  const property = findProperty(object, name);
  if (property !== undefined) {
    const value = bare(property.value);
    return deeper.length > 0 && value.type === "ObjectExpression" ? placeInObject(value, deeper) : undefined;
  }
  const { option, before, after } = nested(names);
  const last = object.properties.at(-1);
  if (last !== undefined) return { at: last.range[1], option, before: `, ${before}`, after };
  return { at: object.range[0] + 1, option, before: ` ${before}`, after: `${after} ` };
}

function nested(names: readonly string[]): { option: string; before: string; after: string } {
  const written = names.map((name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `"${name}"`));
  const outer = written.slice(0, -1);
  return {
    option: written.at(-1) ?? "signal",
    before: outer.map((name) => `${name}: { `).join(""),
    after: outer.map(() => " }").join(""),
  };
}
