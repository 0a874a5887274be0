import type { FileContext } from "../file/file-context.js";
import { bare, findProperty, isFunction, keyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import { keyOfVariable, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { RegionNode } from "./region.js";

/** What a recursive call hands on for a parameter: a value that is written out, or anything else. */
type Handed = { readonly value: unknown } | "unknown";

/** The values that are written out where a recursion calls itself: `run(part, false)`. */
export interface HandedLiterals {
  readonly by: ReadonlyMap<CallExpression, ReadonlyMap<PlaceKey, Handed>>;
  /** The parameters, or their fields, that some call hands a written value. */
  readonly places: ReadonlySet<PlaceKey>;
}

export function handedLiterals(context: FileContext, cycle: Cycle, region: readonly RegionNode[]): HandedLiterals {
  const by = new Map<CallExpression, Map<PlaceKey, Handed>>();
  const places = new Set<PlaceKey>();
  const { node: fn } = cycle;
  if (!isFunction(fn) || cycle.members.length === 0) return { by, places };
  for (const { node, frame } of region) {
    if (node.type !== "CallExpression" || by.has(node) || context.bindings.calleeOf(node) !== fn) continue;
    if (node.arguments.some((argument) => argument.type === "SpreadElement")) continue;
    const given = new Map<PlaceKey, Handed>();
    for (const { place, argument } of pairs(context, fn, node)) {
      if (argument !== undefined && placeOf(context, argument, frame) === place) continue;
      given.set(place, argument === undefined ? { value: undefined } : writtenValue(argument));
    }
    by.set(node, given);
    for (const [place, value] of given) if (value !== "unknown") places.add(place);
  }
  return { by, places };
}

/** Each parameter, and each field of an options object, with what the call gives for it; `undefined` when that is nothing. */
function pairs(
  context: FileContext,
  fn: FunctionNode,
  call: CallExpression,
): { place: PlaceKey; argument: Node | undefined }[] {
  return fn.params.flatMap((parameter, index): { place: PlaceKey; argument: Node | undefined }[] => {
    const fallback = parameter.type === "AssignmentPattern" ? parameter.right : undefined;
    const pattern = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
    const given = call.arguments[index];
    const argument =
      given === undefined || given.type === "SpreadElement" || isUndefined(given) ? fallback : bare(given);
    if (pattern.type === "Identifier") {
      const place = placeOfName(context, pattern);
      if (place === undefined) return [];
      if (argument?.type !== "ObjectExpression") return [{ place, argument }];
      return argument.properties.flatMap((property) => {
        const name = property.type === "Property" ? keyName(property) : undefined;
        return property.type === "Property" && name !== undefined
          ? [{ place: `${place}.${name}`, argument: bare(property.value) }]
          : [];
      });
    }
    if (pattern.type !== "ObjectPattern" || argument?.type !== "ObjectExpression") return [];
    return pattern.properties.flatMap((property) => {
      if (property.type !== "Property") return [];
      const name = keyName(property);
      const target = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
      const place = target.type === "Identifier" ? placeOfName(context, target) : undefined;
      const handed = name === undefined ? undefined : findProperty(argument, name)?.value;
      const isSpread = argument.properties.some((part) => part.type === "SpreadElement");
      // What a spread may hold is not known.
      if (place === undefined || (handed === undefined && isSpread)) return [];
      return [
        { place, argument: handed ?? (property.value.type === "AssignmentPattern" ? property.value.right : undefined) },
      ];
    });
  });
}

function placeOfName(context: FileContext, name: Identifier): PlaceKey | undefined {
  const variable = context.scopes.variableOf(name);
  // A parameter that gets another value later says nothing about the call.
  return variable === undefined || variable.writes.length > 0 ? undefined : keyOfVariable(variable);
}

function isUndefined(node: Node): boolean {
  return node.type === "Identifier" && node.name === "undefined";
}

function writtenValue(node: Node): Handed {
  const value = bare(node);
  if (value.type === "Literal") return { value: value.value };
  if (isUndefined(value)) return { value: undefined };
  if (
    value.type === "UnaryExpression" &&
    value.operator === "-" &&
    value.argument.type === "Literal" &&
    typeof value.argument.value === "number"
  )
    return { value: -value.argument.value };
  return "unknown";
}

/** Whether a value makes a question true: its own truth, or what `>1` or `text` says. */
export function isTrueOf(value: unknown, question: string): boolean | undefined {
  if (question === "") return Boolean(value);
  const comparison = /^([<>]=?|[!=]==?)(-?[\d.]+)$/.exec(question);
  if (comparison === null) return typeof value === "string" || value === undefined ? value === question : undefined;
  const number = Number(comparison[2]);
  if (value === undefined) return comparison[1]?.startsWith("!") ?? false;
  if (typeof value !== "number") return undefined;
  switch (comparison[1]) {
    case "<":
      return value < number;
    case "<=":
      return value <= number;
    case ">":
      return value > number;
    case ">=":
      return value >= number;
    case "===":
    case "==":
      return value === number;
    default:
      return value !== number;
  }
}
