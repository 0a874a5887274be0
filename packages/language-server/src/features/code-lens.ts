import { CodeLensRefreshRequest, type CodeLens } from "vscode-languageserver";
import { tellOnly } from "../asking.js";
import type { StartFeature } from "../feature.js";
import { verdict } from "../loop-card.js";
import { rangeOf } from "../ranges.js";

/** A line above each loop that sums it up; only where the person has turned it on. */
export const codeLens: StartFeature = ({ client, connection, documents, linted }) => {
  connection.onCodeLens(async ({ textDocument }): Promise<CodeLens[]> => {
    const document = documents.get(textDocument.uri);
    const found = document && (await linted.of(document));
    if (document === undefined || found?.settings.codeLens !== true) return [];
    return (found.result.model?.loops ?? []).map((loop) => ({
      range: rangeOf(document, loop.head),
      // A lens without a command is shown as text.
      command: { title: `Agent loop: ${verdict(loop)}`, command: "" },
    }));
  });
  return {
    capabilities: { codeLensProvider: {} },
    refresh: () => {
      if (client.refreshesLenses) tellOnly(connection.sendRequest(CodeLensRefreshRequest.type));
    },
  };
};
