import { describe, expect, it } from "vitest";
import { checkSilent, found } from "../../../test/kit/fixture.js";

const options = { rule: "no-false-success", preset: "strict" } as const;

const agent = (atLimit: string): string => `
  import OpenAI from "openai";
  const openai = new OpenAI();
  export async function solve(task: string) {
    const messages: any[] = [{ role: "user", content: task }];
    let text = "";
    for (let turn = 0; turn < 9; turn++) {
      const reply = await openai.chat.completions.create({ model: "m", messages });
      text = reply.choices[0].message.content ?? "";
      messages.push(reply.choices[0].message);
      if (!reply.choices[0].message.tool_calls) return { done: true, text };
    }
    ${atLimit}
  }
`;
const flagged = agent("return { done: false, text };");

const caller = (body: string): string => `
  import { solve } from "./agent.js";
  import { store } from "./store.js";
  export async function answer(task: string) {
    ${body}
  }
`;

describe("no-false-success sees a flag that the caller does not read", () => {
  const files = { "agent.ts": flagged };
  it.each([
    ["const { text } = await solve(task); return text;", "text"],
    ["const result = await solve(task); await store.save(result.text);", "result.text"],
    ["return (await solve(task)).text;", "(await solve(task)).text"],
  ])("in %s", (body, shown) => {
    expect(found(caller(body), { ...options, files })).toEqual([shown]);
  });

  it("in the file of the function itself", () => {
    expect(found(`${flagged}\n export const answer = async (task: string) => { const { text } = await solve(task); return text; };`, options)).toEqual(["text"]);
  });

  it.each([
    "return solve(task);",
    "const result = await solve(task); if (!result.done) throw new Error('limit'); return result.text;",
    "const { done, text } = await solve(task); return { done, text };",
    "const { text } = await solve(task); console.log(text);",
    "const { text } = await solve(task); if (text === '') throw new Error('nothing'); return text;",
  ])("but not in %s", (body) => {
    checkSilent(caller(body), { ...options, files });
  });

  it.each(["throw new Error('limit');", "return { done: true, text: await sumUp(text) };"])("and not where the function ends with %s", (atLimit) => {
    checkSilent(caller("const { text } = await solve(task); return text;"), { ...options, files: { "agent.ts": agent(atLimit) } });
  });

  it("and not for what a handler says of an error", () => {
    const caught = `
      import { generateText } from "ai";
      export async function solve(task: string) {
        try { for (let n = 0; n < 3; n++) { const { text } = await generateText({ model: "m", prompt: task }); if (JSON.parse(text).fine) return { done: true, text }; } throw new Error("limit"); }
        catch { return { done: false, text: "" }; }
      }
    `;
    checkSilent(caller("const { text } = await solve(task); return text;"), { ...options, files: { "agent.ts": caught } });
  });
});
