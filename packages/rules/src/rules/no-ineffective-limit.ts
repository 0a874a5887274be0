import type { DeadLimit, LimitFault } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import { defineRule, type AnyRule } from "../rule.js";

const messages = {
  "never-moves":
    "`{{limit}}` never ends this loop: what it compares moves on no way round. Move it in every turn, before the model is asked.",
  "jumped-over":
    "`{{limit}}` never ends this loop: what it compares goes past that one number in steps that do not meet it. Compare with `<` or `>=`.",
  infinite: "`{{limit}}` never ends this loop: the limit is infinite. Set a number that a good run stays well below.",
  "not-a-number":
    "`{{limit}}` is NaN when the text it is read from is missing or no number, and a comparison with NaN never ends {{of}}. Check it with `Number.isInteger` and fall back to a number.",
  reset:
    "`{{limit}}` never ends this loop: every turn starts the count anew. Declare the counter outside of the loop, and do not set it back in it.",
  raised:
    "`{{limit}}` never ends this loop: the loop raises its own limit when it gets there. Extend it once at most, or after a person has said yes.",
  "re-enters":
    "`{{limit}}` ends one round and starts the next: whoever reaches the limit begins again. Leave the cycle there.",
  "chosen-by-model":
    "The model chooses this limit of {{of}}: `{{limit}}`. Cut it to a number of your own (`Math.min`).",
  "absent-means-unlimited": "`{{limit}}` limits nothing when no limit is given. Fall back to a finite number.",
  "too-large": "`{{limit}}` is no limit in practice. Set a number that a good run stays well below.",
  overruled:
    "`{{limit}}` is never applied: another option of {{of}} overrules it. Keep one of the two, with a condition that counts.",
  ignored:
    "`{{limit}}` is accepted and ignored by the installed version of this SDK. Use the option that {{of}} has for it.",
  "not-registered":
    "`{{limit}}` can never end this run: {{of}} has no tool of that name. Register the tool, or name one that there is.",
  "no-number":
    "`{{limit}}` is given no number, and without one it limits nothing. Give {{of}} the number it should stop at.",
  unused:
    "`{{limit}}` is declared and limits nothing: it is neither compared nor passed on, and {{of}} goes on without it. Hand it on, or remove it.",
  "only-shown":
    "Nothing compares this count with `{{limit}}`: both are only shown. Leave the loop when the limit is reached, before {{of}} is called.",
  "checked-too-early":
    "All of these calls test `{{limit}}` before any of them has spent: together they may spend any amount. Book an estimate before {{of}} is called, and correct it afterwards.",
} as const satisfies Record<LimitFault, string>;

/**
 * A limit that cannot take effect is worse than none: everybody who reads the code believes that
 * the loop ends.
 */
export const noIneffectiveLimit: AnyRule = defineRule({
  id: "no-ineffective-limit",
  summary: "Disallow limits that cannot take effect",
  preset: "recommended",
  severity: "error",
  messages,
  defaults: {},
  schema: {},
  *check(model) {
    for (const limit of model.deadLimits) {
      yield {
        span: limit.span,
        messageId: limit.fault,
        data: { limit: limit.text, of: limit.of },
        evidence: limit.evidence,
        suggestions: suggestFallback(limit),
      };
    }
  },
});

/** Only a number that the text itself falls back on is one that its author has chosen. */
function suggestFallback({ parsed }: DeadLimit): Suggestion[] {
  if (parsed?.fallback === undefined) return [];
  const { span, fallback } = parsed;
  return [
    {
      title: `Fall back to ${fallback} when it is no number`,
      edits: [{ span: { start: span.end, end: span.end }, text: ` || ${fallback}` }],
      preferred: true,
    },
  ];
}
