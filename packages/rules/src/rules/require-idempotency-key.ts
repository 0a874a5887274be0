import type { Effect, FileModel } from "@agent-loop/analysis";
import { defineRule, type AnyRule, type Report } from "../rule.js";
import { suggestDispatchKey, suggestEffectKey } from "../scaffold/idempotency-key.js";
import type { ScaffoldContext } from "../scaffold/suggest.js";

/**
 * A lost answer looks like a failure, so a retry, a replay or a model that asks again does the work
 * a second time: the card is charged twice. A key that stays the same lets the other side notice.
 */
export const requireIdempotencyKey: AnyRule = defineRule({
  id: "require-idempotency-key",
  summary: "Require an idempotency key on effects that may be repeated",
  preset: "recommended",
  severity: "warn",
  messages: {
    unkeyed:
      "{{callee}} is done again {{again}}, and nothing tells the second time from the first. Give it a key made of the task and the step, look for the result before, or make it an upsert.",
    client:
      "Failed requests of this client are tried again whatever they do, {{callee}} among them. Retry only requests that are idempotent, or send a key made of the task and the step.",
    dispatch:
      "{{callee}} runs whatever the model asks for, as often as it asks. Hand it a key made of the task and the call, or keep the results of calls that were made.",
  },
  defaults: { dispatch: false },
  strictOptions: { dispatch: true },
  schema: {
    dispatch: { type: "boolean", description: "Also report a tool call in an agent loop whose tool cannot be read." },
  },
  *check(model, context) {
    yield* effects(model, context);
    if (context.options.dispatch) yield* dispatches(model, context);
  },
});

function* effects(model: FileModel, context: ScaffoldContext): Iterable<Report> {
  const reported = new Set<number>();
  for (const effect of model.effects) {
    // A queue hands an item over twice only when something else has gone wrong.
    const [cause] = effect.repeatedBy.filter(({ by }) => by !== "delivery");
    if (effect.keyed !== "unkeyed" || effect.certainty === "named" || cause === undefined) continue;
    // A client that repeats everything is mended in one place.
    const client = effect.repeatedBy.find(({ by }) => by === "client");
    const span = client?.span ?? effect.span;
    if (reported.has(span.start)) continue;
    reported.add(span.start);
    yield {
      span,
      messageId: client === undefined ? "unkeyed" : "client",
      data: { callee: `\`${effect.callee}\``, again: AGAIN[cause.by] },
      evidence: [...effect.evidence, ...cause.evidence],
      suggestions: suggestEffectKey(model, effect, context),
    };
  }
}

const AGAIN: Readonly<Record<Effect["repeatedBy"][number]["by"], string>> = {
  "agent-loop": "when the loop comes round",
  retry: "when an attempt seems to have failed",
  client: "when an attempt seems to have failed",
  "tool-body": "when the model or its client calls the tool once more",
  replay: "when the function is replayed",
  delivery: "when the item is delivered once more",
};

function* dispatches(model: FileModel, context: ScaffoldContext): Iterable<Report> {
  const reported = new Set<number>();
  for (const tool of model.loops.flatMap((loop) => loop.tools)) {
    if (tool.keyed !== "no" || !tool.opaque || reported.has(tool.span.start)) continue;
    reported.add(tool.span.start);
    yield {
      span: tool.span,
      messageId: "dispatch",
      data: { callee: `\`${tool.callee}\`` },
      evidence: tool.evidence,
      suggestions: suggestDispatchKey(model, tool, context),
    };
  }
}
