import type { ModuleSummary } from "./module-summary.js";

/** What a remembered answer was made from. */
export interface Dependencies {
  /** The summaries that were read; `undefined` for files that could not be. */
  readonly files: Map<string, ModuleSummary | undefined>;
  /** Imports that led nowhere, by the file they stand in. */
  readonly unresolved: Map<string, Set<string>>;
  /** Files that were not even parsed, because they lead to no fact. */
  readonly barren: Set<string>;
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
  isResolved(specifier: string, from: string): boolean;
  isBarren(path: string): boolean;
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
    const dependencies: Dependencies = { files: new Map(), unresolved: new Map(), barren: new Set(), answers: new Set(), checked: this.#round };
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

  skipped(path: string): void {
    this.#open.at(-1)?.barren.add(path);
  }

  missed(specifier: string, from: string): void {
    const unresolved = this.#open.at(-1)?.unresolved;
    if (unresolved !== undefined) unresolved.set(from, (unresolved.get(from) ?? new Set<string>()).add(specifier));
  }

  /** The remembered value, when it still holds; whoever is being found now depends on it. */
  reuse<T>(remembered: Remembered<T> | undefined, world: World): T | undefined {
    if (remembered === undefined || !this.#holds(remembered.dependencies, world)) return undefined;
    this.#open.at(-1)?.answers.add(remembered.dependencies);
    return remembered.value;
  }

  #holds(root: Dependencies, world: World): boolean {
    const visited = [root];
    const seen = new Set(visited);
    for (const { files, unresolved, barren, answers, checked } of visited) {
      if (checked === this.#round) continue;
      for (const [path, summary] of files) if (world.summaryOf(path) !== summary) return false;
      for (const [from, specifiers] of unresolved) for (const specifier of specifiers) if (world.isResolved(specifier, from)) return false;
      for (const path of barren) if (!world.isBarren(path)) return false;
      for (const answer of answers) {
        if (seen.has(answer)) continue;
        seen.add(answer);
        visited.push(answer);
      }
    }
    for (const each of visited) each.checked = this.#round;
    return true;
  }
}
