import type { Bound } from "../model/file-model.js";
import { textOf } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import { bare, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { countedLength } from "./counted-lists.js";
import type { Cycle } from "./cycle.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { placeOf } from "./places.js";
import { readRefills } from "./refills.js";
import type { Refill } from "./refills.js";
import type { RegionNode } from "./region.js";

export interface ListBound {
  /** Whether the list comes to its end at all; on a way that puts something into it, it does not. */
  readonly effective: boolean;
  /** What is put into the list while it is gone through. */
  readonly refills: readonly Refill[];
  readonly bound: Bound;
}

/** `for (const x of list)`: a finite list is a bound, unless the cycle adds to it. */
export function listBound(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): ListBound | undefined {
  const { node } = cycle;
  if (node.type !== "ForOfStatement" && node.type !== "ForInStatement") return undefined;
  if (node.type === "ForOfStatement" && node.await) return undefined;
  const { context } = analysis;
  const list = placeOf(context, node.right, undefined);
  const refills =
    list === undefined ? [] : readRefills(analysis, cycle, region, list).filter(({ counted }) => counted !== "yes");
  const [refill] = refills;
  const endless = isEndlessGenerator(analysis, node.right);
  const counted =
    node.type === "ForOfStatement" && refill === undefined ? countedLength(analysis, node.right) : undefined;
  const fault = endless ? "infinite" : (counted?.value ?? 0) > context.settings.maxRounds ? "too-large" : undefined;
  const effective = fault === undefined;
  return {
    effective,
    refills,
    bound: {
      measure: counted?.value === undefined ? "items" : "steps",
      text: textOf(context, node.right),
      span: spanOf(node.right),
      limit: counted?.value,
      covers: effective ? "yes" : "no",
      escapes: [],
      fault,
      evidence: [
        {
          what: refill ? "the list grows while it is gone through" : "one turn for each item of a list",
          at: spanOf(refill?.node ?? node.right),
        },
      ],
    },
  };
}

/** A generator of this file with a loop that nothing ends drives its caller for ever. */
function isEndlessGenerator(analysis: LoopAnalysis, source: Node): boolean {
  const call = bare(source);
  if (call.type !== "CallExpression") return false;
  const fn = analysis.context.bindings.calleeOf(call);
  if (fn === undefined || !fn.generator) return false;
  return analysis.context.tree.loops.some(
    (loop) =>
      analysis.context.tree.ownerOf(loop) === fn &&
      (loop.type === "WhileStatement" || loop.type === "ForStatement") &&
      isAlwaysTrue(loop.test) &&
      !walk(loop.body, isWayOut),
  );
}

function isAlwaysTrue(test: Node | null): boolean {
  return test === null || (test.type === "Literal" && Boolean(test.value));
}

function isWayOut({ type }: Node): boolean {
  return type === "ReturnStatement" || type === "BreakStatement" || type === "ThrowStatement";
}
