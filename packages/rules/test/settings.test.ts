import { DEFAULT_SETTINGS } from "@agent-loop/analysis";
import { describe, expect, it } from "vitest";
import { activeRules, allRules, DEFAULT_CONFIG, presetRules, readAnalysisSettings, readConfig } from "../src/index.js";

function messagesOf(given: unknown): string[] {
  return readConfig(given).problems.map((problem) => problem.message);
}

describe("settings of the analysis", () => {
  it("are the defaults when nothing is given", () => {
    expect(readAnalysisSettings(undefined)).toEqual({ settings: DEFAULT_SETTINGS, problems: [] });
  });

  it("accept names and exports", () => {
    const given = { modelCalls: ["llm.complete", { module: "./llm.js", export: "ask" }], maxRounds: 50 };
    expect(readAnalysisSettings(given)).toEqual({ settings: { ...DEFAULT_SETTINGS, ...given }, problems: [] });
  });

  it("know nothing of presets", () => {
    expect(readAnalysisSettings({ preset: "strict" }).problems).toHaveLength(1);
  });
});

describe("a mistake in the settings", () => {
  it.each([
    [{ maxRound: 5 }, ['Unknown key "maxRound". Did you mean "maxRounds"?']],
    [{ maxRounds: "many" }, ['"maxRounds" must be a whole number of at least 1; it is "many".']],
    [{ maxRounds: 0.5 }, ['"maxRounds" must be a whole number of at least 1; it is 0.5.']],
    [{ evidence: "guess" }, ['"evidence" must be one of "proven", "shaped", "named"; it is "guess".']],
    [{ crossFile: "yes" }, ['"crossFile" must be true or false; it is "yes".']],
    [{ modelCalls: "ask" }, [
      '"modelCalls" must be a list, each item a name as it is written in the code ("llm.complete") or { "module": "…", "export": "…" }; it is "ask".',
    ]],
    [{ modelCalls: ["ask", 3] }, [
      '"modelCalls[1]" must be a name as it is written in the code ("llm.complete") or { "module": "…", "export": "…" }; it is 3.',
    ]],
    [{ modelCalls: [{ module: "x" }] }, [
      '"modelCalls[0]" has no "export"; it must be an object with the keys module, export.',
    ]],
    [{ preset: "all" }, ['"preset" must be one of "recommended", "strict"; it is "all".']],
    [{ rules: { "agent-loop/no-unbounded-loop": "error" } }, [
      'Unknown key "rules.agent-loop/no-unbounded-loop". Did you mean "no-unbounded-loop"?',
    ]],
    [{ rules: { "no-unbounded-loop": "fatal" } }, [
      `"rules.no-unbounded-loop" must be "off", "warn" or "error", or a list of that and the rule's options; it is "fatal".`,
    ]],
    [{ rules: { "no-unbounded-loop": ["warn", { most: 3 }] } }, ['Unknown key "rules.no-unbounded-loop[1].most". None is known here.']],
    [{ constructor: 1 }, [expect.stringContaining('Unknown key "constructor".')]],
    [[], [expect.stringContaining("The whole must be an object with the keys")]],
    [{ maxSteps: 0, tokenBudget: null }, [
      '"maxSteps" must be a whole number of at least 1; it is 0.',
      '"tokenBudget" must be a whole number of at least 1; it is null.',
    ]],
  ])("is named with what is expected: %j", (given, messages) => {
    expect(messagesOf(given)).toEqual(messages);
  });
});

describe("a configuration", () => {
  it("starts from recommended", () => {
    expect(readConfig({})).toEqual({ config: DEFAULT_CONFIG, problems: [] });
    expect(activeRules(DEFAULT_CONFIG)).toEqual(presetRules("recommended"));
  });

  it("turns rules off and changes their severity", () => {
    const { config } = readConfig({ preset: "strict", rules: { "no-unbounded-loop": "off" } });
    expect(activeRules(config).map(({ rule }) => rule.id)).not.toContain("no-unbounded-loop");
    const warned = readConfig({ rules: { "no-unbounded-loop": ["warn"] } }).config;
    expect(activeRules(warned).find(({ rule }) => rule.id === "no-unbounded-loop")?.severity).toBe("warn");
  });

  it("can turn on a rule that its preset lacks", () => {
    for (const rule of allRules.filter(({ preset }) => preset === "strict")) {
      const { config } = readConfig({ rules: { [rule.id]: "error" } });
      expect(activeRules(config).map((active) => active.rule.id)).toContain(rule.id);
    }
  });
});
