import type { ReplyPath } from "./schema.js";

/** One step of a reply path: a property, perhaps called, perhaps followed by any of its elements. */
export interface ReplyStep {
  /** Empty when the step speaks about the elements of what is there already: `[type=result]`. */
  readonly name: string;
  readonly calls: boolean;
  readonly elements: boolean;
  /** Only the elements with this property: `[type=tool_use]`. */
  readonly where?: { readonly property: string; readonly value: string };
}

/** `content[type=tool_use].input` has two steps; the empty path, the whole reply, has none. */
export function replySteps(path: ReplyPath): readonly ReplyStep[] {
  // A value in brackets may hold dots (`message.output`), so the path cannot simply be split at them.
  const segments = path.match(/(?:\[[^\]]*\]|[^.[\]])+/g) ?? [];
  return segments.map((segment) => {
    const [, word = "", bracket] = /^([^[]*)(?:\[([^\]]*)\])?$/.exec(segment) ?? [];
    const calls = word.endsWith("()");
    const step: ReplyStep = { name: calls ? word.slice(0, -2) : word, calls, elements: bracket !== undefined };
    const equals = bracket?.indexOf("=") ?? -1;
    return bracket === undefined || equals < 0
      ? step
      : { ...step, where: { property: bracket.slice(0, equals), value: bracket.slice(equals + 1) } };
  });
}
