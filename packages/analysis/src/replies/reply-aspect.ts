/** The part of a reply a value comes from. */
export type ReplyAspect = "reply" | "text" | "tool-calls" | "finish" | "usage" | "structured";
