/** A place in a text; both count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds lines and columns of offsets in one text. Lines end as in ECMAScript. */
export class Positions {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    const starts = [0];
    for (const match of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(match.index + match[0].length);
    this.#starts = starts;
    this.#length = text.length;
  }

  /** Offsets outside of the text give its first or last place. */
  at(offset: number): Position {
    const clamped = Math.min(Math.max(offset, 0), this.#length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= clamped) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: clamped - (this.#starts[low] ?? 0) + 1 };
  }

  /** The offset at which a line begins; the end of the text for lines after the last. */
  lineStart(line: number): number {
    return line < 1 ? 0 : (this.#starts[line - 1] ?? this.#length);
  }
}
