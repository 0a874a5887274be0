import {
  EventEmitter,
  languages,
  Uri,
  ViewColumn,
  window,
  workspace,
  type Disposable,
  type Event,
  type TextDocument,
  type TextDocumentContentProvider,
} from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { askForExplanation } from "./requests.js";

const SCHEME = "agent-loop-explanation";

/** Shows what was understood of a document in a read-only document beside it. */
export class Explanation implements TextDocumentContentProvider, Disposable {
  readonly #client: BaseLanguageClient;
  readonly #changed = new EventEmitter<Uri>();
  readonly #registration: Disposable;
  readonly onDidChange: Event<Uri> = this.#changed.event;

  constructor(client: BaseLanguageClient) {
    this.#client = client;
    this.#registration = workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }

  async show(document: TextDocument): Promise<void> {
    const name = document.uri.path.split("/").at(-1) ?? "document";
    const uri = Uri.from({ scheme: SCHEME, path: `/What was recognised in ${name}`, query: document.uri.toString() });
    this.#changed.fire(uri);
    const shown = await languages.setTextDocumentLanguage(await workspace.openTextDocument(uri), "plaintext");
    await window.showTextDocument(shown, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
  }

  async provideTextDocumentContent({ query }: Uri): Promise<string> {
    const document = workspace.textDocuments.find(({ uri }) => uri.toString() === query);
    if (document === undefined) return "The document is closed.\n";
    const text = (await askForExplanation(this.#client, document)) ?? "The server has not read this document.\n";
    return `${text}\nA call that should be here and is not: name its function in the setting agentLoop.modelCalls.\n`;
  }
}
