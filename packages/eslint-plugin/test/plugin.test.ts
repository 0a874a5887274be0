import { readFileSync } from "node:fs";
import { allRules } from "@agent-loop/rules";
import { Linter, type AST } from "eslint";
import { Linter as Linter9 } from "eslint9";
import { describe, expect, it } from "vitest";
import plugin from "../src/index.js";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { name: string; version: string };

/** A parser whose tree is nested more deeply than a stack allows, in a place that ESLint itself does not walk. */
const TOO_DEEP: Linter.Parser = {
  parseForESLint(text) {
    const at = { range: [0, text.length] as [number, number], loc: { start: { line: 1, column: 0 }, end: { line: 1, column: text.length } } };
    let deep: object = { type: "Literal", value: 1, raw: "1", ...at };
    for (let i = 0; i < 200_000; i++) deep = { type: "UnaryExpression", operator: "-", prefix: true, argument: deep, ...at };
    const body = [{ type: "ExpressionStatement", expression: deep, ...at }];
    const ast = { type: "Program", sourceType: "module", tokens: [], comments: [], body, ...at } as unknown as AST.Program;
    return { ast, visitorKeys: { Program: [] }, scopeManager: null };
  },
};

describe("the plugin", () => {
  it("has the name and version of its manifest", () => {
    expect(plugin.meta).toMatchObject({ name: manifest.name, version: manifest.version, namespace: "agent-loop" });
  });

  it("has every rule, with a page, a sentence and suggestions", () => {
    expect(Object.keys(plugin.rules)).toEqual(allRules.map(({ id }) => id));
    for (const [id, { meta }] of Object.entries(plugin.rules)) {
      expect(meta?.docs?.url).toMatch(new RegExp(`/docs/rules/${id}\\.md$`));
      expect(meta?.docs?.description).not.toBe("");
      expect(meta?.hasSuggestions).toBe(true);
    }
  });

  it("holds recommended within strict", () => {
    const strict = Object.keys(plugin.configs.strict.rules ?? {});
    expect(strict).toEqual(expect.arrayContaining(Object.keys(plugin.configs.recommended.rules ?? {})));
    expect(strict).toHaveLength(allRules.length);
  });
});

describe.each([
  ["9", new Linter9() as unknown as Linter],
  ["10", new Linter()],
])("with ESLint %s", (_, linter) => {
  it("says once that the analysis failed on a file, and goes on", () => {
    const messages = linter.verify('import "openai";', [plugin.configs.strict, { languageOptions: { parser: TOO_DEEP } }], { filename: "deep.js" });
    expect(messages.map(({ message }) => message)).toEqual([expect.stringMatching(/^agent-loop itself failed on this file, and nothing in it was looked at: RangeError/)]);
  });

  function lint(settings: unknown): string[] {
    return linter
      .verify("export const a = 1;", [plugin.configs.strict, { settings: { "agent-loop": settings } }], { filename: "a.js" })
      .map(({ message }) => message);
  }

  it("a preset can stand alone in a configuration", () => {
    expect(linter.verify("export const a = 1;", [plugin.configs.recommended], { filename: "a.js" })).toEqual([]);
  });

  it("valid settings are silent", () => {
    expect(lint({ modelCalls: ["ask"] })).toEqual([]);
  });

  it("every mistake in the settings is told", () => {
    expect(() => lint({ maxRound: 3, scaffold: "none" })).toThrow(
      /settings\["agent-loop"\]: Unknown key "maxRound"\. Did you mean "maxRounds"\?\nsettings\["agent-loop"\]: "scaffold" must be one of/,
    );
  });

  it("an unknown option of a rule is refused", () => {
    const [rule] = allRules;
    expect(() =>
      linter.verify("", [plugin.configs.strict, { rules: { [`agent-loop/${rule?.id}`]: ["error", { nonsense: 1 }] } }], { filename: "a.js" }),
    ).toThrow(/nonsense/);
  });
});
