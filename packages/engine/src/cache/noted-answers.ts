import { projectOf, type AnalysisSettings, type Project, type SourcePort } from "@agent-loop/analysis";
import { listDigest, placeOf, readingDigest, textDigest, type Notes, type Question } from "./dependency-notes.js";

/** Tells which of the answers that were noted in an earlier run still hold; each question is asked once. */
export class NotedAnswers {
  readonly #notes: Notes;
  readonly #port: SourcePort;
  readonly #project: Project;
  readonly #questionHolds: (boolean | undefined)[] = [];
  readonly #answerHolds: (boolean | undefined)[] = [];

  constructor(notes: Notes, port: SourcePort, settings: AnalysisSettings) {
    this.#notes = notes;
    this.#port = port;
    this.#project = projectOf(port, settings);
    this.#project.begin();
  }

  holds(root: number): boolean {
    const open = [root];
    for (let place = open.at(-1); place !== undefined; place = open.at(-1)) {
      const noted = this.#notes.answers[place];
      const before = place;
      // Answers are noted after those that they are made from, so the way down ends.
      const unknown =
        noted?.answers.filter((answer) => answer < before && this.#answerHolds[answer] === undefined) ?? [];
      if (this.#answerHolds[place] === undefined && unknown.length > 0) {
        open.push(...unknown);
        continue;
      }
      open.pop();
      this.#answerHolds[place] ??=
        noted !== undefined &&
        noted.answers.every((answer) => this.#answerHolds[answer] === true) &&
        noted.questions.every((question) => this.#asked(question));
    }
    return this.#answerHolds[root] === true;
  }

  #asked(place: number): boolean {
    const question = this.#notes.questions[place];
    return (this.#questionHolds[place] ??= question !== undefined && this.#ask(question));
  }

  #ask(question: Question): boolean {
    const { world } = this.#project;
    switch (question[0]) {
      case "summary": {
        const [, path, text, summary] = question;
        return textDigest(this.#port, path) === text || readingDigest(world.summaryOf(path)) === summary;
      }
      case "details": {
        const [, path, text, details] = question;
        return textDigest(this.#port, path) === text || readingDigest(world.detailsOf(path)) === details;
      }
      case "import":
        return world.resolve(question[2], question[1]) === question[3];
      case "barren":
        return world.isBarren(question[1]) === question[2];
      case "mentions":
        return listDigest(world.filesMentioning(question[1])) === question[2];
      case "extends":
        return world.extendsName(question[1], question[2]) === question[3];
      case "version":
        return world.versionOf(question[2], question[1]) === question[3];
      case "place": {
        const [, file, name, text, place] = question;
        return textDigest(this.#port, file) === text || placeOf({ file, name }, this.#port) === place;
      }
    }
  }
}
