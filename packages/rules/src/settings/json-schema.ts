import type { Json } from "../rule.js";

/**
 * The part of JSON Schema that our settings and rule options are written in.
 *
 * One description serves three ends: editors complete and check `agent-loop.config.json` with it,
 * ESLint checks rule options with it, and `findProblems` says in words what is wrong.
 */
export interface JsonSchema {
  readonly type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  /** What is expected, as it would stand after "must be". */
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly items?: JsonSchema;
  /** Schemas of the first items of a list, one each; there may be no others. */
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}
