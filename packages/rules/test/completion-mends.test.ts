import { describe, expect, it } from "vitest";
import { checkFix } from "../../../test/kit/fixture.js";

const preset = "strict";

describe("mends of the rules about completion", () => {
  it("throws where the limit hands back a success", () => {
    const [mend] = checkFix(
      `
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 4; i++) {
          const reply = await llm.chat(messages);
          if (reply.finished) return { success: true, text: reply.text };
          messages.push(reply.message);
        }
        return { success: true, text: "" };
      }
      `,
      { rule: "no-false-success", preset, settings: { modelCalls: ["llm.chat"] } },
    );
    expect(mend?.code).toContain(`  throw new Error("Stopped at the limit: the work is not done.");`);
  });

  it("lets a good end alone that shares its statement with the limit", () => {
    const mends = checkFix(
      `
      export async function f(llm: any, messages: any[]) {
        let text = "";
        for (let i = 0; i < 4; i++) {
          const reply = await llm.chat(messages);
          text = reply.text;
          messages.push(reply.message);
          if (reply.finished) break;
        }
        return text;
      }
      `,
      { rule: "no-false-success", preset, settings: { modelCalls: ["llm.chat"] } },
    );
    expect(mends).toEqual([]);
  });

  it("refuses a reply that is not whole, in the SDK's own values", () => {
    const [mend] = checkFix(
      `
      import Anthropic from "@anthropic-ai/sdk";
      import { answer, textOf } from "./tools.js";
      const client = new Anthropic();
      export async function f(messages: Anthropic.MessageParam[]) {
        for (let i = 0; i < 4; i++) {
          const reply = await client.messages.create({ model: "m", max_tokens: 9, messages });
          const uses = reply.content.filter((block) => block.type === "tool_use");
          if (uses.length === 0) return textOf(reply.content);
          messages.push({ role: "assistant", content: reply.content }, await answer(uses));
        }
        throw new Error("limit");
      }
      `,
      { rule: "no-ignored-finish-reason", preset },
    );
    expect(mend?.code).toMatch(/if \(\["max_tokens", .*"refusal".*\]\.includes\(String\(reply\.stop_reason\)\)\) throw new Error\(`The reply is not whole: \$\{reply\.stop_reason\}`\);\n {4}if \(uses/);
  });

  it("looks behind a loop whose head takes the reply, once for each loop", () => {
    const mends = checkFix(
      `
      import { ChatOpenAI } from "@langchain/openai";
      import { results } from "./tools.js";
      const llm = new ChatOpenAI({ model: "m" });
      export async function f(messages: any[]) {
        let reply = await llm.invoke(messages);
        while (reply.tool_calls && reply.tool_calls.length > 0) { // tools first
          messages.push(reply, ...(await results(reply.tool_calls)));
          reply = await llm.invoke(messages);
        }
        // And now the summary.
        reply = await llm.invoke([...messages, "Sum it up."]);
        while (reply.tool_calls && reply.tool_calls.length > 0) {
          messages.push(reply, ...(await results(reply.tool_calls)));
          reply = await llm.invoke(messages);
        }
        return reply.content;
      }
      `,
      { rule: "no-ignored-finish-reason", preset },
    );
    const [first] = mends;
    expect(mends).toHaveLength(2);
    expect(first?.code).toContain(`  }
  const finishReason =
    reply.response_metadata.finish_reason ??
    reply.response_metadata.stop_reason ??
    reply.response_metadata.finishReason ??
    reply.response_metadata.stopReason;
  if ([`);
    expect(first?.code).toContain(`  // And now the summary.
  reply = await`);
    // The finding that is mended is gone, and the other one stays.
    expect(checkFix(first?.code ?? "", { rule: "no-ignored-finish-reason", preset })).toHaveLength(1);
  });

  it("asks a check that throws until it is written", () => {
    const mends = checkFix(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function f(messages: any[], tools: Record<string, any>) {
        for (let i = 0; i < 4; i++) {
          const reply = await client.chat.completions.create({ model: "m", messages });
          const { message } = reply.choices[0];
          messages.push(message);
          if (!message.tool_calls?.length) return message.content;
          for (const call of message.tool_calls) messages.push(await tools[call.function.name](call.function.arguments));
        }
        throw new Error("limit");
      }
      `,
      { rule: "require-completion-check", preset },
    );
    expect(mends[0]?.code).toContain("if (!(await isDone())) continue;\n      return message.content;");
    expect(mends[0]?.code).toContain("is not implemented");
  });

  it.each([
    [
      "behind the `if`, in braces, with its comment",
      'if (calls.length === 0)\n  return reply.text; // all said',
      `    if (calls.length === 0) {
      // Say here what is missing, or the model will only answer the same again.
      if (!(await isDone())) continue;
      return reply.text; // all said
    }
    messages.push(`,
    ],
    [
      "with braces round every statement, where the file has them",
      'if (calls.length === 0) {\n  return reply.text;\n}',
      `    if (calls.length === 0) {
      // Say here what is missing, or the model will only answer the same again.
      if (!(await isDone())) {
        continue;
      }
      return reply.text;
    }
    messages.push(`,
    ],
  ])("asks that check %s", (_, exit, expected) => {
    const code = `
      import { model, runAll } from "./setup.js";
      export async function agent(messages) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          const calls = reply.toolCalls;
          @
          messages.push(reply, ...(await runAll(calls)));
        }
        throw new Error("limit");
      }
    `.replace("@", exit.replaceAll("\n", `\n${" ".repeat(10)}`));
    const mends = checkFix(code, { rule: "require-completion-check", preset, settings: { modelCalls: ["model"], toolCalls: ["runAll"] } });
    expect(mends[0]?.code).toContain(expected);
  });

  it("asks that check before what an end does besides, in a block of the loop and in none inside of it", () => {
    const code = (open: string, close: string): string => `
      import { log, model, runAll } from "./setup.js";
      export async function agent(messages) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          const calls = reply.toolCalls;
          ${open}
            if (calls.length === 0) {
              log("done");
              return reply.text;
            }
          ${close}
          messages.push(reply, ...(await runAll(calls)));
        }
        throw new Error("limit");
      }
    `;
    const mends = (open: string, close: string): string[] =>
      checkFix(code(open, close), { rule: "require-completion-check", preset, settings: { modelCalls: ["model"], toolCalls: ["runAll"] } }).map((mend) => mend.code);
    expect(mends("try {", "} catch (error) { throw error; }")[0]).toContain('if (!(await isDone())) {\n          continue;\n        }\n        log("done");');
    expect(mends("for (const part of reply.parts) {", "}")).toEqual([]);
  });

  it("throws further what a catch had made a result of, with its cause", () => {
    const swallowed = (clause: string): string => `
      import { Agent, run } from "@openai/agents";
      const clerk = new Agent({ name: "clerk" });
      export async function minutes(meeting) {
        try {
          const result = await run(clerk, meeting, { maxTurns: 12 });
          return { summary: result.finalOutput ?? "" };
        } ${clause} {
          return { summary: "" };
        }
      }
    `;
    const mend = (clause: string): string | undefined => checkFix(swallowed(clause), { rule: "no-false-success", preset })[0]?.code;
    expect(mend("catch")).toContain('} catch (error) {\n    throw new Error("The run failed: there is no result.", { cause: error });\n  }');
    expect(mend("catch (cause)")).toContain('throw new Error("The run failed: there is no result.", { cause });');
  });
});
