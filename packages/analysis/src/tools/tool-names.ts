import { bare } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { definitionsOf, propertyKey } from "../file/arguments.js";
import type { Argument } from "../file/arguments.js";
import type { FileContext } from "../file/file-context.js";
import type { StopTool } from "../runs/stop-conditions.js";

/** Those of the tools that should end a run which the run does not have; none when its tools cannot all be read. */
export function unregisteredTools(
  context: FileContext,
  stopTools: readonly StopTool[],
  tools: readonly Argument[],
): readonly StopTool[] {
  if (stopTools.length === 0) return [];
  const names = readToolNames(context, tools);
  return names === undefined ? [] : stopTools.filter(({ name }) => !names.has(name));
}

/** The names of the tools that are given as an object; `undefined` when there may be more. */
export function readToolNames(context: FileContext, tools: readonly Argument[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  if (tools.length === 0) return undefined;
  for (const way of tools) {
    if (way.state !== "given" || !collect(context, way.value, names, 0)) return undefined;
  }
  return names;
}

function collect(context: FileContext, node: Node, names: Set<string>, depth: number): boolean {
  const value = bare(node);
  if (depth > 6) return false;
  if (value.type === "Identifier" || value.type === "MemberExpression") {
    const definitions = definitionsOf(context, value);
    if (definitions === undefined || definitions.length === 0 || isChanged(context, value)) return false;
    return definitions.every((one) => one !== "absent" && collect(context, one, names, depth + 1));
  }
  if (value.type !== "ObjectExpression") return false;
  return value.properties.every((property) => {
    if (property.type === "SpreadElement") return collect(context, property.argument, names, depth + 1);
    const name = propertyKey(context, property);
    if (name === undefined) return false;
    names.add(name);
    return true;
  });
}

/** `tools.finish = finishTool` after the object was made. */
function isChanged(context: FileContext, node: Node): boolean {
  if (node.type !== "Identifier") return false;
  return (
    context.scopes.variableOf(node)?.reads.some((read) => {
      const parent = context.tree.parentOf(read);
      const assignment = parent && context.tree.parentOf(parent);
      if (parent?.type === "CallExpression" && parent.arguments[0] === read) return true;
      return (
        parent?.type === "MemberExpression" &&
        parent.object === read &&
        assignment?.type === "AssignmentExpression" &&
        assignment.left === parent
      );
    }) ?? false
  );
}
