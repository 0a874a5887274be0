import { describe, expect, it } from "vitest";
import { check, checkFix, checkSilent } from "../../../test/kit/fixture.js";

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

describe("require-tool-error-handling is silent", () => {
  it.each([
    ["when the failure is the answer", 'const content = await runTool(call).catch((e: Error) => e.message); messages.push({ toolCallId: call.id, content });'],
    ["when the result says how it went", 'const result = await runTool(call); messages.push({ toolCallId: call.id, content: result.isError ? "failed" : result.text });'],
    ["when a helper may catch", "messages.push({ toolCallId: call.id, content: await attempt(() => runTool(call)) });"],
    ["when the answer comes behind the handler", 'let content = "failed"; try { content = await runTool(call); } catch (e) { log.warn(e); } messages.push({ toolCallId: call.id, content });'],
    ["when another kind of call is passed over", 'if (call.type !== "function") continue; messages.push({ toolCallId: call.id, content: await runTool(call).catch(asText) });'],
  ])("%s", (_, body) => {
    checkSilent(agent(body), { rule, settings });
  });

  it("when all calls settle", () => {
    checkSilent(
      agent("").replace(/for \(const call of[^}]*\}/, "messages.push(...(await Promise.allSettled(reply.toolCalls.map((call: unknown) => runTool(call)))));"),
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
    const [mend] = checkFix(agent('const content = await runTool(call);\n        messages.push({ role: "tool", toolCallId: call.id, content });'), { rule, settings });
    expect(mend?.code).toContain(`let content;
      try {
        content = await runTool(call);
      } catch (error) {
        content = \`error: \${error instanceof Error ? error.message : String(error)}\`;
      }`);
  });

  it("an argument", () => {
    const [mend] = checkFix(agent('messages.push({ role: "tool", toolCallId: call.id, content: await runTool(call) });'), { rule, settings });
    expect(mend?.code).toContain("content: await runTool(call).catch((error: unknown) => `error: ${error instanceof Error ? error.message : String(error)}`)");
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
        messages.push({ role: "tool", toolCallId: call.id, content: \`error: \${error instanceof Error ? error.message : String(error)}\` });
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
    expect(mend?.code).toContain("console.error(e);\n      return `error: ${e instanceof Error ? e.message : String(e)}`;");
  });
});
