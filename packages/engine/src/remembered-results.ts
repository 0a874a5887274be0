import { dependenciesOf, stillHolds, type Dependencies, type FileModel, type SourcePort } from "@agent-loop/analysis";
import type { Config } from "@agent-loop/rules";
import { lintText, type FileResult, type LintedText, type LintTextInput } from "./lint-text.js";

interface Remembered {
  readonly config: Config;
  readonly port: SourcePort | undefined;
  readonly result: FileResult;
  readonly model: FileModel | undefined;
  readonly dependencies: Dependencies | undefined;
  /** The texts of other files in which the findings show places. */
  readonly shown: ReadonlyMap<string, string | undefined>;
}

/**
 * What linting gave for the latest text of each file, for as long as nothing it was made from has
 * changed: neither the text nor the settings, nor what the file has read of others.
 */
export class RememberedResults {
  readonly #known = new Map<string, Remembered>();

  /** The result for a text, with its model; found anew only when it may be another one. */
  lint(input: LintTextInput): LintedText {
    const known = this.#current(input);
    if (known !== undefined && (known.model !== undefined || known.result.failure !== undefined))
      return { ...known.result, model: known.model };
    const linted = lintText(input);
    this.#remember(input, linted, linted.model);
    return linted;
  }

  /** The same without the model, which weighs more than all the rest: for files that nobody has open. */
  findingsOf(input: LintTextInput): FileResult {
    const known = this.#current(input);
    if (known !== undefined) return known.result;
    const linted = lintText(input);
    this.#remember(input, linted, undefined);
    return linted;
  }

  forget(path: string): void {
    this.#known.delete(path);
  }

  #current({ path, text, config, port }: LintTextInput): Remembered | undefined {
    const known = this.#known.get(path);
    if (known === undefined || known.result.text !== text || known.port !== port || !isSame(known.config, config))
      return undefined;
    if (known.result.failure !== undefined) return known.result.failure.kind === "parse" ? known : undefined;
    if (port === undefined || known.dependencies === undefined) return known;
    if (!stillHolds(known.dependencies, port, config.settings)) return undefined;
    for (const [file, shown] of known.shown) if (textOf(file, port) !== shown) return undefined;
    return known;
  }

  #remember(
    { path, config, port }: LintTextInput,
    { model, ...result }: LintedText,
    kept: FileModel | undefined,
  ): void {
    const shown = new Map<string, string | undefined>();
    for (const { evidence } of result.findings) {
      for (const { elsewhere } of evidence)
        if (elsewhere !== undefined && port !== undefined) shown.set(elsewhere.file, textOf(elsewhere.file, port));
    }
    this.#known.set(path, { config, port, result, model: kept, dependencies: model && dependenciesOf(model), shown });
  }
}

function isSame(a: Config, b: Config): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function textOf(path: string, port: SourcePort): string | undefined {
  const answer = port.text(path);
  return answer.state === "found" ? answer.value : undefined;
}
