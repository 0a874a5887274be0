import type { JsonSchema } from "./json-schema.js";
import { nearestName } from "./nearest-name.js";

/** One mistake in what a user wrote. */
export interface SettingsProblem {
  /** Where: `maxRounds`, `rules.no-unbounded-loop`, `modelCalls[1]`; empty for the whole. */
  readonly key: string;
  /** What is wrong and what is expected, as a sentence. */
  readonly message: string;
}

/** Compares a value with its schema; one problem for each mistake, none when all is well. */
export function findProblems(value: unknown, schema: JsonSchema, key = ""): SettingsProblem[] {
  if (schema.anyOf !== undefined) {
    const { anyOf } = schema;
    const attempts = anyOf.map((option) => findProblems(value, option, key));
    if (attempts.some((problems) => problems.length === 0)) return [];
    // When the kind is right, what is wrong inside says more than a list of all that is allowed.
    const inside =
      typeof value === "object" ? attempts[anyOf.findIndex(({ type }) => type === kindOf(value))] : undefined;
    return inside ?? [mismatch(value, schema, key)];
  }
  if (schema.enum !== undefined) return schema.enum.includes(value as never) ? [] : [mismatch(value, schema, key)];
  if (!hasRightKind(value, schema)) return [mismatch(value, schema, key)];

  if (Array.isArray(value)) return problemsInList(value, schema, key);
  if (isRecord(value)) return problemsInObject(value, schema, key);
  if (typeof value === "string" && value.length < (schema.minLength ?? 0)) return [mismatch(value, schema, key)];
  if (typeof value === "number" && !(value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity))) {
    return [mismatch(value, schema, key)];
  }
  return [];
}

function problemsInList(list: readonly unknown[], schema: JsonSchema, key: string): SettingsProblem[] {
  const { prefixItems, items } = schema;
  if (prefixItems !== undefined && list.length > prefixItems.length) return [mismatch(list, schema, key)];
  return list.flatMap((item, i) => {
    const itemSchema = prefixItems?.[i] ?? items;
    return itemSchema === undefined ? [] : findProblems(item, itemSchema, `${key}[${i}]`);
  });
}

function problemsInObject(object: Record<string, unknown>, schema: JsonSchema, key: string): SettingsProblem[] {
  const properties = schema.properties ?? {};
  const known = Object.keys(properties);
  const problems: SettingsProblem[] = [];
  for (const [name, value] of Object.entries(object)) {
    const at = key === "" ? name : `${key}.${name}`;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) problems.push(...findProblems(value, property, at));
    else if (schema.additionalProperties === false) problems.push(unknownKey(name, known, at));
  }
  for (const name of schema.required ?? []) {
    if (object[name] === undefined)
      problems.push({ key, message: `${quoteKey(key)} has no "${name}"; it must be ${expectation(schema)}.` });
  }
  return problems;
}

function unknownKey(name: string, known: readonly string[], at: string): SettingsProblem {
  const nearest = nearestName(name, known);
  const hint =
    nearest !== undefined
      ? `Did you mean "${nearest}"?`
      : known.length === 0
        ? "None is known here."
        : `Known here: ${known.join(", ")}.`;
  return { key: at, message: `Unknown key "${at}". ${hint}` };
}

function mismatch(value: unknown, schema: JsonSchema, key: string): SettingsProblem {
  return { key, message: `${quoteKey(key)} must be ${expectation(schema)}; it is ${shown(value)}.` };
}

function quoteKey(key: string): string {
  return key === "" ? "The whole" : `"${key}"`;
}

/** What a schema asks for, as it would stand after "must be". */
function expectation(schema: JsonSchema): string {
  if (schema.title !== undefined) return schema.title;
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (schema.anyOf !== undefined) return schema.anyOf.map(expectation).join(" or ");
  switch (schema.type) {
    case "integer":
    case "number":
      return `a ${schema.type === "integer" ? "whole number" : "number"}${range(schema)}`;
    case "string":
      return schema.minLength === undefined ? "a string" : "a string that is not empty";
    case "boolean":
      return "true or false";
    case "array":
      if (schema.prefixItems !== undefined) return `a list of ${schema.prefixItems.map(expectation).join(" and ")}`;
      return schema.items === undefined ? "a list" : `a list, each item ${expectation(schema.items)}`;
    default:
      return `an object with the keys ${Object.keys(schema.properties ?? {}).join(", ") || "(none)"}`;
  }
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

function hasRightKind(value: unknown, schema: JsonSchema): boolean {
  if (schema.type === undefined) return true;
  const kind = kindOf(value);
  return kind === schema.type || (kind === "integer" && schema.type === "number");
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a user would recognise it, shortened. */
function shown(value: unknown): string {
  if (typeof value === "number" || value === undefined) return String(value);
  if (typeof value === "function") return "a function";
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    text = Object.prototype.toString.call(value);
  }
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
