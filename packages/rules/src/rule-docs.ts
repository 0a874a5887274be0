const PAGES = "https://github.com/agent-loop/agent-loop/blob/main/packages/eslint-plugin/docs/rules/";

/** The page that explains a rule. */
export function ruleDocsUrl(rule: string): string {
  return `${PAGES}${rule}.md`;
}
