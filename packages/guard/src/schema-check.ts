import type { Check } from "./check.js";
import { parseWith, type Schema } from "./schema.js";

/** Checks that the work has the form it must have. The schema must not be one that the agent wrote. */
export function schemaCheck(name: string, schema: Schema<unknown>): Check<unknown> {
  return {
    name,
    async run(subject) {
      const parsed = await parseWith(schema, subject);
      return parsed.ok
        ? { passed: "yes", confidence: 1, detail: `${name}: fits the schema` }
        : { passed: "no", confidence: 1, detail: `${name}: ${parsed.problems.join("; ")}` };
    },
  };
}
