import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lintPaths } from "../src/index.js";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "outlines-")));
  writeFileSync(join(folder, "package.json"), "{}");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe("the outline of a loop", () => {
  it("names what asks the model, what bounds it, and the code elsewhere that it reaches", async () => {
    writeFileSync(
      join(folder, "ask.ts"),
      'import OpenAI from "openai";\nconst client = new OpenAI();\n\nexport async function ask(messages: any[]) {\n  return await client.chat.completions.create({ model: "m", messages });\n}\n',
    );
    writeFileSync(
      join(folder, "loop.ts"),
      `import { ask } from "./ask.js";
export async function run(messages: any[]) {
  for (let turn = 0; turn < 8; turn++) {
    const reply = await ask(messages);
    messages.push(reply.choices[0].message);
    if (!reply.choices[0].message.tool_calls) return messages;
  }
  throw new Error("limit");
}
`,
    );
    const results = await lintPaths({ targets: ["."], cwd: folder });
    const [loop] = results.find(({ path }) => path.endsWith("loop.ts"))?.loops ?? [];
    expect(loop).toMatchObject({ kind: "for", bounded: "yes", bounds: [{ measure: "steps" }], calls: [{ callee: "ask" }], lines: { from: 3, to: 7 } });
    expect(loop?.reaches).toContainEqual({ path: join(folder, "ask.ts"), from: 4, to: 6 });
  });
});

describe("shards", () => {
  it("hold every file once", async () => {
    for (let i = 0; i < 20; i++) writeFileSync(join(folder, `f${i}.ts`), "export {};\n");
    const parts = await Promise.all([1, 2, 3].map((part) => lintPaths({ targets: ["."], cwd: folder, shard: { part, of: 3 } })));
    expect(parts.flat().map(({ path }) => path).sort()).toEqual((await lintPaths({ targets: ["."], cwd: folder })).map(({ path }) => path).sort());
    expect(parts.filter((part) => part.length > 0).length).toBeGreaterThan(1);
  });
});
