import { describe, expect, it } from "vitest";
import { check, checkFix, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "require-tool-error-handling";
const settings = { modelCalls: ["model"], toolCalls: ["runTool"] };

/** A loop round what is done with each call. */
const agent = (body: string): string => `
  import { model, runTool, attempt, log, asText } from "./setup.js";
  export async function agent(messages: unknown[], tools: Map<string, { run(args: unknown): Promise<string> }>) {
    for (let step = 0; step < 4; step++) {
      const reply = await model(messages);
      if (reply.toolCalls.length === 0) return reply.text;
      messages.push(reply);
      for (const call of reply.toolCalls) {
        ${body}
      }
    }
    throw new Error("limit");
  }
`;

describe("require-tool-error-handling reports", () => {
  it("a lookup by the name the model gave", () => {
    check(
      agent(`
        messages.push({ role: "tool", toolCallId: call.id, content: await tools.get(call.name)!.run(call.args) });
        //                                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-error-handling: the run ends with it
      `),
      { rule, settings },
    );
  });

  it("a handler that only throws again", () => {
    check(
      agent(`
        try {
          messages.push({ role: "tool", toolCallId: call.id, content: await runTool(call) });
          //                                                                ^^^^^^^^^^^^^ require-tool-error-handling
        } catch (error) {
          log.error(error);
          throw error;
        }
      `),
      { rule, settings },
    );
  });

  it("a handler that ends the run", () => {
    check(
      agent(`
        let content: string;
        try {
          content = await runTool(call);
          //              ^^^^^^^^^^^^^ require-tool-error-handling
        } catch (error) {
          return "failed: " + String(error);
        }
        messages.push({ role: "tool", toolCallId: call.id, content });
      `),
      { rule, settings },
    );
  });

  it("a call that is skipped without an answer", () => {
    check(
      agent(`
        const tool = tools.get(call.name);
        if (!tool) continue;
        //         ^^^^^^^^^ require-tool-error-handling: gets no answer
        const content = await tool.run(call.args).catch(asText);
        messages.push({ role: "tool", toolCallId: call.id, content });
      `),
      { rule, settings },
    );
  });
});

/** One pass over the calls of a reply, as an SDK types them. */
const pass = (body: string): string => `
  import type OpenAI from "openai";
  import { policy, denied, asResult, registry, one, two } from "./setup.js";
  type Call = OpenAI.ChatCompletionMessageFunctionToolCall;
  export async function answerAll(calls: readonly Call[]) {
    const results: unknown[] = [];
    ${body}
    return results;
  }
`;

describe("require-tool-error-handling reports in a pass over typed calls", () => {
  it("arguments that are parsed in a callback", () => {
    check(
      pass(`
        await Promise.all(
          calls.map(async (call) => {
            const args = JSON.parse(call.function.arguments);
            //           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-error-handling: in the middle of its arguments
            results.push({ tool_call_id: call.id, content: await one(args).catch(String) });
          }),
        );
      `),
      { rule },
    );
  });

  it.each([
    "!policy.allows(call)",
    "denied.has(call.function.name)",
    "!(await policy.approves(call.function.arguments))",
  ])("a call that is forbidden and passed over: %s", (test) => {
    check(
      pass(`
        for (const call of calls) {
          if (${test}) {
            continue;
          //^^^^^^^^^ require-tool-error-handling: gets no answer
          }
          results.push({ tool_call_id: call.id, content: await registry.use(call).catch(String) });
        }
      `),
      { rule },
    );
  });

  it("a verdict that is kept in a name first", () => {
    check(
      pass(`
        for (const call of calls) {
          const verdict = await policy.authorize(call);
          if (verdict === "deny") continue;
          //                      ^^^^^^^^^ require-tool-error-handling: gets no answer
          results.push({ tool_call_id: call.id, content: await registry.use(call).catch(String) });
        }
      `),
      { rule },
    );
  });

  it("a switch with no branch for another name", () => {
    check(
      pass(`
        for (const call of calls) {
          switch (call.function.name) {
          //^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-error-handling: matches no branch
            case "one":
              results.push(asResult(call.id, await one(call).catch(String)));
              break;
            case "two":
              results.push(asResult(call.id, await two(call).catch(String)));
              break;
          }
        }
      `),
      { rule },
    );
  });

  it("a chain of names with no else", () => {
    check(
      pass(`
        for (const call of calls) {
          if (call.function.name === "one") results.push({ tool_call_id: call.id, content: await one(call).catch(String) });
          //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-error-handling: matches no branch
          else if (call.function.name === "two") results.push({ tool_call_id: call.id, content: await two(call).catch(String) });
        }
      `),
      { rule },
    );
  });
});

describe("require-tool-error-handling is silent in a pass over typed calls", () => {
  it.each([
    [
      "about one name that ends the work",
      'for (const call of calls) { if (call.function.name === "done") return results; results.push({ tool_call_id: call.id, content: await registry.use(call).catch(String) }); }',
    ],
    [
      "when the answer stands behind the branches",
      'for (const call of calls) { let content = "no such tool"; switch (call.function.name) { case "one": content = "1"; break; case "two": content = "2"; break; } results.push({ tool_call_id: call.id, content }); }',
    ],
    [
      "when a call is answered already",
      "for (const call of calls) { if (denied.answered(call.id)) continue; results.push({ tool_call_id: call.id, content: await registry.use(call).catch(String) }); }",
    ],
    [
      "when a refusal is the answer",
      'for (const call of calls) { if (!policy.allows(call)) { results.push({ tool_call_id: call.id, content: "refused" }); continue; } results.push({ tool_call_id: call.id, content: await registry.use(call).catch(String) }); }',
    ],
    [
      "about calls that need no approval",
      "for (const call of calls) { if (!policy.needsApproval(call)) continue; results.push({ tool_call_id: call.id, content: await registry.use(call).catch(String) }); }",
    ],
    [
      "when a branch catches with a handler",
      'for (const call of calls) { switch (call.function.name) { case "one": results.push(asResult(call.id, await one(call).catch(String))); break; default: results.push(asResult(call.id, "no such tool")); } }',
    ],
  ])("%s", (_, body) => {
    checkSilent(pass(body), { rule });
  });

  it("about an oracle that is asked when the model says it is done", () => {
    checkSilent(
      agent(`
        let content: string;
        if (call.name === "finish") {
          if (await isDone(reply.text)) return reply.text;
          content = "not yet";
        } else content = await runTool(call).catch(asText);
        messages.push({ role: "tool", toolCallId: call.id, content });
      `),
      { rule, settings: { ...settings, oracles: ["isDone"] } },
    );
  });
});

const aTool = (execute: string, helper = ""): string => `
  import { tool } from "ai";
  import { Input, docs, log } from "./setup.js";
  ${helper}
  export const rename = tool({ inputSchema: Input, execute: ${execute} });
`;

describe("require-tool-error-handling reports a tool that hides its failure", () => {
  it("in a helper, behind an empty object", () => {
    check(
      aTool(
        "async ({ title }) => rename_(title)",
        `async function rename_(title: string) {
          try {
            return await docs.rename(title);
          } catch (error) {
         // ^^^^^^^^^^^^^^^ require-tool-error-handling: hides its failure
            log.error(error);
            return {};
          }
        }`,
      ),
      { rule },
    );
  });

  it("before it goes on with the result", () => {
    check(
      aTool(`async ({ title }) => {
        let page;
        try {
          page = await docs.rename(title);
        } catch {
       // ^^^^^^^ require-tool-error-handling: hides its failure
          return null;
        }
        return page.title;
      }`),
      { rule },
    );
  });

  it("in the handler of a promise", () => {
    check(
      aTool(`({ title }) =>
        docs.rename(title).catch(() => ({}))
        //                       ^^^^^^^^^^ require-tool-error-handling: hides its failure
      `),
      { rule },
    );
  });

  it.each([
    ["that says what went wrong", "({ title }) => docs.rename(title).catch((e: Error) => ({ failed: e.message }))"],
    [
      "that goes on without what it may miss",
      "async ({ title }) => { let before; try { before = await docs.find(title); } catch { before = undefined; } return docs.rename(title, before); }",
    ],
  ])("but none %s", (_, execute) => {
    checkSilent(aTool(execute), { rule });
  });
});

describe("require-tool-error-handling is silent", () => {
  it.each([
    [
      "when the failure is the answer",
      "const content = await runTool(call).catch((e: Error) => e.message); messages.push({ toolCallId: call.id, content });",
    ],
    [
      "when the result says how it went",
      'const result = await runTool(call); messages.push({ toolCallId: call.id, content: result.isError ? "failed" : result.text });',
    ],
    ["when a helper may catch", "messages.push({ toolCallId: call.id, content: await attempt(() => runTool(call)) });"],
    [
      "when the answer comes behind the handler",
      'let content = "failed"; try { content = await runTool(call); } catch (e) { log.warn(e); } messages.push({ toolCallId: call.id, content });',
    ],
    [
      "when another kind of call is passed over",
      'if (call.type !== "function") continue; messages.push({ toolCallId: call.id, content: await runTool(call).catch(asText) });',
    ],
  ])("%s", (_, body) => {
    checkSilent(agent(body), { rule, settings });
  });

  it("when all calls settle", () => {
    checkSilent(
      agent("").replace(
        /for \(const call of[^}]*\}/,
        "messages.push(...(await Promise.allSettled(reply.toolCalls.map((call: unknown) => runTool(call)))));",
      ),
      { rule, settings },
    );
  });

  it("about a tool that forgives what is beside the point", () => {
    checkSilent(
      `
      import { tool } from "ai";
      import { Input, cache, load } from "./setup.js";
      export const read = tool({
        inputSchema: Input,
        execute: async ({ id }) => {
          const page = await load(id);
          try {
            await cache.put(id, page);
          } catch {
            // the next one loads it again
          }
          return page;
        },
      });
      `,
      { rule },
    );
  });

  it("about a throw that the SDK hands to the model", () => {
    checkSilent(
      `
      import { tool } from "ai";
      import { Input, load } from "./setup.js";
      export const read = tool({ inputSchema: Input, execute: async ({ id }) => load(id) });
      `,
      { rule },
    );
  });
});

describe("require-tool-error-handling mends", () => {
  it("a declaration", () => {
    const [mend] = checkFix(
      agent(
        'const content = await runTool(call);\n        messages.push({ role: "tool", toolCallId: call.id, content });',
      ),
      { rule, settings },
    );
    expect(mend?.code).toContain(`let content;
      try {
        content = await runTool(call);
      } catch (error) {
        content = \`Error: \${error instanceof Error ? error.message : String(error)}\`;
      }`);
  });

  it("a part of an answer", () => {
    const [mend] = checkFix(
      agent('messages.push({ role: "tool", toolCallId: call.id, content: await runTool(call) });'),
      { rule, settings },
    );
    expect(mend?.code).toContain(`let observation;
      try {
        observation = await runTool(call);
      } catch (error) {
        observation = \`Error: \${error instanceof Error ? error.message : String(error)}\`;
      }
      messages.push({ role: "tool", toolCallId: call.id, content: observation });`);
  });

  it("a part of an answer where no statement can stand", () => {
    const [mend] = checkFix(
      `
      import { model, runTool } from "./setup.js";
      export async function agent(messages: unknown[]) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          if (reply.toolCalls.length === 0) return reply.text;
          messages.push(reply, ...(await Promise.all(reply.toolCalls.map(async (call) => ({ role: "tool", toolCallId: call.id, content: await runTool(call) })))));
        }
        throw new Error("limit");
      }
      `,
      { rule, settings },
    );
    expect(mend?.code).toContain(
      "content: await runTool(call).catch((error: unknown) => `Error: ${error instanceof Error ? error.message : String(error)}`)",
    );
  });

  it("what fails before the call in the same try, and keeps the comment of the call", () => {
    const [mend] = checkFix(
      agent(`const args = JSON.parse(call.arguments);
        const content = await runTool(call.name, args); // may take a while
        messages.push({ role: "tool", toolCallId: call.id, content });`),
      { rule, settings },
    );
    expect(mend?.code).toContain(`      let content;
      try {
        const args = JSON.parse(call.arguments);
        content = await runTool(call.name, args); // may take a while
      } catch (error) {
        content = \`Error: \${error instanceof Error ? error.message : String(error)}\`;
      }
      messages.push(`);
  });

  it("a statement without braces in braces behind what expects it", () => {
    const code = `
      import { model, runTool } from "./setup.js";
      export async function agent(messages) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          if (reply.toolCalls.length === 0) return reply.text;
          for (const call of reply.toolCalls)
            messages.push({ role: "tool", toolCallId: call.id, content: await runTool(call) });
        }
        throw new Error("limit");
      }
    `;
    expect(checkFix(code, { rule, settings })[0]?.code).toContain(`    for (const call of reply.toolCalls) {
      let observation;
      try {
        observation = await runTool(call);
      } catch (error) {
        observation = \`Error: \${error instanceof Error ? error.message : String(error)}\`;
      }
      messages.push({ role: "tool", toolCallId: call.id, content: observation });
    }
  }`);
  });

  it("with an object what becomes JSON text anyway", () => {
    const [mend] = checkFix(
      agent(
        'const result = await runTool(call);\n        messages.push({ role: "tool", toolCallId: call.id, content: JSON.stringify(result) });',
      ),
      { rule, settings },
    );
    expect(mend?.code).toContain("result = { error: error instanceof Error ? error.message : String(error) };");
  });

  it.each([
    [
      "a result that is taken apart",
      'const result = await runTool(call);\n        messages.push({ role: "tool", toolCallId: call.id, content: result.text });',
    ],
    [
      "a result of a type that no text has",
      'const result: Report = await runTool(call);\n        messages.push({ role: "tool", toolCallId: call.id, content: result });',
    ],
    ["what is put into a list as it is", "messages.push(await runTool(call));"],
    [
      "a state that goes into the next call",
      'let state = start;\n        state = await runTool(call, state);\n        messages.push({ role: "tool", toolCallId: call.id, content: state });',
    ],
    [
      "a call that is made only sometimes",
      'messages.push({ role: "tool", toolCallId: call.id, content: call.name === "run" ? await runTool(call) : "" });',
    ],
    [
      "arguments that are read behind the call",
      'const args = JSON.parse(call.arguments);\n        const content = await runTool(call.name, args);\n        messages.push({ role: "tool", toolCallId: call.id, content, args });',
    ],
  ])("not %s", (_, pass) => {
    expect(checkFix(agent(pass), { rule, settings })).toEqual([]);
  });

  it("a handler that leaves the answer out", () => {
    const [mend] = checkFix(
      agent(`try {
          messages.push({ role: "tool", toolCallId: call.id, content: await runTool(call) });
        } catch {
        }`),
      { rule, settings },
    );
    expect(mend?.code).toContain(`} catch (error) {
        messages.push({ role: "tool", toolCallId: call.id, content: \`Error: \${error instanceof Error ? error.message : String(error)}\` });
      }`);
  });

  it("a tool that hides its failure", () => {
    const [mend] = checkFix(
      `
      import { tool } from "ai";
      import { Input, docs } from "./setup.js";
      export const rename = tool({
        inputSchema: Input,
        execute: async ({ title }) => {
          try {
            await docs.rename(title);
          } catch (e) {
            console.error(e);
          }
        },
      });
      `,
      { rule },
    );
    expect(mend?.code).toContain(
      "console.error(e);\n      return `Error: ${e instanceof Error ? e.message : String(e)}`;",
    );
  });
});

describe("require-tool-error-handling and the calls beside the first", () => {
  const step = (behind: string, more = ""): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { act } from "./act.js";
    const client = new Anthropic();
    const messages: Anthropic.MessageParam[] = [];
    export async function step(text: string, left = 9): Promise<string> {
      if (left === 0) throw new Error("limit");
      if (text) messages.push({ role: "user", content: text });
      const reply = await client.messages.create({ model: "m", max_tokens: 900, messages, tools: [] ${more} });
      messages.push({ role: "assistant", content: reply.content });
      for (const part of reply.content) {
        if (part.type === "tool_use" && part.name === "act") {
          const output = await act(part.input).catch(String);
          messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: part.id, content: output }] });
          ${behind}
        }
      }
      return "done";
    }
  `;
  it("reports a pass that asks again behind the first answer", () => {
    check(
      step(`return step("", left - 1);
          //^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-error-handling: Only the first call of a reply is answered`),
      { rule: "require-tool-error-handling", preset: "strict" },
    );
  });
  it.each([
    ["a pass that ends the run", 'return "handed over";', ""],
    ["a pass that goes on", "", ""],
    [
      "calls that come one at a time",
      'return step("", left - 1);',
      ', tool_choice: { type: "auto", disable_parallel_tool_use: true }',
    ],
    ["a jump under a condition", 'if (output === "stop") return step("", left - 1);', ""],
  ])("is silent about %s", (_, behind, more) => {
    checkSilent(step(behind, more), { rule: "require-tool-error-handling", preset: "strict" });
  });
});

describe("require-tool-error-handling: a pass that a recursion ends behind its first answer", () => {
  const pass = (end: string): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { runTool } from "./t.js";
    const client = new Anthropic();
    export async function research(question: string) {
      let current: any[] = [{ role: "user", content: question }];
      let answer = "";
      async function read(reply: any): Promise<void> {
        for (const block of reply.content) {
          if (block.type === "tool_use") {
            const result = await runTool(block.name, block.input).catch((error: Error) => error.message);
            current = [
              ...current,
              { role: "assistant", content: reply.content },
              { role: "user", content: [{ type: "tool_result", tool_use_id: block.id, content: result }] },
            ];
            const next = await client.messages.create({ model: "m", max_tokens: 9, messages: current });
            ${end}
          } else if (block.type === "text") {
            answer = block.text;
          }
        }
      }
      await read(await client.messages.create({ model: "m", max_tokens: 9, messages: current }));
      return answer;
    }
  `;

  it("the list is made anew with the answer, and the next turn runs before a bare return", () => {
    check(
      pass(`
            await read(next);
            return;
            //^^^^^ require-tool-error-handling: Only the first call
      `),
      { rule },
    );
  });

  it("a bare return without another turn loses nothing that anybody misses", () => {
    checkSilent(pass("answer = String(next); return;"), { rule });
  });
});

describe("require-tool-error-handling and a dispatcher of the file", () => {
  const office = (rest: string): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { lessons, free, tools } from "./timetable.js";
    const claude = new Anthropic();
    async function dispatch(name, input) {
      switch (name) {
        case "lessons":
          return JSON.stringify(await lessons(input.teacher));
        case "free":
          return JSON.stringify(await free(input.day));
        ${rest}
      }
    }
    export async function office(messages) {
      for (let turn = 0; turn < 5; turn++) {
        const reply = await claude.messages.create({ model: "m", max_tokens: 9, messages, tools });
        messages.push({ role: "assistant", content: reply.content });
        if (reply.stop_reason !== "tool_use") return reply;
        const content = [];
        for (const part of reply.content) {
          if (part.type !== "tool_use") continue;
          try {
            content.push({ type: "tool_result", tool_use_id: part.id, content: await dispatch(part.name, part.input) });
          } catch (error) {
            content.push({ type: "tool_result", tool_use_id: part.id, is_error: true, content: String(error) });
          }
        }
        messages.push({ role: "user", content });
      }
      throw new Error("five turns");
    }
  `;

  it("reports that it gives nothing for a name that no case stands for", () => {
    expect(found(office(""), { rule })).toHaveLength(1);
  });

  it.each(['default:\n          return "no such tool";', 'default:\n          throw new Error(name);'])("is silent with `%s`", (rest) => {
    checkSilent(office(rest), { rule });
  });
});

describe("require-tool-error-handling and calls that are forbidden", () => {
  it.each(["may(role, part.name)", "user.can(part.name)", "user.canRun(part)"])("reports that nothing is answered unless %s", (asked) => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      import { may, perform, role, tools, user } from "./hospital.js";
      const claude = new Anthropic();
      export async function nurse(messages) {
        for (let turn = 0; turn < 5; turn++) {
          const reply = await claude.messages.create({ model: "m", max_tokens: 9, messages, tools });
          messages.push({ role: "assistant", content: reply.content });
          if (reply.stop_reason !== "tool_use") return reply;
          const content = [];
          for (const part of reply.content) {
            if (part.type !== "tool_use") continue;
            if (!${asked}) continue;
            //${" ".repeat(asked.length + 5)}^^^^^^^^^ require-tool-error-handling
            content.push({ type: "tool_result", tool_use_id: part.id, content: await perform(part).catch(String) });
          }
          messages.push({ role: "user", content });
        }
        throw new Error("five turns");
      }
      `,
      { rule },
    );
  });
});
