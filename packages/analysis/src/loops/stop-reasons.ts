import { someInPlace } from "../file/walk.js";
import type { TSESTree } from "@typescript-eslint/types";
import { textOf } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import { endsTheTurns } from "../flow/leaving.js";
import type { IgnoredStop, StopMend } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { readTokens } from "../replies/tokens.js";
import { bare, dottedName, isFunction, isWithin, propertyName, settled, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { FoundExit } from "./exits.js";
import { claimsSuccess, flagsOf, handedBy } from "./handed-value.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import type { RegionNode } from "./region.js";
import { incompleteLeft, knowsIncomplete, questionOf, reasonOf, tableOf } from "./stop-questions.js";
import type { Question } from "./stop-questions.js";
import { SHOWS } from "./variation.js";

/** A reason why a model stopped that nothing in the turn handles; `undefined` when none is known. */
export function readIgnoredStop(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  exits: readonly FoundExit[],
): IgnoredStop | undefined {
  const questions = region.flatMap(({ node }) => questionOf(analysis, node));
  return (
    defaultAsSuccess(analysis, questions) ??
    tableAsSuccess(analysis, questions) ??
    spinning(analysis, cycle, region, questions) ??
    restAsFinal(analysis, cycle, exits, questions) ??
    takenAsFinal(analysis, cycle, region, exits, questions)
  );
}

// A default branch that makes a success of everything it does not know

function defaultAsSuccess(analysis: LoopAnalysis, questions: readonly Question[]): IgnoredStop | undefined {
  for (const { node, call, values, how } of questions) {
    if (how !== "switch" || node.type !== "SwitchStatement") continue;
    const left = incompleteLeft(call, values);
    if (left === undefined ? knowsIncomplete(call, values) : left.length === 0) continue;
    const branch = node.cases.find(({ test }) => test === null);
    if (branch === undefined) continue;
    const statements = branch.consequent.flatMap((statement) =>
      statement.type === "BlockStatement" ? statement.body : [statement],
    );
    const last = statements.find((statement) => statement.type === "ReturnStatement");
    const handed = last && handedBy(analysis.context, last);
    if (
      last === undefined ||
      handed?.kind !== "value" ||
      mentionsReason(analysis, last) ||
      statements.some((statement) => mayTell(statement, last))
    )
      continue;
    if (!readsAsSuccess(analysis, handed.node)) continue;
    return {
      how: "default",
      span: spanOf(last),
      what: textOf(analysis.context, node.discriminant),
      mend: undefined,
      evidence: [
        {
          what: `only ${values.map((value) => `"${value}"`).join(", ")} ${values.length === 1 ? "has" : "have"} a branch`,
          at: spanOf(node),
        },
        ...(left === undefined
          ? []
          : [
              {
                what: `${left.map((value) => `"${value}"`).join(", ")} ${left.length === 1 ? "comes" : "come"} here, too`,
                at: spanOf(last),
              },
            ]),
      ],
    };
  }
  return undefined;
}

/** A table that has the same for what it does not know as for the good end. */
function tableAsSuccess(analysis: LoopAnalysis, questions: readonly Question[]): IgnoredStop | undefined {
  for (const { node, call, values, how } of questions) {
    const table = how === "table" && node.type === "LogicalExpression" ? tableOf(analysis, node) : undefined;
    const left = incompleteLeft(call, values);
    if (table === undefined || (left === undefined ? knowsIncomplete(call, values) : left.length === 0)) continue;
    const good = (call?.reply?.finished ?? []).flatMap((value) => table.entries.get(value) ?? []);
    if (
      !good.some(
        (value) => value.type === "Literal" && table.rest.type === "Literal" && value.value === table.rest.value,
      )
    )
      continue;
    return {
      how: "default",
      span: spanOf(node),
      what: textOf(analysis.context, table.reason),
      mend: undefined,
      evidence: [
        {
          what: `a reason that is not in the table counts as ${textOf(analysis.context, table.rest)}, as a good end does`,
          at: spanOf(table.rest),
        },
      ],
    };
  }
  return undefined;
}

function mayTell(statement: Node, last: Node): boolean {
  return statement !== last && (statement.type === "IfStatement" || statement.type === "ThrowStatement");
}

function readsAsSuccess(analysis: LoopAnalysis, value: Node): boolean {
  if (value.type === "ObjectExpression") {
    const claims = [...flagsOf(value).constants].map(([name, flag]) => claimsSuccess(name, flag));
    if (claims.includes("no")) return false;
    return (
      claims.includes("yes") ||
      value.properties.some(
        (property) => property.type === "Property" && analysis.origins.aspectsOf(property.value).has("text"),
      )
    );
  }
  const aspects = analysis.origins.aspectsOf(value);
  return aspects.has("text") || aspects.has("reply") || handsReplyOn(analysis, value);
}

/** Names of functions to which a reply is given because something is wrong with it. */
const SPEAKS_OF_FAILURE =
  /fail|err|escalat|reject|abort|retr|again|warn|incomplete|partial|truncat|cut|human|fallback|continue|resume|unknown|unexpected|other|handle/i;

/** `return this.outbox.draft(reply.content)`: what the model wrote is used as it is. */
function handsReplyOn({ origins }: LoopAnalysis, value: Node): boolean {
  const call = settled(value);
  if (call.type !== "CallExpression" || SPEAKS_OF_FAILURE.test(dottedName(call.callee) ?? "unknown")) return false;
  return call.arguments.some(
    (argument) =>
      argument.type !== "SpreadElement" &&
      origins.of(argument).some((origin) => origin.kind === "reply" && !origin.path.includes("usage")),
  );
}

/** Whether the reason itself goes into what is handed over. */
function mentionsReason(analysis: LoopAnalysis, node: Node): boolean {
  return someInPlace(
    node,
    (inner) =>
      (inner.type === "MemberExpression" || inner.type === "Identifier") && reasonOf(analysis, inner) !== undefined,
  );
}

// A reason that no branch knows, after which the same is sent again

function spinning(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  questions: readonly Question[],
): IgnoredStop | undefined {
  if (isFunction(cycle.node) || cycle.node.body.type !== "BlockStatement" || questions.length === 0) return undefined;
  if (
    questions.some(
      (question) =>
        (question.how !== "equal" && !isHead(cycle, question)) || knowsIncomplete(question.call, question.values),
    )
  )
    return undefined;
  const body = cycle.node.body.body;
  const asking = body.filter((statement) =>
    questions.some(({ node }) => chainOf(statement).some((link) => isWithin(node, link.test))),
  );
  const links = asking.flatMap((statement) => chainOf(statement));
  const last = links.at(-1);
  if (
    last === undefined ||
    questions.some((question) => !isHead(cycle, question) && !links.some((link) => isWithin(question.node, link.test)))
  )
    return undefined;
  if (asking.some((statement) => endsInElse(statement))) return undefined;
  // Whatever else happens in the turn may be the handling we look for.
  const others = body.filter(
    (statement) =>
      !asking.includes(statement) &&
      statement.type !== "VariableDeclaration" &&
      !isNote(statement) &&
      !keepsReason(analysis, statement) &&
      !isLimitTest(analysis, statement),
  );
  if (others.length > 0) return undefined;
  if (!region.some(({ node }) => isWithin(node, last.consequent) && node.type === "CallExpression")) return undefined;
  const known = questions.flatMap(({ values }) => values).map((value) => `"${value}"`);
  return {
    how: "spins",
    span: spanOf(last.test),
    what: textOf(analysis.context, last.test),
    mend: undefined,
    evidence: [
      { what: `only ${[...new Set(known)].join(" and ")} have a branch`, at: spanOf(last.test) },
      { what: "any other reason sends the same again", at: spanOf(cycle.head) },
    ],
  };
}

/** `while (reason !== "end_turn")` */
function isHead(cycle: Cycle, { node, how, call, values }: Question): boolean {
  const test = "test" in cycle.node ? cycle.node.test : null;
  return (
    how === "unequal" &&
    test != null &&
    isWithin(node, test) &&
    values.every((value) => call?.reply?.finished?.includes(value) === true)
  );
}

/** `reason = reply.stop_reason;` */
function keepsReason(analysis: LoopAnalysis, statement: Node): boolean {
  const expression = statement.type === "ExpressionStatement" ? bare(statement.expression) : undefined;
  return (
    expression?.type === "AssignmentExpression" &&
    expression.left.type === "Identifier" &&
    reasonOf(analysis, expression.right) !== undefined
  );
}

/** `if (rounds-- === 0) throw …`: what ends the loop without asking the reply handles no reason. */
function isLimitTest(analysis: LoopAnalysis, statement: Node): boolean {
  if (statement.type !== "IfStatement" || statement.alternate !== null || !endsTheTurns(statement.consequent))
    return false;
  return (
    analysis.origins.aspectsOf(statement.test).size === 0 &&
    !someInPlace(statement.test, (inner) => inner.type === "CallExpression")
  );
}

/** The tests of `if … else if …`. */
function chainOf(statement: Node): TSESTree.IfStatement[] {
  const links: TSESTree.IfStatement[] = [];
  for (let current: Node | null = statement; current?.type === "IfStatement"; current = current.alternate)
    links.push(current);
  return links;
}

function endsInElse(statement: Node): boolean {
  const last = chainOf(statement).at(-1);
  return last !== undefined && last.alternate !== null;
}

/** A statement that only counts or shows. */
function isNote(statement: Node): boolean {
  if (statement.type !== "ExpressionStatement") return false;
  const expression = bare(statement.expression);
  if (expression.type === "UpdateExpression") return true;
  if (expression.type === "AssignmentExpression") return expression.operator !== "=";
  return expression.type === "CallExpression" && SHOWS.test(dottedName(expression.callee) ?? "");
}

// Every reason but the one that asks for tools is taken for a good end

function restAsFinal(
  analysis: LoopAnalysis,
  cycle: Cycle,
  exits: readonly FoundExit[],
  questions: readonly Question[],
): IgnoredStop | undefined {
  const [question] = questions;
  if (question === undefined || questions.length > 1 || isAskedAfter(analysis, cycle)) return undefined;
  const { node, call, values, how } = question;
  const { wantsTools, incomplete } = call?.reply ?? {};
  if (
    incomplete === undefined ||
    incomplete.length === 0 ||
    values.length === 0 ||
    !values.every((value) => wantsTools?.includes(value) === true)
  )
    return undefined;
  const exit = exits.find(
    ({ guards, decidedBy, result }) =>
      decidedBy === "model-signal" &&
      (result === "success" || (result === "unknown" && isFunction(cycle.node) && answersBehind(analysis, node))) &&
      guards.some((guard) => guard.test === node && guard.how === (how === "equal" ? "unless" : "if")),
  );
  if (exit === undefined) return undefined;
  return {
    how: "rest",
    span: spanOf(node),
    what: values.map((value) => `"${value}"`).join(" and "),
    mend: undefined,
    evidence: [
      {
        what: `${incomplete.map((value) => `"${value}"`).join(", ")} ${incomplete.length === 1 ? "ends" : "end"} the loop here, too`,
        at: exit.test ?? exit.span,
      },
    ],
  };
}

/** `if (reason === "tool_use") return ask(…); return reply.text;`: the answer follows at once, and nothing else is asked. */
function answersBehind({ context, origins }: LoopAnalysis, test: Node): boolean {
  const branch = context.tree.statementOf(test);
  const block = context.tree.parentOf(branch);
  if (branch.type !== "IfStatement" || branch.alternate !== null || block?.type !== "BlockStatement") return false;
  const next = block.body
    .slice(block.body.indexOf(branch) + 1)
    .find((statement) => statement.type !== "VariableDeclaration");
  return (
    next?.type === "ReturnStatement" &&
    next.argument !== null &&
    origins.of(next.argument).some((origin) => origin.kind === "reply")
  );
}

/** The reason is looked at once more behind the loop, before another reply takes the place of the last one. */
function isAskedAfter(analysis: LoopAnalysis, cycle: Cycle): boolean {
  const { tree } = analysis.context;
  const owner = tree.ownerOf(cycle.node);
  const [, end] = cycle.node.range;
  const next = Math.min(
    ...analysis.calls.all
      .map(({ node }) => node)
      .filter((node) => node.range[0] >= end && tree.ownerOf(node) === owner)
      .map((node) => node.range[1]),
  );
  return someInPlace(
    isFunction(owner) ? owner.body : owner,
    (inner) => inner.range[0] >= end && inner.range[0] < next && isLookedAt(analysis, inner),
  );
}

// A reply that was cut off, and is taken as the answer because it holds no tool call

function takenAsFinal(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  exits: readonly FoundExit[],
  questions: readonly Question[],
): IgnoredStop | undefined {
  if (questions.length > 0 || region.some(({ node }) => isLookedAt(analysis, node))) return undefined;
  if (!isFunction(cycle.node) && isAskedAfter(analysis, cycle)) return undefined;
  for (const exit of exits) {
    if (
      exit.decidedBy !== "model-signal" ||
      exit.result === "throws" ||
      exit.result === "failure" ||
      exit.node.type === "ThrowStatement"
    )
      continue;
    const call = noCallsLeft(analysis, exit);
    if (call === undefined || (call.reply?.finish ?? []).length === 0 || (call.reply?.incomplete ?? []).length === 0)
      continue;
    return {
      how: "final",
      span: exit.test ?? exit.span,
      what: call.callee,
      mend: mendOf(analysis, cycle, call, exit),
      evidence: [
        { what: "only the tool calls are looked at", at: exit.test ?? exit.span },
        { what: `\`${call.callee}\` may have been cut off, filtered or refused`, at: spanOf(call.node) },
      ],
    };
  }
  return undefined;
}

function noCallsLeft(analysis: LoopAnalysis, exit: FoundExit): RecognisedCall | undefined {
  for (const { test, how } of exit.guards) {
    if (how === "catch" || test.type === "CatchClause") continue;
    const aspects = analysis.origins.aspectsOf(test);
    if (!aspects.has("tool-calls") && !aspects.has("reply")) continue;
    for (const origin of analysis.origins.of(test))
      if (
        origin.kind === "reply" &&
        !origin.call.streams &&
        origin.call.how !== "wrapper" &&
        isAboutCalls(origin.call, origin.path)
      )
        return origin.call;
  }
  return undefined;
}

/** `reply.stop_reason`, where the reply has a name, at the place where the exit has been decided. */
function mendOf(analysis: LoopAnalysis, cycle: Cycle, call: RecognisedCall, exit: FoundExit): StopMend | undefined {
  const { replyName } = readTokens(analysis.context, call);
  const { finish = [], finishVaries = false } = call.reply ?? {};
  const [path, ...others] = finish;
  const incomplete = (call.reply?.incomplete ?? []).filter((value) => !/pause/i.test(value));
  if (replyName === undefined || path === undefined || /[()=]/.test(path)) return undefined;
  const place = placeOfCheck(analysis, cycle, call, exit, replyName);
  if (place === undefined) return undefined;
  const { mayLack = [], finished = [], wantsTools = [] } = call.reply ?? {};
  return {
    reasons: [
      replyName + memberPath(path, mayLack),
      ...(finishVaries ? others.map((other) => replyName + memberPath(other, mayLack)) : []),
    ],
    incomplete,
    whole: [...finished, ...wantsTools],
    ...place,
  };
}

/** In front of the statement that takes the reply, in the block of the call; behind the loop, where its head takes it. */
function placeOfCheck(
  { context }: LoopAnalysis,
  cycle: Cycle,
  call: RecognisedCall,
  exit: FoundExit,
  replyName: string,
): Pick<StopMend, "at" | "where"> | undefined {
  const { test } = exit;
  if (test === undefined) return undefined;
  const isAround = (node: Node): boolean => node.range[0] <= test.start && test.end <= node.range[1];
  if (!isFunction(cycle.node) && "test" in cycle.node && cycle.node.test != null && isAround(cycle.node.test)) {
    const isOutside = isKnownBehind(context, cycle.node, cycle.node.test, replyName);
    return isOutside ? { at: cycle.node.range[1], where: "behind" } : undefined;
  }
  const asked = context.tree.statementOf(call.node);
  const block = context.tree.parentOf(asked);
  const statement = block?.type === "BlockStatement" ? block.body.find(isAround) : undefined;
  return statement === undefined || statement.range[0] <= asked.range[1]
    ? undefined
    : { at: statement.range[0], where: "before" };
}

/** Whether the variable that a head reads still stands for the reply behind the loop, in a block of statements. */
function isKnownBehind({ tree, scopes }: FileContext, loop: Node, head: Node, name: string): boolean {
  const block = tree.parentOf(loop)?.type;
  if (block !== "BlockStatement" && block !== "Program") return false;
  return someInPlace(head, (inner) => {
    const variable = inner.type === "Identifier" && inner.name === name ? scopes.variableOf(inner) : undefined;
    return variable?.identifier !== undefined && !isWithin(variable.identifier, loop);
  });
}

/** `.choices[0]?.finish_reason`: an element may be missing, and what the SDK says may be. */
function memberPath(path: string, mayLack: readonly string[]): string {
  let maybe = false;
  return path
    .split(".")
    .map((part) => {
      const name = part.replace("[]", "");
      const isList = part.endsWith("[]");
      const step = `${maybe ? "?." : "."}${name}${isList ? `${mayLack.includes(name) ? "?." : ""}[0]` : ""}`;
      maybe = isList || mayLack.includes(name);
      return step;
    })
    .join("");
}

/** A path that leads to the tool calls of a reply, or to the list that holds them. */
function isAboutCalls(call: RecognisedCall, path: readonly string[]): boolean {
  const written = path.filter((part) => part !== "[]");
  return (call.reply?.toolCalls ?? []).some((known) => {
    const parts = known.split(".").map((part) => part.replace(/\[[^\]]*\]$/, ""));
    return parts.every((part, i) => part === written[i]);
  });
}

/** A read of the reason that is not only shown or put aside. */
function isLookedAt(analysis: LoopAnalysis, node: Node): boolean {
  if (node.type !== "MemberExpression" && node.type !== "Identifier") return false;
  if (
    !/finish|stop|status|reason|incomplete/i.test(node.type === "Identifier" ? node.name : (propertyName(node) ?? ""))
  )
    return false;
  const { tree } = analysis.context;
  const parent = tree.parentOf(node);
  if (
    parent?.type === "MemberExpression" ||
    (parent?.type === "Property" && parent.key === node && !parent.shorthand) ||
    parent?.type === "VariableDeclarator"
  )
    return false;
  if (tree.parentOf(parent ?? node)?.type === "ObjectPattern") return false;
  if (reasonOf(analysis, node) === undefined) return false;
  for (let up: Node | undefined = parent; up !== undefined; up = tree.parentOf(up)) {
    if (up.type === "CallExpression") return !SHOWS.test(dottedName(up.callee) ?? "");
    if (up.type === "ExpressionStatement" || up.type === "VariableDeclaration")
      return up.type === "VariableDeclaration";
    if (up.type === "BlockStatement") return true;
  }
  return true;
}
