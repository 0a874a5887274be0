import type { StartFeature } from "../feature.js";
import { checkWorkspace } from "../workspace-check.js";

export const CHECK_WORKSPACE = "agentLoop.checkWorkspace";

/** The command that lints the whole workspace once, for editors that do not ask for its diagnostics. */
export const checkWorkspaceCommand: StartFeature = (context) => {
  const { client, connection } = context;
  if (client.pullsDiagnostics) return { capabilities: {} };

  connection.onExecuteCommand(async ({ command }, token) => {
    if (command !== CHECK_WORKSPACE) return null;
    // Progress that the server begins needs the editor's leave.
    const progress = client.showsProgress ? await connection.window.createWorkDoneProgress() : undefined;
    progress?.begin("agent-loop", 0, undefined, true);
    let files = 0;
    let findings = 0;
    try {
      for await (const { uri, version, diagnostics, done } of checkWorkspace(context, progress?.token ?? token)) {
        progress?.report(Math.floor(done * 100));
        await connection.sendDiagnostics({ uri, diagnostics, ...(version !== null && { version }) });
        files++;
        findings += diagnostics.length;
        if (token.isCancellationRequested) break;
      }
    } finally {
      progress?.done();
    }
    return { files, findings };
  });

  return { capabilities: { executeCommandProvider: { commands: [CHECK_WORKSPACE] } } };
};
