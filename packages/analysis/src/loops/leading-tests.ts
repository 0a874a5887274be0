import type { Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { LimitTest } from "./limit-tests.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { eventKey } from "./quantities.js";
import type { Quantity } from "./quantities.js";
import { eventsOf } from "./turn-events.js";
import { walkTurn } from "./turns.js";

const MAX_TESTS = 28;

/**
 * A quantity may be compared for other reasons than to stop: `if (attempt >= 2) warn()`. Where some
 * test of it leads out of the cycle, those that go round all the same are left aside.
 */
export function leadingOut(analysis: LoopAnalysis, cycle: Cycle, quantities: readonly Quantity[]): readonly Quantity[] {
  const doubtful = quantities.filter((quantity) => quantity.tests.length > 1).flatMap((quantity) => quantity.tests);
  if (doubtful.length === 0) return quantities;
  const bits = new Map<string, number>();
  const nodes = new Set<Node>();
  for (const [i, test] of doubtful.slice(0, MAX_TESTS).entries()) {
    bits.set(`${eventKey(test.node, test.frame)}:${String(test.reachedWhen)}`, 1 << i);
    nodes.add(test.node);
  }
  const nothing = eventsOf(analysis, cycle, [], undefined, []);
  const { backEdges, complete } = walkTurn(
    cycle,
    {
      ...nothing,
      bitsOf: () => 0,
      bitsOfOpaqueCall: () => 0,
      bitsOfOutcome(condition, frame) {
        if (!nodes.has(condition)) return undefined;
        const key = eventKey(condition, frame);
        return { whenTrue: bits.get(`${key}:true`) ?? 0, whenFalse: bits.get(`${key}:false`) ?? 0 };
      },
    },
    new Set([0]),
  );
  if (!complete) return quantities;
  let reentered = 0;
  for (const { states } of backEdges) for (const state of states) reentered |= state;
  const leads = (test: LimitTest): boolean =>
    ((bits.get(`${eventKey(test.node, test.frame)}:${String(test.reachedWhen)}`) ?? 0) & reentered) === 0;
  return quantities.map((quantity) => {
    const tests = quantity.tests.filter(leads);
    if (tests.length === 0 || tests.length === quantity.tests.length) return quantity;
    const passedOnce = quantity.tests.filter((test) => !tests.includes(test) && asksForOneNumber(test));
    return { ...quantity, tests, passedOnce };
  });
}

function asksForOneNumber({ node, limit }: LimitTest): boolean {
  return node.type === "BinaryExpression" && /^[!=]==?$/.test(node.operator) && limit.value !== undefined;
}
