import type { Span } from "../syntax/node.js";
import type { Evidence } from "./judgement.js";

/** Text of a reply that is written, unchecked, to where later runs read it. */
export interface MemoryWrite {
  /** The call that writes, as written. */
  readonly callee: string;
  readonly span: Span;
  /** The call whose reply is stored. */
  readonly from: string;
  readonly evidence: readonly Evidence[];
}
