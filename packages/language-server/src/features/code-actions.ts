import { CodeActionKind, LSPErrorCodes, ResponseError, type CodeAction, type Range } from "vscode-languageserver";
import { shownSpan } from "@agent-loop/engine";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { diagnosticOf } from "../diagnostics-of.js";
import { documentEdit } from "../document-edit.js";
import type { Client } from "../client.js";
import type { StartFeature } from "../feature.js";
import type { Linted } from "../linted-documents.js";
import { spanOf, touch } from "../ranges.js";
import { disableLine } from "./disable-line.js";
import { engineerThisLoop } from "./engineer-loop.js";
import { FIX_ALL, fixAll } from "./fix-all.js";

/** Which action of which list an editor asks the edit of: enough to make that list again. */
interface Offered {
  readonly uri: string;
  readonly version: number;
  readonly range: Range;
  readonly only?: string[];
  readonly index: number;
}

/**
 * What the light bulb offers, made for the version at hand. Every action carries its edit, unless the
 * editor asks for the edit of the one that is chosen.
 */
export const codeActions: StartFeature = ({ client, connection, documents, linted }) => {
  connection.onCodeAction(async ({ textDocument: { uri }, range, context: { only } }) => {
    const document = documents.get(uri);
    const found = document && (await linted.of(document));
    // An editor that knows no actions with edits can do nothing with ours.
    if (document === undefined || found === undefined || !client.takesLiterals) return [];
    if (documents.get(uri)?.version !== found.version) return [];
    const actions = actionsAt(document, found, range, only, client);
    if (!client.resolvesEdits) return actions;
    return actions.map(({ edit: _, ...action }, index) => {
      const data: Offered = { uri, version: found.version, range, ...(only && { only }), index };
      return { ...action, data };
    });
  });

  if (client.resolvesEdits)
    connection.onCodeActionResolve(async (action) => {
      const { uri, version, range, only, index } = action.data as Offered;
      const document = documents.get(uri);
      const found = document && (await linted.of(document));
      if (document === undefined || found?.version !== version || documents.get(uri)?.version !== version)
        throw new ResponseError(LSPErrorCodes.ContentModified, "The document has changed since this was offered.");
      const edit = actionsAt(document, found, range, only, client)[index]?.edit;
      return { ...action, ...(edit && { edit }) };
    });

  return {
    capabilities: {
      codeActionProvider: {
        codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, FIX_ALL],
        ...(client.resolvesEdits && { resolveProvider: true }),
      },
    },
  };
};

/** The same list each time for the same version of a document; `only` are the kinds asked for, all without it. */
function actionsAt(
  document: TextDocument,
  found: Linted,
  range: Range,
  only: readonly string[] | undefined,
  client: Client,
): CodeAction[] {
  const wanted = (kind: string): boolean =>
    only === undefined || only.some((prefix) => kind === prefix || kind.startsWith(`${prefix}.`));
  const span = spanOf(document, range);
  const here = {
    ...found,
    findings: found.findings.filter((finding) => touch(shownSpan(finding.span, found.input.text), span)),
  };
  return [
    ...(wanted(CodeActionKind.QuickFix)
      ? [...quickFixes(document, here, client), ...disableLine(document, here, client)]
      : []),
    ...(wanted(CodeActionKind.RefactorRewrite) ? engineerThisLoop(document, found, span, client) : []),
    // Only on demand: it changes more than the person is looking at.
    ...(only !== undefined && wanted(FIX_ALL) ? fixAll(document, found, client) : []),
  ];
}

/** Every suggestion of the findings, the best of each marked. */
function quickFixes(document: TextDocument, { findings, input }: Linted, client: Client): CodeAction[] {
  return findings.flatMap((finding) =>
    finding.suggestions.map(({ title, edits, preferred }) => ({
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnosticOf(finding, document, input.path, client)],
      ...(client.marksPreferred && preferred && { isPreferred: true }),
      edit: documentEdit(document, edits, client),
    })),
  );
}
