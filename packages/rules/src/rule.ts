import type { AnalysisSettings, Evidence, FileModel, Span } from "@agent-loop/analysis";
import type { Finding, Preset, Severity, Suggestion } from "./finding.js";

/** JSON values, as options and schemas are made of. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface RuleContext<Options> {
  readonly text: string;
  readonly settings: AnalysisSettings;
  readonly options: Options;
}

/** What a rule says about one place; the frame around it is added by `runRule`. */
export interface Report {
  readonly span: Span;
  readonly messageId: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly evidence?: readonly Evidence[];
  readonly suggestions?: readonly Suggestion[];
}

/** A rule reads the model of a file and knows neither trees nor hosts. */
export interface Rule<Options extends Readonly<Record<string, Json>> = Readonly<Record<string, Json>>> {
  readonly id: string;
  /** One sentence for tables: "Require an effective bound on every agent loop". */
  readonly summary: string;
  /** The smallest preset that holds it. */
  readonly preset: Preset;
  readonly severity: Severity;
  /** By id; `{{name}}` is filled from the report's data. */
  readonly messages: Readonly<Record<string, string>>;
  readonly defaults: Options;
  /** What `strict` sets instead of the defaults. */
  readonly strictOptions?: Options;
  /** JSON schema of each option. */
  readonly schema: Readonly<Record<keyof Options & string, Json>>;
  check(model: FileModel, context: RuleContext<Options>): Iterable<Report>;
}

/** A rule with its options closed in, so that rules with different options fit one list. */
export interface AnyRule extends Omit<Rule, "check"> {
  run(model: FileModel, context: RuleContext<Readonly<Record<string, Json>>>): Finding[];
}

export function defineRule<const Options extends Readonly<Record<string, Json>>>(rule: Rule<Options>): AnyRule {
  return {
    ...rule,
    run(model, context) {
      const options = { ...rule.defaults, ...context.options };
      return [...rule.check(model, { ...context, options })].map((report) => complete(rule.id, rule.messages, report));
    },
  };
}

function complete(rule: string, messages: Readonly<Record<string, string>>, report: Report): Finding {
  const template = messages[report.messageId];
  if (template === undefined) throw new Error(`Rule ${rule} has no message ${report.messageId}.`);
  const data = report.data ?? {};
  const message = template.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => data[name] ?? whole);
  return {
    rule,
    span: report.span,
    messageId: report.messageId,
    data,
    message,
    evidence: report.evidence ?? [],
    suggestions: report.suggestions ?? [],
  };
}
