import { readFileSync } from "node:fs";
import { allRules } from "@agent-loop/rules";
import { Linter } from "eslint";
import { Linter as Linter9 } from "eslint9";
import { describe, expect, it } from "vitest";
import plugin from "../src/index.js";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { name: string; version: string };

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
