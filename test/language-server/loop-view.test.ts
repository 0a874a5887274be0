import { type LoopViewResult } from "agent-loop-language-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TextDocumentEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { inProcess, uri, type LspClient } from "../kit/lsp-client.js";

let client: LspClient;
beforeEach(async () => {
  client = inProcess();
  await client.start();
});
afterEach(async () => {
  // What is on its way would find nobody.
  await client.close("untitled:agent.ts");
  await client.stop();
});

const TEXT_STOP = `import OpenAI from "openai";
const client = new OpenAI();
export async function agent(messages: any[]) {
  while (true) {
    const completion = await client.chat.completions.create({ model: "gpt-5", messages });
    const { message } = completion.choices[0];
    messages.push(message);
    if (message.content?.includes("DONE")) return message.content;
  }
}
`;

async function view(text: string, version = 1): Promise<LoopViewResult> {
  if (version === 1) await client.open("untitled:agent.ts", text);
  return await client.request<LoopViewResult>("agentLoop/loopView", { textDocument: { uri: uri("untitled:agent.ts") } });
}

function states({ loops: [loop] }: LoopViewResult): Record<string, string> {
  return Object.fromEntries((loop?.gates ?? []).map(({ id, state }) => [id, state]));
}

describe("the loop view's data", () => {
  it("has every station in the order of a turn", async () => {
    const result = await view(TEXT_STOP);
    expect(result.loops[0]?.gates.map(({ id }) => id)).toEqual(["entry", "ceiling", "budget", "call", "tools", "recovery", "progress", "oracle", "exit"]);
    expect(states(result)).toMatchObject({ entry: "present", ceiling: "missing", budget: "missing", call: "flawed", tools: "idle", oracle: "missing", exit: "present" });
    expect(result.loops[0]?.head).toEqual({ start: { line: 3, character: 2 }, end: { line: 3, character: 16 } });
  });

  it("mends one gate after the other until none is missing", async () => {
    let text = TEXT_STOP;
    let result = await view(text);
    for (let version = 2; version < 6; version++) {
      const mend = result.loops[0]?.gates.filter(({ state }) => state === "missing").flatMap(({ findings }) => findings).flatMap(({ mends }) => mends)[0];
      if (mend === undefined) break;
      const [change] = (mend.edit.documentChanges ?? []) as TextDocumentEdit[];
      expect(change?.textDocument.version).toBe(version - 1);
      text = TextDocument.applyEdits(TextDocument.create("", "typescript", 1, text), (change?.edits ?? []) as { range: LoopViewResult["loops"][0]["head"]; newText: string }[]);
      await client.change("untitled:agent.ts", text);
      result = await view(text, version);
    }
    expect(Object.values(states(result))).not.toContain("missing");
    expect(states(result)).toMatchObject({ ceiling: "present", budget: "present", oracle: "present" });
  });

  it("tells what only the strict preset asks for", async () => {
    const { loops } = await view(TEXT_STOP);
    const findings = loops[0]?.gates.flatMap((gate) => gate.findings) ?? [];
    expect(findings.filter(({ strictOnly }) => !strictOnly).map(({ rule }) => rule).sort()).toEqual(["no-model-text-stop", "no-unbounded-loop"]);
  });

  it("shows runs of a framework, too", async () => {
    const { loops } = await view('import { query } from "@anthropic-ai/claude-agent-sdk";\nexport const run = (prompt: string) => query({ prompt });\n');
    expect(loops.map(({ kind, gates }) => [kind, gates.map(({ id }) => id)])).toEqual([["run", ["entry", "ceiling", "budget", "exit"]]]);
  });

  it("names the limits of a run as they are written, and what is done with its result", async () => {
    const { loops } = await view(`import { generateText, hasToolCall } from "ai";
export async function agent(model: any, tools: any, prompt: string) {
  const { text } = await generateText({ model, prompt, tools, stopWhen: hasToolCall("finish") });
  return text;
}
`);
    const gates = loops[0]?.gates ?? [];
    expect(gates.find(({ id }) => id === "ceiling")?.facts.map(({ text }) => text)).toEqual(['stopWhen: hasToolCall("finish"), without effect']);
    expect(Object.fromEntries(gates.map(({ id, state }) => [id, state]))).toMatchObject({ ceiling: "missing" });
  });

  it("counts without looking closely", async () => {
    await client.open("untitled:agent.ts", TEXT_STOP);
    const { loops } = await client.request<LoopViewResult>("agentLoop/loopView", { textDocument: { uri: "untitled:agent.ts" }, outline: true });
    expect(loops).toEqual([{ kind: "while", verdict: "nothing but the model ends it", head: expect.anything(), range: expect.anything(), gates: [], engineer: null }]);
  });

  it("explains a document as the command does", async () => {
    await client.open("untitled:agent.ts", TEXT_STOP);
    const text = await client.request<string>("agentLoop/explain", { textDocument: { uri: "untitled:agent.ts" } });
    expect(text).toContain("while :4 agent loop, bounded: no");
  });
});
