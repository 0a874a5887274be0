import { allRules, presetRules, type Preset } from "@agent-loop/rules";
import type { ESLint, Linter, Rule } from "eslint";
import { AUTOFIX, eslintRule } from "./eslint-rule.js";
import { VERSION } from "./version.js";

/** The plugin; `configs` are flat configurations that already hold it. */
export interface AgentLoopPlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Record<string, Rule.RuleModule>;
  readonly configs: Record<Preset | "autofix", Linter.Config>;
}

const plugin: AgentLoopPlugin = {
  meta: { name: "eslint-plugin-agent-loop", version: VERSION, namespace: "agent-loop" },
  rules: Object.fromEntries(allRules.map((rule) => [rule.id, eslintRule(rule)])),
  get configs() {
    return configs;
  },
};

function preset(name: Preset): Linter.Config {
  return {
    name: `agent-loop/${name}`,
    plugins: { "agent-loop": plugin },
    rules: Object.fromEntries(
      presetRules(name).map(({ rule, severity, options }) => [
        `agent-loop/${rule.id}`,
        Object.keys(options).length === 0 ? severity : [severity, { ...options }],
      ]),
    ),
  };
}

const configs: AgentLoopPlugin["configs"] = {
  recommended: preset("recommended"),
  strict: preset("strict"),
  // Beside a preset: `eslint --fix` then inserts the scaffolding that is otherwise only suggested.
  autofix: { name: "agent-loop/autofix", settings: { [AUTOFIX]: true } },
};

export default plugin;
