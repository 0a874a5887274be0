import type { ExplainParams, LoopViewParams, LoopViewResult } from "agent-loop-language-server";
import { RequestType, type BaseLanguageClient } from "vscode-languageclient";
import type { TextDocument } from "vscode";

// The server's package is not bundled into the client: of its requests only names and shapes are used here.
const LoopView = new RequestType<LoopViewParams, LoopViewResult | null, void>("agentLoop/loopView");
const Explain = new RequestType<ExplainParams, string | null, void>("agentLoop/explain");

/** The loops of a document as it is now; `undefined` while the server has none for it. */
export async function askForLoops(
  client: BaseLanguageClient,
  document: TextDocument,
  how: "whole" | "outline",
): Promise<LoopViewResult | undefined> {
  if (!client.isRunning()) return undefined;
  const result = await client.sendRequest(LoopView, {
    textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
    outline: how === "outline",
  });
  return result?.version === document.version ? result : undefined;
}

/** What was understood of a document, in words. */
export async function askForExplanation(
  client: BaseLanguageClient,
  document: TextDocument,
): Promise<string | undefined> {
  if (!client.isRunning()) return undefined;
  return (
    (await client.sendRequest(Explain, {
      textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
    })) ?? undefined
  );
}
