import type { TSESTree } from "@typescript-eslint/types";
import { calleeText, textOf } from "../file/file-context.js";
import { isWithin, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import { missingAnswerOf } from "./failure-mends.js";
import type { FailurePoint, FailureSearch } from "./failure-points.js";
import { findFirstOnly } from "./first-answer.js";
import { findPartialAnswer } from "./partial-answers.js";
import { findBranchInPass } from "./pass-branches.js";

const MAX_HELPERS = 2;
/** Words of a decision about a call, with which it is passed over. */
const FORBIDS =
  /allow|permi(?:t|ssion)|approv|confirm|authori[sz]|den(?:y|ied)|forbid|forbidden|refus|reject|block(?:s|ed|list)|polic|consent|whitelist|blacklist/i;
/** `may(role, call.name)`, `user.canRun(call)` */
const PERMITS = /(?:^|\.)(?:may|can)(?:$|[A-Z_])/;
/** `needsApproval(call)` tells how a call is made, and not that it is not made. */
const ASKS_WHETHER = /need|requir|should|must|wait/i;

/** A call of the model that gets no answer, although its reply stays in the history. */
export function findUnansweredCalls(search: FailureSearch): FailurePoint[] {
  const { analysis, called, answers, lookups, toolCalls, loops } = search;
  const { context } = analysis;
  const { tree } = context;
  const points: FailurePoint[] = [];
  const answering = tree.calls.filter((call) => answers.isById(call));

  for (const { span, callee, statement, failure, handler } of toolCalls) {
    if (failure !== "swallowed") continue;
    points.push({
      span: handler ?? span,
      kind: "unanswered",
      callee,
      statement,
      mend: missingAnswerOf(search, span, handler),
      evidence: [{ what: `\`${callee}\` fails here`, at: span }],
    });
  }
  for (const node of tree.continues) addSkip(node);
  for (const answer of [...answering, ...tree.assignments.filter((one) => answers.isAdded(one))]) addFirstOnly(answer);
  for (const loop of loops) addPartial(loop);
  for (const node of tree.switches) addUnmatched(node);
  for (const test of tree.conditions) addUnmatchedChain(test);
  return points;

  /** `if (!tool) continue;` in a pass whose other ways answer every call by its id. */
  function addSkip(node: TSESTree.ContinueStatement): void {
    const iteration = called.iterationOf(node);
    if (iteration === undefined || iteration.node.type !== "ForOfStatement" || node.label !== null) return;
    const branch = findBranchInPass(tree, node, iteration.node);
    if (
      branch === undefined ||
      !(lookups.isMissing(branch.test) || forbids(branch.test)) ||
      answers.isIn(branch.consequent)
    )
      return;
    const answer = answering.find((call) => isWithin(call, iteration.node.body) && call.range[0] > node.range[1]);
    if (answer === undefined) return;
    points.push({
      span: spanOf(node),
      kind: "skipped",
      callee: textOf(context, branch.test),
      statement: spanOf(branch),
      mend: undefined,
      evidence: [{ what: "every other call gets its answer here", at: spanOf(answer) }],
    });
  }

  /** `push({ tool_use_id: part.id, … }); return step(messages);` in the pass over the calls. */
  function addFirstOnly(answer: CallExpression | TSESTree.AssignmentExpression): void {
    const iteration = called.iterationOf(answer);
    if (iteration?.node.type !== "ForOfStatement") return;
    const { node } = iteration;
    const jump = findFirstOnly(
      context,
      node,
      answer,
      answers.isById,
      loops.some((one) => one !== node && isWithin(node, one)),
    );
    if (jump === undefined) return;
    points.push({
      span: spanOf(jump),
      kind: "first-only",
      callee: answer.type === "CallExpression" ? calleeText(context, answer) : textOf(context, answer.left),
      statement: spanOf(jump),
      mend: undefined,
      evidence: [
        { what: "this call gets its answer", at: spanOf(answer) },
        { what: "the others of the same reply do not", at: spanOf(node.right) },
      ],
    });
  }

  /** `const [use] = calls`, `calls.slice(0, 3)`: the rest of the calls is never looked at. */
  function addPartial(loop: Node): void {
    const partial = findPartialAnswer(context, called, loop, answering);
    if (partial === undefined) return;
    const { taken, answer, part } = partial;
    const kind = part === "one" ? "first-only" : "first-few";
    points.push({
      span: spanOf(taken),
      kind,
      callee: calleeText(context, answer),
      statement: spanOf(tree.statementOf(taken)),
      mend: undefined,
      evidence: [{ what: "what is taken gets its answer here", at: spanOf(answer) }],
    });
  }

  /** `switch (call.name) { … }` whose branches answer, with none for a name that the model made up. */
  function addUnmatched(node: TSESTree.SwitchStatement): void {
    if (!called.isName(node.discriminant) || node.cases.length < 2 || node.cases.some((one) => one.test === null))
      return;
    addWithoutElse(node, node.discriminant);
  }

  /** `if (call.name === "a") … else if (call.name === "b") …`, and no `else`. */
  function addUnmatchedChain(test: Node): void {
    const first = tree.parentOf(test);
    if (first?.type !== "IfStatement" || first.test !== test || !lookups.asksName(test)) return;
    const above = tree.parentOf(first);
    if (above?.type === "IfStatement" && above.alternate === first) return;
    let last = first;
    while (last.alternate?.type === "IfStatement" && lookups.asksName(last.alternate.test)) last = last.alternate;
    if (last !== first && last.alternate === null) addWithoutElse(first, test);
  }

  function addWithoutElse(branches: Node, asked: Node): void {
    const iteration = called.iterationOf(branches);
    if (iteration?.node.type !== "ForOfStatement") return;
    const { body } = iteration.node;
    if (branches !== body && tree.parentOf(branches) !== body) return;
    const answers = answering.filter((call) => isWithin(call, body));
    const [answer] = answers;
    if (answer === undefined || answers.some((call) => !isWithin(call, branches))) return;
    points.push({
      span: { start: branches.range[0], end: asked.range[1] },
      kind: "unmatched",
      callee: textOf(context, asked),
      statement: spanOf(branches),
      mend: undefined,
      evidence: [{ what: "the other calls get their answer here", at: spanOf(answer) }],
    });
  }

  /** `!policy.allows(call)`, `denied.has(call.name)`, `(await ask(call)) === "deny"`: this call shall not be made. */
  function forbids(test: Node, depth = 0): boolean {
    const value = settled(test);
    if (depth > MAX_HELPERS) return false;
    switch (value.type) {
      case "UnaryExpression":
        return value.operator === "!" && forbids(value.argument, depth);
      case "BinaryExpression":
        return /^[!=]==?$/.test(value.operator) && (forbids(value.left, depth) || forbids(value.right, depth));
      case "MemberExpression":
        return forbids(value.object, depth);
      case "Identifier": {
        const definition = context.scopes.variableOf(value)?.definition;
        return (
          definition?.type === "VariableDeclarator" && definition.init !== null && forbids(definition.init, depth + 1)
        );
      }
      case "CallExpression":
        return (
          (FORBIDS.test(calleeText(context, value)) || PERMITS.test(calleeText(context, value))) &&
          !ASKS_WHETHER.test(calleeText(context, value)) &&
          value.arguments.some(
            (argument) =>
              argument.type !== "SpreadElement" &&
              (called.isItem(argument) || called.isName(argument) || called.isArguments(argument)),
          )
        );
      default:
        return false;
    }
  }
}
