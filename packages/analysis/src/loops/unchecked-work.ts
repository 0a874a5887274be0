import { marksDone } from "../completion/completing-calls.js";
import { textOf } from "../file/file-context.js";
import type { ToolCall, UncheckedWork } from "../model/file-model.js";
import type { Judgement } from "../model/judgement.js";
import { asksOutside, conditionsBetween } from "../runs/run-endings.js";
import { onlyAsks } from "../tools/asking-tools.js";
import { bare, isFunction, isWithin, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { FoundExit } from "./exits.js";
import { handedAfter } from "./handed-value.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import type { RegionNode } from "./region.js";

/** Where an acting loop ends well on nothing but the model's own word. */
export function readUncheckedWork(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  exits: readonly FoundExit[],
  tools: readonly ToolCall[],
  acts: Judgement,
): UncheckedWork | undefined {
  if (acts !== "yes") return undefined;
  const good = exits.filter((exit) => mayEndWell(exit) && !isCutOff(analysis, exit));
  if (
    good.length === 0 ||
    good.some((exit) => exit.decidedBy !== "model-signal" || isLookedAtLater(analysis, cycle, region, exit))
  )
    return undefined;
  for (const exit of good) {
    const done = completingCall(analysis, exit);
    if (done !== undefined)
      return found(
        exit,
        spanOf(analysis.context.tree.statementOf(done)),
        `\`${textOf(analysis.context, done.callee)}\` follows`,
      );
  }
  const [first] = good;
  return tools.length === 0 ||
    first === undefined ||
    onlyAsks(
      analysis,
      region.map(({ node }) => node),
    )
    ? undefined
    : found(first, first.test ?? first.span, "that is the end");

  function found(exit: FoundExit, span: UncheckedWork["span"], follows: string): UncheckedWork {
    return {
      span,
      what:
        exit.test === undefined
          ? "the reply"
          : analysis.context.file.text.slice(exit.test.start, exit.test.end).replace(/\s+/g, " ").slice(0, 60),
      evidence: [...exit.evidence, { what: `${follows}, and nothing has looked at the work`, at: span }],
    };
  }
}

function mayEndWell(exit: FoundExit): boolean {
  if (exit.result === "throws" || exit.result === "failure") return false;
  return (
    exit.decidedBy !== "ceiling" &&
    exit.decidedBy !== "budget" &&
    exit.decidedBy !== "abort" &&
    exit.decidedBy !== "error"
  );
}

/** `reply.stop_reason === "refusal"`: a way out on a reply that is none. */
function isCutOff(analysis: LoopAnalysis, { guards }: FoundExit): boolean {
  return guards.some(({ test, how }) => {
    const asked = bare(test);
    if (how !== "if" || asked.type !== "BinaryExpression" || !/^===?$/.test(asked.operator)) return false;
    const [reason, word] = [asked.left, asked.right].map(bare);
    if (reason === undefined || word?.type !== "Literal" || typeof word.value !== "string") return false;
    const { value } = word;
    return analysis.origins
      .of(reason)
      .some((origin) => origin.kind === "reply" && origin.call.reply?.incomplete?.includes(value) === true);
  });
}

/** A check between the reply and the way out, or behind the loop. */
function isLookedAtLater(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  exit: FoundExit,
): boolean {
  const call = region.find(({ node }) => analysis.calls.at(node) !== undefined && isWithin(node, cycle.node));
  if (
    call !== undefined &&
    conditionsBetween(analysis, call.node, exit.node).some(
      (test) => !sameAsGuard(exit, test) && asksOutside(analysis, test),
    )
  )
    return true;
  if (isFunction(cycle.node) || exit.node.type === "ReturnStatement") return false;
  const { passed, at } = handedAfter(analysis.context, cycle.node);
  return [...passed, ...(at === undefined ? [] : [at])].some((statement) => isCheck(analysis, statement));
}

function sameAsGuard(exit: FoundExit, test: Node): boolean {
  return exit.guards.some((guard) => isWithin(guard.test, test) || isWithin(test, guard.test));
}

/** A statement behind the loop that asks something outside. */
function isCheck(analysis: LoopAnalysis, statement: Node): boolean {
  return analysis.context.tree.calls.some(
    (call) =>
      isWithin(call, statement) &&
      analysis.context.tree.parentOf(call)?.type === "AwaitExpression" &&
      !marksDone(analysis.context, call),
  );
}

/** The call that marks the work as done, on the way out. */
function completingCall(analysis: LoopAnalysis, exit: FoundExit): CallExpression | undefined {
  const { tree } = analysis.context;
  if (exit.node.type === "ReturnStatement" || exit.node.type === "BreakStatement") {
    const block = tree.parentOf(exit.node);
    const home = block?.type === "BlockStatement" ? block : exit.node;
    const inside = tree.calls.find(
      (call) => isWithin(call, home) && call.range[0] < exit.node.range[1] && marksDone(analysis.context, call),
    );
    if (inside !== undefined && isOnWay(analysis, inside, exit.node)) return inside;
  }
  return undefined;
}

function isOnWay(analysis: LoopAnalysis, call: Node, exit: Node): boolean {
  const { tree } = analysis.context;
  return tree.parentOf(tree.statementOf(call)) === tree.parentOf(exit) || isWithin(call, exit);
}
