import { describe, expect, it } from "vitest";
import { checkLoop } from "../../../test/kit/check-loop.js";

const settings = { modelCalls: ["llm.chat"], toolCalls: ["run"] };

/** The lines of the printed model that speak about exits. */
function exitsOf(code: string): string[] {
  return checkLoop(code, { settings })
    .split("\n")
    .filter((line) => line.startsWith("  exit"))
    .map((line) => line.trim().replace(/ \(.*\)$/, ""));
}

describe("each way out of a loop is an exit of its own", () => {
  it("one condition with two reasons is two exits", () => {
    const exits = exitsOf(`
      export async function f(llm, messages) {
        let step = 0;
        while (true) {
          step++;
          const reply = await llm.chat(messages);
          messages.push(reply.message);
          if (reply.text.includes("DONE") || step >= 9) return reply.text;
        }
      }
    `);
    expect(exits).toEqual(["exit :7 decided by model-text, success", "exit :7 decided by ceiling, same-as-success"]);
  });

  it("of two conditions that have to hold together the one that the model cannot fake decides", () => {
    const exits = exitsOf(`
      export async function f(llm, messages, verify) {
        for (;;) {
          const reply = await llm.chat(messages);
          messages.push(reply.message);
          if (reply.text.includes("DONE") && (await verify(messages))) return reply.text;
        }
      }
    `);
    expect(exits).toEqual(["exit :5 decided by oracle, success"]);
  });

  it("a condition that a limit has not yet reached is no exit at the limit", () => {
    const exits = exitsOf(`
      export async function f(llm, messages) {
        let step = 0;
        while (step++ < 20) {
          const reply = await llm.chat(messages);
          messages.push(reply.message);
          if (step < 3) {
            if (!reply.toolCalls.length) return reply.text;
          }
        }
        throw new Error("limit");
      }
    `);
    expect(exits).toEqual(["exit :3 decided by ceiling, throws", "exit :7 decided by model-signal, success"]);
  });

  it("a recursion ends where a condition of its own call does not hold", () => {
    const exits = exitsOf(`
      async function go(llm, messages, depth) {
        const reply = await llm.chat(messages);
        if (depth < 10 && reply.toolCalls.length) return go(llm, [...messages, reply.message], depth + 1);
        return reply.text;
      }
      export const start = (llm, messages) => go(llm, messages, 0);
    `);
    expect(exits).toContain("exit :3 decided by ceiling, unknown");
    expect(exits).toContain("exit :3 decided by model-signal, unknown");
  });
});

describe("what an exit hands over is compared with what a good end does", () => {
  const loop = (end: string, good = "return { text: reply.text, ok: true };"): string => `
    function giveUp(): never { throw new Error("limit"); }
    export async function f(llm, messages) {
      for (let step = 0; step < 9; step++) {
        const reply = await llm.chat(messages);
        messages.push(reply.message);
        if (!reply.toolCalls.length) ${good}
      }
      ${end}
    }
  `;
  it.each([
    ["throw new Error('limit');", "throws"],
    ["return giveUp();", "throws"],
    ["return null;", "failure"],
    ["", "failure"],
    ["return { text: '', ok: false };", "failure"],
    ["return { error: 'limit' };", "failure"],
    ["return { text: 'sorry', ok: true };", "same-as-success"],
    ["return { text: messages.at(-1).text, ok: messages.length < 9 };", "unknown"],
    ["return { ...messages.at(-1) };", "unknown"],
  ])("%s is %s", (end, result) => {
    expect(exitsOf(loop(end))[0]).toBe(`exit :3 decided by ceiling, ${result}`);
  });

  it("a text for a text", () => {
    expect(exitsOf(loop('return "The step limit was reached.";', "return reply.text;"))[0]).toBe("exit :3 decided by ceiling, same-as-success");
  });
});
