import type { LoopShape } from "../model/file-model.js";
import type { FileContext } from "../model/file-context.js";
import { isFunction, spanOf } from "../syntax/node.js";
import type { Node, Span } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";

/** Where code can be put into a cycle. */
export function readShape(context: FileContext, cycle: Cycle): LoopShape {
  const { node } = cycle;
  const owner = isFunction(node) ? node : context.tree.ownerOf(node);
  const body = node.body;
  const braced = body.type === "BlockStatement";
  const test = "test" in node ? node.test : null;
  return {
    statement: spanOf(node),
    body: braced ? inside(body) : spanOf(body),
    braced,
    test: test ? spanOf(test) : undefined,
    label: cycle.label,
    endless: !isFunction(node) && (test ? test.type === "Literal" && Boolean(test.value) : node.type === "ForStatement"),
    inFunction: isFunction(owner),
    inAsync: isFunction(owner) ? owner.async : true,
  };
}

function inside(block: Node): Span {
  return { start: block.range[0] + 1, end: block.range[1] - 1 };
}
