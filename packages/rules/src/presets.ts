import { allRules } from "./all-rules.js";
import type { Preset, Severity } from "./finding.js";
import type { AnyRule, Json } from "./rule.js";

export interface PresetRule {
  readonly rule: AnyRule;
  readonly severity: Severity;
  readonly options: Readonly<Record<string, Json>>;
}

/** The rules of a preset. `strict` holds all of `recommended`; presets are frozen within a major version. */
export function presetRules(preset: Preset): readonly PresetRule[] {
  return allRules
    .filter((rule) => preset === "strict" || rule.preset === "recommended")
    .map((rule) => ({
      rule,
      severity: rule.severity,
      options: preset === "strict" ? { ...rule.defaults, ...rule.strictOptions } : rule.defaults,
    }));
}
