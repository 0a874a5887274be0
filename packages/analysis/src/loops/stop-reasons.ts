import type { TSESTree } from "@typescript-eslint/types";
import { textOf } from "../file/file-context.js";
import type { IgnoredStop, StopMend } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { readTokens } from "../replies/tokens.js";
import { bare, dottedName, forEachChild, isFunction, isWithin, propertyName, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { FoundExit } from "./exits.js";
import { claimsSuccess, flagsOf, handedBy } from "./handed-value.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import type { RegionNode } from "./region.js";
import { SHOWS } from "./variation.js";

/** A reason why a model stopped that nothing in the turn handles; `undefined` when none is known. */
export function readIgnoredStop(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[], exits: readonly FoundExit[]): IgnoredStop | undefined {
  const questions = region.flatMap(({ node }) => questionOf(analysis, node));
  return defaultAsSuccess(analysis, questions) ?? spinning(analysis, cycle, region, questions) ?? takenAsFinal(analysis, region, exits, questions);
}

/** A test of the reason: which values it knows. */
interface Question {
  readonly node: Node;
  readonly call: RecognisedCall | undefined;
  readonly values: readonly string[];
  readonly how: "equal" | "unequal" | "switch" | "other";
}

function questionOf(analysis: LoopAnalysis, node: Node): Question[] {
  switch (node.type) {
    case "BinaryExpression": {
      if (!/^[!=]==?$/.test(node.operator)) return [];
      for (const [side, other] of [[node.left, node.right], [node.right, node.left]] as const) {
        const call = reasonOf(analysis, side);
        const value = bare(other);
        if (call === undefined) continue;
        const known = value.type === "Literal" && typeof value.value === "string" ? [value.value] : [];
        return [{ node, call, values: known, how: known.length === 0 ? "other" : node.operator.startsWith("=") ? "equal" : "unequal" }];
      }
      return [];
    }
    case "SwitchStatement": {
      const call = reasonOf(analysis, node.discriminant);
      if (call === undefined) return [];
      const values = node.cases.flatMap(({ test }) => (test?.type === "Literal" && typeof test.value === "string" ? [test.value] : []));
      return [{ node, call, values, how: "switch" }];
    }
    default:
      return [];
  }
}

/** The call whose stop reason a value is. */
function reasonOf(analysis: LoopAnalysis, node: Node): RecognisedCall | undefined {
  const value = bare(node);
  if (value.type === "Literal" || !analysis.origins.aspectsOf(value).has("finish")) return undefined;
  for (const origin of analysis.origins.of(value)) {
    if (origin.kind !== "reply" || origin.parsed) continue;
    const last = origin.path.filter((part) => part !== "[]").at(-1) ?? "";
    const known = origin.call.reply?.finish;
    // The type of a part of the content is no reason for anything.
    if (known !== undefined ? known.some((path) => path.endsWith(last)) && !origin.path.includes("content") && !origin.path.includes("output") : /^(?:finish|stop|done)_?reason$/i.test(last)) return origin.call;
  }
  return undefined;
}

// A default branch that makes a success of everything it does not know

function defaultAsSuccess(analysis: LoopAnalysis, questions: readonly Question[]): IgnoredStop | undefined {
  for (const { node, call, values, how } of questions) {
    if (how !== "switch" || node.type !== "SwitchStatement") continue;
    const left = incompleteLeft(call, values);
    if (left === undefined ? knowsIncomplete(call, values) : left.length === 0) continue;
    const branch = node.cases.find(({ test }) => test === null);
    if (branch === undefined) continue;
    const statements = branch.consequent.flatMap((statement) => (statement.type === "BlockStatement" ? statement.body : [statement]));
    const last = statements.find((statement) => statement.type === "ReturnStatement");
    const handed = last && handedBy(analysis.context, last);
    if (last === undefined || handed?.kind !== "value" || mentionsReason(analysis, last) || statements.some((statement) => mayTell(statement, last))) continue;
    if (!readsAsSuccess(analysis, handed.node)) continue;
    return {
      how: "default",
      span: spanOf(last),
      what: textOf(analysis.context, node.discriminant),
      mend: undefined,
      evidence: [
        { what: `only ${values.map((value) => `"${value}"`).join(", ")} ${values.length === 1 ? "has" : "have"} a branch`, at: spanOf(node) },
        ...(left === undefined ? [] : [{ what: `${left.map((value) => `"${value}"`).join(", ")} ${left.length === 1 ? "comes" : "come"} here, too`, at: spanOf(last) }]),
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
    return claims.includes("yes") || value.properties.some((property) => property.type === "Property" && analysis.origins.aspectsOf(property.value).has("text"));
  }
  const aspects = analysis.origins.aspectsOf(value);
  return aspects.has("text") || aspects.has("reply");
}

/** Whether the reason itself goes into what is handed over. */
function mentionsReason(analysis: LoopAnalysis, node: Node): boolean {
  return someInner(node, (inner) => (inner.type === "MemberExpression" || inner.type === "Identifier") && reasonOf(analysis, inner) !== undefined);
}

/** The two ways in which a reply is not what was asked for: it was cut off, or it was withheld. */
const UNFIT = [/length|max_?(?:output_?)?tokens/i, /filter|refus|safety|block|guardrail/i];

/**
 * The reasons of replies that are cut off or withheld, known of this SDK, none of whose kind has a
 * branch. Whoever names one of a kind has thought of the others.
 */
function incompleteLeft(call: RecognisedCall | undefined, values: readonly string[]): readonly string[] | undefined {
  const incomplete = call?.reply?.incomplete;
  return incomplete && UNFIT.filter((kind) => !values.some((value) => kind.test(value))).flatMap((kind) => incomplete.filter((value) => kind.test(value)));
}

function knowsIncomplete(call: RecognisedCall | undefined, values: readonly string[]): boolean {
  const incomplete = call?.reply?.incomplete ?? [];
  // A pause asks for another turn; it says nothing of replies that are not whole.
  return values.some((value) => (incomplete.includes(value) && !/pause/i.test(value)) || /length|max_?tokens|filter|refus|error|incomplete|safety|blocked|abort|cancel/i.test(value));
}

// A reason that no branch knows, after which the same is sent again

function spinning(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[], questions: readonly Question[]): IgnoredStop | undefined {
  if (isFunction(cycle.node) || cycle.node.body.type !== "BlockStatement" || questions.length === 0) return undefined;
  if (questions.some(({ how, call, values }) => how !== "equal" || knowsIncomplete(call, values))) return undefined;
  const body = cycle.node.body.body;
  const asking = body.filter((statement) => questions.some(({ node }) => chainOf(statement).some((link) => isWithin(node, link.test))));
  const links = asking.flatMap((statement) => chainOf(statement));
  const last = links.at(-1);
  if (last === undefined || questions.some(({ node }) => !links.some((link) => isWithin(node, link.test)))) return undefined;
  if (asking.some((statement) => endsInElse(statement))) return undefined;
  // Whatever else happens in the turn may be the handling we look for.
  const others = body.filter((statement) => !asking.includes(statement) && statement.type !== "VariableDeclaration" && !isNote(statement));
  if (others.length > 0) return undefined;
  if (!region.some(({ node }) => isWithin(node, last.consequent) && node.type === "CallExpression")) return undefined;
  const known = questions.flatMap(({ values }) => values).map((value) => `"${value}"`);
  return {
    how: "spins",
    span: spanOf(last.test),
    what: textOf(analysis.context, last.test),
    mend: undefined,
    evidence: [{ what: `only ${[...new Set(known)].join(" and ")} have a branch`, at: spanOf(last.test) }, { what: "any other reason sends the same again", at: spanOf(cycle.head) }],
  };
}

/** The tests of `if … else if …`. */
function chainOf(statement: Node): TSESTree.IfStatement[] {
  const links: TSESTree.IfStatement[] = [];
  for (let current: Node | null = statement; current?.type === "IfStatement"; current = current.alternate) links.push(current);
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

// A reply that was cut off, and is taken as the answer because it holds no tool call

function takenAsFinal(analysis: LoopAnalysis, region: readonly RegionNode[], exits: readonly FoundExit[], questions: readonly Question[]): IgnoredStop | undefined {
  if (questions.length > 0 || region.some(({ node }) => isLookedAt(analysis, node))) return undefined;
  for (const exit of exits) {
    if (exit.decidedBy !== "model-signal" || exit.result === "throws" || exit.result === "failure" || exit.node.type === "ThrowStatement") continue;
    const call = noCallsLeft(analysis, exit);
    if (call === undefined || (call.reply?.finish ?? []).length === 0 || (call.reply?.incomplete ?? []).length === 0) continue;
    return {
      how: "final",
      span: exit.test ?? exit.span,
      what: call.callee,
      mend: mendOf(analysis, call, exit),
      evidence: [{ what: "only the tool calls are looked at", at: exit.test ?? exit.span }, { what: `\`${call.callee}\` may have been cut off, filtered or refused`, at: spanOf(call.node) }],
    };
  }
  return undefined;
}

function noCallsLeft(analysis: LoopAnalysis, exit: FoundExit): RecognisedCall | undefined {
  for (const { test, how } of exit.guards) {
    if (how === "catch" || test.type === "CatchClause") continue;
    const aspects = analysis.origins.aspectsOf(test);
    if (!aspects.has("tool-calls") && !aspects.has("reply")) continue;
    for (const origin of analysis.origins.of(test)) if (origin.kind === "reply" && !origin.call.streams && origin.call.how !== "wrapper" && isAboutCalls(origin.call, origin.path)) return origin.call;
  }
  return undefined;
}

/** `reply.stop_reason`, where the reply has a name and the exit is a statement behind it in the same block. */
function mendOf(analysis: LoopAnalysis, call: RecognisedCall, exit: FoundExit): StopMend | undefined {
  const { context } = analysis;
  const { replyName } = readTokens(context, call);
  const [path] = call.reply?.finish ?? [];
  const incomplete = (call.reply?.incomplete ?? []).filter((value) => !/pause/i.test(value));
  if (replyName === undefined || path === undefined || /[()=]/.test(path) || exit.test === undefined) return undefined;
  const asked = context.tree.statementOf(call.node);
  const block = context.tree.parentOf(asked);
  const statement = block?.type === "BlockStatement" ? block.body.find((one) => exit.test !== undefined && one.range[0] <= exit.test.start && exit.test.end <= one.range[1]) : undefined;
  if (statement === undefined || statement.range[0] <= asked.range[1]) return undefined;
  const { mayLack = [], finished = [], wantsTools = [] } = call.reply ?? {};
  return { reason: replyName + memberPath(path, mayLack), incomplete, whole: [...finished, ...wantsTools], before: statement.range[0] };
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
  if (!/finish|stop|status|reason|incomplete/i.test(node.type === "Identifier" ? node.name : (propertyName(node) ?? ""))) return false;
  const { tree } = analysis.context;
  const parent = tree.parentOf(node);
  if (parent?.type === "MemberExpression" || (parent?.type === "Property" && parent.key === node && !parent.shorthand) || parent?.type === "VariableDeclarator") return false;
  if (tree.parentOf(parent ?? node)?.type === "ObjectPattern") return false;
  if (reasonOf(analysis, node) === undefined) return false;
  for (let up: Node | undefined = parent; up !== undefined; up = tree.parentOf(up)) {
    if (up.type === "CallExpression") return !SHOWS.test(dottedName(up.callee) ?? "");
    if (up.type === "ExpressionStatement" || up.type === "VariableDeclaration") return up.type === "VariableDeclaration";
    if (up.type === "BlockStatement") return true;
  }
  return true;
}

function someInner(node: Node, test: (inner: Node) => boolean): boolean {
  if (test(node)) return true;
  if (isFunction(node)) return false;
  let found = false;
  forEachChild(node, (child) => {
    found ||= someInner(child, test);
  });
  return found;
}
