import { keyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Tree } from "../syntax/tree.js";

/** What a function, class or interface is called within its file: `Class.method`, without positions. */
export function declaredName(tree: Tree, node: Node): string {
  const names: string[] = [];
  for (let current: Node | undefined = node; current !== undefined; current = tree.parentOf(current)) {
    const name = nameOf(current);
    if (name !== undefined) names.unshift(name);
  }
  return names.length > 0 ? names.join(".") : "default";
}

function nameOf(node: Node): string | undefined {
  switch (node.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "ClassExpression":
    case "TSInterfaceDeclaration":
      return node.id?.name;
    case "VariableDeclarator":
      return node.id.type === "Identifier" ? node.id.name : undefined;
    case "MethodDefinition":
    case "PropertyDefinition":
    case "Property":
      return keyName(node);
    default:
      return undefined;
  }
}
