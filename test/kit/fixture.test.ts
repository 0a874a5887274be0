import { describe, expect, it } from "vitest";
import { check, checkFix, checkSilent, dedent } from "./fixture.js";
import { checkLoop } from "./check-loop.js";

const LOOP = `
  import OpenAI from "openai";
  const client = new OpenAI();
  export async function run(messages) {
    while (true) {
    //^^^^^^^^^^^^ no-unbounded-loop: client.chat.completions.create
      const reply = await client.chat.completions.create({ model: "m", messages });
      messages.push(reply.choices[0].message);
      if (!reply.choices[0].message.tool_calls) return messages;
    }
  }
`;

describe("check", () => {
  it("passes when carets and findings agree, in TypeScript and in JavaScript", () => {
    check(LOOP, { rule: "no-unbounded-loop" });
    check(LOOP, { rule: "no-unbounded-loop", path: "fixture.js" });
  });

  it.each([
    ["nothing is expected", LOOP.replace(/\n.*\^.*/, "")],
    ["another place is expected", LOOP.replace("//^^^^", "//^^")],
    ["another message is expected", LOOP.replace("client.chat.completions.create\n", "nonsense\n")],
    ["another rule is expected", LOOP.replace("no-unbounded-loop:", "require-budget:")],
  ])("fails when %s", (_, code) => {
    expect(() => {
      check(code, { rule: "no-unbounded-loop" });
    }).toThrow();
  });

  it("reads other files of the project from a folder", () => {
    checkSilent(`import { a } from "./a.js"; console.log(a);`, { files: { "a.ts": "export const a = 1;" } });
  });
});

describe("checkFix", () => {
  it("gives every mended text, none of which has the finding", () => {
    for (const { code } of checkFix(LOOP.replace(/\n.*\^.*/, ""), { rule: "no-unbounded-loop" })) expect(code).not.toBe(dedent(LOOP));
  });
});

describe("checkLoop", () => {
  it("prints the model, the same for every parser", () => {
    expect(checkLoop(LOOP, { path: "/fixture.js" })).toContain("asks client.chat.completions.create");
  });
});
