import type { FileContext } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import { bare, isFunction, isWithin, keyName, propertyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import type { Cycle } from "./cycle.js";
import { parametersOf } from "./handed-moves.js";
import { givenArgument, keyOfVariable } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { RegionNode } from "./region.js";

/** A parameter of a recursion, or a field of one, in which a level leaves something for the next. */
export interface HandedDown {
  readonly place: PlaceKey;
  /** The level hands on what it was given with something more in it: `[...seen, key]`. */
  readonly isAddedTo: boolean;
}

/** What a level of a recursion leaves for the next one where it calls itself: a value of its own, or a list with one more item. */
export function readHandedDown(context: FileContext, cycle: Cycle, { node: call, frame }: RegionNode): HandedDown[] {
  const { node: fn } = cycle;
  if (call.type !== "CallExpression" || !isFunction(fn) || context.bindings.calleeOf(call) !== fn) return [];
  return parametersOf(context, fn).flatMap((variable) => {
    const given = givenArgument({ fn, call, caller: frame }, variable);
    return given === undefined ? [] : handed(keyOfVariable(variable), bare(given.argument), variable);
  });

  function handed(place: PlaceKey, value: Node, variable: Variable): HandedDown[] {
    if (value.type === "ObjectExpression") {
      return value.properties.flatMap((property) => {
        const name = property.type === "Property" ? keyName(property) : undefined;
        return property.type === "Property" && name !== undefined
          ? handed(`${place}.${name}`, bare(property.value), variable)
          : [];
      });
    }
    if (mentions(value, (other) => other.identifier === variable.identifier))
      return isLonger(value) ? [{ place, isAddedTo: true }] : [];
    // What is only passed through is the same on every level.
    return mentions(value, isOfTheLevel) ? [{ place, isAddedTo: false }] : [];
  }

  function mentions(value: Node, isMeant: (variable: Variable) => boolean): boolean {
    return walk(value, (inner) => {
      const variable = inner.type === "Identifier" ? context.scopes.variableOf(inner) : undefined;
      return variable !== undefined && isMeant(variable);
    });
  }

  function isOfTheLevel({ definition, identifier }: Variable): boolean {
    return definition.type === "VariableDeclarator" && isFunction(fn) && isWithin(identifier, fn.body);
  }
}

/** `[...list, item]`, `list.concat(item)`, `new Set([...seen, key])`, `seen.add(key)`. */
function isLonger(value: Node): boolean {
  switch (value.type) {
    case "ArrayExpression":
      return value.elements.some((element) => element?.type === "SpreadElement") && value.elements.length > 1;
    case "NewExpression":
      return value.arguments.some((argument) => isLonger(bare(argument)));
    case "CallExpression": {
      const callee = bare(value.callee);
      return (
        callee.type === "MemberExpression" && /^(?:concat|add|with|set|toSpliced)$/.test(propertyName(callee) ?? "")
      );
    }
    default:
      return false;
  }
}
