import { Uri, window, type ExtensionContext } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { clientOptions, SECTION } from "./client-options.js";
import { start } from "./start.js";
import { WorkspaceLint } from "./workspace-lint.js";

let client: LanguageClient | undefined;

/** On the desktop the server is a process of its own, run by the editor's own Node. */
export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel("agent-loop", { log: true });
  const lint = new WorkspaceLint();
  const module = Uri.joinPath(context.extensionUri, "dist", "server", "server.cjs").fsPath;
  client = new LanguageClient(
    SECTION,
    "agent-loop",
    { module, transport: TransportKind.stdio },
    clientOptions(log, lint),
  );
  start(context, client, log, lint);
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
}
