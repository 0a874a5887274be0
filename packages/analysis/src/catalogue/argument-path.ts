import type { ArgumentPath } from "./schema.js";

/** A property inside an argument; `elements` for any element of a list or any value of an object behind it. */
export interface ArgumentStep {
  readonly name: string;
  readonly elements: boolean;
}

/**
 * Whose argument it is: that of the call itself, of the constructor or factory that made the object (`new`),
 * of a later call that added options (`with`), or what a function returns (`return`).
 * `object` is the object itself, and `function` the function that is annotated.
 */
export type ArgumentOrigin = "call" | "new" | "with" | "return" | "object" | "function";

export interface ParsedArgument {
  readonly origin: ArgumentOrigin;
  /** Negative positions count from the end; undefined where there is no argument list. */
  readonly position: number | undefined;
  /** Any element of the argument itself is meant: `0[].opts`. */
  readonly elements: boolean;
  readonly steps: readonly ArgumentStep[];
}

function stepOf(segment: string): ArgumentStep {
  return segment.endsWith("[]") ? { name: segment.slice(0, -2), elements: true } : { name: segment, elements: false };
}

export function parseArgument(path: ArgumentPath): ParsedArgument {
  if (path === "") return { origin: "function", position: undefined, elements: false, steps: [] };
  if (path === "new") return { origin: "object", position: undefined, elements: false, steps: [] };
  const segments = path.split(".");
  const first = segments[0];
  if (first === "return") return { origin: "return", position: undefined, elements: false, steps: segments.slice(1).map(stepOf) };
  const prefixed = first === "new" || first === "with";
  const [position = stepOf(""), ...steps] = segments.slice(prefixed ? 1 : 0).map(stepOf);
  return { origin: prefixed ? first : "call", position: Number(position.name), elements: position.elements, steps };
}
