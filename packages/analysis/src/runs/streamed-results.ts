import type { TSESTree } from "@typescript-eslint/types";
import { marksDone } from "../completion/completing-calls.js";
import type { RunRow } from "../catalogue/schema.js";
import { textOf } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import { claimsSuccess, flagsOf } from "../loops/handed-value.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { FalseSuccess } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { handsOut } from "./handed-out.js";
import { bare, propertyName, settled, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";

/**
 * A run that streams its messages and says in the last one how it ended: code that only asks for
 * the last one takes a run that hit its limit for one that is through.
 */
export function readStreamedResult(
  analysis: LoopAnalysis,
  call: RecognisedCall,
  row: RunRow,
): FalseSuccess | undefined {
  const signs = (row.silentSigns ?? []).flatMap((sign) => selectedSign(sign));
  const [first] = signs;
  if (first === undefined || row.streams !== true) return undefined;
  const message = streamedMessage(analysis, call);
  const named = message && limitCalledSuccess(analysis, call, message, first.sign);
  if (named !== undefined) return named;
  if (
    message === undefined ||
    looksCloser(
      analysis,
      message,
      first,
      signs.map(({ sign }) => sign),
    )
  )
    return undefined;
  for (const part of selectedParts(analysis, message, first)) {
    const used = successIn(analysis, message, part);
    if (used === undefined) continue;
    return {
      how: "silent-limit",
      span: spanOf(statementAt(analysis, used)),
      what: call.callee,
      evidence: [
        { what: `\`${call.callee}\` ends at its limit with a message of the same kind`, at: spanOf(call.node) },
        {
          what: `\`${textOf(analysis.context, used, 60)}\` follows, and nothing has asked for \`${signs.map(({ sign }) => sign).join("` or `")}\``,
          at: spanOf(used),
        },
      ],
    };
  }
  return undefined;
}

/** Words with which a run says that it was stopped. */
const CUT_OFF = /^error|max_|limit|exceed|budget/i;

/** `if (message.subtype === "error_max_turns") return { done: true };` */
function limitCalledSuccess(
  analysis: LoopAnalysis,
  call: RecognisedCall,
  { variable }: Message,
  sign: string,
): FalseSuccess | undefined {
  const { tree } = analysis.context;
  for (const read of variable.reads) {
    const member = tree.parentOf(read);
    const test = member && tree.parentOf(member);
    const branch = test && tree.parentOf(test);
    if (
      member?.type !== "MemberExpression" ||
      propertyName(member) !== sign ||
      test?.type !== "BinaryExpression" ||
      !/^===?$/.test(test.operator) ||
      branch?.type !== "IfStatement" ||
      branch.test !== test
    )
      continue;
    const word = bare(test.left === member ? test.right : test.left);
    if (word.type !== "Literal" || !CUT_OFF.test(String(word.value))) continue;
    const [only, ...others] =
      branch.consequent.type === "BlockStatement" ? branch.consequent.body : [branch.consequent];
    const value = only?.type === "ReturnStatement" && only.argument !== null ? settled(only.argument) : undefined;
    if (only === undefined || others.length > 0 || value?.type !== "ObjectExpression") continue;
    const { constants, isOpen } = flagsOf(value);
    const claims = [...constants].map(([name, flag]) => claimsSuccess(name, flag));
    if (isOpen || !claims.includes("yes") || claims.includes("no")) continue;
    return {
      how: "answered-limit",
      span: spanOf(only),
      what: call.callee,
      evidence: [
        { what: `\`${call.callee}\` says that its limit was reached`, at: spanOf(test) },
        { what: `\`${textOf(analysis.context, value, 60)}\` calls that a success`, at: spanOf(value) },
      ],
    };
  }
  return undefined;
}

interface Selected {
  /** The property by which the last message is told from the others, and its value there. */
  readonly key: string;
  readonly value: string;
  readonly sign: string;
}

/** `[type=result].subtype` */
function selectedSign(path: string): Selected[] {
  const [, key, value, sign] = /^\[(\w+)=(\w+)\]\.(\w+)$/.exec(path) ?? [];
  return key === undefined || value === undefined || sign === undefined ? [] : [{ key, value, sign }];
}

interface Message {
  readonly variable: Variable;
  readonly loop: TSESTree.ForOfStatement;
}

/** The variable of `for await (const message of query(…))`, also when the query has a name. */
export function streamedMessage({ context }: LoopAnalysis, call: RecognisedCall): Message | undefined {
  for (const loop of context.tree.loops) {
    if (loop.type !== "ForOfStatement" || !loop.await || loop.left.type !== "VariableDeclaration") continue;
    const source = settled(loop.right);
    const definition = source.type === "Identifier" ? context.scopes.variableOf(source)?.definition : undefined;
    const made = definition?.type === "VariableDeclarator" && definition.init ? settled(definition.init) : source;
    if (made !== call.node) continue;
    const [declarator] = loop.left.declarations;
    const variable = declarator.id.type === "Identifier" ? context.scopes.variableOf(declarator.id) : undefined;
    return variable && { variable, loop };
  }
  return undefined;
}

/** Whether anything asks how the run ended, or hands the message to someone who can. */
function looksCloser(
  { context }: LoopAnalysis,
  { variable }: Message,
  { key }: Selected,
  signs: readonly string[],
): boolean {
  return variable.reads.some((read) => {
    const member = context.tree.parentOf(read);
    if (member?.type !== "MemberExpression" || member.object !== read) return true;
    const name = propertyName(member);
    if (name === undefined || signs.includes(name)) return true;
    if (name === key) return false;
    // `if (message.result)`: what only a good end has is asked for.
    for (
      let child: Node = member, up = context.tree.parentOf(member);
      up !== undefined;
      child = up, up = context.tree.parentOf(up)
    ) {
      if (up.type === "IfStatement" || up.type === "ConditionalExpression" || up.type === "SwitchStatement")
        return "test" in up ? up.test === child : up.discriminant === child;
      if (
        (up.type === "LogicalExpression" && up.left === child && up.operator === "&&") ||
        up.type === "BinaryExpression" ||
        up.type === "UnaryExpression"
      )
        return true;
      if (up.type.endsWith("Statement") || up.type === "VariableDeclaration") return false;
    }
    return false;
  });
}

/** The statements that run for the last message alone. */
function selectedParts({ context }: LoopAnalysis, { variable, loop }: Message, { key, value }: Selected): Node[] {
  const isAsked = (node: Node): boolean => {
    const member = bare(node);
    return (
      member.type === "MemberExpression" &&
      propertyName(member) === key &&
      member.object.type === "Identifier" &&
      context.scopes.variableOf(member.object) === variable
    );
  };
  const isValue = (node: Node): boolean => node.type === "Literal" && node.value === value;
  const parts: Node[] = [];
  walk(loop.body, (node) => {
    if (node.type === "SwitchStatement" && isAsked(node.discriminant)) {
      for (const branch of node.cases)
        if (branch.test !== null && isValue(branch.test)) parts.push(...branch.consequent);
    }
    const test = node.type === "IfStatement" ? bare(node.test) : undefined;
    if (node.type !== "IfStatement" || test?.type !== "BinaryExpression" || !isAsked(test.left) || !isValue(test.right))
      return false;
    if (/^===?$/.test(test.operator)) parts.push(node.consequent);
    else if (node.alternate !== null) parts.push(node.alternate);
    else parts.push(...after(context.tree.parentOf(node), node));
    return false;
  });
  return parts;
}

/** What stands behind `if (message.type !== "result") continue;` */
function after(block: Node | undefined, statement: TSESTree.IfStatement): Node[] {
  const only = statement.consequent.type === "BlockStatement" ? statement.consequent.body.at(-1) : statement.consequent;
  if (block?.type !== "BlockStatement" || only?.type !== "ContinueStatement") return [];
  return block.body.slice(block.body.indexOf(statement) + 1);
}

function statementAt({ context }: LoopAnalysis, node: Node): Node {
  for (let up: Node | undefined = node; up !== undefined; up = context.tree.parentOf(up))
    if (up.type === "ExpressionStatement" || up.type === "ReturnStatement") return up;
  return node;
}

/** What calls the work done, or hands its text out. */
function successIn(analysis: LoopAnalysis, { variable }: Message, part: Node): Node | undefined {
  const { context } = analysis;
  const isResult = (node: Node): boolean => {
    const member = context.tree.parentOf(node);
    return (
      node.type === "Identifier" &&
      context.scopes.variableOf(node) === variable &&
      member?.type === "MemberExpression" &&
      propertyName(member) === "result"
    );
  };
  let found: Node | undefined;
  walk(part, (node) => {
    if (
      node.type === "CallExpression" &&
      (marksDone(context, node) ||
        (handsOut(context, node) && node.arguments.some((argument) => walk(argument, isResult))))
    )
      found = node;
    if (
      node.type === "ReturnStatement" &&
      node.argument !== null &&
      (walk(node.argument, isResult) || saysSuccess(node.argument))
    )
      found = node;
    return found !== undefined;
  });
  return found;
}

/** `return { ok: true }` */
function saysSuccess(node: Node): boolean {
  const value = bare(node);
  return (
    value.type === "ObjectExpression" &&
    [...flagsOf(value).constants].some(([name, flag]) => claimsSuccess(name, flag) === "yes")
  );
}
