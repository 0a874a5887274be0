import { type Answer, judged } from "./check.js";
import { type Parsed, parseWith, type Schema } from "./schema.js";

/** What must be true of a hand-over, each under the sentence that says it. */
export type Assertions<Value> = Readonly<Record<string, (value: Value) => Answer | Promise<Answer>>>;

/**
 * The boundary between two agents: what one says becomes the other's input only if it has the agreed form and the
 * assertions hold. An assertion that throws or cannot tell refuses too.
 *
 * @returns a function that takes what the first agent handed over, and gives the typed value or every problem found,
 *   in sentences that can go back to that agent as an observation.
 */
export function handoff<Value>(
  schema: Schema<Value>,
  assertions: Assertions<Value> = {},
): (handed: unknown) => Promise<Parsed<Value>> {
  return async (handed) => {
    const parsed = await parseWith(schema, handed);
    if (!parsed.ok) return parsed;
    const problems: string[] = [];
    for (const [says, holds] of Object.entries(assertions)) {
      const verdict = await judged(says, () => holds(parsed.value));
      if (verdict.passed !== "yes") problems.push(verdict.detail);
    }
    return problems.length === 0 ? parsed : { ok: false, problems };
  };
}
