import type { ReplyShape } from "../catalogue/schema.js";
import type { ReplyAspect } from "./reply-aspect.js";

/**
 * How to read a reply whose SDK is not known: by the names that all of them use.
 *
 * Only calls that are already known to be model calls are read this way.
 */
const ASPECTS: readonly (readonly [ReplyAspect, RegExp])[] = [
  [
    "tool-calls",
    /^(?:tool_?calls?|calls?|requests|actions?|function_?calls?|tool_?uses?|toolResults|pending_?tool_?calls|invocations|tools?|args)$/i,
  ],
  ["finish", /^(?:finish_?reason|stop_?reason|stop|status|subtype|kind|type|done_?reason)$/i],
  ["usage", /^(?:usage|usage_?metadata|tokens|total_?tokens|total_?usage|cost|total_?cost_usd)$/i],
  [
    "structured",
    /^(?:object|parsed|output_parsed|structuredResponse|verdict|decision|done|finished|complete|completed|isFinal|next|finding|tooHard|name|tool_?name|function|arguments|input|id)$/i,
  ],
  ["text", /^(?:text|content|output_?text|answer|response_?text|completion|final_?output|refusal)$/i],
];

/** Names of what is a text and no list of parts. */
const WHOLE_TEXT = /^(?:text|output_?text|answer|response_?text|completion|final_?output)$/i;

export function genericAspect(path: readonly string[]): ReplyAspect {
  for (let i = path.length - 1; i >= 0; i--) {
    const name = path[i];
    if (name === undefined || name === "[]") continue;
    const [aspect] = ASPECTS.find(([, pattern]) => pattern.test(name)) ?? [];
    if (aspect === undefined) continue;
    // `finalOutput.score`: what has a part of its own was an object all the time, checked against a schema.
    const beyond = path.slice(i + 1).find((part) => part !== "[]");
    return aspect === "text" && beyond !== undefined && WHOLE_TEXT.test(name) ? "structured" : aspect;
  }
  return "reply";
}

/** The aspect a path into a reply of known shape stands for. */
export function aspectOf(shape: ReplyShape | undefined, path: readonly string[]): ReplyAspect {
  if (shape === undefined) return genericAspect(path);
  const written = path.filter((part) => part !== "[]");
  /** What a path goes on with behind one of the known ones; `undefined` when it leads elsewhere. */
  const beyond = (paths: readonly string[] | undefined): readonly string[] | undefined => {
    let longest: readonly string[] | undefined;
    for (const candidate of paths ?? []) {
      // A selector (`content[type=text]`) says which elements are meant; the code may choose them in many ways.
      const parts = candidate
        .split(".")
        .map((part) => part.replace(/\[[^\]]*\]$/, ""))
        .filter((part) => part !== "");
      // Reading the type of an element of a list that holds text and calls is not reading text.
      if (parts.length === 0 || parts.length > written.length || parts.some((part, i) => part !== written[i])) continue;
      const rest = written.slice(parts.length);
      if (longest === undefined || rest.length < longest.length) longest = rest;
    }
    return longest;
  };
  const within = (paths: readonly string[] | undefined): boolean => beyond(paths) !== undefined;
  const usage = shape.usage;
  const behindCalls = beyond(shape.toolCalls);
  if (behindCalls !== undefined) {
    const behindBoth = beyond(shape.text);
    if (behindBoth === undefined) return "tool-calls";
    // One list holds text and calls: only what is read of an element tells them apart.
    return behindCalls.length === 0 && behindBoth.length === 0 ? "reply" : genericAspect(behindCalls);
  }
  if (within(shape.finish)) return "finish";
  if (shape.structured?.includes("") || within(shape.structured)) return "structured";
  if (usage && within([usage.total, ...(usage.parts ?? []), usage.cost].filter((part) => part !== undefined)))
    return "usage";
  if (written[0] === "usage" || written[0] === "usageMetadata" || written[0] === "usage_metadata") return "usage";
  const behindText = beyond(shape.text);
  if (behindText === undefined) return genericAspect(path);
  if (behindText.length === 0) return "text";
  // A property of what was called a text: it was an object all the time, checked against a schema.
  const inner = genericAspect(behindText);
  return inner === "reply" ? "structured" : inner;
}
