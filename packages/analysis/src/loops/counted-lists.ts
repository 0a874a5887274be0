import { valueOf } from "../bind/values.js";
import { bare, dottedName, findProperty, propertyName } from "../syntax/node.js";
import type { CallExpression, NewExpression, Node } from "../syntax/node.js";
import { limitValue } from "./limits.js";
import type { LimitValue } from "./limits.js";
import type { LoopAnalysis } from "./loop-analysis.js";

const MAX_DEPTH = 6;
/** Methods that give as many items as the list has. */
const KEEPS_LENGTH = new Set(["keys", "values", "entries", "fill", "map", "reverse", "toReversed"]);

/**
 * The length of a list that only counts turns: `Array.from({ length: 18 })`, `Array(18).keys()`, `[1, 2, 3]`.
 *
 * A list of names or tasks is no such count: there, a turn for each of them is the work itself.
 */
export function countedLength(analysis: LoopAnalysis, list: Node, depth = 0): LimitValue | undefined {
  const { node } = valueOf(analysis.context, list);
  if (depth > MAX_DEPTH) return undefined;
  const next = (inner: Node): LimitValue | undefined => countedLength(analysis, inner, depth + 1);
  switch (node.type) {
    case "ArrayExpression": {
      const [only] = node.elements;
      if (node.elements.length === 1 && only?.type === "SpreadElement") return next(only.argument);
      const counts = node.elements.every((element) => element?.type === "Literal" && typeof element.value === "number");
      return counts ? { value: node.elements.length, fault: undefined } : undefined;
    }
    case "NewExpression":
      return lengthOfArray(analysis, node);
    case "CallExpression": {
      const callee = bare(node.callee);
      const [source] = node.arguments;
      if (dottedName(callee) === "Array.from" && source !== undefined) {
        const options = bare(source);
        const length = options.type === "ObjectExpression" ? findProperty(options, "length") : undefined;
        return length === undefined ? next(source) : limitOf(analysis, length.value);
      }
      if (callee.type === "MemberExpression" && KEEPS_LENGTH.has(propertyName(callee) ?? ""))
        return next(callee.object);
      return lengthOfArray(analysis, node);
    }
    default:
      return undefined;
  }
}

/** `Array(18)`, `new Array(18)`. */
function lengthOfArray(
  analysis: LoopAnalysis,
  { callee, arguments: [length, ...others] }: CallExpression | NewExpression,
): LimitValue | undefined {
  if (dottedName(callee) !== "Array" || length === undefined || others.length > 0) return undefined;
  return limitOf(analysis, length);
}

function limitOf({ context, origins }: LoopAnalysis, node: Node): LimitValue {
  return limitValue(context, origins, node);
}
