import type { FileContext } from "../file/file-context.js";
import { bare, findProperty, isFunction, keyName, propertyName } from "../syntax/node.js";
import type { FunctionNode, Node } from "../syntax/node.js";
import { valueOf } from "./values.js";

/** The getter of this file that answers a question which reads like a field: `this.over`, `clock.over`. */
export function getterOf(context: FileContext, node: Node): FunctionNode | undefined {
  const name = node.type === "MemberExpression" ? propertyName(node) : undefined;
  if (node.type !== "MemberExpression" || name === undefined || !context.hasGetters) return undefined;
  const object = bare(node.object);
  const entity = object.type === "ThisExpression" ? undefined : context.bindings.entityOf(object);
  const owner =
    entity === undefined ? context.tree.classOf(node) : entity.kind === "instance" ? entity.node : undefined;
  const member = owner?.body.body.find(
    (one) => one.type === "MethodDefinition" && one.kind === "get" && keyName(one) === name,
  );
  if (member?.type === "MethodDefinition") return isFunction(member.value) ? member.value : undefined;
  if (owner !== undefined || object.type !== "Identifier") return undefined;
  const literal = valueOf(context, object).node;
  const property = literal.type === "ObjectExpression" ? findProperty(literal, name) : undefined;
  return property?.kind === "get" && isFunction(property.value) ? property.value : undefined;
}
