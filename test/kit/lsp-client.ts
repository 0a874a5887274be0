import { spawn, type ChildProcess } from "node:child_process";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serve } from "agent-loop-language-server";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ClientCapabilities,
  type CodeAction,
  type InitializeResult,
  type MessageConnection,
  type PublishDiagnosticsParams,
  type Range,
} from "vscode-languageserver/node";

/** What a capable editor announces; it leaves out the asking for diagnostics, so that they are pushed. */
export const CAPABILITIES: ClientCapabilities = {
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true },
    codeAction: { isPreferredSupport: true, codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true },
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  window: { workDoneProgress: true },
};

export interface StartOptions {
  readonly folders?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  /** Section `agentLoop` of the settings, for all documents or by document. */
  readonly settings?: unknown;
}

/** An editor without a screen. */
export class LspClient {
  readonly connection: MessageConnection;
  /** Every set of diagnostics that was pushed, in order. */
  readonly published: PublishDiagnosticsParams[] = [];
  /** Messages shown to the person. */
  readonly shown: string[] = [];
  /** Names of the things the server has asked for later on. */
  readonly registered: string[] = [];
  readonly logged: string[] = [];
  /** Reports of the server's work, in order. */
  readonly progress: { readonly kind: "begin" | "report" | "end"; readonly percentage?: number }[] = [];
  /** Percentage at which the person loses patience. */
  cancelAt: number = Infinity;
  readonly #settings = new Map<string, unknown>();
  #fallback: unknown;
  readonly #versions = new Map<string, number>();

  constructor(connection: MessageConnection) {
    this.connection = connection;
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => void this.published.push(params));
    connection.onNotification("window/showMessage", ({ message }: { message: string }) => void this.shown.push(message));
    connection.onNotification("window/logMessage", ({ message }: { message: string }) => void this.logged.push(message));
    connection.onRequest("workspace/configuration", ({ items }: { items: { scopeUri?: string }[] }) =>
      items.map(({ scopeUri = "" }) => this.#settings.get(scopeUri) ?? this.#fallback ?? null),
    );
    connection.onRequest("client/registerCapability", ({ registrations }: { registrations: { method: string }[] }) => {
      this.registered.push(...registrations.map(({ method }) => method));
      return null;
    });
    connection.onRequest("window/workDoneProgress/create", () => null);
    connection.onNotification("$/progress", ({ token, value }: { token: string | number; value: LspClient["progress"][number] }) => {
      this.progress.push(value);
      if (value.kind === "report" && (value.percentage ?? 0) >= this.cancelAt) {
        void connection.sendNotification("window/workDoneProgress/cancel", { token });
      }
    });
    connection.listen();
  }

  async start({ folders = [], capabilities = CAPABILITIES, settings }: StartOptions = {}): Promise<InitializeResult> {
    this.#fallback = settings;
    const result = await this.connection.sendRequest<InitializeResult>("initialize", {
      processId: null,
      rootUri: null,
      capabilities,
      workspaceFolders: folders.map((folder) => ({ uri: uri(folder), name: folder })),
    });
    await this.connection.sendNotification("initialized", {});
    return result;
  }

  /** Settings from now on; the server is told. */
  async changeSettings(settings: unknown): Promise<void> {
    this.#fallback = settings;
    await this.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  }

  settingsFor(path: string, settings: unknown): void {
    this.#settings.set(uri(path), settings);
  }

  async open(path: string, text: string, languageId = "typescript"): Promise<void> {
    this.#versions.set(uri(path), 1);
    await this.connection.sendNotification("textDocument/didOpen", { textDocument: { uri: uri(path), languageId, version: 1, text } });
  }

  /** Replaces a range, or the whole text. */
  async change(path: string, text: string, range?: Range): Promise<number> {
    const version = (this.#versions.get(uri(path)) ?? 0) + 1;
    this.#versions.set(uri(path), version);
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: uri(path), version },
      contentChanges: [range === undefined ? { text } : { range, text }],
    });
    return version;
  }

  async close(path: string): Promise<void> {
    await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri: uri(path) } });
  }

  /** The next set of diagnostics for a document at that version that meets the condition; waits for it. */
  async diagnostics(path: string, version = 1, holds: (params: PublishDiagnosticsParams) => boolean = () => true): Promise<PublishDiagnosticsParams> {
    const wanted = uri(path);
    for (;;) {
      const found = this.published.findLast((params) => params.uri === wanted && params.version === version && holds(params));
      if (found !== undefined) return found;
      await new Promise((resume) => setTimeout(resume, 2));
    }
  }

  async actions(path: string, range: Range, only?: string[]): Promise<CodeAction[]> {
    return await this.connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri: uri(path) },
      range,
      context: { diagnostics: [], ...(only && { only }) },
    });
  }

  async request<T>(method: string, params: unknown): Promise<T> {
    return await this.connection.sendRequest<T>(method, params);
  }

  async stop(): Promise<void> {
    await this.connection.sendRequest("shutdown");
    this.connection.end();
  }
}

/** A path as the protocol names it; what is a URI already stays one. */
export function uri(path: string): string {
  return /^[a-z]{2,}:/.test(path) ? path : pathToFileURL(path).toString();
}

/** The server within this process: quick, and its sources need no build. */
export function inProcess(): LspClient {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  serve(toServer, toClient);
  return new LspClient(createMessageConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer)));
}

/** The built server, where editors start it. */
export const SERVER_BIN: string = fileURLToPath(new URL("../../packages/language-server/dist/bin.js", import.meta.url));

/**
 * The built server as editors start it.
 *
 * @param options for Node.
 * @param node the one that runs it, where it is not the one of the tests.
 */
export function overStdio(bin: string = SERVER_BIN, options: readonly string[] = [], node: string = process.execPath): { client: LspClient; server: ChildProcess } {
  const server = spawn(node, [...options, bin, "--stdio"], { stdio: ["pipe", "pipe", options.length === 0 ? "inherit" : "pipe"] });
  const client = new LspClient(createMessageConnection(new StreamMessageReader(server.stdout as Readable), new StreamMessageWriter(server.stdin as Writable)));
  return { client, server };
}
