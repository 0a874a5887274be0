import { describe, expect, it } from "vitest";
import { checkSilent, found } from "../../../test/kit/fixture.js";

const preset = "strict";

/** A loop that hands each tool call to a function that chooses the tool by its name. */
const loop = (run: string, before = ""): string => `
  import OpenAI from "openai";
  import { executeTool } from "./tools.js";
  ${before}
  const openai = new OpenAI();
  export async function work(messages: any[]) {
    for (let turn = 0; turn < 9; turn++) {
      const reply = await openai.chat.completions.create({ model: "m", messages });
      const message = reply.choices[0].message;
      messages.push(message);
      if (!message.tool_calls) return message.content;
      for (const call of message.tool_calls) {
        let content: string;
        ${run}
        messages.push({ role: "tool", tool_call_id: call.id, content });
      }
    }
    throw new Error("limit");
  }
`;
const told = "content = await executeTool(call.function.name, call.function.arguments);";
const bySwitch = (fallback: string): string => `
  import { readFile } from "node:fs/promises";
  export async function executeTool(name: string, args: any) {
    switch (name) {
      case "read_file": return readFile(args.path, "utf8");
      case "now": return String(Date.now());
      default: ${fallback}
    }
  }
`;
const throws = bySwitch("throw new Error(`no tool ${name}`);");

describe("a dispatcher of another file", () => {
  const rule = "require-tool-error-handling";
  it.each([
    ["a switch", throws],
    ["a table", `const tools: Record<string, (args: any) => Promise<string>> = {}; export const executeTool = async (name: string, args: any) => tools[name](args);`],
    ["a registry", `import { registry } from "./registry.js"; export async function executeTool(name: string, args: any) { const tool = registry.get(name); if (!tool) throw new Error(name); return tool.execute(args); }`],
    ["a list", `import { tools } from "./registry.js"; export async function executeTool(name: string, args: any) { return tools.find((tool: any) => tool.name === name).run(args); }`],
  ])("is recognised by %s", (_, tools) => {
    expect(found(loop(told), { rule, preset, files: { "tools.ts": tools } })).toEqual(["executeTool(call.function.name, call.function.arguments)"]);
  });
  it("is recognised where it is given the whole call", () => {
    const tools = throws.replace("(name: string, args: any) {", "(call: any) { const { name } = call.function; const args = JSON.parse(call.function.arguments);");
    expect(found(loop("content = await executeTool(call);"), { rule, preset, files: { "tools.ts": tools } })).toEqual(["executeTool(call)"]);
  });
  it("makes the loop one that acts", () => {
    expect(found(loop("try { content = await executeTool(call.function.name, call.function.arguments); } catch (error) { content = String(error); }"), { rule: "require-progress-check", preset, files: { "tools.ts": throws } })).toHaveLength(1);
  });

  it.each<[string, string, string]>([
    ["a caller that catches", "try { content = await executeTool(call.function.name, call.function.arguments); } catch (error) { content = String(error); }", throws],
    ["a dispatcher that catches", told, `import { registry } from "./registry.js"; export async function executeTool(name: string, args: any) { try { return await registry.get(name).execute(args); } catch (error) { return String(error); } }`],
    ["a dispatcher of which nobody knows whether it fails", told, bySwitch('return "no such tool";').replace('readFile(args.path, "utf8")', "load(args.path)")],
    ["something that is only told of the call", "content = describe(call.function.name, call.function.arguments);", throws],
    ["a switch over something else", "content = await executeTool(message.role, call.function.arguments);", throws],
  ])("is left alone: %s", (_, run, tools) => {
    checkSilent(loop(run), { rule, preset, files: { "tools.ts": tools } });
  });
});

describe("a dispatcher of the same file", () => {
  it("is recognised by its switch", () => {
    const own = throws.replace('import { readFile } from "node:fs/promises";', "").replace("export ", "");
    const code = `import { readFile } from "node:fs/promises";\n${loop(told).replace('import { executeTool } from "./tools.js";', "")}\n${own}`;
    expect(found(code, { rule: "require-tool-error-handling", preset })).toEqual(["executeTool(call.function.name, call.function.arguments)"]);
  });
});
