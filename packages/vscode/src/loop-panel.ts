import type { LoopViewResult, Mend } from "agent-loop-language-server";
import {
  languages,
  Range,
  Selection,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
  workspace,
  type Disposable,
  type TextDocument,
  type TextEditor,
  type WebviewPanel,
} from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { drawnLoop, loopTitle } from "./drawn-loop.js";
import { isRead } from "./languages.js";
import { loopAt } from "./loop-at.js";
import type { FromPage, ToPage } from "./panel-messages.js";
import { panelPage } from "./panel-page.js";
import { askForLoops } from "./requests.js";

/** Milliseconds without a key before the picture follows an edit. */
const PAUSE = 150;

/** The picture of the loop at the cursor, in a panel beside the code. */
export class LoopPanel implements Disposable {
  readonly #client: BaseLanguageClient;
  readonly #page: Uri;
  readonly #subscriptions: Disposable[];
  #panel: WebviewPanel | undefined;
  #document: TextDocument | undefined;
  #result: LoopViewResult | undefined;
  #index = 0;
  #isReady = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: BaseLanguageClient, extension: Uri) {
    this.#client = client;
    this.#page = Uri.joinPath(extension, "dist", "webview");
    this.#subscriptions = [
      window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined && isRead(editor.document)) this.#follow(editor, 0);
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor.document === this.#document) this.#selectAt(textEditor);
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document === this.#document && contentChanges.length > 0) this.#later(PAUSE);
      }),
      // Settings and files that this one imports show in its findings.
      languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.toString() === this.#document?.uri.toString())) this.#later(PAUSE);
      }),
      client.onDidChangeState(() => {
        this.#later(PAUSE);
      }),
      workspace.onDidCloseTextDocument((document) => {
        if (document !== this.#document) return;
        this.#document = undefined;
        this.#later(0);
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#panel?.dispose();
  }

  /** Opens the panel, or brings it to the front, for the loop at the cursor. */
  show(editor: TextEditor | undefined): void {
    if (this.#panel === undefined) {
      const options = { enableScripts: true, localResourceRoots: [this.#page] };
      const panel = window.createWebviewPanel(
        "agentLoop.loop",
        "Loop",
        { viewColumn: ViewColumn.Beside, preserveFocus: true },
        options,
      );
      panel.iconPath = Uri.joinPath(this.#page, "..", "..", "media", "icon.png");
      panel.onDidDispose(() => {
        this.#panel = undefined;
        this.#isReady = false;
      });
      panel.webview.onDidReceiveMessage((message: FromPage) => {
        this.#receive(message).catch((error: unknown) => void window.showErrorMessage(`agent-loop: ${String(error)}`));
      });
      panel.webview.html = panelPage(panel.webview, this.#page);
      this.#panel = panel;
    } else {
      this.#panel.reveal(undefined, true);
    }
    if (editor !== undefined) this.#follow(editor, 0);
    else this.#later(0);
  }

  #follow({ document, selection }: TextEditor, pause: number): void {
    if (this.#document !== document) {
      this.#document = document;
      this.#result = undefined;
      this.#index = 0;
    }
    if (this.#result !== undefined) this.#index = Math.max(loopAt(this.#result, selection.active), 0);
    this.#later(pause);
  }

  #selectAt({ selection }: TextEditor): void {
    if (this.#result === undefined) return;
    const index = loopAt(this.#result, selection.active);
    if (index < 0 || index === this.#index) return;
    this.#index = index;
    this.#draw();
  }

  #later(pause: number): void {
    if (this.#panel === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#refresh().catch(() => undefined);
    }, pause);
  }

  async #refresh(): Promise<void> {
    const document = this.#document;
    if (document === undefined) {
      this.#result = undefined;
      this.#draw();
      return;
    }
    const result = await askForLoops(this.#client, document, "whole");
    if (document !== this.#document) return;
    if (result === undefined) {
      // Code that does not parse for a moment keeps the last picture; its edits are bound to its version.
      if (this.#result === undefined) this.#draw();
      return;
    }
    const isFirst = this.#result === undefined;
    this.#result = result;
    const editor = window.visibleTextEditors.find((one) => one.document === document);
    const atCursor = editor === undefined ? -1 : loopAt(result, editor.selection.active);
    if (atCursor >= 0) this.#index = atCursor;
    else if (isFirst || this.#index >= result.loops.length) this.#index = 0;
    this.#draw();
  }

  #draw(): void {
    if (this.#panel === undefined || !this.#isReady) return;
    const file = this.#document?.uri.path.split("/").at(-1) ?? null;
    const loop = this.#result?.loops[this.#index];
    this.#panel.title = file === null ? "Loop" : `Loop: ${file}`;
    if (loop === undefined || this.#result === undefined || file === null) this.#send({ type: "empty", file });
    else
      this.#send({
        type: "loop",
        file,
        index: this.#index,
        loops: this.#result.loops.map(loopTitle),
        loop: drawnLoop(loop),
      });
  }

  #send(message: ToPage): void {
    void this.#panel?.webview.postMessage(message);
  }

  async #receive(message: FromPage): Promise<void> {
    const loop = this.#result?.loops[this.#index];
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        this.#draw();
        return;
      case "select":
        this.#index = message.index;
        this.#draw();
        await this.#reveal(this.#result?.loops[message.index]?.head);
        return;
      case "reveal": {
        const gate = loop?.gates[message.station];
        const facts = gate?.facts ?? [];
        await this.#reveal(
          (message.fact === null ? facts.find(({ range }) => range !== null) : facts[message.fact])?.range ??
            gate?.findings[0]?.range ??
            loop?.head,
        );
        return;
      }
      case "revealFinding":
        await this.#reveal(loop?.gates[message.station]?.findings[message.finding]?.range);
        return;
      case "mend":
        await this.#apply(loop?.gates[message.station]?.findings[message.finding]?.mends[message.mend]);
        return;
      case "engineer":
        await this.#apply(loop?.engineer ?? undefined);
    }
  }

  async #reveal(
    range: { start: { line: number; character: number }; end: { line: number; character: number } } | null | undefined,
  ): Promise<void> {
    if (this.#document === undefined || range === null || range === undefined) return;
    const place = new Range(range.start.line, range.start.character, range.end.line, range.end.character);
    const shown = window.visibleTextEditors.find(({ document }) => document === this.#document);
    const editor = await window.showTextDocument(this.#document, {
      viewColumn: shown?.viewColumn ?? ViewColumn.One,
      preserveFocus: false,
    });
    editor.selection = new Selection(place.start, place.end);
    editor.revealRange(place, TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async #apply(mend: Mend | undefined): Promise<void> {
    const document = this.#document;
    if (document === undefined || mend === undefined) return;
    if (document.version !== this.#result?.version) {
      this.#send({ type: "say", text: "The code has changed; try again." });
      this.#later(0);
      return;
    }
    const edit = await this.#client.protocol2CodeConverter.asWorkspaceEdit(mend.edit);
    const isApplied = await workspace.applyEdit(edit);
    this.#send({ type: "say", text: isApplied ? `Done: ${mend.title}` : "The edit could not be applied." });
  }
}
