import { ownRule, type ReportingTool, type RuleFacts } from "agent-loop/formats";
import { ESLint } from "eslint";
import { ownRuleId } from "./own-rule-id.js";

/** ESLint as the one who reports; rules are known by their whole names. */
export function eslintAsTool(rulesMeta: ESLint.LintResultData["rulesMeta"]): ReportingTool {
  return {
    name: "ESLint",
    version: ESLint.version,
    home: "https://eslint.org",
    rule: (name) => ruleFacts(name, rulesMeta),
    // Files without a finding are not looked at a second time.
    seesAllLoops: false,
  };
}

function ruleFacts(name: string, rulesMeta: ESLint.LintResultData["rulesMeta"]): RuleFacts {
  const id = ownRuleId(name);
  if (id !== undefined) return { ...ownRule(id), name, label: name, severity: undefined };
  const docs = rulesMeta[name]?.docs;
  return {
    name,
    label: name,
    summary: docs?.description?.replace(/\.$/, "") ?? name,
    severity: undefined,
    page: docs?.url,
    // Their gaps are filled by the rule; what it says in the end is in its findings.
    messages: [],
    tags: [],
  };
}
