import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Disposable,
  type Message,
} from "vscode-languageserver/node";
import { LspClient } from "../kit/lsp-client.js";
import { NAIVE } from "../vscode/workspace-files.mjs";

const PORTABLE = fileURLToPath(new URL("../../packages/language-server/dist/portable/", import.meta.url));

/** What the worker of a browser has and that of Node has not. */
const BROWSER = `
  const { parentPort } = require("node:worker_threads");
  delete globalThis.process;
  globalThis.addEventListener = () => undefined;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  parentPort.on("message", (data) => globalThis.onmessage?.({ data }));
`;

class FromWorker extends AbstractMessageReader {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
  }

  listen(callback: DataCallback): Disposable {
    this.#worker.on("message", callback);
    return { dispose: () => this.#worker.off("message", callback) };
  }
}

class ToWorker extends AbstractMessageWriter {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
  }

  write(message: Message): Promise<void> {
    this.#worker.postMessage(message);
    return Promise.resolve();
  }

  end(): void {
    void this.#worker.terminate();
  }
}

let worker: Worker | undefined;
afterEach(async () => {
  await worker?.terminate();
});

/** A browser's editor with a workspace of its own, which nobody finds on the disk. */
async function inWorker(files: Readonly<Record<string, string>>): Promise<{ client: LspClient; asked: string[] }> {
  worker = new Worker(`${BROWSER}\n${readFileSync(`${PORTABLE}worker.js`, "utf8")}`, { eval: true });
  const connection = createMessageConnection(new FromWorker(worker), new ToWorker(worker));
  const asked: string[] = [];
  connection.onRequest("agentLoop/files", ({ uris }: { uris: string[] }) =>
    uris.map((uri) => {
      const path = decodeURIComponent(uri.replace("file://", ""));
      asked.push(path);
      const text = files[path];
      if (text !== undefined) return { kind: "file", text };
      const below = Object.keys(files).filter((file) => file.startsWith(`${path}/`)).map((file) => file.slice(path.length + 1).split("/"));
      if (below.length === 0) return { kind: "missing" };
      return { kind: "folder", entries: below.map(([name, ...rest]) => [name, rest.length > 0 ? "folder" : "file"]) };
    }),
  );
  const client = new LspClient(connection);
  worker.postMessage({ parser: new Uint8Array(readFileSync(`${PORTABLE}oxc-parser.wasm`)).buffer });
  await client.start({ folders: ["/vscode-vfs/github/own/repo"] });
  return { client, asked };
}

const ASK = `import OpenAI from "openai";
const client = new OpenAI();
export async function ask(prompt: string) {
  const completion = await client.chat.completions.create({ model: "gpt-5", messages: [{ role: "user", content: prompt }] });
  return completion.choices[0].message.content ?? "";
}
`;

function agentThat(imports: string): string {
  return `import { ask } from "${imports}";
export async function agent(work: string) {
  while (true) {
    const answer = await ask(work);
    if (!answer) return work;
    work += answer;
  }
}
`;
}

describe("the server in a browser's worker", () => {
  it("finds, without a file system and without Node", async () => {
    const path = "/vscode-vfs/github/own/repo/agent.ts";
    const { client } = await inWorker({ [path]: NAIVE });
    await client.open(path, NAIVE);
    const { diagnostics } = await client.diagnostics(path);
    expect(diagnostics.map(({ code }) => code)).toContain("no-unbounded-loop");
  });

  it.each(["./ask.js", "./ask", "@app/ask", "./folder"])("asks for what is imported as %s, and for nothing far away", async (specifier) => {
    const root = "/vscode-vfs/github/own/repo";
    const text = agentThat(specifier);
    const { client, asked } = await inWorker({
      [`${root}/package.json`]: "{}",
      [`${root}/tsconfig.json`]: '{ "compilerOptions": { "paths": { "@app/*": ["./src/*"] } } }',
      [`${root}/src/agent.ts`]: text,
      [`${root}/src/ask.ts`]: ASK,
      [`${root}/src/folder/index.ts`]: ASK,
      [`${root}/other/far.ts`]: "export {};",
    });
    await client.open(`${root}/src/agent.ts`, text);
    const { diagnostics } = await client.diagnostics(`${root}/src/agent.ts`, 1, ({ diagnostics: found }) => found.length > 0);
    expect(diagnostics.map(({ code }) => code)).toContain("no-unbounded-loop");
    expect(asked).not.toContain(`${root}/other/far.ts`);
    expect(new Set(asked).size).toBe(asked.length);
  });
});
