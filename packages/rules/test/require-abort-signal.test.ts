import { describe, expect, it } from "vitest";
import { throughEngine } from "../../../test/kit/through-engine.js";

const missed = (body: string): number => {
  const text = `
    import OpenAI from "openai";
    import { other } from "./setup.js";
    export class Desk {
      private readonly controller = new AbortController();
      private readonly client = new OpenAI();
      cancel() { this.controller.abort(); }
      async write(messages: any[]) {
        ${body}
      }
    }
  `;
  return throughEngine({ path: "snippet.ts", text }).filter(({ rule }) => rule === "require-abort-signal").length;
};
const request = (options: string): string => `return this.client.chat.completions.create({ model: "m", messages }${options});`;

describe("the signal of a controller", () => {
  it.each([
    ["written out", request(", { signal: this.controller.signal }")],
    ["taken out of it", `const { signal } = this.controller; ${request(", { signal }")}`],
    ["taken out under another name", `const { signal: stop } = this.controller; ${request(", { signal: stop }")}`],
    ["of a constant", `const controller = this.controller; ${request(", { signal: controller.signal }")}`],
    ["with a timeout beside it", `const { signal } = this.controller; const either = AbortSignal.any([signal, AbortSignal.timeout(9_000)]); ${request(", { signal: either }")}`],
  ])("is handed on when it is %s", (_, body) => {
    expect(missed(body)).toBe(0);
  });

  it.each([
    ["left alone", request("")],
    ["taken out and left alone", `const { signal } = this.controller; ${request("")}`],
    ["given to something else only", `const { signal } = other; ${request(", { signal }")}`],
  ])("is missed when it is %s", (_, body) => {
    expect(missed(body)).toBe(1);
  });
});
