export { allRules } from "./all-rules.js";
export type { Edit, Finding, Preset, Severity, Suggestion } from "./finding.js";
export { presetRules } from "./presets.js";
export type { PresetRule } from "./presets.js";
export type { AnyRule, Json, RuleContext } from "./rule.js";
