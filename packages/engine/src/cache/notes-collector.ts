import type { Notes, NotedAnswer, Question } from "./dependency-notes.js";

/** A part of the notes of one linter on one root with one set of settings. */
export interface NotesPart extends Notes {
  /** Which of the linter's notes they belong to. */
  readonly book: number;
}

/** Puts the parts together in which notes come in from threads. */
export class NotesCollector {
  readonly #books = new Map<string, { readonly questions: Question[]; readonly answers: NotedAnswer[] }>();

  /** @param linter tells apart those that number their notes on their own. */
  add(linter: number, parts: readonly NotesPart[]): void {
    for (const { book, questions, answers } of parts) {
      const notes = this.of(linter, book);
      for (const question of questions) notes.questions.push(question);
      for (const answer of answers) notes.answers.push(answer);
    }
  }

  of(linter: number, book: number): { readonly questions: Question[]; readonly answers: NotedAnswer[] } {
    const key = `${linter} ${book}`;
    let notes = this.#books.get(key);
    if (notes === undefined) this.#books.set(key, (notes = { questions: [], answers: [] }));
    return notes;
  }
}
