import { ruleDocsUrl, shownSpan, type AnyRule, type Finding, type Json, type Suggestion } from "@agent-loop/rules";
import type { FileModel } from "@agent-loop/analysis";
import type { Rule } from "eslint";
import { modelOf } from "./model-of.js";
import { settingsOf } from "./settings.js";

/** The shared setting by which suggestions become fixes. */
export const AUTOFIX = "agent-loop/autofix";

/** What every rule says of a file that our analysis could not get through. */
const UNREAD = "unread";

const told = new WeakSet<FileModel>();

/** Lets ESLint run one of our rules. */
export function eslintRule(rule: AnyRule): Rule.RuleModule {
  return {
    meta: {
      type: "problem",
      docs: { description: rule.summary, url: ruleDocsUrl(rule.id), recommended: rule.preset === "recommended" },
      messages: {
        ...rule.messages,
        [UNREAD]: "agent-loop itself failed on this file, and nothing in it was looked at: {{reason}}.",
      },
      schema: [{ type: "object", properties: { ...rule.schema }, additionalProperties: false }],
      defaultOptions: [{ ...rule.defaults }],
      hasSuggestions: true,
      // Only for those who ask for it by `configs.autofix`.
      fixable: "code",
    },
    create(context) {
      const settings = settingsOf(context.settings);
      const [options = {}] = context.options as [Readonly<Record<string, Json>>?];
      return {
        Program() {
          const { text } = context.sourceCode;
          const model = modelOf(context, settings);
          if (model.failure !== undefined) reportFailure(context, model, model.failure);
          for (const finding of rule.run(model, { text, settings, options })) {
            report(context, finding, context.settings[AUTOFIX] === true);
          }
        },
      };
    },
  };
}

/** A failure has to do with the file and not with a rule: the first rule that meets it tells for all. */
function reportFailure(context: Rule.RuleContext, model: FileModel, reason: string): void {
  if (told.has(model)) return;
  told.add(model);
  context.report({ loc: { line: 1, column: 0 }, messageId: UNREAD, data: { reason } });
}

function report(context: Rule.RuleContext, { span, messageId, data, suggestions }: Finding, autofix: boolean): void {
  const { sourceCode } = context;
  const { start, end } = shownSpan(span, sourceCode.text);
  const best = autofix ? suggestions.find(({ preferred }) => preferred) : undefined;
  context.report({
    loc: { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) },
    messageId,
    data: { ...data },
    ...(best && { fix: (fixer) => fixes(fixer, best.edits) }),
    suggest: suggestions.map(({ title, edits }) => ({ desc: title, fix: (fixer) => fixes(fixer, edits) })),
  });
}

function fixes(fixer: Rule.RuleFixer, edits: Suggestion["edits"]): Rule.Fix[] {
  return edits.map(({ span, text }) => fixer.replaceTextRange([span.start, span.end], text));
}
