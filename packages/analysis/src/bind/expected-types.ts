import type { TSESTree } from "@typescript-eslint/types";
import { bare, keyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Tree } from "../syntax/tree.js";
import { EACH_ELEMENT } from "./collections.js";

/** Where a type is written that an expression has to be of, and the way from there to the expression. */
export interface ExpectedType {
  readonly type: Node;
  /** Names of members, and `EACH_ELEMENT` for an item of a list. */
  readonly members: readonly string[];
}

/**
 * The type that the place of a function or literal asks for: `const widget: Widget = { run: async (input) => … }`,
 * `[…] satisfies Widget[]`, `(): Widget => ({ … })`.
 */
export function expectedTypeOf(tree: Tree, value: Node): ExpectedType | undefined {
  const members: string[] = [];
  let child = value;
  for (let up = tree.parentOf(child); up !== undefined; child = up, up = tree.parentOf(up)) {
    switch (up.type) {
      case "Property": {
        const name = up.value === child ? keyName(up) : undefined;
        if (name === undefined) return undefined;
        members.unshift(name);
        break;
      }
      case "ObjectExpression":
      case "ChainExpression":
        break;
      case "ArrayExpression":
        members.unshift(EACH_ELEMENT);
        break;
      case "TSAsExpression":
      case "TSSatisfiesExpression":
        // `as const` asks for nothing.
        if (isConst(up.typeAnnotation)) break;
        return { type: up.typeAnnotation, members };
      case "VariableDeclarator":
        return up.id.typeAnnotation ? { type: up.id.typeAnnotation.typeAnnotation, members } : undefined;
      case "PropertyDefinition":
        return up.value === child && up.typeAnnotation
          ? { type: up.typeAnnotation.typeAnnotation, members }
          : undefined;
      case "ReturnStatement":
      case "ArrowFunctionExpression": {
        const owner = up.type === "ReturnStatement" ? tree.ownerOf(up) : up;
        return "returnType" in owner && owner.returnType
          ? { type: owner.returnType.typeAnnotation, members }
          : undefined;
      }
      default:
        if (bare(up) !== bare(child)) return undefined;
    }
  }
  return undefined;
}

function isConst(type: Node): boolean {
  return type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const";
}

/** The parameters of a member of a type, when that is a function. */
export function parametersOfSignature(member: Node): readonly TSESTree.Parameter[] | undefined {
  if (member.type === "TSMethodSignature") return member.params;
  const type = member.type === "TSPropertySignature" ? member.typeAnnotation?.typeAnnotation : undefined;
  return type?.type === "TSFunctionType" ? type.params : undefined;
}
