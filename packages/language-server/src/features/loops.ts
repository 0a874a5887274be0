import type { AgentLoop, Evidence, FileFinding } from "@agent-loop/engine";
import { RequestType, type Range, type TextDocumentIdentifier } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { StartFeature } from "../feature.js";
import { loopCard } from "../loop-card.js";
import { findingsOf } from "../loop-findings.js";
import { loopFlowchart } from "../loop-flowchart.js";
import { rangeOf } from "../ranges.js";

export interface LoopsParams {
  readonly textDocument: TextDocumentIdentifier;
}

export interface LoopsResult {
  readonly version: number;
  readonly loops: readonly LoopData[];
}

/** One loop as data; places are ranges of the document. */
export interface LoopData {
  readonly kind: AgentLoop["kind"];
  readonly head: Range;
  readonly range: Range;
  readonly bounded: AgentLoop["bounded"];
  readonly budgeted: AgentLoop["budgeted"];
  /** In turns, when it is known. */
  readonly ceiling: number | null;
  readonly calls: readonly {
    readonly callee: string;
    readonly certainty: string;
    readonly range: Range;
    readonly evidence: readonly string[];
  }[];
  readonly tools: readonly { readonly callee: string; readonly failure: string; readonly range: Range }[];
  readonly bounds: readonly {
    readonly text: string;
    readonly measure: string;
    readonly limit: number | null;
    readonly covers: string;
    readonly fault: string | null;
    readonly range: Range;
    readonly escapes: readonly Range[];
  }[];
  readonly exits: readonly { readonly decidedBy: string; readonly result: string; readonly range: Range }[];
  /** What rules miss in it. */
  readonly missing: readonly { readonly rule: string; readonly message: string }[];
  /** Why a judgement is unknown, and what would settle it. */
  readonly doubts: readonly { readonly what: string; readonly settledBy: string | null }[];
  /** The loop as a Mermaid flowchart. */
  readonly flowchart: string;
  /** The loop in words, as Markdown. */
  readonly card: string;
}

/** `agentLoop/loops`: the loops of a document, for views that draw them. */
export const LoopsRequest: RequestType<LoopsParams, LoopsResult | null, void> = new RequestType("agentLoop/loops");

export const loops: StartFeature = ({ connection, documents, linted }) => {
  connection.onRequest(LoopsRequest, async ({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    const found = document && (await linted.of(document));
    const model = found?.result.model;
    if (document === undefined || found === undefined || model === undefined) return null;
    return {
      version: found.version,
      loops: model.loops.map((loop) => loopData(document, loop, findingsOf(loop, model.loops, found.findings))),
    };
  });
  return { capabilities: { experimental: { agentLoops: true } } };
};

function loopData(document: TextDocument, loop: AgentLoop, findings: readonly FileFinding[]): LoopData {
  return {
    kind: loop.kind,
    head: rangeOf(document, loop.head),
    range: rangeOf(document, loop.shape.statement),
    bounded: loop.bounded,
    budgeted: loop.budgeted,
    ceiling: loop.ceiling ?? null,
    calls: loop.calls.map(({ callee, certainty, span, evidence }) => ({
      callee,
      certainty,
      range: rangeOf(document, span),
      evidence: evidence.map(words),
    })),
    tools: loop.tools.map(({ callee, failure, span }) => ({ callee, failure, range: rangeOf(document, span) })),
    bounds: loop.bounds.map(({ text, measure, limit, covers, fault, span, escapes }) => ({
      text,
      measure,
      limit: limit ?? null,
      covers,
      fault: fault ?? null,
      range: rangeOf(document, span),
      escapes: escapes.map((escape) => rangeOf(document, escape)),
    })),
    exits: loop.exits.map(({ decidedBy, result, span }) => ({ decidedBy, result, range: rangeOf(document, span) })),
    missing: findings.map(({ rule, message }) => ({ rule, message })),
    doubts: loop.doubts.map(({ what, settledBy }) => ({ what, settledBy: settledBy ?? null })),
    flowchart: loopFlowchart(loop, findings),
    card: loopCard(loop, findings, document.getText()),
  };
}

function words({ what }: Evidence): string {
  return what;
}
