import { describe, expect, it } from "vitest";
import { checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "no-model-text-stop";
const preset = "strict";

/** A loop that a helper of another file ends. */
function loop(test: string, imports = test): string {
  return `
    import OpenAI from "openai";
    import { ${/\b(\w+)\(/.exec(imports)?.[1] ?? ""} } from "./helper.js";
    const openai = new OpenAI();
    export async function work(messages: any[]) {
      for (let turn = 0; turn < 8; turn++) {
        const reply = await openai.chat.completions.create({ model: "m", messages });
        const text = reply.choices[0].message.content ?? "";
        if (${test}) return text;
        messages.push(reply.choices[0].message, { role: "user", content: "go on" });
      }
      throw new Error("limit");
    }
  `;
}

function endedBy(test: string, helper: string): string[] {
  return found(loop(test), { rule, preset, files: { "helper.ts": helper } });
}

describe("no-model-text-stop sees a question that a helper of another file asks", () => {
  it("of the text it is given", () => {
    expect(endedBy("isDone(text)", `export const isDone = (text: string) => text.includes("TASK COMPLETE");`)).toEqual(["isDone(text)"]);
    expect(endedBy("isDone(text)", `export function isDone(text: string): boolean { if (/^done/i.test(text.trim())) return true; return false; }`)).toHaveLength(1);
  });

  it("through further helpers", () => {
    expect(endedBy("isDone(text)", `const said = (text: string, word: string) => text.toLowerCase().includes(word); export const isDone = (text: string) => said(text, "all done");`)).toHaveLength(1);
  });

  it("of a part of what it is given", () => {
    expect(endedBy("isDone(reply.choices[0])", `export const isDone = (choice: any) => choice.message.content.endsWith("DONE");`)).toHaveLength(1);
  });

  it("in a parser, under a property", () => {
    const parser = `export function parse(text: string) { return { final: text.startsWith("FINAL ANSWER"), length: text.length }; }`;
    expect(endedBy("parse(text).final", parser)).toHaveLength(1);
  });

  it("of the text that another helper has taken out", () => {
    expect(endedBy(`textOf(reply.choices[0]).includes("DONE")`, `export const textOf = (choice: any) => choice.message.content ?? "";`)).toHaveLength(1);
  });
});

describe("no-model-text-stop is silent about a helper of another file", () => {
  const quiet: Record<string, readonly [test: string, helper: string]> = {
    "that asks for anything at all": ["isDone(reply.choices[0])", `export const isDone = (choice: any) => !choice.message.tool_calls?.length;`],
    "that asks a check outside": ["await isDone(text)", `import { run } from "./tests.js"; export async function isDone(text: string) { if (!text.includes("DONE")) return false; return (await run()).ok; }`],
    "that parses": ["parse(text).final", `export function parse(text: string) { return JSON.parse(text) as { final: boolean }; }`],
    "that says how long it is": ["parse(text).length > 400", `export function parse(text: string) { return { final: text.startsWith("FINAL ANSWER"), length: text.length }; }`],
    "that asks why the model stopped": ["isDone(reply.choices[0])", `export const isDone = (choice: any) => choice.finish_reason === "stop";`],
  };
  for (const [name, [test, helper]] of Object.entries(quiet)) {
    it(name, () => {
      checkSilent(loop(test), { rule, preset, files: { "helper.ts": helper } });
    });
  }
});

describe("a router of a network", () => {
  const network = (router: string): string => `
    import { createAgent, createNetwork, openai } from "@inngest/agent-kit";
    import { textOf } from "./helper.js";
    const coder = createAgent({ name: "coder", system: "write", model: openai({ model: "m" }) });
    const network = createNetwork({ name: "team", agents: [coder], maxIter: 9, router: ${router} });
    export const result = await network.run("a page");
  `;
  const files = {
    "helper.ts": `export function textOf(result: any): string { const text = result?.output.find((one: any) => one.type === "text"); if (!text) return ""; return typeof text.content === "string" ? text.content : text.content.map((part: any) => part.text).join(""); }`,
  };

  it("is heard when words in a reply end it", () => {
    const router = `({ network, callCount }) => { const said = textOf(network.state.results.at(-1)); if (callCount > 0) { if (said.includes("TASK_COMPLETED")) return; } return coder; }`;
    expect(found(network(router), { rule, preset, files })).toEqual([`said.includes("TASK_COMPLETED")`]);
    expect(found(network(`({ lastResult }) => textOf(lastResult).includes("DONE") ? undefined : coder`), { rule, preset, files })).toHaveLength(1);
  });

  it("is left alone when something else does", () => {
    checkSilent(network(`({ network }) => { if (network.state.kv.get("answer")) return; return coder; }`), { rule, preset, files });
    checkSilent(network(`({ callCount }) => callCount > 3 ? undefined : coder`), { rule, preset, files });
    checkSilent(network(`({ network }) => { if (textOf(network.state.results.at(-1)).includes("help")) return coder; return coder; }`), { rule, preset, files });
  });
});
