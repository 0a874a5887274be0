import type { TSESTree } from "@typescript-eslint/types";
import type { ClassNode, FunctionNode, ObjectExpression } from "../syntax/node.js";
import type { RemoteShape } from "../project/module-summary.js";
import type { CollectionMethod, CollectionOf } from "./collections.js";

/** What an expression stands for, as far as the text says. */
export type Entity =
  /** A value at an access path of a package (catalogue/schema.ts); `path` is empty for the package's namespace. */
  | { readonly kind: "package"; readonly name: string; readonly path: string }
  | { readonly kind: "function"; readonly node: FunctionNode }
  | { readonly kind: "class"; readonly node: ClassNode }
  | { readonly kind: "instance"; readonly node: ClassNode }
  /** An object literal, and the type it is handed on as, where one is written. */
  | { readonly kind: "object"; readonly node: ObjectExpression; readonly written?: Entity }
  /** A value known only by a type written in this file. */
  | {
      readonly kind: "typed";
      readonly node: TSESTree.TSInterfaceDeclaration | TSESTree.TSTypeLiteral | TSESTree.TSFunctionType;
    }
  /** An object of which only some members are known; what else it has is as its written type says. */
  | { readonly kind: "parts"; readonly members: ReadonlyMap<string, Entity>; readonly written?: Entity }
  | CollectionOf<Entity>
  | CollectionMethod<Entity>
  /** Something another file of the project exports. */
  | { readonly kind: "remote"; readonly shape: RemoteShape }
  | { readonly kind: "unknown" };

export const UNKNOWN: Entity = { kind: "unknown" };

/** `OpenAI` and `.chat` make `OpenAI.chat`; the namespace of a package and `OpenAI` make `OpenAI`. */
export function joinPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
