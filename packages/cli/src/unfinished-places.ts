import type { Unfinished } from "@agent-loop/engine";

/** Where something in a text is left to be written. */
export interface UnfinishedPlace {
  readonly line: number;
  /** As an order. */
  readonly what: string;
}

/** The lines of a text on which mends have left something to be written, from top to bottom. */
export function unfinishedPlaces(text: string, unfinished: readonly Unfinished[]): UnfinishedPlace[] {
  const orders = new Map(unfinished.map(({ line, what }) => [line, what]));
  return text
    .split(/\r?\n/)
    .flatMap((written, index) =>
      [...orders].flatMap(([words, what]) => (written.includes(words) ? [{ line: index + 1, what }] : [])),
    );
}
