import type { RemoteShape } from "../project/module-summary.js";
import { bare } from "../syntax/node.js";
import type { FunctionNode } from "../syntax/node.js";
import type { Scopes } from "../syntax/scopes.js";
import type { Tree } from "../syntax/tree.js";

/** The parameter that a function gives back at every end: `attachSignal(client, signal)`. */
export function returnedParameter(
  fn: FunctionNode,
  tree: Tree,
  scopes: Scopes,
): (RemoteShape & { kind: "given" }) | undefined {
  let found: number | undefined;
  for (const returned of tree.returnsOf(fn)) {
    const value = bare(returned);
    const variable = value.type === "Identifier" ? scopes.variableOf(value) : undefined;
    const parameter = variable === undefined ? -1 : fn.params.findIndex((one) => one === variable.identifier);
    if (
      variable === undefined ||
      parameter < 0 ||
      variable.writes.length > 0 ||
      (found !== undefined && found !== parameter)
    )
      return undefined;
    found = parameter;
  }
  return found === undefined ? undefined : { kind: "given", parameter: found, members: [] };
}
