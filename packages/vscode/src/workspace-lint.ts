import { CancellationTokenSource, commands, ProgressLocation, window, type CancellationToken } from "vscode";
import type { vsdiag } from "vscode-languageclient";

type Report = (chunk: vsdiag.WorkspaceDiagnosticReportPartialResult | null) => void;
type Ask = (token: CancellationToken, report: Report) => Promise<unknown>;

/**
 * Lints the whole workspace when the person asks for it.
 *
 * The client keeps one request for workspace diagnostics open all the time. It is held here until
 * the command is run, so that nothing is linted unasked, and its answers land where those of open
 * documents do.
 */
export class WorkspaceLint {
  #ask: (() => void) | undefined;
  #wanted = false;
  #finished: (() => void) | undefined;

  /** The command: resolves when the run is over, or was cancelled. */
  run(): Promise<void> {
    if (this.#wanted) return Promise.resolve();
    this.#wanted = true;
    this.#ask?.();
    return new Promise((resolve) => (this.#finished = resolve));
  }

  /** Stands between the client and the server. */
  async hold(token: CancellationToken, report: Report, ask: Ask): Promise<void> {
    if (!this.#wanted)
      await new Promise<void>((resolve) => {
        this.#ask = resolve;
        token.onCancellationRequested(() => {
          resolve();
        });
      });
    this.#ask = undefined;
    if (token.isCancellationRequested || !this.#wanted) return;
    try {
      await this.#show(token, report, ask);
    } finally {
      this.#wanted = false;
      this.#finished?.();
    }
  }

  async #show(outer: CancellationToken, report: Report, ask: Ask): Promise<void> {
    const options = {
      location: ProgressLocation.Notification,
      title: "agent-loop: linting the workspace",
      cancellable: true,
    };
    const counts = { files: 0, findings: 0 };
    const cancelled = await window.withProgress(options, async (progress, token) => {
      const either = new CancellationTokenSource();
      for (const one of [outer, token]) one.onCancellationRequested(() => either.cancel());
      try {
        await ask(either.token, (chunk) => {
          for (const item of chunk?.items ?? []) {
            counts.files++;
            if (item.kind === "full") counts.findings += item.items.length;
          }
          progress.report({ message: `${counts.files} files, ${counts.findings} findings` });
          report(chunk);
        });
      } catch (error) {
        if (!either.token.isCancellationRequested) throw error;
      }
      return either.token.isCancellationRequested;
    });
    if (cancelled) return;
    void this.#tell(counts);
  }

  async #tell({ files, findings }: { files: number; findings: number }): Promise<void> {
    const open = "Open Problems";
    const words =
      findings === 0
        ? `agent-loop: nothing to report in ${files} files.`
        : `agent-loop: ${findings} findings in ${files} files.`;
    const chosen = await window.showInformationMessage(words, ...(findings > 0 ? [open] : []));
    if (chosen === open) await commands.executeCommand("workbench.actions.view.problems");
  }
}
