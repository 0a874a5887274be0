import type { Span } from "../syntax/node.js";
import type { Evidence } from "./judgement.js";

/** Agents (or functions that run one) that can hand work round in a ring, each time one level deeper. */
export interface DelegationCycle {
  /** The members in the order in which work goes round, as they are called in the code. */
  readonly members: readonly string[];
  /** The offer or call that closes the ring, the last one in the text. */
  readonly span: Span;
  readonly evidence: readonly Evidence[];
  /** The text to delete so that this offer is no longer made, its comma included. */
  readonly withdrawal: Span | undefined;
  readonly depth: DepthInsertion | undefined;
}

/** Where a depth can be counted, when the ring is one function that starts itself through a tool. */
export interface DepthInsertion {
  /** After the last parameter of the function. */
  readonly parameter: number;
  /** After the last argument of the call. */
  readonly argument: number;
  /** The first place inside of the function's body. */
  readonly body: number;
  /** The text in front of the first statement: a line break and its indentation, or a space. */
  readonly indent: string;
}
