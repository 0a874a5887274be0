import { createHash } from "node:crypto";
import type { Dependencies, ModuleDetails, ModuleSummary, SourcePort, SymbolId } from "@agent-loop/analysis";
import { locateSymbol } from "../locate-symbol.js";
import { Positions } from "../positions.js";

/**
 * A question that was asked about other files, with the answer it had. The answer comes last.
 *
 * - `summary`: what a file offers to others; the third is its text then, which need not be read again while it is the same
 * - `details`: what the functions of a file do, in the same way
 * - `import`: where a specifier leads from a file
 * - `barren`: whether a file leads to no fact
 * - `mentions`: which files may hold what stands for a type
 * - `extends`: whether the text of a file says that something in it extends a type
 * - `version`: the version of a package as seen from a file
 * - `place`: where a declaration stands that a result shows; the fourth is the text of its file then
 */
export type Question =
  | readonly ["summary", path: string, text: string | undefined, summary: string | undefined]
  | readonly ["details", path: string, text: string | undefined, details: string | undefined]
  | readonly ["import", from: string, specifier: string, target: string | undefined]
  | readonly ["barren", path: string, is: boolean]
  | readonly ["mentions", name: string, files: string]
  | readonly ["extends", path: string, name: string, does: boolean]
  | readonly ["version", from: string, name: string, version: string | undefined]
  | readonly ["place", path: string, name: string, text: string | undefined, place: string];

/** One answer: the questions it was made from, and other answers; both by their place in the notes. */
export interface NotedAnswer {
  readonly questions: readonly number[];
  readonly answers: readonly number[];
}

/** What some results were made from, as plain data. */
export interface Notes {
  readonly questions: readonly Question[];
  readonly answers: readonly NotedAnswer[];
}

/** Writes down what results were made from; what many share is written once. */
export class DependencyNotes {
  readonly #port: SourcePort;
  readonly #questions: Question[] = [];
  readonly #placeOfQuestion = new Map<string, number>();
  readonly #answers: NotedAnswer[] = [];
  readonly #placeOfAnswer = new Map<Dependencies, number>();
  #taken = { questions: 0, answers: 0 };

  constructor(port: SourcePort) {
    this.#port = port;
  }

  /**
   * Notes what one result was made from.
   *
   * @param shown declarations of other files whose places the result shows.
   * @returns the place of the answer in the notes.
   */
  add(dependencies: Dependencies, shown: Iterable<SymbolId>): number {
    const answer = this.#place(dependencies);
    const places = [...shown].map((symbol) =>
      this.#question([
        "place",
        symbol.file,
        symbol.name,
        textDigest(this.#port, symbol.file),
        placeOf(symbol, this.#port),
      ]),
    );
    return places.length === 0
      ? answer
      : this.#answers.push({ questions: [...new Set(places)], answers: [answer] }) - 1;
  }

  /** What has been noted since this was last asked. */
  take(): Notes {
    const { questions, answers } = this.#taken;
    this.#taken = { questions: this.#questions.length, answers: this.#answers.length };
    return { questions: this.#questions.slice(questions), answers: this.#answers.slice(answers) };
  }

  /** Answers are made from others that are made from others: too far down for a call in a call. */
  #place(root: Dependencies): number {
    const open = [root];
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const missing = this.#placeOfAnswer.has(last)
        ? []
        : [...last.answers].filter((answer) => !this.#placeOfAnswer.has(answer));
      open.push(...missing);
      if (missing.length > 0) continue;
      open.pop();
      if (this.#placeOfAnswer.has(last)) continue;
      const answers = [...last.answers].flatMap((answer) => this.#placeOfAnswer.get(answer) ?? []);
      this.#placeOfAnswer.set(last, this.#answers.push({ questions: this.#questionsOf(last), answers }) - 1);
    }
    return this.#placeOfAnswer.get(root) ?? -1;
  }

  #questionsOf({ files, details, imports, barren, mentions, heirs, versions }: Dependencies): number[] {
    const found: number[] = [];
    const add = (question: Question): void => void found.push(this.#question(question));
    for (const [path, summary] of files) add(["summary", path, textDigest(this.#port, path), readingDigest(summary)]);
    for (const [path, read] of details) add(["details", path, textDigest(this.#port, path), readingDigest(read)]);
    for (const [from, targets] of imports)
      for (const [specifier, target] of targets) add(["import", from, specifier, target]);
    for (const [path, is] of barren) add(["barren", path, is]);
    for (const [name, paths] of mentions) add(["mentions", name, listDigest(paths)]);
    for (const [path, names] of heirs) for (const [name, does] of names) add(["extends", path, name, does]);
    for (const [from, names] of versions) for (const [name, version] of names) add(["version", from, name, version]);
    return found;
  }

  #question(question: Question): number {
    const key = question.join("\0");
    const known = this.#placeOfQuestion.get(key);
    if (known !== undefined) return known;
    const place = this.#questions.push(question) - 1;
    this.#placeOfQuestion.set(key, place);
    return place;
  }
}

/** A name for a content that no other content has. */
export function digestOf(content: string): string {
  return createHash("sha256").update(content).digest("base64url");
}

const digests = new WeakMap<SourcePort, Map<string, { readonly text: string; readonly digest: string }>>();

/** `undefined` for a file that cannot be read. */
export function textDigest(port: SourcePort, path: string): string | undefined {
  const answer = port.text(path);
  if (answer.state !== "found") return undefined;
  let ofPort = digests.get(port);
  if (ofPort === undefined) digests.set(port, (ofPort = new Map<string, { text: string; digest: string }>()));
  let known = ofPort.get(path);
  if (known?.text !== answer.value) ofPort.set(path, (known = { text: answer.value, digest: digestOf(answer.value) }));
  return known.digest;
}

const ofReadings = new WeakMap<ModuleSummary | ModuleDetails, string>();

/** What is read of files holds no positions, so that of a text that is only moved is the same. */
export function readingDigest(reading: ModuleSummary | ModuleDetails | undefined): string | undefined {
  if (reading === undefined) return undefined;
  let known = ofReadings.get(reading);
  if (known === undefined) ofReadings.set(reading, (known = digestOf(JSON.stringify(reading))));
  return known;
}

/** Lines and columns of a declaration, as a result shows them. */
export function placeOf(symbol: SymbolId, port: SourcePort): string {
  const located = locateSymbol(symbol, port);
  if (located === undefined) return "";
  const positions = new Positions(located.text);
  return [located.span.start, located.span.end, located.whole.start, located.whole.end]
    .map((offset) => Object.values(positions.at(offset)).join(":"))
    .join(" ");
}

export function listDigest(paths: readonly string[]): string {
  return digestOf([...paths].sort().join("\n"));
}
