import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_CONFIG, DiskSources, lintText, RememberedResults, type LintTextInput } from "../src/index.js";

let folder: string;
let port: DiskSources;
let results: RememberedResults;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "remembered-")));
  port = new DiskSources([folder]);
  results = new RememberedResults();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const ASKS = `import OpenAI from "openai";
const client = new OpenAI();
export async function ask(messages: any[]) { return client.chat.completions.create({ model: "gpt-5", messages }); }
`;
const ECHO = "export async function ask(messages: any[]) { return { done: messages.length > 3 }; }\n";
const MAIN = `import { ask } from "./llm.js";
export async function run(messages: any[]) {
  while (true) {
    const reply = await ask(messages);
    messages.push(reply);
    if (reply.done) return messages;
  }
}
`;

function put(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function main(): LintTextInput {
  return { path: join(folder, "main.ts"), text: MAIN, config: DEFAULT_CONFIG, port };
}

describe("a remembered result", () => {
  it("stands while another file changes in what nobody reads of it, and falls when it changes in more", () => {
    put("llm.ts", ASKS);
    put("main.ts", MAIN);
    const first = results.lint(main());
    expect(first.findings).not.toEqual([]);
    port.overlay(join(folder, "llm.ts"), ASKS.replace('"gpt-5"', '"gpt-6"'));
    // The place in the other file is found anew, so the findings are; nothing else is.
    expect(results.lint(main())).toEqual(first);
    port.overlay(join(folder, "other.ts"), "export const a = 1;\n");
    const before = results.lint(main());
    port.overlay(join(folder, "other.ts"), "export const a = 2;\n");
    expect(results.lint(main()).findings).toBe(before.findings);
    port.overlay(join(folder, "llm.ts"), ECHO);
    expect(results.lint(main()).findings).toEqual([]);
  });

  it("falls when a file comes that was looked for, and when the settings change", () => {
    put("main.ts", MAIN);
    expect(results.findingsOf(main()).findings).toEqual([]);
    put("llm.ts", ASKS);
    port.forget(join(folder, "llm.ts"));
    expect(results.findingsOf(main()).findings.map(({ rule }) => rule)).toContain("no-unbounded-loop");
    expect(results.findingsOf({ ...main(), config: { ...DEFAULT_CONFIG, rules: { "no-unbounded-loop": "off" } } }).findings.map(({ rule }) => rule)).not.toContain("no-unbounded-loop");
  });

  it("is what linting anew would give, after any edits of any files", () => {
    const texts = fc.constantFrom(ASKS, ECHO, MAIN, `\n${ASKS}`, MAIN.replace("./llm.js", "./between.js"), 'export * from "./llm.js";\n', "export const = ;\n");
    const names = fc.constantFrom("llm.ts", "main.ts", "between.ts");
    fc.assert(
      fc.property(fc.array(fc.tuple(names, texts), { minLength: 2, maxLength: 12 }), (edits) => {
        const now = new Map<string, string>();
        for (const [name, text] of edits) {
          port.overlay(join(folder, name), text);
          now.set(name, text);
          for (const [each, current] of now) {
            const input = { path: join(folder, each), text: current, config: DEFAULT_CONFIG, port };
            const { model: _, ...fresh } = lintText(input);
            const { model: __, ...remembered } = results.lint(input);
            expect(remembered).toEqual(fresh);
          }
        }
        for (const name of now.keys()) port.overlay(join(folder, name), undefined);
      }),
      { numRuns: 60 },
    );
  });
});
