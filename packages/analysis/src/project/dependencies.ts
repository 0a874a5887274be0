import type { ModuleDetails, ModuleSummary } from "./module-summary.js";

/** What a remembered answer was made from: questions about other files, with the answers they had. */
export interface Dependencies {
  /** The summaries that were read; `undefined` for files that could not be. */
  readonly files: Map<string, ModuleSummary | undefined>;
  /** The details that were read. */
  readonly details: Map<string, ModuleDetails | undefined>;
  /** Where imports led, by the file they stand in; `undefined` for those that led nowhere. */
  readonly imports: Map<string, Map<string, string | undefined>>;
  /** Whether files lead to no fact; those need not even be parsed. */
  readonly barren: Map<string, boolean>;
  /** The files that may hold something which stands for a type. */
  readonly mentions: Map<string, readonly string[]>;
  /** Whether the text of a file says that something in it extends a type of that name, by file. */
  readonly heirs: Map<string, Map<string, boolean>>;
  /** Versions of packages, by the file they were asked for. */
  readonly versions: Map<string, Map<string, string | undefined>>;
  /** Other answers that went into this one. */
  readonly answers: Set<Dependencies>;
  /** The round in which it was last found to hold. */
  checked: number;
}

export interface Remembered<T> {
  readonly value: T;
  readonly dependencies: Dependencies;
}

/** How the world is now. */
export interface World {
  summaryOf(path: string): ModuleSummary | undefined;
  detailsOf(path: string): ModuleDetails | undefined;
  resolve(specifier: string, from: string): string | undefined;
  isBarren(path: string): boolean;
  filesMentioning(name: string): readonly string[];
  extendsName(path: string, name: string): boolean;
  versionOf(packageName: string, from: string): string | undefined;
}

/**
 * Notes what answers are made from while they are found.
 *
 * An answer holds for as long as all summaries it was made from do. A summary that was computed
 * anew and says the same is the same, so a change inside of one function lets all answers stand.
 */
export class DependencyLog {
  readonly #open: Dependencies[] = [];
  #round = 0;

  /** From now on files may have changed. */
  begin(): void {
    this.#round++;
  }

  record<T>(find: () => T): Remembered<T> {
    const dependencies = noDependencies(this.#round);
    this.#open.push(dependencies);
    try {
      return { value: find(), dependencies };
    } finally {
      this.#open.pop();
      this.#open.at(-1)?.answers.add(dependencies);
    }
  }

  read(path: string, summary: ModuleSummary | undefined): void {
    this.#open.at(-1)?.files.set(path, summary);
  }

  readClosely(path: string, details: ModuleDetails | undefined): void {
    this.#open.at(-1)?.details.set(path, details);
  }

  resolved(specifier: string, from: string, target: string | undefined): void {
    note(this.#open.at(-1)?.imports, from, specifier, target);
  }

  gated(path: string, isBarren: boolean): void {
    this.#open.at(-1)?.barren.set(path, isBarren);
  }

  mentioned(name: string, files: readonly string[]): void {
    this.#open.at(-1)?.mentions.set(name, files);
  }

  extended(path: string, name: string, does: boolean): void {
    note(this.#open.at(-1)?.heirs, path, name, does);
  }

  versioned(packageName: string, from: string, version: string | undefined): void {
    note(this.#open.at(-1)?.versions, from, packageName, version);
  }

  /** The remembered value, when it still holds; whoever is being found now depends on it. */
  reuse<T>(remembered: Remembered<T> | undefined, world: World): T | undefined {
    if (remembered === undefined || !this.holds(remembered.dependencies, world)) return undefined;
    this.#open.at(-1)?.answers.add(remembered.dependencies);
    return remembered.value;
  }

  /** Whether every question would have the same answer now. */
  holds(root: Dependencies, world: World): boolean {
    if (root.checked === this.#round) return true;
    // What is asked in order to compare is no reason for an answer that is being found.
    this.#open.push(noDependencies(this.#round));
    try {
      return this.#holdsAll(root, world);
    } finally {
      this.#open.pop();
    }
  }

  #holdsAll(root: Dependencies, world: World): boolean {
    const visited = [root];
    const seen = new Set(visited);
    for (const dependencies of visited) {
      if (dependencies.checked === this.#round) continue;
      if (!holdsItself(dependencies, world)) return false;
      for (const answer of dependencies.answers) {
        if (seen.has(answer)) continue;
        seen.add(answer);
        visited.push(answer);
      }
    }
    for (const each of visited) each.checked = this.#round;
    return true;
  }
}

function noDependencies(checked: number): Dependencies {
  return {
    files: new Map(),
    details: new Map(),
    imports: new Map(),
    barren: new Map(),
    mentions: new Map(),
    heirs: new Map(),
    versions: new Map(),
    answers: new Set(),
    checked,
  };
}

function note<T>(notes: Map<string, Map<string, T>> | undefined, file: string, question: string, answer: T): void {
  if (notes === undefined) return;
  const known = notes.get(file);
  if (known === undefined) notes.set(file, new Map([[question, answer]]));
  else known.set(question, answer);
}

function holdsItself(
  { files, details, imports, barren, mentions, heirs, versions }: Dependencies,
  world: World,
): boolean {
  for (const [path, summary] of files) if (world.summaryOf(path) !== summary) return false;
  for (const [path, read] of details) if (world.detailsOf(path) !== read) return false;
  for (const [from, targets] of imports)
    for (const [specifier, target] of targets) if (world.resolve(specifier, from) !== target) return false;
  for (const [path, was] of barren) if (world.isBarren(path) !== was) return false;
  for (const [name, found] of mentions) if (!sameList(world.filesMentioning(name), found)) return false;
  for (const [path, names] of heirs)
    for (const [name, did] of names) if (world.extendsName(path, name) !== did) return false;
  for (const [from, names] of versions)
    for (const [name, version] of names) if (world.versionOf(name, from) !== version) return false;
  return true;
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((one, i) => one === b[i]));
}
