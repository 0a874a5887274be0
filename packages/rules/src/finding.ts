import type { Evidence, Span } from "@agent-loop/analysis";

/** One change of the text: what stands in `span` becomes `text`. An empty span inserts. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** A mend that a person may choose. It changes what the program does, so no host applies it unasked. */
export interface Suggestion {
  /** What the edit does, as an order: "Stop after 20 steps with an error". */
  readonly title: string;
  readonly edits: readonly Edit[];
  /** The best of several. */
  readonly preferred: boolean;
  /** What it leaves to be written by a person; absent when nothing is. */
  readonly unfinished?: readonly Unfinished[];
}

/** Something in written code that only a person can finish. */
export interface Unfinished {
  /** Words of the line on which it stands, by which it can be found. */
  readonly line: string;
  /** What is to be written there, as an order. */
  readonly what: string;
}

/** One defect, on the line where it is mended. */
export interface Finding {
  /** The rule's id, without the plugin's prefix. */
  readonly rule: string;
  readonly span: Span;
  /** Which of the rule's messages, and the words that fill it. */
  readonly messageId: string;
  readonly data: Readonly<Record<string, string>>;
  /** The filled message: what goes wrong, why it matters, what satisfies the rule. */
  readonly message: string;
  /** Why we believe it; hosts show the places as related lines. */
  readonly evidence: readonly Evidence[];
  readonly suggestions: readonly Suggestion[];
}

export type Severity = "error" | "warn";
export type Preset = "recommended" | "strict";
