import type { Span } from "../syntax/node.js";
import type { Evidence } from "./judgement.js";

/** Words of a model that are written, unchecked, to where later runs read them. */
export interface MemoryWrite {
  /** The call that writes, as written. */
  readonly callee: string;
  readonly span: Span;
  /** Whether a reply is stored, or what a tool is told. */
  readonly by: "reply" | "tool";
  /** The call whose reply is stored, or the tool. */
  readonly from: string;
  readonly evidence: readonly Evidence[];
}
