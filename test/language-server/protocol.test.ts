import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LoopsResult } from "agent-loop-language-server";
import { TextDocument } from "vscode-languageserver-textdocument";
import { ErrorCodes, type CodeAction, type DocumentDiagnosticReport, type Hover, type TextEdit, type WorkspaceDiagnosticReport } from "vscode-languageserver/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CAPABILITIES, inProcess, uri, type LspClient } from "../kit/lsp-client.js";

const NAIVE = `import OpenAI from "openai";
const client = new OpenAI();
export async function run(messages: OpenAI.ChatCompletionMessageParam[]) {
  while (true) {
    const reply = await client.chat.completions.create({ model: "gpt-5", messages });
    messages.push(reply.choices[0].message);
    if (!reply.choices[0].message.tool_calls) return messages;
  }
}
`;
const LOOP_HEAD = { line: 3, character: 4 };
const AT_LOOP = { start: LOOP_HEAD, end: LOOP_HEAD };

let folder: string;
let client: LspClient;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "server-")));
  client = inProcess();
});
afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

/** The text after the edits of an action. */
function applied(text: string, { edit }: CodeAction): string {
  const edits = (edit?.documentChanges ?? []).flatMap((change) => ("edits" in change ? change.edits : [])) as TextEdit[];
  return TextDocument.applyEdits(TextDocument.create("file:///a.ts", "typescript", 1, text), edits);
}

function write(path: string, text: string): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

describe("pushed diagnostics", () => {
  it("tell rule, place, page and version", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const { diagnostics, version } = await client.diagnostics(path);
    expect(version).toBe(1);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        code: "no-unbounded-loop",
        source: "agent-loop",
        severity: 1,
        codeDescription: { href: expect.stringContaining("no-unbounded-loop") },
        range: expect.objectContaining({ start: { line: 3, character: 2 } }),
      }),
    );
  });

  it("follow an edit, without an empty set in between", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    await client.diagnostics(path);
    const version = await client.change(path, "\n", { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } });
    const { diagnostics } = await client.diagnostics(path, version);
    expect(diagnostics[0]?.range.start.line).toBe(4);
    expect(client.published.filter((set) => set.diagnostics.length === 0)).toEqual([]);
  });

  it("come once for many quick edits", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    await client.diagnostics(path);
    let version = 1;
    for (let i = 0; i < 20; i++) version = await client.change(path, " ", { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } });
    await client.diagnostics(path, version);
    expect(client.published.length).toBeLessThan(6);
  });

  it("stay at their places while the code does not parse", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const before = await client.diagnostics(path);
    const version = await client.change(path, "const = ;\n", { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } });
    const { diagnostics } = await client.diagnostics(path, version);
    expect(diagnostics.map(({ code }) => code)).toEqual(before.diagnostics.map(({ code }) => code));
    expect(diagnostics[0]?.range.start.line).toBe(4);
  });

  it("go when the document is closed", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    await client.diagnostics(path);
    await client.close(path);
    await expect.poll(() => client.published.at(-1)).toEqual({ uri: uri(path), diagnostics: [] });
  });

  it("see the buffer of another file before the disk does", async () => {
    await client.start({ folders: [folder] });
    write("package.json", "{}");
    const llm = write("llm.ts", "export async function ask(messages: unknown[]) { return messages; }\n");
    const text = `import { ask } from "./llm.js";
export async function run(messages: unknown[]) {
  while (true) {
    const reply = await ask(messages);
    messages.push(reply);
    if (reply.finished) return messages;
  }
}
`;
    const path = write("a.ts", text);
    await client.open(path, text);
    await client.open(llm, 'import OpenAI from "openai";\nconst client = new OpenAI();\nexport async function ask(messages: any[]) { return client.chat.completions.create({ model: "gpt-5", messages }); }\n');
    const has = ({ diagnostics }: { diagnostics: { code?: unknown }[] }): boolean => diagnostics.some(({ code }) => code === "no-unbounded-loop");
    await client.diagnostics(path, 1, has);
    await client.change(llm, "export async function ask(messages: unknown[]) { return messages; }\n");
    await expect.poll(() => has(client.published.findLast((set) => set.uri === uri(path)) ?? { diagnostics: [] })).toBe(false);
  });

  it("are there for unsaved documents and for scripts of components", async () => {
    await client.start();
    await client.open("untitled:Untitled-1", NAIVE);
    expect((await client.diagnostics("untitled:Untitled-1")).diagnostics).not.toEqual([]);
    const component = `<template><p>Hi</p></template>\n<script setup lang="ts">\n${NAIVE}</script>\n`;
    const path = write("a.vue", component);
    await client.open(path, component, "vue");
    expect((await client.diagnostics(path)).diagnostics[0]?.range.start).toEqual({ line: 5, character: 2 });
  });
});

describe("pulled diagnostics", () => {
  const capabilities = { ...CAPABILITIES, textDocument: { ...CAPABILITIES.textDocument, diagnostic: { relatedInformation: true } } };

  it("answer for a document, and say when nothing has changed", async () => {
    const { capabilities: announced } = await client.start({ folders: [folder], capabilities });
    expect(announced.diagnosticProvider).toMatchObject({ interFileDependencies: true, workspaceDiagnostics: true });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const params = { textDocument: { uri: uri(path) } };
    const first = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", params);
    if (first.kind !== "full") throw new Error("not full");
    expect(first.items.map(({ code }) => code)).toContain("no-unbounded-loop");
    const again = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", { ...params, previousResultId: first.resultId });
    expect(again).toEqual({ kind: "unchanged", resultId: first.resultId });
    expect(client.published).toEqual([]);
  });

  it("answer for the workspace, with open documents as they are in the editor", async () => {
    await client.start({ folders: [folder], capabilities });
    const a = write("a.ts", NAIVE);
    const b = write("b.ts", NAIVE);
    await client.open(b, "export const b = 1;\n");
    const { items } = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", { previousResultIds: [] });
    const found = Object.fromEntries(items.map((item) => [item.uri, item.kind === "full" ? item.items.length : -1]));
    expect(found[uri(a)]).toBeGreaterThan(0);
    expect(found[uri(b)]).toBe(0);
  });
});

describe("the workspace", () => {
  function fill(count: number): void {
    for (let i = 0; i < count; i++) write(`f${i}.ts`, NAIVE);
  }

  it("is checked on demand, with progress, for editors that are pushed to", async () => {
    const { capabilities } = await client.start({ folders: [folder] });
    expect(capabilities.executeCommandProvider?.commands).toEqual(["agentLoop.checkWorkspace"]);
    fill(3);
    const result = await client.request("workspace/executeCommand", { command: "agentLoop.checkWorkspace", arguments: [] });
    expect(result).toMatchObject({ files: 3 });
    expect(client.published.filter(({ diagnostics }) => diagnostics.length > 0)).toHaveLength(3);
    expect(client.progress.map(({ kind }) => kind)).toEqual(["begin", "report", "report", "report", "end"]);
  });

  it("check stops when the person cancels it", async () => {
    await client.start({ folders: [folder] });
    fill(30);
    client.cancelAt = 20;
    const result = await client.request<{ files: number }>("workspace/executeCommand", { command: "agentLoop.checkWorkspace" });
    expect(result.files).toBeLessThan(30);
    expect(client.progress.at(-1)?.kind).toBe("end");
  });
});

describe("settings", () => {
  it("of the editor are taken, and changes to them", async () => {
    await client.start({ folders: [folder], settings: { rules: { "no-unbounded-loop": "off" } } });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const has = (set: { diagnostics: { code?: unknown }[] }): boolean => set.diagnostics.some(({ code }) => code === "no-unbounded-loop");
    expect(has(await client.diagnostics(path))).toBe(false);
    await client.changeSettings({ rules: { "no-unbounded-loop": "warn" } });
    const { diagnostics } = await client.diagnostics(path, 1, has);
    expect(diagnostics.find(({ code }) => code === "no-unbounded-loop")?.severity).toBe(2);
  });

  it("of the folder win over those of the editor", async () => {
    write("agent-loop.config.json", '{ "rules": { "no-unbounded-loop": "warn" } }');
    await client.start({ folders: [folder], settings: { rules: { "no-unbounded-loop": "off" }, preset: null } });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const { diagnostics } = await client.diagnostics(path);
    expect(diagnostics.find(({ code }) => code === "no-unbounded-loop")?.severity).toBe(2);
  });

  it("that are mistaken are told once, and the defaults hold", async () => {
    write("agent-loop.config.json", '{ "maxRound": 3 }');
    await client.start({ folders: [folder], settings: { presett: "strict" } });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    expect((await client.diagnostics(path)).diagnostics).not.toEqual([]);
    await client.diagnostics(path, await client.change(path, `${NAIVE}\n`));
    expect(client.shown).toEqual([
      'agent-loop settings: Unknown key "presett". Did you mean "preset"?',
      `${join(folder, "agent-loop.config.json")}: Unknown key "maxRound". Did you mean "maxRounds"?`,
    ]);
  });

  it("keep quiet where the workspace's ESLint runs the plugin, unless told otherwise", async () => {
    write("eslint.config.js", 'import agentLoop from "eslint-plugin-agent-loop";\nexport default [agentLoop.configs.recommended];\n');
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    expect((await client.diagnostics(path)).diagnostics).toEqual([]);
    await client.changeSettings({ diagnostics: "on" });
    await client.diagnostics(path, 1, ({ diagnostics }) => diagnostics.length > 0);
    await client.changeSettings({ diagnostics: "off" });
    await expect.poll(() => client.published.at(-1)?.diagnostics).toEqual([]);
  });

  it("are watched on the disk", async () => {
    await client.start({ folders: [folder] });
    await expect.poll(() => client.registered).toContain("workspace/didChangeWatchedFiles");
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    await client.diagnostics(path);
    const config = write("agent-loop.config.json", '{ "rules": { "no-unbounded-loop": "off" } }');
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: uri(config), type: 1 }] });
    await client.diagnostics(path, 1, ({ diagnostics }) => diagnostics.every(({ code }) => code !== "no-unbounded-loop"));
  });
});

describe("code actions", () => {
  it("can silence a finding, with a place for the reason", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const actions = await client.actions(path, AT_LOOP, ["quickfix"]);
    const disable = actions.find(({ title }) => title === "Disable no-unbounded-loop for this line");
    expect(disable?.edit?.documentChanges).toEqual([
      {
        textDocument: { uri: uri(path), version: 1 },
        edits: [
          {
            range: { start: { line: 3, character: 0 }, end: { line: 3, character: 0 } },
            newText: "  // eslint-disable-next-line agent-loop/no-unbounded-loop -- TODO: say why this is fine\n",
          },
        ],
      },
    ]);
  });

  it("are none where nothing is found, and none for unknown documents", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    expect(await client.actions(path, top)).toEqual([]);
    expect(await client.actions(join(folder, "none.ts"), top)).toEqual([]);
  });

  it("come without versions for editors that know none", async () => {
    await client.start({ folders: [folder], capabilities: { textDocument: { ...CAPABILITIES.textDocument } } });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const [action] = await client.actions(path, AT_LOOP, ["quickfix"]);
    expect(Object.keys(action?.edit?.changes ?? {})).toEqual([uri(path)]);
  });

  it("come without edits for editors that ask for the one of the chosen action", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const inline = await client.actions(path, AT_LOOP);

    const other = inProcess();
    const codeAction = { ...CAPABILITIES.textDocument?.codeAction, dataSupport: true, resolveSupport: { properties: ["edit"] } };
    const { capabilities } = await other.start({ folders: [folder], capabilities: { ...CAPABILITIES, textDocument: { codeAction } } });
    expect(capabilities.codeActionProvider).toMatchObject({ resolveProvider: true });
    await other.open(path, NAIVE);
    const offered = await other.actions(path, AT_LOOP);
    expect(offered.map(({ edit }) => edit)).toEqual(inline.map(() => undefined));
    const resolved = await Promise.all(offered.map(async (action) => await other.request<CodeAction>("codeAction/resolve", action)));
    expect(resolved.map(({ title, edit }) => [title, edit])).toEqual(inline.map(({ title, edit }) => [title, edit]));

    await other.change(path, `\n${NAIVE}`);
    await expect(other.request("codeAction/resolve", offered[0])).rejects.toThrow("The document has changed");
    await other.stop();
  });

  it("mend a finding in the document at hand, the best of them marked", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const mends = (await client.actions(path, AT_LOOP, ["quickfix"])).filter(
      ({ title, diagnostics }) => diagnostics?.[0]?.code === "no-unbounded-loop" && !title.startsWith("Disable"),
    );
    expect(mends.filter(({ isPreferred }) => isPreferred === true)).toHaveLength(1);
    for (const mend of mends) {
      const version = await client.change(path, applied(NAIVE, mend));
      const { diagnostics } = await client.diagnostics(path, version);
      expect(diagnostics.map(({ code }) => code)).not.toContain("no-unbounded-loop");
    }
  });

  it("engineer the whole loop at once", async () => {
    await client.start({ folders: [folder], settings: { preset: "strict" } });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const [rewrite] = await client.actions(path, AT_LOOP, ["refactor.rewrite"]);
    if (rewrite === undefined) throw new Error("no rewrite");
    expect(rewrite.title).toMatch(/^Engineer this loop: /);
    const { diagnostics } = await client.diagnostics(path, await client.change(path, applied(NAIVE, rewrite)));
    expect(diagnostics.map(({ code }) => code)).not.toContain("no-unbounded-loop");
  });

  it("fix everything only for rules that were opted in", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", `${NAIVE}${NAIVE.slice(NAIVE.indexOf("export")).replace("run", "again")}`);
    const text = `${NAIVE}${NAIVE.slice(NAIVE.indexOf("export")).replace("run", "again")}`;
    await client.open(path, text);
    expect(await client.actions(path, AT_LOOP, ["source.fixAll"])).toEqual([]);
    await client.changeSettings({ fixAll: ["no-unbounded-loop"] });
    const [all] = await client.actions(path, AT_LOOP, ["source.fixAll.agentLoop"]);
    if (all === undefined) throw new Error("no action");
    expect(all.kind).toBe("source.fixAll.agentLoop");
    const { diagnostics } = await client.diagnostics(path, await client.change(path, applied(text, all)));
    expect(diagnostics.map(({ code }) => code)).not.toContain("no-unbounded-loop");
    expect(await client.actions(path, AT_LOOP)).not.toContainEqual(expect.objectContaining({ kind: "source.fixAll.agentLoop" }));
  });
});

describe("the loop", () => {
  it("is explained on hover at its head, and nowhere else", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const at = (line: number, character: number): Promise<Hover | null> =>
      client.request("textDocument/hover", { textDocument: { uri: uri(path) }, position: { line, character } });
    expect((await at(3, 4))?.contents).toMatchObject({ kind: "markdown", value: expect.stringContaining("client.chat.completions.create") });
    expect(await at(0, 0)).toBeNull();
    expect(await at(9999, 9999)).toBeNull();
  });

  it("is given as data with a flowchart", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const result = await client.request<LoopsResult>("agentLoop/loops", { textDocument: { uri: uri(path) } });
    expect(result).toMatchObject({
      version: 1,
      loops: [{ kind: "while", bounded: "no", head: { start: { line: 3, character: 2 } }, flowchart: expect.stringMatching(/^flowchart TD\n/) }],
    });
    expect(result.loops[0]?.missing.map(({ rule }) => rule)).toContain("no-unbounded-loop");
  });

  it("is summed up by a code lens only on demand", async () => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    const lenses = (): Promise<unknown[]> => client.request("textDocument/codeLens", { textDocument: { uri: uri(path) } });
    expect(await lenses()).toEqual([]);
    await client.changeSettings({ codeLens: true });
    await expect.poll(lenses).toMatchObject([{ command: { title: "Agent loop: nothing but the model ends it" } }]);
  });
});

describe("the server stands", () => {
  it("requests before initialize", async () => {
    await expect(client.request("textDocument/hover", {})).rejects.toMatchObject({ code: ErrorCodes.ServerNotInitialized });
    await client.start();
  });

  it("a second initialize", async () => {
    await client.start();
    await expect(client.request("initialize", { capabilities: {} })).rejects.toMatchObject({ code: ErrorCodes.InvalidRequest });
  });

  it("unknown requests and wrong parameters", async () => {
    await client.start();
    await expect(client.request("agentLoop/nothing", {})).rejects.toMatchObject({ code: ErrorCodes.MethodNotFound });
    await expect(client.request("textDocument/hover", null)).rejects.toBeDefined();
    const path = write("a.ts", NAIVE);
    await client.open(path, NAIVE);
    expect((await client.diagnostics(path)).diagnostics).not.toEqual([]);
  });

  it.each([
    ["a file of 20 MB", `${NAIVE}${"// filler\n".repeat(2_000_000)}`],
    ["binary data", `\0\u0001${NAIVE}`],
    ["deep nesting", "[".repeat(100_000)],
    ["half a surrogate pair", `const a = "\uD800";\n`],
    ["nothing", ""],
    ["a line without an end", `const a = "${"x".repeat(1_000_000)}";`],
  ])("%s", async (_, text) => {
    await client.start({ folders: [folder] });
    const path = write("a.ts", "");
    await client.open(path, text);
    await client.diagnostics(path);
    const other = write("b.ts", NAIVE);
    await client.open(other, NAIVE);
    expect((await client.diagnostics(other)).diagnostics).not.toEqual([]);
  });
});
