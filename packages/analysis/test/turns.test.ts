import { describe, expect, it } from "vitest";
import { checkLoop } from "../../../test/kit/check-loop.js";

const settings = { modelCalls: ["llm.chat"], toolCalls: ["run"] };

/** What is known about a turn: acting, progress, history, loss. */
function turnOf(body: string, before = ""): string {
  const code = `
    export async function f(llm, messages, run, world) {
      ${before}
      for (let step = 0; step < 40; step++) {
        ${body}
      }
      throw new Error("limit");
    }
  `;
  return checkLoop(code, { settings }).split("\n").find((line) => line.startsWith("  acts"))?.trim() ?? "";
}

const ask = "const reply = await llm.chat(messages); if (!reply.toolCalls.length) return reply.text;";

describe("a turn", () => {
  it("acts when it runs what the reply asks for", () => {
    expect(turnOf(`${ask} messages.push(reply.message, await world.carryOut(reply.toolCalls));`)).toMatch(/^acts: yes/);
    expect(turnOf(`${ask} messages.push(reply.message); console.log(reply.toolCalls);`)).toMatch(/^acts: no/);
  });

  it("makes progress visible by looking back, not by writing down", () => {
    expect(turnOf(`${ask} const key = JSON.stringify(reply.toolCalls); if (seen.includes(key)) throw new Error("again"); seen.push(key); messages.push(await run(reply.toolCalls));`, "const seen = [];")).toMatch(/progress: yes/);
    expect(turnOf(`${ask} seen.push(JSON.stringify(reply.toolCalls)); messages.push(await run(reply.toolCalls));`, "const seen = [];")).toMatch(/progress: no/);
    expect(turnOf(`${ask} if (world.isStuck()) throw new Error("stuck"); messages.push(await run(reply.toolCalls));`)).toMatch(/progress: unknown/);
  });

  it("lengthens a history that something may shorten", () => {
    expect(turnOf(`${ask} messages.push(reply.message);`)).toMatch(/history messages: grows yes, trimmed no/);
    expect(turnOf(`${ask} messages.push(reply.message); messages.splice(1, 2);`)).toMatch(/history messages: grows yes, trimmed yes/);
    expect(turnOf(`${ask} messages.push(reply.message); await world.compact(messages);`)).toMatch(/history messages: grows yes, trimmed unknown/);
    expect(turnOf("const reply = await llm.chat(messages.slice(-9)); if (!reply.toolCalls.length) return reply; messages.push(reply.message);")).toMatch(/history -: grows no/);
  });

  it("loses what does not reach the next one", () => {
    expect(turnOf(`${ask} const result = await run(reply.toolCalls[0]); console.log(result);`)).toMatch(/lost: same-input/);
    expect(turnOf(`${ask} messages.push(await run(reply.toolCalls[0]));`)).not.toMatch(/lost/);
    expect(turnOf("const list = [{ role: 'user', content: 'x' }]; const reply = await llm.chat(list); if (!reply.toolCalls.length) return reply.text; list.push(await run(reply.toolCalls[0]));")).toMatch(/lost: rebuilt list/);
  });
});
