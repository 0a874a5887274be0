import type { IntervalShape, LoopShape } from "../model/file-model.js";
import type { FileContext } from "../file/file-context.js";
import { isFunction, spanOf } from "../syntax/node.js";
import type { Node, Span } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import { readRecursionShape } from "./recursion-shape.js";

/** Where code can be put into a cycle. */
export function readShape(context: FileContext, cycle: Cycle): LoopShape {
  const { node } = cycle;
  const owner = isFunction(node) ? node : context.tree.ownerOf(node);
  const body = node.body;
  const braced = body.type === "BlockStatement";
  const test = "test" in node ? node.test : null;
  const whole = withLabels(context, node);
  return {
    statement: spanOf(node),
    whole: spanOf(whole),
    inBlock: standsInBlock(context, whole),
    body: braced ? inside(body) : spanOf(body),
    braced,
    test: test ? spanOf(test) : undefined,
    label: cycle.label,
    endless:
      !isFunction(node) && (test ? test.type === "Literal" && Boolean(test.value) : node.type === "ForStatement"),
    inFunction: isFunction(owner),
    inAsync: isFunction(owner) ? owner.async : true,
    owner: spanOf(owner),
    recursion: cycle.members.length > 0 ? readRecursionShape(context, cycle) : undefined,
    interval: cycle.repeats ? readInterval(context, cycle.head) : undefined,
  };
}

function inside(block: Node): Span {
  return { start: block.range[0] + 1, end: block.range[1] - 1 };
}

function withLabels(context: FileContext, node: Node): Node {
  let whole = node;
  for (let up = context.tree.parentOf(whole); up?.type === "LabeledStatement"; up = context.tree.parentOf(up))
    whole = up;
  return whole;
}

function standsInBlock(context: FileContext, statement: Node): boolean {
  const parent = context.tree.parentOf(statement);
  return (
    parent?.type === "BlockStatement" ||
    parent?.type === "Program" ||
    parent?.type === "SwitchCase" ||
    parent?.type === "StaticBlock"
  );
}

function readInterval(context: FileContext, call: Node): IntervalShape {
  const parent = context.tree.parentOf(call);
  const isKept = parent?.type === "VariableDeclarator" && parent.init === call && parent.id.type === "Identifier";
  return {
    call: spanOf(call),
    statement: spanOf(context.tree.statementOf(call)),
    alone: parent?.type === "ExpressionStatement" && standsInBlock(context, parent),
    handle: isKept && parent.id.type === "Identifier" ? parent.id.name : undefined,
  };
}
