import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CodeLens, DocumentDiagnosticReport, Hover, MarkupContent, WorkspaceDiagnosticReport, WorkspaceDiagnosticReportPartialResult } from "vscode-languageserver/node";
import { CancellationTokenSource } from "vscode-languageserver/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CAPABILITIES, inProcess, uri, type LspClient } from "../kit/lsp-client.js";
import { NAIVE } from "../vscode/workspace-files.mjs";

const PULLS = { ...CAPABILITIES, textDocument: { ...CAPABILITIES.textDocument, diagnostic: { relatedInformation: true } } };
const RUN = `import { generateText, stepCountIs } from "ai";
export const go = (model: any, tools: any) => generateText({ model, tools, prompt: "go", stopWhen: stepCountIs(7) });
export const on = (model: any, tools: any) => generateText({ model, tools, prompt: "go", stopWhen: () => false });
`;

let folder: string;
let client: LspClient;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "features-")));
  client = inProcess();
});
afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string | Buffer): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

async function rulesIn(path: string): Promise<unknown[]> {
  return (await client.diagnostics(path)).diagnostics.map(({ code }) => code);
}

async function hoverAt(path: string, text: string, mark: string): Promise<string | undefined> {
  const before = text.slice(0, text.indexOf(mark)).split("\n");
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const hover = await client.request<Hover | null>("textDocument/hover", { textDocument: { uri: uri(path) }, position });
  return (hover?.contents as MarkupContent | undefined)?.value;
}

describe("diagnostics", () => {
  it("of a version that has been overtaken are those of the latest one", async () => {
    await client.start({ folders: [folder], capabilities: PULLS });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const answers: Promise<DocumentDiagnosticReport>[] = [];
    for (let line = 1; line <= 20; line++) {
      await client.change(path, "\n", { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } });
      answers.push(client.request("textDocument/diagnostic", { textDocument: { uri: uri(path) } }));
    }
    const last = (await Promise.all(answers)).at(-1);
    if (last?.kind !== "full") throw new Error("not full");
    const line = NAIVE.split("\n").findIndex((text) => text.includes("while"));
    expect(last.items.find(({ code }) => code === "no-unbounded-loop")?.range.start.line).toBe(line + 20);
  });

  it("are not sent again when another document changes nothing in them", async () => {
    await client.start({ folders: [folder] });
    const a = write("a.ts", NAIVE);
    const b = write("b.ts", "export const b = 1;\n");
    await client.open(a, NAIVE);
    await client.diagnostics(a);
    await client.open(b, "export const b = 1;\n");
    const version = await client.change(b, "export const b = 2;\n");
    await client.diagnostics(b, version);
    await new Promise((resume) => setTimeout(resume, 400));
    expect(client.published.filter((set) => set.uri === uri(a))).toHaveLength(1);
  });

  it("follow the settings of each of several folders", async () => {
    write("one/agent-loop.config.json", '{ "rules": { "no-unbounded-loop": "off" } }');
    write("two/package.json", "{}");
    const one = write("one/a.ts", NAIVE);
    const two = write("two/a.ts", NAIVE);
    await client.start({ folders: [join(folder, "one"), join(folder, "two")] });
    await client.open(one, NAIVE);
    await client.open(two, NAIVE);
    expect(await rulesIn(one)).not.toContain("no-unbounded-loop");
    expect(await rulesIn(two)).toContain("no-unbounded-loop");
  });

  it.each([
    ["a.svelte", "svelte", `<script lang="ts">\n${NAIVE}</script>\n<p>Hi</p>\n`],
    ["a.astro", "astro", `---\n${NAIVE}---\n<p>Hi</p>\n`],
  ])("are there for the script of %s, at its place", async (name, language, text) => {
    await client.start({ folders: [folder] });
    const path = write(name, text);
    await client.open(path, text, language);
    const { diagnostics } = await client.diagnostics(path);
    const line = text.split("\n").findIndex((each) => each.includes("while"));
    expect(diagnostics.find(({ code }) => code === "no-unbounded-loop")?.range.start.line).toBe(line);
  });

  it("stand beside imports that are no text, or not valid UTF-8", async () => {
    write("bytes.ts", Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x00, 0x41]));
    write("broken.ts", Buffer.concat([Buffer.from("export const text = '"), Buffer.from([0xc3, 0x28]), Buffer.from("';\n")]));
    const text = `import { a } from "./bytes.js";\nimport { text } from "./broken.js";\n${NAIVE}`;
    await client.start({ folders: [folder] });
    const path = write("a.ts", text);
    await client.open(path, text);
    expect(await rulesIn(path)).toContain("no-unbounded-loop");
  });
});

describe("diagnostics of the workspace, pulled", () => {
  function fill(count: number): void {
    for (let i = 0; i < count; i++) write(`f${i}.ts`, NAIVE);
  }

  it("come in parts with progress, and a second time as unchanged", async () => {
    await client.start({ folders: [folder], capabilities: PULLS });
    fill(5);
    const parts: WorkspaceDiagnosticReportPartialResult[] = [];
    client.connection.onNotification("$/progress", ({ token, value }: { token: string; value: unknown }) => {
      if (token === "parts") parts.push(value as WorkspaceDiagnosticReportPartialResult);
      else client.progress.push(value as LspClient["progress"][number]);
    });
    await client.request("workspace/diagnostic", { previousResultIds: [], workDoneToken: "work", partialResultToken: "parts" });
    await expect.poll(() => parts.flatMap(({ items }) => items)).toHaveLength(5);
    expect(client.progress.map(({ kind }) => kind)).toEqual(["begin", "report", "report", "report", "report", "report", "end"]);
    const previousResultIds = parts.flatMap(({ items }) => items.map((item) => ({ uri: item.uri, value: item.resultId ?? "" })));
    const { items } = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", { previousResultIds });
    expect(items.map(({ kind }) => kind)).toEqual(Array(5).fill("unchanged"));
  });

  it("end when they are cancelled", async () => {
    await client.start({ folders: [folder], capabilities: PULLS });
    fill(60);
    const cancel = new CancellationTokenSource();
    client.connection.onNotification("$/progress", () => {
      cancel.cancel();
    });
    const asked = client.connection.sendRequest("workspace/diagnostic", { previousResultIds: [], workDoneToken: "work" }, cancel.token);
    const { items } = (await asked.catch(() => ({ items: [] }))) as WorkspaceDiagnosticReport;
    expect(items.length).toBeLessThan(60);
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const after = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", { textDocument: { uri: uri(path) } });
    expect(after.kind).toBe("full");
  });
});

describe("cards and lenses", () => {
  it("a run tells its limit and what happens there, or what is missing", async () => {
    await client.start({ folders: [folder] });
    write("node_modules/ai/package.json", '{ "name": "ai", "version": "5.0.0" }');
    const path = write("a.ts", RUN);
    await client.open(path, RUN);
    const bounded = await hoverAt(path, RUN, "generateText({ model, tools, prompt: \"go\", stopWhen: stepCountIs");
    expect(bounded).toContain("at most 7 steps");
    expect(bounded).toContain("- limit: `stopWhen: stepCountIs(7)`");
    const endless = await hoverAt(path, RUN, "generateText({ model, tools, prompt: \"go\", stopWhen: () =>");
    expect(endless).toMatch(/^\*\*Agent run\*\* `generateText` of ai 5\.0\.0/);
  });

  it("a tool call tells the card of its loop", async () => {
    const text = NAIVE.replace(/\n {2}\}\n/, '\n    for (const call of reply.choices[0].message.tool_calls) {\n      try { messages.push({ role: "tool", tool_call_id: call.id, content: await tools[call.function.name](JSON.parse(call.function.arguments)) }); }\n      catch (error) { messages.push({ role: "tool", tool_call_id: call.id, content: String(error) }); }\n    }\n  }\n');
    await client.start({ folders: [folder] });
    const path = write("a.ts", text);
    await client.open(path, text);
    const card = await hoverAt(path, text, "tools[call");
    expect(card).toContain("a failure is shown to the model");
    expect(card).toContain("**Missing**");
  });

  it("a run has its line above it", async () => {
    await client.start({ folders: [folder], settings: { codeLens: true } });
    write("node_modules/ai/package.json", '{ "name": "ai", "version": "5.0.0" }');
    const path = write("a.ts", RUN);
    await client.open(path, RUN);
    const lenses = await client.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri: uri(path) } });
    expect(lenses.map(({ command }) => command?.title)).toContain("Agent run: at most 7 steps");
  });
});
