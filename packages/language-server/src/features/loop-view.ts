import {
  engineerLoop,
  lintText,
  type AgentLoop,
  type FileFinding,
  type Run,
  type Span,
  type Suggestion,
} from "@agent-loop/engine";
import { RequestType, type Range, type TextDocumentIdentifier, type WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client } from "../client.js";
import { documentEdit } from "../document-edit.js";
import type { StartFeature } from "../feature.js";
import type { GateId } from "../gate-rules.js";
import type { Linted } from "../linted-documents.js";
import { runTitle, verdict } from "../loop-card.js";
import { findingsOf } from "../loop-findings.js";
import { loopGates, runGates, type GateState, type LoopGate } from "../loop-gates.js";
import { rangeBetween, rangeOf } from "../ranges.js";

export interface LoopViewParams {
  readonly textDocument: TextDocumentIdentifier;
  /** Only which loops there are, without their stations and mends, for those who count them at every key. */
  readonly outline?: boolean;
}

export interface LoopViewResult {
  readonly version: number;
  /** Hand-written loops and runs of a framework, in the order of the text. */
  readonly loops: readonly ViewedLoop[];
}

/** A loop as a row of stations, each with what is known of it and the edits that would mend it. */
export interface ViewedLoop {
  readonly kind: AgentLoop["kind"];
  /** One line that sums it up. */
  readonly verdict: string;
  readonly head: Range;
  readonly range: Range;
  readonly gates: readonly ViewedGate[];
  /** Every missing gate in one edit, when they can be written. */
  readonly engineer: Mend | null;
}

export interface ViewedGate {
  readonly id: GateId;
  readonly state: GateState;
  readonly facts: readonly { readonly text: string; readonly range: Range | null }[];
  readonly findings: readonly {
    readonly rule: string;
    readonly message: string;
    readonly range: Range;
    /** Only the strict preset asks for it. */
    readonly strictOnly: boolean;
    /** The best one first. */
    readonly mends: readonly Mend[];
  }[];
}

/** An edit for the version that the result names. */
export interface Mend {
  readonly title: string;
  readonly edit: WorkspaceEdit;
}

/** `agentLoop/loopView`: what a picture of the loops of a document needs. */
export const LoopViewRequest: RequestType<LoopViewParams, LoopViewResult | null, void> = new RequestType(
  "agentLoop/loopView",
);

export const loopView: StartFeature = ({ client, connection, documents, linted }) => {
  connection.onRequest(LoopViewRequest, async ({ textDocument, outline = false }) => {
    const document = documents.get(textDocument.uri);
    const found = document && (await linted.of(document));
    const model = found?.result.model;
    if (document === undefined || found === undefined || model === undefined) return null;
    // An edit of now for a version that has been overtaken would hit the wrong places.
    if (document.version !== found.version) return null;

    const findings = outline ? [] : strictFindings(found);
    const loops = model.loops.map((loop) => ({
      ...loopOutline(document, loop),
      ...(!outline && loopDetails(document, found, loop, findingsOf(loop, model.loops, findings), client)),
    }));
    const runs = model.runs.map((run) => ({
      ...runOutline(document, run),
      ...(!outline && {
        gates: runGates(
          run,
          findings.filter((finding) => isAbout(finding, run)),
          found.input.text,
        ).map((gate) => viewGate(document, found, gate, client)),
      }),
    }));
    return {
      version: found.version,
      loops: [...loops, ...runs].sort(
        (a, b) => a.head.start.line - b.head.start.line || a.head.start.character - b.head.start.character,
      ),
    };
  });
  return { capabilities: { experimental: { agentLoops: true } } };
};

/** A finding in the run, or one whose reasons lie there: its result used unchecked, further below. */
function isAbout({ span, evidence }: FileFinding, run: Run): boolean {
  const isIn = ({ start, end }: Span): boolean => start >= run.span.start && end <= run.span.end;
  return isIn(span) || evidence.some(({ at }) => at !== undefined && isIn(at));
}

/** The picture shows every gate, also those that only the strict preset asks for. */
function strictFindings({ input, findings }: Linted): readonly FileFinding[] {
  if (input.config.preset === "strict") return findings;
  return lintText({ ...input, config: { ...input.config, preset: "strict" } }).findings;
}

function loopOutline(document: TextDocument, loop: AgentLoop): ViewedLoop {
  return {
    kind: loop.kind,
    verdict: verdict(loop),
    head: firstLineOf(document, rangeOf(document, loop.head)),
    range: rangeOf(document, loop.shape.statement),
    gates: [],
    engineer: null,
  };
}

function loopDetails(
  document: TextDocument,
  found: Linted,
  loop: AgentLoop,
  findings: readonly FileFinding[],
  client: Client,
): Pick<ViewedLoop, "gates" | "engineer"> {
  const { input, result, settings } = found;
  const whole = result.model && engineerLoop(result.model, loop, input.text, settings.config.settings);
  return {
    gates: loopGates(loop, findings, input.text).map((gate) => viewGate(document, found, gate, client)),
    engineer: whole === undefined ? null : mend(document, whole, client),
  };
}

function runOutline(document: TextDocument, run: Run): ViewedLoop {
  return {
    kind: "run",
    verdict: runTitle(run),
    head: firstLineOf(document, rangeOf(document, run.head)),
    range: rangeOf(document, run.span),
    gates: [],
    engineer: null,
  };
}

function viewGate(
  document: TextDocument,
  found: Linted,
  { id, state, facts, findings }: LoopGate,
  client: Client,
): ViewedGate {
  return {
    id,
    state,
    facts: facts.map(({ text, span }) => ({
      text,
      range: span === undefined ? null : firstLineOf(document, rangeOf(document, span)),
    })),
    findings: findings.map(({ rule, message, from, to, span, suggestions }) => ({
      rule,
      message,
      range: rangeBetween(from, to),
      strictOnly: !found.findings.some((shown) => shown.rule === rule && shown.span.start === span.start),
      mends: [...suggestions]
        .sort((a, b) => Number(b.preferred) - Number(a.preferred))
        .map((suggestion) => mend(document, suggestion, client)),
    })),
  };
}

/** A place to look at, not the whole loop below it. */
function firstLineOf(document: TextDocument, { start, end }: Range): Range {
  if (start.line === end.line) return { start, end };
  const line = document.getText({ start, end: { line: start.line + 1, character: 0 } }).trimEnd();
  return { start, end: { line: start.line, character: start.character + line.length } };
}

function mend(document: TextDocument, { title, edits }: Suggestion, client: Client): Mend {
  return { title, edit: documentEdit(document, edits, client) };
}
