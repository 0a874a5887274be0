import { printModel } from "@agent-loop/engine";
import { RequestType, type TextDocumentIdentifier } from "vscode-languageserver";
import type { StartFeature } from "../feature.js";

export interface ExplainParams {
  readonly textDocument: TextDocumentIdentifier;
}

/** `agentLoop/explain`: what was understood of a document, with the evidence, as the command's `explain` prints it. */
export const ExplainRequest: RequestType<ExplainParams, string | null, void> = new RequestType("agentLoop/explain");

export const explain: StartFeature = ({ connection, documents, linted }) => {
  connection.onRequest(ExplainRequest, async ({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    const found = document && (await linted.of(document));
    if (found === undefined) return null;
    const { model, failure } = found.result;
    if (model === undefined) return failure === undefined ? null : `line ${failure.at.line}: ${failure.message}\n`;
    return printModel(model, found.input.text);
  });
  return { capabilities: {} };
};
