import { defineRule, type AnyRule } from "../rule.js";
import { handOver } from "../scaffold/deadline.js";

/** Whoever cancels expects the work to stop; a call that never hears of it is paid for to the end. */
export const requireAbortSignal: AnyRule = defineRule({
  id: "require-abort-signal",
  summary: "Require that the signal in scope reaches the model or tool call",
  preset: "strict",
  severity: "warn",
  messages: {
    missed:
      "`{{signal}}` never reaches {{callee}}: when it is raised, the call goes on and is paid for to the end. Pass it on, or test it before the call.",
  },
  defaults: {},
  schema: {},
  *check(model, { text }) {
    for (const missed of model.missedSignals) {
      yield {
        span: missed.span,
        messageId: "missed",
        data: { signal: missed.signal, callee: missed.callee },
        evidence: missed.evidence,
        suggestions:
          missed.place === undefined
            ? []
            : [
                {
                  title: `Pass \`${missed.signal}\` on`,
                  edits: [handOver(text, missed.place, missed.signal)],
                  preferred: true,
                },
              ],
      };
    }
  },
});
