import type { TSESTree } from "@typescript-eslint/types";
import { argumentsAt } from "../bind/placed-arguments.js";
import { valueOf } from "../bind/values.js";
import { findRecordWrite } from "../effects/record-writes.js";
import { findRunStatement } from "../effects/run-statements.js";
import { findRows, textOf } from "../file/file-context.js";
import { literalText } from "../file/literal-text.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";

/** What people call a place that later runs read. */
const MEMORY =
  /memor|lessons?|learned|learnings|knowledge|remember|long[-_ ]?term|playbook|insights|facts\b|skills\b|claude\.md|agents\.md/i;
/** Fields of a record that are read as such, and not as a part of what the record is about. */
const REMEMBERED =
  /(?:^|[._])(?:(?:user|agent|long_?term)_?)?(?:memor(?:y|ies)|learnings|lessons(?:_?learned)?|known_?facts|facts)$/i;
const INSERTS = /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|merge\s+into|^\s*update)\s+["`]?([\w.]+)/i;

/** What may put something into a memory: a call, or a statement in a tagged template. */
export type Storing = CallExpression | TSESTree.TaggedTemplateExpression;

/** What is put into a memory. */
export function storedBy(analysis: LoopAnalysis, storing: Storing): readonly Node[] {
  const run = findRunStatement(analysis.context, storing);
  if (run !== undefined && MEMORY.test(INSERTS.exec(run.text)?.[1] ?? "")) return run.values;
  return storing.type === "CallExpression" ? storedByCall(analysis, storing) : [];
}

function storedByCall(analysis: LoopAnalysis, call: CallExpression): Node[] {
  const { context } = analysis;
  const entity = context.bindings.entityOf(call.callee);
  const nodes: Node[] = [];
  for (const { row } of findRows(context, entity, "memory")) {
    if (row.conversation === true) continue;
    if (
      row.namedAt !== undefined &&
      !argumentsAt(context, call, row.namedAt).some(({ node }) => MEMORY.test(nameOf(analysis, node)))
    )
      continue;
    nodes.push(...argumentsAt(context, call, row.value).map(({ node }) => node));
  }
  for (const { row } of findRows(context, entity, "effect")) {
    if (
      row.sql === undefined &&
      (row.verb === "create" || row.verb === "write") &&
      namesOn(call.callee).some((name) => MEMORY.test(name))
    )
      nodes.push(...call.arguments.filter((argument) => argument.type !== "SpreadElement"));
    if (row.sql === undefined && (row.verb === "create" || row.verb === "write"))
      nodes.push(...call.arguments.flatMap((argument) => rememberedIn(argument)));
    const [statement] = row.sql === undefined ? [] : argumentsAt(context, call, row.sql);
    const table = statement && INSERTS.exec(literalText(context, statement.node))?.[1];
    if (table !== undefined && MEMORY.test(table))
      nodes.push(
        ...call.arguments.filter((argument) => argument !== statement?.node && argument.type !== "SpreadElement"),
      );
  }
  // `prisma.memory.create({ data })`: a generated client is known by the form of its calls.
  const record = findRecordWrite(context, call);
  if (record?.data !== undefined && namesOn(call.callee).some((name) => MEMORY.test(name))) nodes.push(record.data);
  return nodes;
}

/** What a record holds under a name for memories: `{ $push: { facts: text } }`, `{ "profile.memories": text }`. */
function rememberedIn(record: Node, depth = 0): Node[] {
  const object = bare(record);
  if (object.type !== "ObjectExpression" || depth > 3) return [];
  return object.properties.flatMap((property) => {
    if (property.type === "SpreadElement") return [];
    return REMEMBERED.test(keyName(property) ?? "") ? [property.value] : rememberedIn(property.value, depth + 1);
  });
}

/** The tables and collections a call goes to: `prisma.memory.create`, `from("memories").insert`, `insert(memories).values`. */
function namesOn(callee: Node): string[] {
  const expression = bare(callee);
  if (expression.type === "MemberExpression")
    return [
      propertyName(expression) ?? "",
      ...(bare(expression.object).type === "Identifier" ? [] : namesOn(expression.object)),
    ];
  if (expression.type !== "CallExpression") return [];
  const given = expression.arguments.map((argument) =>
    argument.type === "Literal" ? String(argument.value) : (dottedName(argument) ?? ""),
  );
  return [...given, ...namesOn(expression.callee)];
}

/** The name of a file or key: its own words, and those of the constant that holds it. */
function nameOf({ context }: LoopAnalysis, node: Node): string {
  return `${dottedName(node) ?? ""} ${textOf(context, valueOf(context, node).node, 300)}`;
}
