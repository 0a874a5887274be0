// npm run bench:server -- <folder…> [--edits 200]
// What the editor feels: start to first diagnostic, edit to diagnostic on files of about 300, 1,000
// and 3,000 lines (median and p95, without the debounce) beside the time of the parsers alone on the
// same text, and memory after many edits.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import * as typescriptEslint from "@typescript-eslint/parser";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { ConfigFiles, discoverFiles, parseText } from "../../packages/engine/dist/index.js";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { edits: { type: "string", default: "60" }, memory: { type: "string", default: "2000" } } });
const folders = positionals.length > 0 ? positionals : (process.env.AGENT_LOOP_BENCH ?? "").split(":").filter(Boolean);
if (folders.length === 0) {
  console.error("Give folders of real code: npm run bench:server -- path/to/repositories (or set AGENT_LOOP_BENCH).");
  process.exit(2);
}

const SIZES = [300, 1000, 3000];
const files = discoverFiles(folders, process.cwd(), new ConfigFiles())
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }))
  .map((file) => ({ ...file, lines: file.text.split("\n").length }));

/** The file nearest to a size that asks a model, so that there is something to do. */
function fileOf(lines) {
  const candidates = files.filter(({ text }) => /openai|anthropic|generateText|messages/i.test(text) && parseText("a.tsx", text).ok);
  return candidates.toSorted((a, b) => Math.abs(a.lines - lines) - Math.abs(b.lines - lines))[0];
}

const quantile = (numbers, q) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * q))];
const shown = (numbers) => `${quantile(numbers, 0.5).toFixed(1)} / ${quantile(numbers, 0.95).toFixed(1)} ms`;
const elapsed = (work) => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

const start = performance.now();
const server = spawn(process.execPath, [fileURLToPath(new URL("../../packages/language-server/dist/bin.js", import.meta.url)), "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
connection.onRequest("client/registerCapability", () => null);
connection.listen();
// Diagnostics are pulled: the answer comes without the pause that a pushing server waits for.
await connection.sendRequest("initialize", {
  processId: process.pid,
  rootUri: null,
  workspaceFolders: folders.map((folder) => ({ uri: pathToFileURL(folder).toString(), name: folder })),
  capabilities: { textDocument: { diagnostic: {} } },
  initializationOptions: { preset: "strict", diagnostics: "on" },
});
await connection.sendNotification("initialized", {});

const pull = (uri) => connection.sendRequest("textDocument/diagnostic", { textDocument: { uri } });
let first = true;
const versions = new Map();
async function edit(uri, text) {
  const version = (versions.get(uri) ?? 1) + 1;
  versions.set(uri, version);
  const begin = performance.now();
  await connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: version % 2 } }, text }] });
  await pull(uri);
  return performance.now() - begin;
}

console.log(`${"".padEnd(22)} edit to diagnostic (median / p95)   oxc alone            typescript-estree alone`);
for (const size of SIZES) {
  const file = fileOf(size);
  if (file === undefined) continue;
  const uri = pathToFileURL(file.path).toString();
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "typescript", version: 1, text: file.text } });
  await pull(uri);
  if (first) console.log(`start to first diagnostic: ${(performance.now() - start).toFixed(0)} ms`);
  first = false;
  const edits = [];
  const oxc = [];
  const estree = [];
  for (let i = 0; i < Number(values.edits); i++) {
    edits.push(await edit(uri, i % 2 === 0 ? " " : ""));
    oxc.push(elapsed(() => parseText(file.path, file.text)));
    estree.push(elapsed(() => typescriptEslint.parse(file.text, { range: true, ecmaFeatures: { jsx: file.path.endsWith("x") } })));
  }
  console.log(`${`${file.lines} lines`.padEnd(22)} ${shown(edits).padEnd(35)} ${shown(oxc).padEnd(20)} ${shown(estree)}`);
}

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
if (process.platform === "linux") {
  const { path } = fileOf(1000);
  const uri = pathToFileURL(path).toString();
  const quarter = Math.floor(Number(values.memory) / 4);
  const seen = [];
  for (let i = 0; i < 4 * quarter; i++) {
    await edit(uri, i % 2 === 0 ? " " : "");
    if ((i + 1) % quarter === 0) seen.push(`${memory().toFixed(0)} MB`);
  }
  console.log(`memory after each quarter of ${4 * quarter} edits: ${seen.join(", ")}`);
}
connection.end();
server.kill();
