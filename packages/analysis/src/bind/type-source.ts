import type { Node } from "../syntax/node.js";

/** Something a package declares: an export, or an instance of one. */
export interface DeclaredThing {
  readonly packageName: string;
  readonly name: string;
  readonly isInstance: boolean;
}

/**
 * What a type checker knows, where the host has one.
 *
 * No answer of the analysis rests on it: it is asked only for what the text leaves unknown, and
 * whatever it says, what the text tells stays as it is.
 */
export interface TypeSource {
  /**
   * The declarations behind the type of an expression, the type's own first and then what it extends;
   * empty for types of the project itself, for `any`, and where it may be one of several things.
   */
  declarationsOf(node: Node): readonly DeclaredThing[];
  /** Whether the checker has read the types of a package that is wanted: without, it can settle nothing. */
  knowsPackage(isWanted: (name: string) => boolean): boolean;
}
