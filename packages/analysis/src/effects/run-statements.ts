import type { TSESTree } from "@typescript-eslint/types";
import type { FileContext } from "../file/file-context.js";
import { definedAs } from "../file/argument-paths.js";
import { literalText } from "../file/literal-text.js";
import { dottedName, methodOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";

/** An SQL statement, or a GraphQL document, that is written out where it is run. */
export interface RunStatement {
  readonly text: string;
  /** What is put into it: the values of a template, or the other arguments of a call. */
  readonly values: readonly Node[];
}

const RUNS = /^(?:query|exec|execute|run|all|get|raw|unsafe|prepare|executeSql|executeRaw|\$executeRawUnsafe|batch)$/;
const RUNNING_TAG = /(?:^|\.)(?:sql|db|pg|\$executeRaw|\$queryRaw|query)$/i;

/** `anything.exec("INSERT INTO …")`, `` sql`INSERT INTO …` ``: the text says what it does, whoever runs it. */
export function findRunStatement(
  context: FileContext,
  node: CallExpression | TSESTree.TaggedTemplateExpression,
): RunStatement | undefined {
  if (node.type === "TaggedTemplateExpression") {
    // A piece of a query that is put together is nothing that is done.
    if (!RUNNING_TAG.test(dottedName(node.tag) ?? "") || context.tree.parentOf(node)?.type === "TemplateLiteral")
      return undefined;
    return { text: literalText(context, node.quasi), values: node.quasi.expressions };
  }
  const [first, ...values] = node.arguments;
  if (first === undefined || first.type === "SpreadElement" || !RUNS.test(methodOf(node) ?? "")) return undefined;
  const value = definedAs(context, first);
  if (value.type !== "Literal" && value.type !== "TemplateLiteral" && value.type !== "BinaryExpression")
    return undefined;
  return {
    text: literalText(context, value),
    values: [...(value.type === "TemplateLiteral" ? value.expressions : []), ...values],
  };
}
