import { allRules, REQUIRE_REASONS, ruleDocsUrl, type Severity } from "@agent-loop/engine";

/** What reports tell of a rule beside its findings. */
export interface RuleFacts {
  /** `agent-loop/no-unbounded-loop` */
  readonly name: string;
  /** A sentence without a full stop. */
  readonly summary: string;
  readonly severity: Severity;
  readonly page: string;
  /** What its findings say, with `{{gaps}}`. */
  readonly messages: readonly string[];
}

/** Where the project lives. */
export const HOME = "https://github.com/agent-loop/agent-loop";

export function ruleFacts(id: string): RuleFacts {
  const name = `agent-loop/${id}`;
  const rule = allRules.find((each) => each.id === id);
  if (rule !== undefined) {
    return { name, summary: rule.summary, severity: rule.severity, page: ruleDocsUrl(id), messages: Object.values(rule.messages) };
  }
  const summary = id === REQUIRE_REASONS ? "Require a reason beside every comment that silences a rule" : id;
  return { name, summary, severity: "error", page: `${HOME}/blob/main/packages/cli/README.md#${id}`, messages: [] };
}
