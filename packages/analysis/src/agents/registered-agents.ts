import { argumentsAt } from "../bind/placed-arguments.js";
import { valueOf } from "../bind/values.js";
import type { Placed } from "../bind/values.js";
import type { Frame } from "../flow/paths.js";
import { bare, findProperty } from "../syntax/node.js";
import type { CallExpression } from "../syntax/node.js";
import { constantOf } from "../file/arguments.js";
import { findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";

/** The agent that a register is asked for: `mastra.getAgent("writer")`, by the key of the register or by the agent's own name. */
export function findRegistered(
  context: FileContext,
  asked: { readonly node: CallExpression; readonly frame: Frame | undefined },
): Placed | undefined {
  const { bindings, catalogue, tree } = context;
  const entity = bindings.entityOf(asked.node.callee);
  const [key] = asked.node.arguments;
  if (entity.kind !== "package" || key === undefined || key.type === "SpreadElement") return undefined;
  const name = constantOf(context, valueOf(context, key, asked.frame).node);
  const at = catalogue.normalise(entity.name, entity.path);
  if (typeof name !== "string") return undefined;
  for (const made of [...tree.news, ...tree.calls]) {
    for (const { row, packageName } of findRows(context, bindings.entityOf(made.callee), "agent")) {
      if (
        row.foundBy?.calls.includes(at.path) !== true ||
        (catalogue.packageOf(packageName) ?? packageName) !== at.packageName
      )
        continue;
      const [register] = argumentsAt(context, asked.node, row.foundBy.register, asked.frame);
      const object = register && valueOf(context, register.node, register.frame);
      const property = object?.node.type === "ObjectExpression" ? findProperty(object.node, name) : undefined;
      if (property !== undefined) return { node: property.value, frame: object?.frame };
      // The register itself may be made in another file.
      const names = [row.name, "0.id", "0.name"].flatMap((path) =>
        path === undefined ? [] : argumentsAt(context, made, path).map(({ node }) => constantOf(context, node)),
      );
      const holder = tree.parentOf(made);
      const variable =
        holder?.type === "VariableDeclarator" && holder.id.type === "Identifier" ? holder.id.name : undefined;
      if (names.includes(name) || variable === name) return { node: bare(made), frame: undefined };
    }
  }
  return undefined;
}
