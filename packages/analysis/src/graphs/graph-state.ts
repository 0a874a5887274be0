import type { Origin } from "../flow/origins.js";
import { isFunction, isWithin } from "../syntax/node.js";
import { keysTo } from "../syntax/patterns.js";

/** Where in the state of a graph a value stands that a step takes out of its first parameter. */
export function statePath({ variable, path }: Origin & { readonly kind: "parameter" }): readonly string[] {
  const [state] = isFunction(variable.definition) ? variable.definition.params : [];
  return state === undefined || !isWithin(variable.identifier, state)
    ? []
    : [...keysTo(state, variable.identifier), ...path];
}
