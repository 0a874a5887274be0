import { isSourcePath } from "@agent-loop/engine";
import { BrowserMessageReader, BrowserMessageWriter, createConnection, Message, type MessageStrategy } from "vscode-languageserver/browser";
import { URI } from "vscode-uri";
import { requestOrder } from "../src/request-order.js";
import { startServer } from "../src/server.js";
import { clientFiles, type ClientFile } from "./client-files.js";
import { giveParserBytes } from "./parser-bytes.js";

/** The first message, before the protocol begins. */
interface Start {
  readonly parser: ArrayBuffer;
}

/** Places are asked for together, at most so many at once. */
const AT_ONCE = 200;

interface WorkerScope {
  onmessage: ((event: MessageEvent<Start>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
scope.onmessage = ({ data }) => {
  scope.onmessage = null;
  giveParserBytes(new Uint8Array(data.parser));
  serve(globalThis as unknown as Port);
};

type Port = ConstructorParameters<typeof BrowserMessageReader>[0];
type Next = Parameters<NonNullable<MessageStrategy["handleMessage"]>>[1];

function serve(port: Port): void {
  const reader = new BrowserMessageReader(port);
  const writer = new BrowserMessageWriter(port);
  const order = requestOrder(writer);
  let deliver: Next | undefined;
  let loading: Promise<void> | undefined;

  const connection = createConnection(reader, writer, {
    messageStrategy: {
      async handleMessage(message, next) {
        deliver ??= next;
        const { method, params } = message as { method?: string; params?: unknown };
        if (method === "initialize") clientFiles.setRoots(foldersOf(params));
        if (method === "workspace/didChangeWatchedFiles") for (const { uri } of (params as { changes: { uri: string }[] }).changes) clientFiles.forget(pathOf(uri));
        if (method === "workspace/diagnostic") await loadAll();
        return await order.handleMessage?.(message, next);
      },
    },
  });

  /** Asks the editor until nothing is wanted; then the server looks again at what depends on it. */
  async function load(): Promise<void> {
    const learnt: string[] = [];
    for (let paths = clientFiles.takeWanted(); paths.length > 0; paths = clientFiles.takeWanted()) {
      try {
        for (let i = 0; i < paths.length; i += AT_ONCE) {
          const some = paths.slice(i, i + AT_ONCE);
          const files = await connection.sendRequest<ClientFile[]>("agentLoop/files", { uris: some.map((path) => URI.file(path).toString()) });
          some.forEach((path, at) => {
            clientFiles.learn(path, files[at] ?? { kind: "missing" });
          });
          learnt.push(...some);
        }
      } finally {
        clientFiles.giveUp(paths);
      }
    }
    const changes = learnt.map((path) => ({ uri: URI.file(path).toString(), type: 1 }));
    const told = { jsonrpc: "2.0", method: "workspace/didChangeWatchedFiles", params: { changes } } satisfies Message & { method: string; params: unknown };
    if (changes.length > 0) await deliver?.(told);
  }

  async function loadAll(): Promise<void> {
    for (;;) {
      clientFiles.wantAll((path) => isSourcePath(path) || /\/(?:package|tsconfig[^/]*|agent-loop\.config)\.json$|ignore$/.test(path));
      if (loading === undefined) return;
      await loading;
    }
  }

  function start(): void {
    // What one pass wants is asked for together.
    loading ??= new Promise<void>((resolve) => setTimeout(resolve, 5))
      .then(load)
      .catch(() => undefined)
      .finally(() => {
        loading = undefined;
        if (clientFiles.isWanting) start();
      });
  }
  clientFiles.onWanted = start;

  startServer(connection);
  connection.listen();
}

function foldersOf(params: unknown): string[] {
  const { workspaceFolders } = params as { workspaceFolders?: readonly { uri: string }[] | null };
  return (workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
}

function pathOf(uri: string): string {
  return URI.parse(uri).path;
}
