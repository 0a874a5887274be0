import type { FileContext } from "../file/file-context.js";
import { claimsSuccess, flagsOf } from "../loops/handed-value.js";
import { bare, isFunction, isLoop, isWithin } from "../syntax/node.js";
import type { FunctionNode, Node, ObjectExpression } from "../syntax/node.js";

/** The properties in which a function that goes round says whether it came to an end or its limit did: `done`. */
export function successFlagsOf({ tree }: FileContext, fn: FunctionNode): string[] {
  const results = tree.returnsOf(fn).flatMap((value): ObjectExpression[] => {
    const object = bare(value);
    return object.type === "ObjectExpression" ? [object] : [];
  });
  if (results.length < 2) return [];
  const loops = tree.loops.filter((loop) => isWithin(loop, fn) && tree.ownerOf(loop) === fn);
  const claims = new Map<string, { yes: boolean; no: boolean }>();
  for (const object of results) {
    for (const [name, value] of flagsOf(object).constants) {
      const claim = claimsSuccess(name, value);
      const known = claims.get(name) ?? { yes: false, no: false };
      claims.set(name, { yes: known.yes || claim === "yes", no: known.no || (claim === "no" && isLimitsEnd(object)) });
    }
  }
  return [...claims].flatMap(([name, { yes, no }]) => (yes && no && !name.includes(".") ? [name] : []));

  /** Behind a loop that has ended by itself, or inside of one; what a handler says of an error is another matter. */
  function isLimitsEnd(result: Node): boolean {
    let handled = false;
    for (let up = tree.parentOf(result); up !== undefined && !isFunction(up); up = tree.parentOf(up)) {
      if (up.type === "CatchClause") handled = true;
      if (isLoop(up)) return !handled;
    }
    return !handled && loops.some((loop) => loop.range[1] <= result.range[0]);
  }
}
