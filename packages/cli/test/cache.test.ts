import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../src/run.js";

const ENDLESS = `import OpenAI from "openai";
const client = new OpenAI();
export async function run(messages: any[]) {
  while (true) {
    const reply = await client.chat.completions.create({ model: "gpt-5", messages });
    messages.push(reply.choices[0].message);
    if (!reply.choices[0].message.tool_calls) return messages;
  }
}
`;

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "cli-cache-")));
  writeFileSync(join(cwd, "agent.ts"), ENDLESS);
  writeFileSync(join(cwd, "other.ts"), "export const other = 1;\n");
});
afterEach(() => {
  rmSync(cwd, { recursive: true });
});

async function check(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const code = await run(["check", "--stats", ...args], { cwd, colour: false, out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

describe("check --cache", () => {
  it("says the same the second time, and that it knew it", async () => {
    const plain = await check();
    const first = await check("--cache");
    const second = await check("--cache");
    for (const { code, out } of [first, second]) expect({ code, out }).toEqual({ code: plain.code, out: plain.out });
    expect(first.err).toMatch(/^2 files in [\d.]+ s, 0 of them known from earlier runs\.\n/);
    expect(second.err).toMatch(/^2 files in [\d.]+ s, 2 of them known from earlier runs\.\n/);
  });

  it("writes nothing without it; with it among what tools can make again, or beside where there is no such place", async () => {
    await check();
    expect(existsSync(join(cwd, ".agent-loop-cache"))).toBe(false);
    await check("--cache");
    expect(existsSync(join(cwd, ".agent-loop-cache"))).toBe(true);
    mkdirSync(join(cwd, "node_modules"));
    await check("--cache");
    expect(existsSync(join(cwd, "node_modules/.cache/agent-loop-cache"))).toBe(true);
  });

  it.each([
    ["a file", "made/here", "made/here"],
    ["a folder", "made/", "made/agent-loop-cache"],
    ["a folder that is there", ".", "agent-loop-cache"],
  ])("goes to %s of one's own", async (_, given, made) => {
    await check("--cache-location", given);
    expect(existsSync(join(cwd, made))).toBe(true);
    expect((await check("--cache-location", given)).err).toContain("2 of them known");
  });

  it("leaves a file alone that it has not written, and says so in one line", async () => {
    const { code, err } = await check("--cache-location", "agent.ts");
    expect(code).toBe(1);
    expect(err.split("\n")[0]).toBe(`agent-loop: ${join(cwd, "agent.ts")}: this is no cache of agent-loop; it is not used, and left as it is.`);
    expect(readFileSync(join(cwd, "agent.ts"), "utf8")).toBe(ENDLESS);
  });
});
