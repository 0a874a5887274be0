import { engineerLoop, shownSpan, type Span } from "@agent-loop/engine";
import { CodeActionKind, type CodeAction } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client } from "../client.js";
import { documentEdit } from "../document-edit.js";
import type { Linted } from "../linted-documents.js";
import { touch } from "../ranges.js";

/** Inserts every missing gate of the loop at hand at once. */
export function engineerThisLoop(
  document: TextDocument,
  { input, result, settings }: Linted,
  at: Span,
  client: Client,
): CodeAction[] {
  const { model } = result;
  const loop = model?.loops.find(({ head }) => touch(shownSpan(head, input.text), at));
  if (model === undefined || loop === undefined) return [];
  const suggestion = engineerLoop(model, loop, input.text, settings.config.settings);
  if (suggestion === undefined) return [];
  return [
    {
      title: suggestion.title,
      kind: CodeActionKind.RefactorRewrite,
      edit: documentEdit(document, suggestion.edits, client),
    },
  ];
}
