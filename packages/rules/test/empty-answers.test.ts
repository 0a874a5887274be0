import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

const rule = "require-tool-error-handling";
const settings = { toolCalls: ["runTool"] };

/** A loop that answers each call of a reply. */
const loop = (body: string): string => `
  import OpenAI from "openai";
  import { runTool, weather, specs, registry, list } from "./setup.js";
  const client = new OpenAI();
  const tools = new Map<string, (args: string) => Promise<unknown>>();
  export async function agent(messages: OpenAI.ChatCompletionMessageParam[]) {
    for (let step = 0; step < 4; step++) {
      const reply = await client.chat.completions.create({ model: "m", messages, tools: specs });
      const { message } = reply.choices[0];
      if (!message.tool_calls?.length) return message.content;
      messages.push(message);
      for (const call of message.tool_calls) {
        if (call.type !== "function") throw new Error("only functions");
        const { name, arguments: args } = call.function;
        ${body}
      }
    }
    throw new Error("limit");
  }
`;

const push = (content: string): string => `messages.push({ role: "tool", tool_call_id: call.id, content: ${content} });`;
/** A line with marks below one part of it. */
const marked = (line: string, part: string, message: string): string => {
  const at = line.indexOf(part);
  return `\n${line}\n${at < 2 ? "" : `//${" ".repeat(at - 2)}`}${"^".repeat(part.length)} ${rule}: ${message}\n`;
};
const guarded = (line: string, part: string, message: string): string => `let content = "";
        try {${marked(line, part, message)}} catch (error) { content = String(error); }
        ${push("content")}`;

describe("require-tool-error-handling reports an answer with nothing in it", () => {
  const hides = "returns nothing";
  it.each([
    ["a handler that gives null", "const value = await runTool(call).catch(() => null);", "() => null", push("JSON.stringify(value)")],
    ["one that gives an empty text", 'const value = await runTool(call).catch(() => "");', '() => ""', push("value")],
    ["one with a body", "const value = await runTool(call).catch(() => { return undefined; });", "() => { return undefined; }", push("String(value)")],
    ["the second handler of then", "const value = await runTool(call).then((one) => one, () => null);", "() => null", push("JSON.stringify(value)")],
    ["a tool that is called by its own name", "const value = await weather(args).catch(() => []);", "() => []", push("JSON.stringify(value)")],
  ])("by %s", (_, line, part, behind) => {
    check(loop(marked(line, part, hides) + behind), { rule, settings });
  });

  const missing = "A name that the model made up gives nothing here";
  it.each([
    ["a map that is asked for the name", "content = JSON.stringify(await tools.get(name)?.(args));", "tools.get(name)?.(args)"],
    ["an object", "content = JSON.stringify(await registry[name]?.run(args));", "registry[name]?.run(args)"],
    ["an object of functions", "content = String(await registry[call.function.name]?.(args));", "registry[call.function.name]?.(args)"],
    ["a list that is searched", "content = String(await list.find((one) => one.name === name)?.run(args));", "list.find((one) => one.name === name)?.run(args)"],
  ])("by an optional call of %s", (_, line, part) => {
    check(loop(guarded(line, part, missing)), { rule, settings });
  });

  it("by an optional call of what has a name", () => {
    check(loop(`const tool = tools.get(name);\n        ${guarded("content = String(await tool?.(args));", "tool?.(args)", missing)}`), { rule, settings });
  });
});

describe("require-tool-error-handling is silent about an answer", () => {
  const attempt = (before: string, value: string): string => `${before}
        let content = "";
        try { content = JSON.stringify(${value}); } catch (error) { content = String(error); }
        ${push("content")}`;
  it.each([
    ["that says what failed", `const value = await runTool(call).catch((error) => String(error)); ${push("value")}`],
    ["with words for nothing", `const value = await runTool(call).catch(() => null); ${push('value ?? "the tool failed"')}`],
    ["that is asked before it is given", `const value = await runTool(call).catch(() => null); ${push('value === null ? "the tool failed" : JSON.stringify(value)')}`],
    ["that a function makes of it", `const value = await runTool(call).catch(() => null); ${push("specs.describe(value)")}`],
    ["about a value beside the answer", `const note = await weather(args).catch(() => null); specs.note(note); ${push('"done"')}`],
    ["with words for a tool that is missing", attempt("", '(await tools.get(name)?.(args)) ?? "no such tool"')],
    ["behind a question for the tool", attempt(`if (!tools.has(name)) { ${push('"no such tool"')} continue; }`, "await tools.get(name)?.(args)")],
    ["behind a question for what was found", attempt(`const tool = tools.get(name); if (!tool) { ${push('"no such tool"')} continue; }`, "await tool?.(args)")],
    ["of a tool of the program's own choice", attempt("", 'await tools.get("search")?.(args)')],
  ])("%s", (_, body) => {
    checkSilent(loop(body), { rule, settings });
  });
});
