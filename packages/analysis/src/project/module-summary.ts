import type { FunctionSummary } from "../model/function-summary.js";

/**
 * What a file offers to the files that import it: plain data, without nodes and without positions,
 * so that it outlives the tree and stays equal when only positions change.
 */
export type RemoteShape =
  | { readonly kind: "package"; readonly name: string; readonly path: string }
  | { readonly kind: "function"; readonly id: string; readonly summary: FunctionSummary; readonly returns: RemoteShape }
  | {
      readonly kind: "class";
      readonly id: string;
      readonly statics: RemoteMembers;
      readonly members: RemoteMembers;
      readonly base: RemoteShape;
    }
  | { readonly kind: "instance"; readonly of: RemoteShape }
  | { readonly kind: "object"; readonly members: RemoteMembers }
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  /** `export { ask } from "./llm.js"`: looked up when somebody asks. */
  | { readonly kind: "elsewhere"; readonly specifier: string; readonly from: string; readonly name: string }
  | { readonly kind: "unknown" };

export type RemoteMembers = Readonly<Record<string, RemoteShape>>;

export interface ModuleSummary {
  readonly path: string;
  readonly exports: RemoteMembers;
  /** `export * from "./other.js"` */
  readonly stars: readonly string[];
}
