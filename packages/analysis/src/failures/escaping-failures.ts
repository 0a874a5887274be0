import type { TSESTree } from "@typescript-eslint/types";
import { calleeText, findRows, isNamed, textOf } from "../file/file-context.js";
import { bare, isFunction, isWithin, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node, Span } from "../syntax/node.js";
import type { Iteration } from "../tools/called-tools.js";
import { fateOfFailure, isParse } from "../tools/tool-failures.js";
import type { FoundTool } from "../tools/tools.js";
import { leadOf, observationOf } from "./failure-mends.js";
import type { FailurePoint, FailureSearch } from "./failure-points.js";
import { findBranchInPass } from "./pass-branches.js";

/** The tool that throws, or what belongs to its call, with nothing that catches it before the run has ended. */
export function findEscapingFailures(search: FailureSearch): FailurePoint[] {
  const { analysis, called, answers, lookups, tools, toolCalls, loops } = search;
  const { context } = analysis;
  const { tree } = context;
  const points: FailurePoint[] = [];
  const unguarded: Span[] = [];
  /** What else fails in the pass of an unguarded call, and is not reported beside it. */
  const covered: { readonly pass: Span; readonly node: Node }[] = [];
  const working = new Map<Node, boolean>();

  for (const { span, callee, statement, evidence, failure } of toolCalls) {
    if (failure !== "ends-loop") continue;
    unguarded.push(span);
    points.push({ span, kind: "ends-run", callee, statement, mend: observationOf(search, span), evidence });
  }
  for (const call of tree.calls) addParse(call);
  for (const tool of tools) {
    if (!isFunction(tool.node)) addBranch(tool);
    else if (tool.errors === "ends-run") addThrow(tool, tool.node);
  }
  for (const node of tree.throws) addUnknownName(node);
  return points.map(withLead);

  /** Whether an unguarded call of the same pass is reported; one `try` round both mends both. */
  function isCovered(iteration: Iteration, node: Node): boolean {
    const pass = spanOf(iteration.node);
    if (!unguarded.some((span) => pass.start <= span.start && span.end <= pass.end)) return false;
    covered.push({ pass, node });
    return true;
  }

  /** A `try` that leaves out what it should cover would only bring up the next finding. */
  function withLead(point: FailurePoint): FailurePoint {
    const { mend, span } = point;
    const others = covered.filter(
      ({ pass, node }) =>
        pass.start <= span.start && span.end <= pass.end && !(span.start <= node.range[0] && node.range[1] <= span.end),
    );
    if (mend?.form !== "use")
      return mend !== undefined && others.length > 0 && mend.form === "promise" ? { ...point, mend: undefined } : point;
    const inside = others.filter(
      ({ node }) => mend.use.value.start <= node.range[0] && node.range[1] <= mend.use.value.end,
    );
    if (inside.length === others.length) return point;
    const lead = leadOf(
      context,
      mend.use,
      others.map(({ node }) => node),
    );
    return { ...point, mend: lead && { ...mend, lead } };
  }

  /** `JSON.parse(call.function.arguments)`: the model may have stopped in the middle. */
  function addParse(call: CallExpression): void {
    const [text] = call.arguments;
    if (!isParse(call) || text === undefined || text.type === "SpreadElement" || !called.isArguments(text)) return;
    const site = siteInPass(call);
    const iteration = called.iterationOf(site);
    const loop = loops.filter((one) => isWithin(site, one)).at(-1);
    // Only a pass that runs or answers the calls is one whose end loses them.
    if (iteration === undefined || !runsOrAnswers(iteration)) return;
    // One `try` round both mends both.
    const stop = loop ?? ownerOf(iteration);
    if (fateOfFailure(context, call, stop).kind !== "escapes" || isCovered(iteration, call)) return;
    points.push({
      span: spanOf(call),
      kind: "arguments",
      callee: calleeText(context, call),
      statement: spanOf(tree.statementOf(call)),
      mend: undefined,
      evidence: [{ what: `\`${textOf(context, text)}\` is what the model wrote`, at: spanOf(text) }],
    });
  }

  /** Where a pass over the calls hands one to the function that a place stands in, or the place itself. */
  function siteInPass(node: Node): Node {
    const owner = tree.ownerOf(node);
    if (!isFunction(owner) || called.iterationOf(node) !== undefined) return node;
    const sites = context.bindings.callsOf(owner) ?? [];
    const [site] = sites;
    return site !== undefined &&
      sites.every(
        (one) =>
          called.iterationOf(one) !== undefined &&
          one.arguments.some(
            (argument) =>
              argument.type !== "SpreadElement" && (called.isItem(argument) || called.isArguments(argument)),
          ),
      )
      ? site
      : node;
  }

  function runsOrAnswers(iteration: Iteration): boolean {
    let answer = working.get(iteration.node);
    if (answer === undefined) working.set(iteration.node, (answer = doesWork(iteration)));
    return answer;
  }

  function doesWork(iteration: Iteration): boolean {
    const { range } = iteration.node;
    return (
      toolCalls.some(({ span }) => range[0] <= span.start && span.end <= range[1]) ||
      tree.calls.some((call) => isWithin(call, iteration.node) && answers.isById(call))
    );
  }

  function ownerOf(iteration: Iteration): Node {
    return tree.ownerOf(
      isFunction(iteration.node) ? (tree.parentOf(iteration.node) ?? iteration.node) : iteration.node,
    );
  }

  /** The first thing in a tool that may fail, where the SDK makes the whole run fail with it. */
  function addThrow(tool: FoundTool, fn: FunctionNode): void {
    const risky = tree.calls.find(
      (call) =>
        isWithin(call, fn.body) &&
        tree.ownerOf(call) === fn &&
        mayFail(call) &&
        fateOfFailure(context, call, fn, undefined, true).kind === "escapes",
    );
    if (risky === undefined) return;
    points.push({
      span: spanOf(risky),
      kind: "ends-run",
      callee: calleeText(context, risky),
      statement: spanOf(tree.statementOf(risky)),
      mend: undefined,
      evidence: tool.evidence,
    });
  }

  /** A branch of a dispatcher that stands in the pass over the calls itself. */
  function addBranch(tool: FoundTool): void {
    const iteration = called.iterationOf(tool.node);
    if (iteration === undefined) return;
    const loop = loops.filter((one) => isWithin(tool.node, one)).at(-1);
    const owner = tree.ownerOf(tool.node);
    const risky = tree.calls.find(
      (call) =>
        isWithin(call, tool.node) &&
        tree.ownerOf(call) === owner &&
        isWaitedFor(call) &&
        mayFail(call) &&
        fateOfFailure(context, call, loop ?? ownerOf(iteration)).kind === "escapes",
    );
    // One `try` round all branches mends all of them.
    if (risky === undefined || isCovered(iteration, risky)) return;
    unguarded.push(spanOf(risky));
    points.push({
      span: spanOf(risky),
      kind: "ends-run",
      callee: calleeText(context, risky),
      statement: spanOf(tree.statementOf(risky)),
      mend: observationOf(search, spanOf(risky)),
      evidence: tool.evidence,
    });
  }

  /** Awaited on the spot, also with a `.then` or `.catch` behind it. */
  function isWaitedFor(call: CallExpression): boolean {
    const parent = tree.parentOf(call);
    const next =
      parent?.type === "MemberExpression" && parent.object === call && isLink(parent)
        ? tree.parentOf(parent)
        : undefined;
    return (
      parent?.type === "AwaitExpression" ||
      (next?.type === "CallExpression" && next.callee === parent && isWaitedFor(next))
    );
  }

  /** `.catch(…)` says what becomes of the work before it, and is no work of its own. */
  function isLink(callee: Node): boolean {
    const member = bare(callee);
    return member.type === "MemberExpression" && /^(?:then|catch|finally)$/.test(propertyName(member) ?? "");
  }

  /** A request, an effect, or anything awaited that is not written in this file. */
  function mayFail(call: CallExpression): boolean {
    if (isLink(call.callee) || isOwnCheck(call)) return false;
    const entity = context.bindings.entityOf(call.callee);
    if (findRows(context, entity, "effect").length > 0) return true;
    if (context.bindings.calleeOf(call) !== undefined) return false;
    return isWaitedFor(call) && analysis.calls.at(call) === undefined;
  }

  /** An oracle or a person that the program asks about a call is none of the model's tools. */
  function isOwnCheck(call: CallExpression): boolean {
    return (
      isNamed(context, call, [...context.settings.oracles, ...context.settings.humanGates]) ||
      findRows(context, context.bindings.entityOf(call.callee), "human-gate").length > 0
    );
  }

  /** `if (!tool) throw …` in the pass over the calls, where nothing catches it. */
  function addUnknownName(node: TSESTree.ThrowStatement): void {
    const iteration = called.iterationOf(node);
    if (iteration === undefined || !runsOrAnswers(iteration)) return;
    const branch = findBranchInPass(tree, node, iteration.node);
    if (branch === undefined || !lookups.isMissing(branch.test)) return;
    const loop = loops.filter((one) => isWithin(node, one)).at(-1);
    if (fateOfFailure(context, node, loop ?? ownerOf(iteration)).kind !== "escapes" || isCovered(iteration, node))
      return;
    unguarded.push(spanOf(node));
    points.push({
      span: spanOf(node),
      kind: "unknown-name",
      callee: textOf(context, branch.test),
      statement: spanOf(branch),
      mend: undefined,
      evidence: [{ what: "the model may make up a name", at: spanOf(branch.test) }],
    });
  }
}
