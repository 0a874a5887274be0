// npm run bench:server -- <repository…> [--edits 40] [--memory 10000] [--only editor,memory,scan]
// What the editor feels: start to first diagnostic; edit to diagnostic (without the pause that a pushing
// server waits for) on real files of about 300, 1,000 and 3,000 lines, beside the time of the parsers alone
// on the same text; memory after many edits. And what a scan of a whole repository takes: with the gate and
// without it, on one and two threads, with a cache, beside ESLint with the same rules.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { ConfigFiles, discoverFiles, parseText } from "../../packages/engine/dist/index.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { edits: { type: "string", default: "40" }, memory: { type: "string", default: "10000" }, only: { type: "string", default: "editor,memory,scan" } },
});
const folders = (positionals.length > 0 ? positionals : (process.env.AGENT_LOOP_BENCH ?? "").split(":").filter(Boolean)).map((folder) => resolve(folder));
if (folders.length === 0) {
  console.error("Give repositories of real code: npm run bench:server -- path/to/repository (or set AGENT_LOOP_BENCH).");
  process.exit(2);
}
const wanted = (part) => values.only.split(",").includes(part);

/** The parser that ESLint's TypeScript parser is built on. */
const estree = createRequire(createRequire(import.meta.url).resolve("@typescript-eslint/parser"))("@typescript-eslint/typescript-estree");

const SIZES = [300, 1000, 3000];
const FILES_OF_A_SIZE = 3;

const quantile = (numbers, q) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * q))];
const shown = (numbers) => `${quantile(numbers, 0.5).toFixed(1)} / ${quantile(numbers, 0.95).toFixed(1)} ms`;
const elapsed = (work) => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

/** A server, and an editor that pulls diagnostics: the answer comes without a pause. */
class Editor {
  #versions = new Map();

  async start() {
    this.server = spawn(process.execPath, [fileURLToPath(new URL("../../packages/language-server/dist/bin.js", import.meta.url)), "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.connection = createMessageConnection(new StreamMessageReader(this.server.stdout), new StreamMessageWriter(this.server.stdin));
    this.connection.onRequest("client/registerCapability", () => null);
    this.connection.listen();
    await this.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: folders.map((folder) => ({ uri: pathToFileURL(folder).toString(), name: basename(folder) })),
      // Editors tell of files that change; a server that is not told looks at the disk at every edit.
      capabilities: { textDocument: { diagnostic: {} }, workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
      initializationOptions: { preset: "strict", diagnostics: "on" },
    });
    await this.connection.sendNotification("initialized", {});
  }

  async open({ path, text }) {
    const uri = pathToFileURL(path).toString();
    this.#versions.set(uri, 1);
    await this.connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: path.endsWith("x") ? "typescriptreact" : "typescript", version: 1, text } });
    await this.#pull(uri);
  }

  /** Types a blank at the end of a line, or takes it back. */
  async edit({ path, text }, turn) {
    const uri = pathToFileURL(path).toString();
    const version = this.#versions.get(uri) + 1;
    this.#versions.set(uri, version);
    const lines = text.split("\n");
    const line = (Math.floor(turn / 2) * 97) % lines.length;
    const { length } = lines[line].replace(/\r$/, "");
    const change = turn % 2 === 0 ? { range: { start: { line, character: length }, end: { line, character: length } }, text: " " } : { range: { start: { line, character: length }, end: { line, character: length + 1 } }, text: "" };
    const begin = performance.now();
    await this.connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [change] });
    await this.#pull(uri);
    return performance.now() - begin;
  }

  async close({ path }) {
    await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri: pathToFileURL(path).toString() } });
  }

  /** Resident memory in megabytes, where the system tells it. */
  memory() {
    return process.platform === "linux" ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.server.pid}/status`, "utf8"))?.[1] ?? 0) / 1024 : Number.NaN;
  }

  stop() {
    this.connection.end();
    this.server.kill();
  }

  async #pull(uri) {
    return await this.connection.sendRequest("textDocument/diagnostic", { textDocument: { uri } });
  }
}

/** Files nearest to a size that ask a model or have to do with one, so that there is something to do. */
function filesOf(lines) {
  return all
    .filter((file) => Math.abs(file.lines - lines) < lines / 4 && /openai|anthropic|generateText|messages/i.test(file.text) && parseText(file.path, file.text).ok)
    .toSorted((a, b) => Math.abs(a.lines - lines) - Math.abs(b.lines - lines))
    .slice(0, FILES_OF_A_SIZE);
}

const all = wanted("editor") || wanted("memory") ? discoverFiles(folders, process.cwd(), new ConfigFiles())
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }))
  .map((file) => ({ ...file, lines: file.text.split("\n").length })) : [];

async function benchEditor() {
  const [first] = filesOf(300);
  if (first !== undefined) {
    const start = performance.now();
    const editor = new Editor();
    await editor.start();
    await editor.open(first);
    console.log(`start to first diagnostic: ${(performance.now() - start).toFixed(0)} ms\n`);
    editor.stop();
  }
  console.log(`${"median / p95".padEnd(34)} ${"edit to diagnostic".padEnd(24)} ${"oxc alone".padEnd(20)} ${"typescript-estree alone".padEnd(24)} edit : typescript-estree`);
  for (const size of SIZES) {
    for (const file of filesOf(size)) {
      const editor = new Editor();
      await editor.start();
      await editor.open(file);
      const jsx = file.path.endsWith("x");
      const times = { edit: [], oxc: [], estree: [] };
      for (let turn = 0; turn < Number(values.edits); turn++) {
        times.edit.push(await editor.edit(file, turn));
        times.oxc.push(elapsed(() => parseText(file.path, file.text).program));
        times.estree.push(elapsed(() => estree.parse(file.text, { range: true, jsx })));
      }
      editor.stop();
      const ratio = quantile(times.edit, 0.5) / quantile(times.estree, 0.5);
      console.log(`${`${file.lines} lines, ${basename(file.path)}`.slice(0, 34).padEnd(34)} ${shown(times.edit).padEnd(24)} ${shown(times.oxc).padEnd(20)} ${shown(times.estree).padEnd(24)} ${ratio.toFixed(2)}`);
    }
  }
}

async function benchMemory() {
  const [file] = filesOf(300);
  if (file === undefined) return;
  const editor = new Editor();
  await editor.start();
  await editor.open(file);
  const quarter = Math.ceil(Number(values.memory) / 4);
  const seen = [`${editor.memory().toFixed(0)} MB at first`];
  for (let turn = 0; turn < 4 * quarter; turn++) {
    await editor.edit(file, turn);
    if ((turn + 1) % quarter === 0) seen.push(`${editor.memory().toFixed(0)} MB after ${turn + 1}`);
  }
  editor.stop();
  console.log(`\nmemory over edits of ${basename(file.path)} (${file.lines} lines): ${seen.join(", ")}`);
}

function benchScan(folder) {
  const files = discoverFiles([folder], folder, new ConfigFiles()).filter((path) => /\.[cm]?[jt]sx?$/.test(path));
  const scratch = mkdtempSync(join(tmpdir(), "scan-"));
  const list = join(scratch, "files.json");
  writeFileSync(list, JSON.stringify(files));
  const script = fileURLToPath(new URL("scan-run.mjs", import.meta.url));
  const run = (host, options = {}) => JSON.parse(execFileSync(process.execPath, [script, host, folder, list, JSON.stringify(options)], { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }));
  const cache = { path: join(scratch, "cache"), version: "bench" };
  try {
    const eslint = run("eslint");
    console.log(`\nscan of ${basename(folder)}, ${files.length} files${" ".repeat(6)}wall       CPU      memory   findings        wall against ESLint`);
    const print = (name, { wall, cpu, megabytes, findings }) => {
      const same = JSON.stringify(findings) === JSON.stringify(eslint.findings) ? "the same" : "OTHERS";
      console.log(`${name.padEnd(36)} ${wall.toFixed(1).padStart(7)} s ${cpu.toFixed(1).padStart(8)} s ${megabytes.toFixed(0).padStart(7)} MB ${String(findings.length).padStart(6)} ${same.padEnd(9)} ${(eslint.wall / wall).toFixed(1).padStart(8)} × faster`);
    };
    print("ESLint, strict", eslint);
    print("engine, no gate, 1 thread", run("engine", { threads: 1, gate: false }));
    print("engine, gate, 1 thread", run("engine", { threads: 1 }));
    print("engine, no gate, 2 threads", run("engine", { threads: 2, gate: false }));
    print("engine, gate, 2 threads", run("engine", { threads: 2 }));
    print("engine, cache, first run", run("engine", { threads: 2, cache }));
    print("engine, cache, second run", run("engine", { threads: 2, cache }));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

if (wanted("editor")) await benchEditor();
if (wanted("memory")) await benchMemory();
if (wanted("scan")) for (const folder of folders) benchScan(folder);
