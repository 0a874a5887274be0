import { argumentsAt } from "../bind/placed-arguments.js";
import { functionAt } from "../bind/values.js";
import type { ChannelRow } from "../catalogue/schema.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { dottedName, forEachChild, isFunction, isWithin, spanOf } from "../syntax/node.js";
import type { FunctionNode, Node } from "../syntax/node.js";
import { constantOf } from "../file/arguments.js";
import { findRows } from "../file/file-context.js";
import type { SafePredicate, SelfTrigger } from "../model/handlers.js";

/** Predicates that let an SDK send the messages again, and that are true again once the answer has come. */
export function resendTriggers(analysis: LoopAnalysis): SelfTrigger[] {
  const { context } = analysis;
  return [...context.tree.calls, ...context.tree.news].flatMap((call) =>
    findRows(context, context.bindings.entityOf(call.callee), "channel").flatMap(({ row }): SelfTrigger[] => {
      if (row.resends !== true) return [];
      return argumentsAt(context, call, row.handler).flatMap((given): SelfTrigger[] => {
        const fn = functionAt(context, given.node, given.frame)?.node;
        if (fn === undefined || !staysTrue(analysis, fn)) return [];
        const answer = answerOf(analysis, fn);
        return [
          {
            event: "an answer",
            raise: dottedName(given.node) ?? "the predicate",
            by: "predicate",
            span: spanOf(answer),
            registration: spanOf(call.callee),
            evidence: [{ what: "true again after every answer", at: spanOf(answer) }],
            check: undefined,
            safePredicate: safePredicateOf(row, given.node),
          },
        ];
      });
    }),
  );
}

/** What a predicate may look at and still be true for every answer: the role, the parts of tools and their results. */
const SAID_OF_ANY_ANSWER = /^(?:assistant|output-available|output-error|result|tool-invocation|dynamic-tool|tool-)$/;
const LOOKS_AT_TOOLS =
  /^(?:isToolUIPart|isToolOrDynamicToolUIPart|isStaticToolUIPart|isDynamicToolUIPart|getToolName|isToolPart)$/;
const READS =
  /^(?:at|filter|find|findLast|some|every|length|startsWith|slice|flatMap|map|includes|parts|role|state|type|messages|toolInvocations|id|content)$/;

/** Known to hold for every answer that holds it once: nothing in it looks at where the message has got to, or counts. */
function staysTrue(analysis: LoopAnalysis, fn: FunctionNode): boolean {
  const { context } = analysis;
  const returned = context.tree.returnsOf(fn);
  if (returned.length === 0 || fn.params.length > 1) return false;
  if (returned.every((value) => constantOf(context, value) === true)) return true;
  if (returned.every((value) => constantOf(context, value) === false)) return false;
  let known = true;
  const visit = (node: Node): void => {
    if (!known) return;
    switch (node.type) {
      case "Literal":
        if (typeof node.value === "string" && !SAID_OF_ANY_ANSWER.test(node.value)) known = false;
        break;
      case "Identifier":
        if (!isOwnName(node)) known = LOOKS_AT_TOOLS.test(node.name) || node.name === "undefined";
        break;
      case "MemberExpression":
        visit(node.object);
        if (node.computed) visit(node.property);
        else if (node.property.type !== "Identifier" || !READS.test(node.property.name)) known = false;
        return;
      case "AssignmentExpression":
      case "UpdateExpression":
      case "AwaitExpression":
      case "TemplateLiteral":
        known = false;
        return;
      case "UnaryExpression":
        // `!` asks for an absence, which may come with the answer.
        if (node.operator === "!" && !isFunctionGuard(node)) known = false;
        break;
      default:
        if (node.type.startsWith("TS") && !/^TS(?:AsExpression|NonNullExpression|SatisfiesExpression)$/.test(node.type))
          return;
        if (node.type === "Property") {
          visit(node.value);
          return;
        }
    }
    forEachChild(node, visit);
  };
  visit(fn.body);
  return known;

  function isOwnName(identifier: Extract<Node, { type: "Identifier" }>): boolean {
    const variable = context.scopes.variableOf(identifier);
    return variable !== undefined && isWithin(variable.identifier, fn);
  }

  /** `if (!last) return false;` */
  function isFunctionGuard(node: Node): boolean {
    const parent = context.tree.parentOf(node);
    return parent?.type === "IfStatement" && parent.test === node;
  }
}

/** The answer that is shown: what the function returns last, or the function itself. */
function answerOf({ context }: LoopAnalysis, fn: FunctionNode): Node {
  return context.tree.returnsOf(fn).findLast((value) => constantOf(context, value) !== false) ?? fn;
}

function safePredicateOf(row: ChannelRow, given: Node): SafePredicate | undefined {
  const [module, name] = row.safe?.[0]?.split(":") ?? [];
  if (module === undefined || name === undefined || !(isFunction(given) || given.type === "Identifier"))
    return undefined;
  return { module, name, span: spanOf(given) };
}
