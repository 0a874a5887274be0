import type { Lead, Span, ToolUse } from "@agent-loop/analysis";
import type { Edit, Unfinished } from "../finding.js";

/**
 * A gate: code that ends a loop, or makes a turn safe. Its parts go to different places; several
 * gates are woven into one edit.
 *
 * Code is written with one tab for a step of indentation, `"` and `;`; see `restyle`.
 */
export interface Gate {
  /** `Stop after 20 steps with an error`, as a suggestion's title and in a list of gates. */
  readonly title: string;
  readonly imports?: readonly NamedImport[];
  /** Declarations at the top of the file. */
  readonly figures?: readonly (string | undefined)[];
  /** Statements before the loop. */
  readonly before?: readonly string[];
  /** What the head of an endless loop becomes. */
  readonly head?: string | undefined;
  /** Statements at the beginning of every turn. */
  readonly turn?: readonly string[];
  /** Statements behind others. */
  readonly behind?: readonly { readonly statement: Span; readonly code: readonly string[] }[];
  /** Statements at the beginning of other bodies, in braces. */
  readonly inside?: readonly { readonly body: Span; readonly code: readonly string[] }[];
  /** What a recursion carries along: a parameter of its functions, and what their calls hand on. */
  readonly carried?: readonly Carried[];
  /** Changes of statements that use a tool call. */
  readonly around?: readonly Turned[];
  /** Statements behind the loop. */
  readonly after?: readonly string[];
  /** Functions at the end of the file. */
  readonly functions?: readonly (readonly string[])[];
  /** Changes at other places. */
  readonly edits?: readonly Edit[];
  /** What the gate leaves to be written. */
  readonly unfinished?: readonly Unfinished[];
}

/** Stands in code round a tool call for the call as it is written. */
export const CALL = "\0";
/** A line that stands for the statements before the call that move with it. */
export const LEAD = "\x01";

/** Code round a tool call. */
export interface Turned {
  readonly use: ToolUse;
  /** Statements before the use. */
  readonly before?: readonly string[];
  /** Statements instead of it. */
  readonly instead?: readonly string[];
  /** What stands in the place of the call. */
  readonly value?: string;
  /** Statements before the use that move to where `LEAD` is. */
  readonly lead?: Lead | undefined;
}

export interface Carried {
  readonly parameter: string;
  /** Handed to the function at the root of the cycle, and to the others. */
  readonly toRoot: string;
  readonly toOther: string;
}

export interface NamedImport {
  readonly module: string;
  readonly name: string;
}
