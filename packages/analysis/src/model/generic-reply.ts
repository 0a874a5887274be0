import type { ReplyShape } from "../catalogue/schema.js";
import type { ReplyAspect } from "./reply-aspect.js";

/**
 * How to read a reply whose SDK is not known: by the names that all of them use.
 *
 * Only calls that are already known to be model calls are read this way.
 */
const ASPECTS: readonly (readonly [ReplyAspect, RegExp])[] = [
  ["tool-calls", /^(?:tool_?calls?|calls?|requests|actions?|function_?calls?|tool_?uses?|toolResults|pending_?tool_?calls|invocations|tools?|args)$/i],
  ["finish", /^(?:finish_?reason|stop_?reason|stop|status|subtype|kind|type|done_?reason)$/i],
  ["usage", /^(?:usage|usage_?metadata|tokens|total_?tokens|total_?usage|cost|total_?cost_usd)$/i],
  ["structured", /^(?:object|parsed|output_parsed|structuredResponse|verdict|decision|done|finished|complete|completed|isFinal|next|finding|tooHard)$/i],
  ["text", /^(?:text|content|output_?text|answer|response_?text|completion|final_?output|refusal)$/i],
];

export function genericAspect(path: readonly string[]): ReplyAspect {
  for (let i = path.length - 1; i >= 0; i--) {
    const name = path[i];
    if (name === undefined || name === "[]") continue;
    for (const [aspect, pattern] of ASPECTS) if (pattern.test(name)) return aspect;
  }
  return "reply";
}

/** The aspect a path into a reply of known shape stands for. */
export function aspectOf(shape: ReplyShape | undefined, path: readonly string[]): ReplyAspect {
  if (shape === undefined) return genericAspect(path);
  const written = path.filter((part) => part !== "[]");
  const within = (paths: readonly string[] | undefined): boolean =>
    (paths ?? []).some((candidate) => {
      const parts = candidate.split(".").map((part) => part.replace(/\[\]$/, "")).filter((part) => part !== "");
      // Reading `content[].type` of a list that holds text and calls is not reading text.
      return parts.length > 0 && parts.length <= written.length && parts.every((part, i) => part === written[i]);
    });
  const usage = shape.usage;
  if (within(shape.toolCalls)) return shape.text !== undefined && within(shape.text) ? genericAspect(path) : "tool-calls";
  if (within(shape.finish)) return "finish";
  if (shape.structured?.includes("") || within(shape.structured)) return "structured";
  if (usage && within([usage.total, ...(usage.parts ?? []), usage.cost].filter((part) => part !== undefined))) return "usage";
  if (written[0] === "usage" || written[0] === "usageMetadata" || written[0] === "usage_metadata") return "usage";
  if (within(shape.text)) return "text";
  return genericAspect(path);
}
