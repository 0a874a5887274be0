import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

const rule = "require-tool-error-handling";
const settings = { toolCalls: ["runTool"] };

/** A loop that takes something of the calls of each reply. */
const openai = (body: string, more = ""): string => `
  import OpenAI from "openai";
  import { runTool, tools } from "./setup.js";
  const client = new OpenAI();
  export async function agent(messages) {
    for (let step = 0; step < 4; step++) {
      const reply = await client.chat.completions.create({ model: "m", messages, tools ${more} });
      const { message } = reply.choices[0];
      if (!message.tool_calls?.length) return message.content;
      messages.push(message);
      ${body}
    }
    throw new Error("limit");
  }
`;

const anthropic = (body: string): string => `
  import Anthropic from "@anthropic-ai/sdk";
  import { runTool, tools } from "./setup.js";
  const client = new Anthropic();
  export async function agent(messages) {
    for (let step = 0; step < 4; step++) {
      const reply = await client.messages.create({ model: "m", max_tokens: 900, messages, tools: tools.map((tool) => tool.schema) });
      messages.push({ role: "assistant", content: reply.content });
      if (reply.stop_reason !== "tool_use") return reply;
      ${body}
    }
    throw new Error("limit");
  }
`;

const answer = (call: string): string => `const content = await runTool(${call}).catch(String);
      messages.push({ role: "tool", tool_call_id: ${call}.id, content });`;
const result = (use: string): string => `const content = await runTool(${use}).catch(String);
      messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: ${use}.id, content }] });`;

describe("require-tool-error-handling reports calls that a turn never looks at", () => {
  it.each([
    ["the index of the first", "const call = message.tool_calls[0];"],
    ["the index of the first, behind an optional list", "const call = message.tool_calls?.[0];"],
    ["a destructured list", "const [call] = message.tool_calls;"],
    ["at(0)", "const call = message.tool_calls.at(0);"],
  ])("by %s", (_, taken) => {
    const value = taken.replace(/^const (?:call|\[call\]) = /, "").replace(";", "");
    check(openai(`${taken}\n      //${" ".repeat(taken.indexOf(value) - 2)}${"^".repeat(value.length)} ${rule}: Only the first call of a reply is answered\n${answer("call")}`), { rule, settings });
  });

  it("by finding the first of their kind", () => {
    check(
      anthropic(`const use = reply.content.find((part) => part.type === "tool_use");
      //          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${rule}: Only the first call of a reply is answered
      ${result("use")}`),
      { rule, settings },
    );
  });

  it("by a number, with the results spread out beside the id", () => {
    check(
      openai(`for (const call of message.tool_calls.slice(0, 2)) {
      //                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${rule}: beyond these get no answer
        const outcome = await runTool(call).then((content) => ({ content }), (error) => ({ content: String(error) }));
        messages.push({ role: "tool", tool_call_id: call.id, ...outcome });
      }`),
      { rule, settings },
    );
  });
});

describe("require-tool-error-handling is silent about a part of the calls", () => {
  it.each([
    ["when the request asks for one at a time", openai(`const [call] = message.tool_calls; ${answer("call")}`, ", parallel_tool_calls: false")],
    ["when the rest is answered in a pass of its own", openai(`const [call] = message.tool_calls; ${answer("call")}
      for (const other of message.tool_calls.slice(1)) messages.push({ role: "tool", tool_call_id: other.id, content: "one at a time" });`)],
    ["when the rest has a name", openai(`const [call, ...rest] = message.tool_calls; ${answer("call")} tools.refuse(messages, rest);`)],
    ["when the history says that only this was asked", openai(`const call = message.tool_calls[0]; message.tool_calls = [call]; ${answer("call")}`)],
    ["when more than one is refused", openai(`if (message.tool_calls.length > 1) throw new Error("one at a time"); const call = message.tool_calls[0]; ${answer("call")}`)],
    ["when it is looked for by name", openai(`const call = message.tool_calls.find((one) => one.function.name === "submit"); if (call) { ${answer("call")} }`)],
    ["when nobody asks again", openai(`const call = message.tool_calls[0]; return runTool(call).catch(String);`)],
    ["when all are gone through beside it", anthropic(`const first = reply.content.find((part) => part.type === "tool_use"); tools.note(first.name);
      for (const use of reply.content.filter((part) => part.type === "tool_use")) { ${result("use")} }`)],
  ])("%s", (_, text) => {
    checkSilent(text, { rule, settings });
  });
});
