import type { Span } from "../syntax/node.js";
import type { Evidence } from "./judgement.js";

/** A handler whose own effect raises the event that it handles. */
export interface SelfTrigger {
  /** The event as the code calls it: `message`, `issue_comment.created`, `the "research" queue`. */
  readonly event: string;
  /** What raises it again, as written. */
  readonly raise: string;
  /** `effect`: a call; `return`: what the handler hands back; `predicate`: its answer; `render`: a state that it depends on. */
  readonly by: "effect" | "return" | "predicate" | "render";
  /** Where the event is raised again. */
  readonly span: Span;
  /** Where the handler is registered. */
  readonly registration: Span;
  readonly evidence: readonly Evidence[];
  /** A check that lets through only what others have caused, ready to be put in. */
  readonly check: OwnCheck | undefined;
  /** A predicate that comes with the SDK and ends by itself. */
  readonly safePredicate: SafePredicate | undefined;
}

export interface OwnCheck {
  /** A condition that is true for the program's own events: `message.author.id === message.client.user?.id`. */
  readonly test: string;
  /** What leaves the handler: `return;` */
  readonly leave: string;
  readonly at: number;
  /** The text between that place and what follows it. */
  readonly indent: string;
}

export interface SafePredicate {
  readonly name: string;
  readonly module: string;
  /** The predicate it takes the place of. */
  readonly span: Span;
}
