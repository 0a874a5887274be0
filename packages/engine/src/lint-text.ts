import { analyse, analyseUnparsed, type FileModel, type SourceFile, type SourcePort } from "@agent-loop/analysis";
import { MAX_BYTES, parseText } from "@agent-loop/disk";
import { activeRules, shownSpan, type Config, type Finding, type Severity } from "@agent-loop/rules";
import { Directives } from "./directives.js";
import { missingReasons } from "./missing-reasons.js";
import { Positions, type Position } from "./positions.js";
import { relatedPlaces, type RelatedPlace } from "./related-places.js";

/** A finding with its severity and its place in lines and columns. */
export interface FileFinding extends Finding {
  readonly severity: Severity;
  readonly from: Position;
  readonly to: Position;
  /** Where its evidence can be seen. */
  readonly related: readonly RelatedPlace[];
}

/** Why a file has no findings although it may hold some. */
export interface FileFailure {
  /** `parse`: it is not valid code; `unreadable`: there is no text; `crash`: a defect of ours. */
  readonly kind: "parse" | "unreadable" | "crash";
  readonly message: string;
  readonly at: Position;
}

/** What linting one file gave. */
export interface FileResult {
  /** Absolute, with `/` between the parts. */
  readonly path: string;
  readonly text: string;
  /** In the order of the text, without those that a directive silences. */
  readonly findings: readonly FileFinding[];
  readonly failure: FileFailure | undefined;
}

/** The result with what it was made from. */
export interface LintedText extends FileResult {
  /** `undefined` when the text was not analysed. */
  readonly model: FileModel | undefined;
}

export interface LintTextInput {
  /** Absolute path; its extension says in which language the text is written. */
  readonly path: string;
  readonly text: string;
  readonly config: Config;
  /** How other files are reached; without it only this text is read. */
  readonly port?: SourcePort;
  /** `false` analyses also what cannot hold anything to report, by its text and by what it leads to. */
  readonly gate?: boolean;
  /** Also report comments that silence a rule of ours and do not say why. */
  readonly requireReasons?: boolean;
}

/** The tree that other files see is as good as one of our own, and there already. */
function parsedByPort(path: string, text: string, port: SourcePort | undefined): SourceFile | undefined {
  const answer = port?.parse(path);
  return answer?.state === "found" && answer.value.text === text ? answer.value : undefined;
}

function readDirectives(path: string, text: string, positions: Positions): Directives {
  const parsed = parseText(path, text);
  return new Directives(parsed.ok ? parsed.comments : [], positions);
}

/** Lints one text. Never throws on user code: what goes wrong is the result's `failure`. */
export function lintText({ path, text, config, port, gate = true, requireReasons = false }: LintTextInput): LintedText {
  const nothing = { path, text, findings: [], failure: undefined, model: undefined };
  if (text.length > MAX_BYTES) {
    const message = `This file is larger than ${MAX_BYTES / 1024 / 1024} MB.`;
    return { ...nothing, failure: { kind: "unreadable", message, at: { line: 1, column: 1 } } };
  }

  const { settings } = config;
  // Few texts hold directives; only then is it worth to ask for the comments.
  const holdsDirectives = /\beslint-(?:dis|en)able/.test(text);
  const asked = { settings, gate, ...(port && { port }) };
  const empty = requireReasons && holdsDirectives ? undefined : analyseUnparsed({ file: { path, text }, ...asked });
  const positions = new Positions(text);
  const file = (empty === undefined ? parsedByPort(path, text, port) : undefined) ?? parseText(path, text);
  if ("failure" in file) {
    const { message, at } = file.failure;
    return { ...nothing, failure: { kind: "parse", message, at: positions.at(at) } };
  }

  if (empty !== undefined) return { ...nothing, model: empty };

  try {
    const model = analyse({ file: { path, text, program: file.program }, ...asked });
    if (model.failure !== undefined) return { ...nothing, failure: crash(model.failure) };
    const directives = holdsDirectives ? readDirectives(path, text, positions) : undefined;
    const findings: FileFinding[] = activeRules(config)
      .flatMap(({ rule, severity, options }) =>
        rule.run(model, { text, settings, options }).map((finding) => ({
          ...finding,
          severity,
          from: positions.at(finding.span.start),
          to: positions.at(shownSpan(finding.span, text).end),
          related: relatedPlaces(finding.evidence, path, positions, port),
        })),
      )
      .filter(({ rule, from }) => directives?.silence(`agent-loop/${rule}`, from) !== true);
    if (requireReasons && directives !== undefined)
      findings.push(...missingReasons(directives.withoutReason(), positions));
    findings.sort((a, b) => a.span.start - b.span.start);
    return { ...nothing, findings, model };
  } catch (error) {
    return { ...nothing, failure: crash(error instanceof Error ? (error.stack ?? error.message) : String(error)) };
  }
}

function crash(message: string): FileFailure {
  return { kind: "crash", message, at: { line: 1, column: 1 } };
}
