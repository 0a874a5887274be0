import type { Span } from "../syntax/node.js";
import type { Evidence } from "./judgement.js";

/** The raw text of one agent's reply as the input of another. */
export interface Handoff {
  /** The calls as written. */
  readonly from: string;
  readonly to: string;
  /** The text where it goes in. */
  readonly span: Span;
  readonly text: string;
  readonly evidence: readonly Evidence[];
}
