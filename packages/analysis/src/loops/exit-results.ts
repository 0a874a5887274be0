import { marksDone } from "../completion/completing-calls.js";
import type { Exit } from "../model/file-model.js";
import { bare, dottedName, isFunction, isUndefined, isWithin, keyName, propertyName, settled } from "../syntax/node.js";
import type { Identifier, Node, ObjectExpression } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import type { Cycle } from "./cycle.js";
import type { FoundExit } from "./exits.js";
import { claimsSuccess, flagsOf, handedAfter, handedBy, isSentence, UNREADABLE } from "./handed-value.js";
import type { HandedAt } from "./handed-value.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { isMetEarlier } from "./met-earlier.js";

/** What each way out hands to the caller: the same as success does, something that can be told apart, or an error. */
export function withResults(analysis: LoopAnalysis, cycle: Cycle, exits: readonly FoundExit[]): FoundExit[] {
  const handed = new Map(exits.map((exit) => [exit, handedAt(analysis, cycle, exit)]));
  const good = exits.filter((exit) => isGoodEnd(exit));
  const successes = good.map((exit) => handed.get(exit) ?? NOTHING_KNOWN);
  return exits.map((exit) => {
    const own = handed.get(exit) ?? NOTHING_KNOWN;
    const marked = isLimit(analysis, cycle, exit) ? markedAlike(analysis, own, successes) : undefined;
    if (marked !== undefined) return { ...exit, result: "same-as-success", handedBy: marked };
    return { ...exit, result: resultOf(analysis, cycle, exit, own, successes, good), handedBy: own.at };
  });
}

const NOTHING_KNOWN: HandedAt = { handed: UNREADABLE, at: undefined, passed: [] };

function isGoodEnd(exit: FoundExit): boolean {
  return exit.decidedBy === "model-signal" || exit.decidedBy === "model-text" || exit.decidedBy === "oracle";
}

function isLimit({ context }: LoopAnalysis, cycle: Cycle, exit: FoundExit): boolean {
  return (
    (exit.decidedBy === "ceiling" || exit.decidedBy === "budget") &&
    !isEndOfList(cycle, exit) &&
    !isMetEarlier(context, cycle, exit)
  );
}

/** `for (let i = 0; i < sections.length; i++)`: behind the last item the work is through. */
function isEndOfList(cycle: Cycle, exit: FoundExit): boolean {
  const test = "test" in cycle.node && cycle.node.test === exit.node ? bare(cycle.node.test) : undefined;
  if (test?.type !== "BinaryExpression") return false;
  return [test.left, test.right].some((side) => {
    const value = bare(side);
    return value.type === "MemberExpression" && propertyName(value) === "length";
  });
}

/** A statement that calls the work done, and that a way out passes as well as a good end does. */
function markedAlike(analysis: LoopAnalysis, own: HandedAt, successes: readonly HandedAt[]): Node | undefined {
  return own.passed.find((statement) => {
    const call = statement.type === "ExpressionStatement" ? settled(statement.expression) : undefined;
    return (
      call?.type === "CallExpression" &&
      marksDone(analysis.context, call) &&
      successes.some(({ passed }) => passed.includes(statement))
    );
  });
}

function handedAt(analysis: LoopAnalysis, cycle: Cycle, exit: FoundExit): HandedAt {
  const { context } = analysis;
  const { node, answer } = exit;
  if (answer !== undefined) return { handed: handedBy(context, answer) ?? UNREADABLE, at: answer, passed: [] };
  // Something was told before: it may be why this turn was the last.
  if (node.type === "BreakStatement" && yieldsBefore(context.tree.parentOf(node), node)) return NOTHING_KNOWN;
  // What hands on to the next turn has not handed over anything.
  const own = returnsIntoCycle(analysis, cycle, node) ? UNREADABLE : handedBy(context, node);
  if (own !== undefined) return { handed: own, at: node, passed: [] };
  if (isFunction(cycle.node)) return NOTHING_KNOWN;
  if (node.type !== "BreakStatement" && !("test" in cycle.node && cycle.node.test === node)) return NOTHING_KNOWN;
  const after = handedAfter(context, cycle.node);
  return after.at !== undefined && returnsIntoCycle(analysis, cycle, after.at) ? NOTHING_KNOWN : after;
}

function yieldsBefore(block: Node | undefined, statement: Node): boolean {
  const before = block?.type === "BlockStatement" ? block.body.filter((one) => one.range[1] <= statement.range[0]) : [];
  return before.some((one) => one.type === "ExpressionStatement" && settled(one.expression).type === "YieldExpression");
}

function returnsIntoCycle(analysis: LoopAnalysis, cycle: Cycle, node: Node): boolean {
  const value = node.type === "ReturnStatement" && node.argument !== null ? settled(node.argument) : undefined;
  if (value?.type !== "CallExpression") return false;
  const fn = analysis.context.bindings.calleeOf(value);
  return fn !== undefined && isFunction(fn) && (cycle.members.includes(fn) || isWithin(cycle.node, fn));
}

function resultOf(
  analysis: LoopAnalysis,
  cycle: Cycle,
  exit: FoundExit,
  own: HandedAt,
  successes: readonly HandedAt[],
  good: readonly FoundExit[],
): Exit["result"] {
  if (own.handed.kind === "throws") return "throws";
  if (exit.decidedBy === "error") return "unknown";
  const claim = claimOf(own);
  if (claim === "no") return "failure";
  if (isGoodEnd(exit)) return own.handed.kind === "unknown" ? "unknown" : "success";
  if (!isLimit(analysis, cycle, exit)) return "unknown";
  if (own.passed.some((statement) => asksModel(analysis, statement))) return "unknown";
  if (claim === "yes") return "same-as-success";
  const known = successes.filter((success) => success.handed.kind === "value" || success.handed.kind === "process");
  if (known.length === 0) return "unknown";
  // Whoever gets the value that the good end asks about can ask again.
  if (own.handed.kind === "value" && isAskedAbout(analysis, own.handed.node, good)) return "unknown";
  const answers = known.map((success) => compare(analysis, cycle, own, success));
  if (answers.includes("same-as-success")) return "same-as-success";
  return answers.every((answer) => answer === "failure") ? "failure" : "unknown";
}

function isAskedAbout(analysis: LoopAnalysis, value: Node, good: readonly FoundExit[]): boolean {
  if (value.type !== "Identifier") return false;
  const variable = analysis.context.scopes.variableOf(value);
  return (
    variable !== undefined &&
    good.length > 0 &&
    good.every((exit) =>
      exit.guards.some(
        ({ test }) =>
          test.type !== "CatchClause" &&
          variable.reads.some((read) => isWithin(read, test) && !isGivenOut(analysis, read, test)),
      ),
    )
  );
}

/** `await acceptable(draft)`: the answer of a check outside is not in what it was asked about. */
function isGivenOut({ context }: LoopAnalysis, read: Node, test: Node): boolean {
  for (
    let child: Node = read, up = context.tree.parentOf(read);
    up !== undefined && isWithin(child, test);
    child = up, up = context.tree.parentOf(up)
  ) {
    if (up.type === "CallExpression" && up.callee !== child && context.tree.parentOf(up)?.type === "AwaitExpression")
      return true;
  }
  return false;
}

/** A last call without tools that sums up what there is hands over something made for the purpose. */
function asksModel(analysis: LoopAnalysis, statement: Node): boolean {
  return analysis.calls.all.some((call) => isWithin(call.node, statement));
}

/** What a result says about itself, where it says anything. */
function claimOf({ handed }: HandedAt): "yes" | "no" | "unknown" {
  if (handed.kind === "process") return handed.code === undefined ? "unknown" : handed.code === 0 ? "yes" : "no";
  if (handed.kind === "value" && makesFailure(handed.node)) return "no";
  if (handed.kind !== "value" || handed.node.type !== "ObjectExpression") return "unknown";
  const claims = [...flagsOf(handed.node).constants].map(([name, value]) => claimsSuccess(name, value));
  if (claims.includes("no")) return "no";
  return claims.includes("yes") ? "yes" : "unknown";
}

const MAKES_FAILURE =
  /(?:^|\.)(?:err|error|fail|failed|failure|left|reject|rejected|aborted|incomplete|escalate\w*)$|Error$/i;

/** `error("limit reached")`, `Result.fail(…)`, `new LimitError()` */
function makesFailure(node: Node): boolean {
  const value = bare(node.type === "AwaitExpression" ? node.argument : node);
  return (
    (value.type === "CallExpression" || value.type === "NewExpression") &&
    MAKES_FAILURE.test(dottedName(value.callee) ?? "")
  );
}

function compare(analysis: LoopAnalysis, cycle: Cycle, own: HandedAt, success: HandedAt): Exit["result"] {
  const [mine, good] = [own.handed, success.handed];
  if (mine.kind === "process" && good.kind === "process")
    return mine.code === good.code && mine.code !== undefined ? "same-as-success" : "unknown";
  if (good.kind !== "value") return "unknown";
  if (mine.kind === "nothing") return holdsNothing(good.node) ? "unknown" : "failure";
  if (mine.kind !== "value") return "unknown";
  if (holdsNothing(mine.node)) return holdsNothing(good.node) ? "unknown" : "failure";
  // Both ways meet at one statement: only what was put into the value tells them apart.
  if (own.at === success.at) return tellsApart(analysis, cycle, mine.node) ? "unknown" : "same-as-success";
  return sameShape(analysis, cycle, mine.node, good.node);
}

/** What a caller takes for "there is none": no value, `false`, an empty text or list. */
function holdsNothing(node: Node): boolean {
  const value = bare(node);
  if (value.type === "Literal") return value.value === null || value.value === false || value.value === "";
  if (value.type === "ArrayExpression") return value.elements.length === 0;
  return isUndefined(value);
}

function sameShape(analysis: LoopAnalysis, cycle: Cycle, mine: Node, good: Node): Exit["result"] {
  const { text } = analysis.context.file;
  const written = (node: Node): string => text.slice(node.range[0], node.range[1]).replace(/\s+/g, " ");
  if (mine.type === "ObjectExpression" && good.type === "ObjectExpression") {
    const [a, b] = [flagsOf(mine), flagsOf(good)];
    if (a.isOpen || b.isOpen) return "unknown";
    if (a.keys.length !== b.keys.length || a.keys.some((key) => !b.keys.includes(key))) return "failure";
    for (const [name, value] of a.constants)
      if (b.constants.has(name) && b.constants.get(name) !== value) return "failure";
    // A tool's answer is read by a model, which understands words.
    if (isToolAnswer(mine)) return "unknown";
    const asWorkedOut = a.computed.length > 0 || [...b.computed].length > 0 || a.constants.size !== b.constants.size;
    return asWorkedOut ? "unknown" : "same-as-success";
  }
  if (mine.type === "ObjectExpression" || good.type === "ObjectExpression") return "unknown";
  if (written(mine) === written(good)) return tellsApart(analysis, cycle, mine) ? "unknown" : "same-as-success";
  const isText = (node: Node): boolean => isSentence(node) || analysis.origins.aspectsOf(node).has("text");
  return isText(mine) && analysis.origins.aspectsOf(good).has("text") ? "same-as-success" : "unknown";
}

/** `{ content: [{ type: "text", text }] }` */
function isToolAnswer(object: ObjectExpression): boolean {
  return object.properties.some(
    (property) =>
      property.type === "Property" &&
      bare(property.value).type === "ArrayExpression" &&
      keyName(property) === "content",
  );
}

/** Whether a value holds something that the good end alone has put there. */
function tellsApart(analysis: LoopAnalysis, cycle: Cycle, value: Node): boolean {
  if (value.type === "ObjectExpression") {
    const flags = flagsOf(value);
    if (flags.isOpen || flags.computed.length > 0) return true;
    return value.properties.some(
      (property) => property.type === "Property" && tellsApart(analysis, cycle, bare(property.value)),
    );
  }
  if (value.type === "Literal" || value.type === "TemplateLiteral") return false;
  const names: Identifier[] = [];
  collectNames(value, names);
  if (names.length === 0) return true;
  return names.some((name) => {
    const variable = analysis.context.scopes.variableOf(name);
    return variable === undefined
      ? false
      : isSetOnLeaving(analysis, cycle, variable) || holdsConstants(variable) || hasFlagsSet(analysis, variable);
  });
}

function collectNames(node: Node, names: Identifier[]): void {
  switch (node.type) {
    case "Identifier":
      names.push(node);
      break;
    case "MemberExpression":
      collectNames(bare(node.object), names);
      break;
    case "CallExpression":
      if (node.callee.type === "MemberExpression") collectNames(bare(node.callee.object), names);
      for (const argument of node.arguments) collectNames(bare(argument), names);
      break;
    case "LogicalExpression":
    case "BinaryExpression":
      collectNames(bare(node.left), names);
      collectNames(bare(node.right), names);
      break;
    case "TemplateLiteral":
      for (const part of node.expressions) collectNames(bare(part), names);
      break;
    default:
  }
}

/** `answer = text; break;`: a variable that is only filled where the cycle is left says whether it was. */
function isSetOnLeaving(analysis: LoopAnalysis, cycle: Cycle, variable: Variable): boolean {
  const inside = variable.writes.filter((write) => isWithin(write.node, cycle.node));
  return inside.length > 0 && inside.every((write) => isBeforeLeaving(analysis, write.node));
}

function isBeforeLeaving(analysis: LoopAnalysis, node: Node): boolean {
  const { tree } = analysis.context;
  const statement = tree.statementOf(node);
  const block = tree.parentOf(statement);
  if (block === undefined) return false;
  const list =
    block.type === "BlockStatement" ? block.body : block.type === "SwitchCase" ? block.consequent : undefined;
  const last = list?.at(-1);
  return last !== undefined && (last.type === "BreakStatement" || last.type === "ReturnStatement");
}

/** A flag that is only ever set to constants says something, and not what the work came to. */
function holdsConstants(variable: Variable): boolean {
  const { definition } = variable;
  if (definition.type !== "VariableDeclarator" || definition.init === null || variable.writes.length === 0)
    return false;
  const values = [
    definition.init,
    ...variable.writes.map(({ node }) =>
      node.type === "AssignmentExpression" && node.operator === "=" ? node.right : undefined,
    ),
  ];
  return values.every((value) => value !== undefined && bare(value).type === "Literal");
}

/** `result.status = "limit"`: the value carries a flag that is set by hand. */
function hasFlagsSet(analysis: LoopAnalysis, variable: Variable): boolean {
  const { tree } = analysis.context;
  return variable.reads.some((read) => {
    const member = tree.parentOf(read);
    if (member?.type !== "MemberExpression" || member.object !== read) return false;
    const assignment = tree.parentOf(member);
    return assignment?.type === "AssignmentExpression" && assignment.left === member;
  });
}
