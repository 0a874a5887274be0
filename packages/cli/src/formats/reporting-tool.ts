import { allRules, REQUIRE_REASONS, ruleDocsUrl } from "@agent-loop/engine";
import { VERSION } from "../version.js";
import type { RuleFacts } from "./rule-facts.js";

/** The program whose findings are printed. */
export interface ReportingTool {
  readonly name: string;
  readonly version: string;
  /** Where it lives. */
  readonly home: string;
  /** What is known of a rule, by its id as findings hold it. */
  readonly rule: (id: string) => RuleFacts;
  /** Whether the results hold every loop of every file, so that counting them says something. */
  readonly seesAllLoops: boolean;
}

const HOME = "https://github.com/agent-loop/agent-loop";

/** The command. */
export const AGENT_LOOP: ReportingTool = {
  name: "agent-loop",
  version: VERSION,
  home: HOME,
  rule: ownRule,
  seesAllLoops: true,
};

/** What is known of a rule of ours, by its id without a prefix. */
export function ownRule(id: string): RuleFacts {
  const rule = allRules.find((each) => each.id === id);
  return {
    name: `agent-loop/${id}`,
    label: id,
    summary:
      rule?.summary ?? (id === REQUIRE_REASONS ? "Require a reason beside every comment that silences a rule" : id),
    severity: rule?.severity ?? "error",
    page: rule === undefined ? `${HOME}/blob/main/packages/cli/README.md#${id}` : ruleDocsUrl(id),
    messages: Object.values(rule?.messages ?? {}),
    tags: ["reliability", "ai-agents"],
  };
}
