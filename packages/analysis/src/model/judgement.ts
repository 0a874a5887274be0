import type { Span } from "../syntax/node.js";

/** `unknown` is an honest value: rules report only what is known to be wrong. */
export type Judgement = "yes" | "no" | "unknown";

/** A declaration in another file, by name: places are looked up when something is printed. */
export interface SymbolId {
  readonly file: string;
  /** `ask`, `Client.complete`, `default` */
  readonly name: string;
}

/** Why we believe a fact, and where it can be seen. */
export interface Evidence {
  /** A clause in plain words, without a full stop: "`steps` moves here". */
  readonly what: string;
  /** Where, in the file that is analysed. */
  readonly at?: Span;
  /** Where, in another file. */
  readonly elsewhere?: SymbolId;
  /** For an `unknown`: what would settle it. */
  readonly settledBy?: string;
}
