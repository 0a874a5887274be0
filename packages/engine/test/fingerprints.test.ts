import { describe, expect, it } from "vitest";
import { DEFAULT_CONFIG, fingerprintsOf, lintText, parseText } from "../src/index.js";

const LOOP = `import OpenAI from "openai";
const client = new OpenAI();
class Agent {
  async run(messages) {
    while (true) {
      const reply = await client.chat.completions.create({ model: "m", messages });
      messages.push(reply.choices[0].message);
      if (!reply.choices[0].message.tool_calls) return messages;
    }
  }
}
`;

function fingerprints(text: string): string[] {
  const parsed = parseText("/a.js", text);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return fingerprintsOf(lintText({ path: "/a.js", text, config: DEFAULT_CONFIG }).findings, text, parsed.program);
}

describe("a fingerprint", () => {
  const known = fingerprints(LOOP);

  it("is there for every finding, and each is another", () => {
    const twice = fingerprints(LOOP + LOOP.slice(LOOP.indexOf("class")).replace("class Agent", "class Other"));
    expect(known.length).toBeGreaterThan(0);
    expect(known.every((one) => /^[0-9a-f]{16}$/.test(one))).toBe(true);
    expect(new Set(twice).size).toBe(twice.length);
    expect(twice.length).toBe(2 * known.length);
  });

  it("stays when lines are put above, indentation changes, or the body is edited", () => {
    expect(fingerprints(`// one\n// two\n${LOOP}`)).toEqual(known);
    expect(fingerprints(LOOP.replaceAll("  ", "\t").replaceAll("\n", "\r\n"))).toEqual(known);
    expect(fingerprints(LOOP.replace("messages.push", "console.log(1); messages.push"))).toEqual(known);
  });

  it("changes with the function and with the line", () => {
    for (const changed of [LOOP.replace("run(", "walk("), LOOP.replace("class Agent", "class Worker"), LOOP.replace("while (true)", "for (;;)")]) {
      expect(fingerprints(changed)).not.toContain(known[0]);
    }
  });

  it("tells findings apart that look the same", () => {
    const body = LOOP.slice(LOOP.indexOf("    while"), LOOP.indexOf("  }\n}"));
    const twice = fingerprints(LOOP.replace(body, `if (messages.a) {\n${body}} else {\n${body}}\n`));
    expect(new Set(twice).size).toBe(twice.length);
    expect(twice).toEqual(expect.arrayContaining(known));
  });
});
