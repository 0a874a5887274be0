import { describe, expect, it } from "vitest";
import { throughEngine } from "../../../test/kit/through-engine.js";

/** How often the rule speaks about a loop of at most five turns. */
function forced(before: string, request: string, body: string): number {
  const text = `
    import OpenAI from "openai";
    import { answer, isAnswer, tools, wanted } from "./setup.js";
    const client = new OpenAI();
    const FINAL = "give_answer";
    ${before}
    export async function run(messages: any[]) {
      for (let turn = 0; turn < 5; turn++) {
        const reply = await client.chat.completions.create(${request});
        const { message } = reply.choices[0];
        messages.push(message);
        ${body}
        messages.push(...(await answer(message.tool_calls)));
      }
      throw new Error("five turns");
    }
  `;
  return throughEngine({ path: "snippet.ts", text }).filter(({ rule }) => rule === "no-forced-tool-choice").length;
}

const UNTIL_NONE = "if (!message.tool_calls?.length) return message.content;";
const ALWAYS = '{ model: "m", messages, tools, tool_choice: "required" }';

describe("a choice that is forced in every turn", () => {
  it.each([
    ["written in the request", "", ALWAYS],
    ["made by a helper", 'const request = (messages: any[]) => ({ model: "m", messages, tools, tool_choice: "required" as const });', "request(messages)"],
    ["on a condition that no turn changes", 'const request = (messages: any[], strict: boolean) => ({ model: "m", messages, tools, tool_choice: strict ? "required" : "auto" });', "request(messages, wanted)"],
  ])("is reported when it is %s", (_, before, request) => {
    expect(forced(before, request, UNTIL_NONE)).toBe(1);
  });

  it.each([
    ["of the helper's caller", 'const request = (messages: any[], first: boolean) => ({ model: "m", messages, tools, tool_choice: first ? "required" : "auto" });', "request(messages, turn === 0)"],
    ["in an option of the helper", 'const request = ({ messages, first }: any) => ({ model: "m", messages, tools, tool_choice: first ? "required" : "auto" });', "request({ messages, first: turn === 0 })"],
    ["through two helpers", 'const choose = (turn: number) => (turn < 1 ? "required" : "auto");\nfunction request(messages: any[], turn: number) { return { model: "m", messages, tools, tool_choice: choose(turn) }; }', "request(messages, turn)"],
    ["of a name inside of the helper", 'function request(messages: any[]) { const first = messages.length === 1; return { model: "m", messages, tools, tool_choice: first ? "required" : "auto" }; }', "request(messages)"],
    ["that a constant of the call decides", 'const request = (messages: any[], force: boolean) => ({ model: "m", messages, tools, tool_choice: force ? "required" : "auto" });', "request(messages, false)"],
  ])("is not forced under a condition %s", (_, before, request) => {
    expect(forced(before, request, UNTIL_NONE)).toBe(0);
  });

  it("is not forced while a field counts the turns", () => {
    const text = `
      import OpenAI from "openai";
      import { answer, tools } from "./setup.js";
      export class Desk {
        private asked = 0;
        private client = new OpenAI();
        async run(messages: any[]) {
          while (this.asked < 5) {
            const reply = await this.client.chat.completions.create({ model: "m", messages, tools, tool_choice: this.asked === 0 ? "required" : "auto" });
            this.asked++;
            const { message } = reply.choices[0];
            messages.push(message);
            if (!message.tool_calls?.length) return message.content;
            messages.push(...(await answer(message.tool_calls)));
          }
        }
      }
    `;
    expect(throughEngine({ path: "snippet.ts", text }).filter(({ rule }) => rule === "no-forced-tool-choice")).toEqual([]);
  });
});

describe("a tool that ends the loop is wanted in every turn", () => {
  it.each([
    ["found by its name", "const last = message.tool_calls?.find((c) => c.function.name === FINAL); if (last) return last.function.arguments;"],
    ["found by a predicate of the file", "const last = message.tool_calls?.find(isFinal); if (last !== undefined) return last;", "const isFinal = (call: any) => call.function.name === FINAL;"],
    ["one of the names", "const names = message.tool_calls?.map((c) => c.function.name) ?? []; if (names.includes(FINAL)) return names;"],
    ["asked for in a function", "if (isOver(message)) return message;", "function isOver(message: any) { return message.tool_calls?.some((c: any) => c.function.name === FINAL); }"],
    ["taken out of the list", "const [call] = (message.tool_calls ?? []).filter(({ function: { name } }) => name === FINAL); if (call) return call;"],
  ])("when it is %s", (_, body, before = "") => {
    expect(forced(before, ALWAYS, body)).toBe(0);
  });

  it("but not when its name only stands in the request", () => {
    expect(forced("", '{ model: "m", messages, tools: [{ type: "function", function: { name: FINAL } }, ...tools].filter((t) => t.function.name !== "x"), tool_choice: "required" }', UNTIL_NONE)).toBe(1);
  });
});
