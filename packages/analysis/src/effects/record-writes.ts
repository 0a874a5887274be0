import type { EffectVerb } from "../catalogue/schema.js";
import { bare, findProperty, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { FileContext } from "../file/file-context.js";

/** A write of a record, told by the form of its argument. */
export interface RecordWrite {
  readonly verb: EffectVerb;
  readonly idempotent: boolean;
  /** What is written, when it stands in the call. */
  readonly data: Node | undefined;
  readonly sign: string;
}

const OPTIONS = new Set(["data", "where", "create", "update", "select", "include", "omit", "skipDuplicates", "limit"]);

/** `prisma.order.create({ data })`: generated clients come from files that nobody can read, their form is unmistakable. */
export function findRecordWrite(context: FileContext, call: CallExpression): RecordWrite | undefined {
  const callee = bare(call.callee);
  if (
    callee.type !== "MemberExpression" ||
    bare(callee.object).type !== "MemberExpression" ||
    call.arguments.length !== 1
  )
    return undefined;
  // What this file defines itself is known from there.
  if (context.bindings.entityOf(call.callee).kind === "function") return undefined;
  const [argument] = call.arguments;
  const options = argument && bare(argument);
  if (options?.type !== "ObjectExpression" || options.properties.length === 0) return undefined;
  const names = options.properties.map((part) => (part.type === "Property" ? keyName(part) : undefined));
  if (names.some((name) => name === undefined || !OPTIONS.has(name))) return undefined;
  const has = (name: string): boolean => names.includes(name);
  const data = findProperty(options, "data")?.value;
  switch (propertyName(callee)) {
    case "create":
    case "createMany":
    case "createManyAndReturn":
      if (!has("data") || has("where")) return undefined;
      return { verb: "create", idempotent: has("skipDuplicates"), data, sign: "`create({ data })`" };
    case "upsert":
      return has("where") && has("create") && has("update")
        ? { verb: "write", idempotent: true, data: undefined, sign: "`upsert({ where, create, update })`" }
        : undefined;
    case "update":
    case "updateMany":
      return has("where") && has("data")
        ? { verb: "write", idempotent: true, data: undefined, sign: "`update({ where, data })`" }
        : undefined;
    case "delete":
    case "deleteMany":
      return has("where") && !has("data")
        ? { verb: "delete", idempotent: true, data: undefined, sign: "`delete({ where })`" }
        : undefined;
    default:
      return undefined;
  }
}
