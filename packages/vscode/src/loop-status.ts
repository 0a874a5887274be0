import {
  commands,
  languages,
  MarkdownString,
  StatusBarAlignment,
  window,
  workspace,
  type Disposable,
  type StatusBarItem,
  type TextDocument,
} from "vscode";
import { State, type BaseLanguageClient } from "vscode-languageclient";
import { isRead } from "./languages.js";
import { askForLoops } from "./requests.js";

/** Milliseconds without a key before the loops are counted again. */
const PAUSE = 250;

/** Counts the loops and the findings of the active document in the status bar. */
export class LoopStatus implements Disposable {
  readonly #client: BaseLanguageClient;
  readonly #item: StatusBarItem = window.createStatusBarItem("agentLoop.loops", StatusBarAlignment.Right, 99);
  readonly #subscriptions: Disposable[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: BaseLanguageClient) {
    this.#client = client;
    this.#item.name = "agent-loop";
    this.#subscriptions = [
      window.onDidChangeActiveTextEditor(() => {
        this.update(0);
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === window.activeTextEditor?.document) this.update();
      }),
      languages.onDidChangeDiagnostics(({ uris }) => {
        const active = window.activeTextEditor?.document.uri.toString();
        if (uris.some((uri) => uri.toString() === active)) this.update();
      }),
      client.onDidChangeState(() => {
        this.update(0);
      }),
    ];
    this.update(0);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#item.dispose();
  }

  /** Looks again after a pause. */
  update(pause: number = PAUSE): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#show(window.activeTextEditor?.document).catch(() => undefined);
    }, pause);
  }

  async #show(document: TextDocument | undefined): Promise<void> {
    if (document === undefined || !isRead(document)) {
      this.#item.hide();
      await commands.executeCommand("setContext", "agentLoop.hasLoops", false);
      return;
    }
    if (this.#client.state === State.Starting) return;
    if (!this.#client.isRunning()) {
      this.#set(
        "$(sync-ignored) agent-loop",
        "agent-loop: the server is not running. Click to see its output.",
        "agentLoop.showOutput",
      );
      return;
    }
    const result = await askForLoops(this.#client, document, "outline");
    if (result === undefined || document !== window.activeTextEditor?.document) return;
    const loops = result.loops.length;
    const findings = languages.getDiagnostics(document.uri).filter(({ source }) => source === "agent-loop").length;
    await commands.executeCommand("setContext", "agentLoop.hasLoops", loops > 0);
    if (loops === 0) {
      this.#set(
        "$(sync) no loop",
        "agent-loop: nothing here asks a model in a loop. Click to see what was recognised.",
        "agentLoop.explain",
      );
      return;
    }
    const words = `${count(loops, "loop")}, ${count(findings, "finding")}`;
    this.#set(`$(sync) ${words}`, `agent-loop: ${words}. Click to see the loop.`, "agentLoop.showLoop");
  }

  #set(text: string, tooltip: string, command: string): void {
    this.#item.text = text;
    this.#item.tooltip = new MarkdownString(tooltip);
    this.#item.command = command;
    this.#item.accessibilityInformation = { label: tooltip, role: "button" };
    this.#item.show();
  }
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
