import { MarkupKind, type Hover } from "vscode-languageserver";
import { shownSpan, type Span } from "@agent-loop/engine";
import type { StartFeature } from "../feature.js";
import { loopCard } from "../loop-card.js";
import { findingsOf, innermostAt } from "../loop-findings.js";
import { rangeOf } from "../ranges.js";
import { runCard } from "../run-card.js";

/** A card that explains the loop, the run or the tool call under the pointer. */
export const hover: StartFeature = ({ connection, documents, linted }) => {
  connection.onHover(async ({ textDocument, position }): Promise<Hover | null> => {
    const document = documents.get(textDocument.uri);
    const found = document && (await linted.of(document));
    const model = found?.result.model;
    if (document === undefined || model === undefined) return null;

    const offset = document.offsetAt(position);
    const text = document.getText();
    const show = (value: string, span: Span): Hover => ({
      contents: { kind: MarkupKind.Markdown, value },
      range: rangeOf(document, span),
    });

    const run = model.runs.find(({ head }) => holds(shownSpan(head, text), offset));
    if (run !== undefined)
      return show(
        runCard(run, found?.findings.filter(({ span }) => holds(run.span, span.start)) ?? [], text),
        shownSpan(run.head, text),
      );
    const loop = innermostAt(offset, model.loops);
    if (loop === undefined) return null;
    const tool = loop.tools.find(({ span }) => holds(span, offset));
    const head = shownSpan(loop.head, text);
    const place = holds(head, offset) ? head : tool?.span;
    if (place === undefined) return null;
    return show(loopCard(loop, findingsOf(loop, model.loops, found?.findings ?? []), text), place);
  });
  return { capabilities: { hoverProvider: true } };
};

function holds({ start, end }: Span, offset: number): boolean {
  return offset >= start && offset <= end;
}
