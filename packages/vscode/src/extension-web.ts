import { Uri, window, workspace, type ExtensionContext } from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { clientOptions, SECTION } from "./client-options.js";
import { serveFiles } from "./served-files.js";
import { start } from "./start.js";
import { virtualUris } from "./virtual-uris.js";
import { WorkspaceLint } from "./workspace-lint.js";

let client: LanguageClient | undefined;
let worker: Worker | undefined;

/** In the browser the server is a worker, which asks for what it wants to read. */
export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel("agent-loop", { log: true });
  const lint = new WorkspaceLint();
  const server = Uri.joinPath(context.extensionUri, "dist", "server");
  const parser = await workspace.fs.readFile(Uri.joinPath(server, "oxc-parser.wasm"));
  worker = await startWorker(Uri.joinPath(server, "worker.js"));
  worker.postMessage({ parser: parser.slice().buffer });

  client = new LanguageClient(SECTION, "agent-loop", worker, {
    ...clientOptions(log, lint),
    uriConverters: virtualUris,
  });
  serveFiles(client);
  start(context, client, log, lint);
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
  worker?.terminate();
}

/** A worker may only be started from where the page itself comes; the text of its program may come from anywhere. */
async function startWorker(uri: Uri): Promise<Worker> {
  const program = await workspace.fs.readFile(uri);
  return new Worker(URL.createObjectURL(new Blob([program.slice().buffer], { type: "application/javascript" })), {
    name: "agent-loop",
  });
}
