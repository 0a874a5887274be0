import type { DependencyLog, Remembered, World } from "./dependencies.js";
import type { SourceFile, SourcePort } from "./source-port.js";

interface Known<T> {
  readonly text: string;
  /** It was made from the text, and from the versions of the packages that are imported there. */
  readonly reading: Remembered<T>;
}

/** What the readings of a project have in common. */
export interface ReadingPlace {
  readonly port: SourcePort;
  readonly log: DependencyLog;
  readonly world: World;
  /** Takes the files that are not loaded yet. */
  readonly needs: Set<string>;
}

/** One way to read files: plain data of each, made once for every version of its text. */
export class FileReadings<T> {
  readonly #place: ReadingPlace;
  readonly #read: (file: SourceFile) => T;
  readonly #known = new Map<string, Known<T>>();
  /** How often something was read: a change inside of one function should cost one. */
  computed = 0;

  /** @param read never throws. */
  constructor(place: ReadingPlace, read: (file: SourceFile) => T) {
    this.#place = place;
    this.#read = read;
  }

  /** What is read of a file now; `undefined` when it cannot be read. */
  of(path: string): T | undefined {
    const { port, log, world, needs } = this.#place;
    const text = port.text(path);
    if (text.state === "not-loaded") needs.add(path);
    if (text.state !== "found") return undefined;
    const known = this.#known.get(path);
    const current = known?.text === text.value ? log.reuse(known.reading, world) : undefined;
    if (current !== undefined) return current;
    const parsed = port.parse(path);
    if (parsed.state === "not-loaded") needs.add(path);
    // A file that does not parse while it is edited keeps what was last known of it.
    if (parsed.state !== "found") return known?.reading.value;
    this.computed++;
    const { value: computed, dependencies } = log.record(() => this.#read(parsed.value));
    // What says the same is the same: answers that were made from it stand.
    const value =
      known !== undefined && JSON.stringify(known.reading.value) === JSON.stringify(computed)
        ? known.reading.value
        : computed;
    this.#known.set(path, { text: text.value, reading: { value, dependencies } });
    return value;
  }
}
