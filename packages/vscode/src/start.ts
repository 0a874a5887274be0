import {
  commands,
  Selection,
  window,
  workspace,
  type ExtensionContext,
  type LogOutputChannel,
  type Position,
  type Uri,
} from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { openExample } from "./example.js";
import { Explanation } from "./explanation.js";
import { isRead } from "./languages.js";
import { LoopPanel } from "./loop-panel.js";
import { LoopStatus } from "./loop-status.js";
import type { WorkspaceLint } from "./workspace-lint.js";

/** Everything that hangs on a client, the same on the desktop and in the browser. */
export function start(
  context: ExtensionContext,
  client: BaseLanguageClient,
  log: LogOutputChannel,
  lint: WorkspaceLint,
): void {
  const panel = new LoopPanel(client, context.extensionUri);
  const explanation = new Explanation(client);
  const command = (name: string, run: (...given: never[]) => unknown): { dispose(): void } =>
    commands.registerCommand(`agentLoop.${name}`, run);

  context.subscriptions.push(
    log,
    panel,
    explanation,
    new LoopStatus(client),
    command("showLoop", async (uri?: Uri, at?: Position) => {
      // The title button of an editor gives its document, the line above a loop also the place.
      const editor =
        at === undefined
          ? window.activeTextEditor
          : await window.showTextDocument(
              await workspace.openTextDocument(uri ?? window.activeTextEditor?.document.uri ?? context.extensionUri),
            );
      if (editor !== undefined && at !== undefined) editor.selection = new Selection(at, at);
      panel.show(editor !== undefined && isRead(editor.document) ? editor : undefined);
    }),
    command("explain", async () => {
      const document = window.activeTextEditor?.document;
      if (document !== undefined && isRead(document)) await explanation.show(document);
    }),
    command("lintWorkspace", async () => {
      if ((workspace.workspaceFolders ?? []).length === 0) {
        await window.showInformationMessage("agent-loop: open a folder to lint it.");
        return;
      }
      if (!client.isRunning()) {
        await window.showErrorMessage("agent-loop: the server is not running. Its output says why.");
        return;
      }
      await lint.run();
    }),
    command("restart", async () => {
      log.info("Restarting the server.");
      if (client.isRunning()) await client.stop();
      await client.start();
    }),
    command("showOutput", () => {
      log.show();
    }),
    command("tryExample", openExample),
  );

  client.start().catch((error: unknown) => {
    log.error("The server did not start.", error);
  });
}
