import type { GateId, GateState } from "agent-loop-language-server";

/** A loop as the page draws it: words and numbers, no editor types, no edits. */
export interface DrawnLoop {
  readonly title: string;
  readonly verdict: string;
  readonly stations: readonly DrawnStation[];
  /** What mending everything at once would do; `null` when nothing can be done at once. */
  readonly engineer: string | null;
}

export interface DrawnStation {
  readonly id: GateId;
  readonly state: GateState;
  readonly facts: readonly { readonly text: string; readonly linked: boolean }[];
  readonly findings: readonly {
    readonly rule: string;
    readonly message: string;
    readonly strictOnly: boolean;
    readonly mends: readonly string[];
  }[];
}

/** From the extension to the page. */
export type ToPage =
  | {
      readonly type: "loop";
      readonly file: string;
      readonly loops: readonly string[];
      readonly index: number;
      readonly loop: DrawnLoop;
    }
  | { readonly type: "empty"; readonly file: string | null }
  /** Read out to people who do not see the picture. */
  | { readonly type: "say"; readonly text: string };

/** From the page to the extension; indices are those of the loop last drawn. */
export type FromPage =
  | { readonly type: "ready" }
  | { readonly type: "select"; readonly index: number }
  | { readonly type: "reveal"; readonly station: number; readonly fact: number | null }
  | { readonly type: "revealFinding"; readonly station: number; readonly finding: number }
  | { readonly type: "mend"; readonly station: number; readonly finding: number; readonly mend: number }
  | { readonly type: "engineer" };
