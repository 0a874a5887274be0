import { CodeLensRefreshRequest, type CodeLens } from "vscode-languageserver";
import { tellOnly } from "../asking.js";
import type { StartFeature } from "../feature.js";
import { runTitle, verdict } from "../loop-card.js";
import { rangeOf } from "../ranges.js";

/** A line above each loop that sums it up; only where the person has turned it on. */
export const codeLens: StartFeature = ({ client, connection, documents, linted }) => {
  connection.onCodeLens(async ({ textDocument }): Promise<CodeLens[]> => {
    const document = documents.get(textDocument.uri);
    const found = document && (await linted.of(document));
    if (document === undefined || found?.settings.codeLens !== true) return [];
    const { loops = [], runs = [] } = found.result.model ?? {};
    const titles = [
      ...loops.map((loop) => ({ head: loop.head, title: `Agent loop: ${verdict(loop)}` })),
      ...runs.map((run) => ({ head: run.head, title: `Agent run: ${runTitle(run)}` })),
    ];
    // A lens without a command is shown as text.
    return titles.map(({ head, title }) => ({ range: rangeOf(document, head), command: { title, command: "" } }));
  });
  return {
    capabilities: { codeLensProvider: {} },
    refresh: () => {
      if (client.refreshesLenses) tellOnly(connection.sendRequest(CodeLensRefreshRequest.type));
    },
  };
};
