import type { TSESTree } from "@typescript-eslint/types";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import {
  bare,
  dottedName,
  findProperty,
  forEachChild,
  isFunction,
  isNothing,
  isWithin,
  keyName,
  propertyName,
  settled,
  spanOf,
} from "../syntax/node.js";
import type { CallExpression, FunctionNode, NewExpression, Node, Span } from "../syntax/node.js";
import type { CalledTools, Iteration } from "./called-tools.js";
import { findOptionValue } from "../file/option-values.js";
import { findFirstOnly } from "./first-answer.js";
import { calleeText, findRows, isNamed, textOf } from "../file/file-context.js";
import type { ToolCall } from "../model/file-model.js";
import type { Evidence } from "../model/judgement.js";
import { findPartialAnswer } from "./partial-answers.js";
import { fateOfFailure, isParse } from "./tool-failures.js";
import { readToolUse } from "./tool-use.js";
import type { ToolUse } from "./tool-use.js";
import type { FoundTool } from "./tools.js";
import { handlerBehind, isAnsweredUnlooked } from "./unlooked-values.js";

/** A failure of a tool that the model never hears of. */
export interface FailurePoint {
  readonly span: Span;
  /**
   * `ends-run`: the tool throws, and nothing catches it before the run has ended;
   * `arguments`: so does the parsing of what the model wrote;
   * `unanswered`: it is caught, and the call gets no answer;
   * `silent`: the tool itself hides the failure and returns nothing;
   * `let-out`: what runs the tools is told to let their failures out;
   * `missing`: a name that no tool has gives nothing, and that is the answer;
   * `skipped`: the call is passed over without an answer;
   * `first-only`: only the first call of a reply is answered, and the model is asked again;
   * `first-few`: so are only as many as a number says;
   * `unmatched`: a name for which there is no branch gets none either;
   * `unknown-name`: a name that no tool has ends the run.
   */
  readonly kind:
    | "ends-run"
    | "arguments"
    | "unanswered"
    | "silent"
    | "let-out"
    | "missing"
    | "skipped"
    | "first-only"
    | "first-few"
    | "unmatched"
    | "unknown-name";
  readonly callee: string;
  readonly statement: Span;
  /** How the failure can be turned into something the model reads. */
  readonly mend: FailureMend | undefined;
  readonly evidence: readonly Evidence[];
}

/** What a scaffold needs to turn a failure into an observation. */
export type FailureMend =
  /** A `try` round the call that leaves something to answer with either way. */
  | { readonly form: "use"; readonly use: ToolUse; readonly lead: Lead | undefined }
  /** A `.catch` behind a promise that is awaited where no statement can stand. */
  | { readonly form: "promise"; readonly end: number }
  /** The answer that the handler leaves out, and the part of it that failed. */
  | { readonly form: "answer"; readonly answer: Span; readonly failed: Span; readonly handler: HandlerShape }
  /** A handler that hands nothing back. */
  | { readonly form: "return"; readonly handler: HandlerShape };

/** Statements before the call that fail as it does, and belong into the same `try`. */
export interface Lead {
  readonly start: number;
  /** The variables they declare, which nothing behind the call reads. */
  readonly declares: readonly string[];
}

export interface HandlerShape {
  /** The name of the error, when it has one. */
  readonly error: string | undefined;
  /** Behind `catch`, where a name for the error goes. */
  readonly parameterAt: number;
  /** Right behind the opening brace, and right before the closing one. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

const MAX_HELPERS = 2;
const ANSWERS =
  /^(?:push|unshift|add|append|set|concat|send|emit|write|enqueue|submit|answer|respond|yield|addToolResult|addToolOutput|addMessage|record|resolve)/i;
/** Words of a decision about a call, with which it is passed over. */
const FORBIDS =
  /allow|permi(?:t|ssion)|approv|confirm|authori[sz]|den(?:y|ied)|forbid|forbidden|refus|reject|block(?:s|ed|list)|polic|consent|whitelist|blacklist/i;
/** `needsApproval(call)` tells how a call is made, and not that it is not made. */
const ASKS_WHETHER = /need|requir|should|must|wait/i;
const ID_KEYS = new Set(["tool_call_id", "toolCallId", "tool_use_id", "toolUseId", "call_id", "callId", "tool_callId"]);

/** The places of a file where a failing tool ends the run or vanishes. */
export function readFailurePoints(
  analysis: LoopAnalysis,
  called: CalledTools,
  tools: readonly FoundTool[],
  toolCalls: readonly ToolCall[],
  loops: readonly Node[],
): FailurePoint[] {
  const { context } = analysis;
  const { tree } = context;
  // A tool that fails in a test is to fail the test.
  if (/\.(?:test|spec)\.|(?:^|\/)__tests__\//.test(context.file.path)) return [];
  const points = new Map<number, FailurePoint>();
  const add = (point: FailurePoint): void => {
    if (!points.has(point.span.start)) points.set(point.span.start, point);
  };
  const unguarded: Span[] = [];
  /** What else fails in the pass of an unguarded call, and is not reported beside it. */
  const covered: { readonly pass: Span; readonly node: Node }[] = [];
  const working = new Map<Node, boolean>();

  for (const call of toolCalls) {
    const { span, callee, statement, evidence } = call;
    if (call.failure === "ends-loop") {
      unguarded.push(span);
      add({ span, kind: "ends-run", callee, statement, mend: observation(span), evidence });
    } else if (call.failure === "swallowed") {
      add({
        span: call.handler ?? span,
        kind: "unanswered",
        callee,
        statement,
        mend: missingAnswer(span, call.handler),
        evidence: [{ what: `\`${callee}\` fails here`, at: span }],
      });
    }
  }
  for (const call of tree.calls) {
    addParse(call);
    addEmptyAnswer(call);
    addMissing(call);
  }
  for (const tool of tools) {
    if (!isFunction(tool.node)) {
      addBranch(tool);
      continue;
    }
    addSilence(tool, tool.node);
    if (tool.errors === "ends-run") addThrow(tool, tool.node);
  }
  for (const call of [...tree.calls, ...tree.news]) addRunner(call);
  for (const node of tree.continues) addSkip(node);
  for (const answer of [...tree.calls, ...tree.assignments]) addFirstOnly(answer);
  for (const loop of loops) addPartial(loop);
  for (const node of tree.switches) addUnmatched(node);
  for (const test of tree.conditions) addUnmatchedChain(test);
  for (const node of tree.throws) addUnknownName(node);
  return [...points.values()].map(withLead).sort((a, b) => a.span.start - b.span.start);

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
      mend.use,
      others.map(({ node }) => node),
    );
    return { ...point, mend: lead && { ...mend, lead } };
  }

  function leadOf({ statement }: ToolUse, others: readonly Node[]): Lead | undefined {
    const holder = others
      .flatMap((node) => blocksRound(node))
      .find((block) => block.body.some(({ range }) => range[0] === statement.start));
    const index = holder?.body.findIndex(({ range }) => range[0] === statement.start) ?? -1;
    if (holder === undefined || index < 0) return undefined;
    const first = holder.body.findIndex((one) => others.some((node) => isWithin(node, one)));
    const before = holder.body.slice(first, index);
    if (
      first < 0 ||
      first >= index ||
      !others.every(
        (node) =>
          (node.range[0] >= statement.start && node.range[1] <= statement.end) ||
          before.some((one) => isWithin(node, one)),
      )
    )
      return undefined;
    const [start] = before.map(({ range }) => range[0]);
    const declared = before.flatMap((one) =>
      one.type === "VariableDeclaration" ? one.declarations.flatMap(({ id }) => namesIn(id)) : [],
    );
    if (start === undefined || before.some((one) => /^(?:Function|Class)Declaration$/.test(one.type))) return undefined;
    // What is read behind the call has to be declared outside of the `try`.
    if (declared.some((name) => context.scopes.variableOf(name)?.reads.some(({ range }) => range[0] > statement.end)))
      return undefined;
    return { start, declares: declared.map(({ name }) => name) };
  }

  function blocksRound(node: Node): TSESTree.BlockStatement[] {
    const blocks: TSESTree.BlockStatement[] = [];
    for (let up = tree.parentOf(node); up !== undefined && !isFunction(up); up = tree.parentOf(up))
      if (up.type === "BlockStatement") blocks.push(up);
    const owner = tree.ownerOf(node);
    return isFunction(owner) && owner.body.type === "BlockStatement" ? [...blocks, owner.body] : blocks;
  }

  function namesIn(pattern: Node): TSESTree.Identifier[] {
    if (pattern.type === "Identifier") return [pattern];
    const names: TSESTree.Identifier[] = [];
    forEachChild(pattern, (child) => {
      names.push(...namesIn(child));
    });
    return names;
  }

  /** A tool call that is awaited on the spot. */
  function observation(span: Span): FailureMend | undefined {
    const call = tree.calls.find((one) => one.range[0] === span.start && one.range[1] === span.end);
    const waiting = call && tree.parentOf(call);
    if (call === undefined || waiting?.type !== "AwaitExpression") return undefined;
    const use = readToolUse(analysis, called, call);
    if (use !== undefined) return { form: "use", use, lead: undefined };
    const parent = tree.parentOf(waiting);
    const isPart =
      (parent?.type === "Property" && parent.value === waiting) ||
      (parent?.type === "CallExpression" && parent.arguments.some((argument) => argument === waiting));
    return isPart ? { form: "promise", end: call.range[1] } : undefined;
  }

  /** The statement in the `try` that answers with the result, to be said again with the failure. */
  function missingAnswer(failed: Span, handlerAt: Span | undefined): FailureMend | undefined {
    const call = tree.calls.find((one) => one.range[0] === failed.start && one.range[1] === failed.end);
    const waiting = call && tree.parentOf(call);
    if (call === undefined || waiting?.type !== "AwaitExpression" || handlerAt === undefined) return undefined;
    const answer = tree.statementOf(call);
    for (let up = tree.parentOf(answer); up !== undefined && !isFunction(up); up = tree.parentOf(up)) {
      if (up.type !== "TryStatement" || up.handler?.range[0] !== handlerAt.start) continue;
      if (answer.type !== "ExpressionStatement" || !tree.calls.some((one) => isWithin(one, answer) && answersById(one)))
        return undefined;
      return inHandler(up.handler, (handler) => ({
        form: "answer",
        answer: spanOf(answer),
        failed: spanOf(waiting),
        handler,
      }));
    }
    return undefined;
  }

  /** An error that is taken apart has no name to be spoken of by. */
  function inHandler(
    handler: TSESTree.CatchClause,
    mend: (shape: HandlerShape) => FailureMend,
  ): FailureMend | undefined {
    if (handler.param && handler.param.type !== "Identifier") return undefined;
    return mend({
      error: handler.param?.name,
      parameterAt: handler.range[0] + "catch".length,
      bodyStart: handler.body.range[0] + 1,
      bodyEnd: handler.body.range[1] - 1,
    });
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
    add({
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
      tree.calls.some((call) => isWithin(call, iteration.node) && answersById(call))
    );
  }

  function ownerOf(iteration: Iteration): Node {
    return tree.ownerOf(
      isFunction(iteration.node) ? (tree.parentOf(iteration.node) ?? iteration.node) : iteration.node,
    );
  }

  /** `try { … } catch {}` and then nothing, or `.catch(() => null)`: done and not done look the same. */
  function addSilence(tool: FoundTool, fn: FunctionNode, depth = 0): void {
    for (const returned of tree.returnsOf(fn)) {
      const value = settled(returned);
      if (value.type !== "CallExpression") continue;
      const helper = context.bindings.calleeOf(value);
      // What the tool only hands on is said by the function it hands it on from.
      if (helper !== undefined && depth < MAX_HELPERS) addSilence(tool, helper, depth + 1);
      const handler = silentHandler(value);
      if (handler !== undefined)
        add({
          span: spanOf(handler),
          kind: "silent",
          callee: tool.name ?? "the tool",
          statement: spanOf(tree.statementOf(value)),
          mend: undefined,
          evidence: tool.evidence,
        });
    }
    if (fn.body.type !== "BlockStatement") return;
    const last = fn.body.body.at(-1);
    for (const statement of fn.body.body) {
      if (statement.type !== "TryStatement" || !statement.handler || statement.finalizer !== null) continue;
      const { handler } = statement;
      const end = handler.body.body.at(-1);
      // Without a `return` the handler goes on with what stands behind it.
      if (
        (statement !== last && end?.type !== "ReturnStatement") ||
        !hidesFailure(handler.body) ||
        !statement.block.body.some((one) => holdsAwait(one))
      )
        continue;
      add({
        span: spanOf(handler),
        kind: "silent",
        callee: tool.name ?? "the tool",
        statement: spanOf(statement),
        mend:
          fn.returnType || end?.type === "ReturnStatement"
            ? undefined
            : inHandler(handler, (shape) => ({ form: "return", handler: shape })),
        evidence: tool.evidence,
      });
    }
  }

  /** The handler of `work().catch(() => null)`, when it hands back nothing. */
  function silentHandler(call: CallExpression): FunctionNode | undefined {
    const callee = bare(call.callee);
    const [given] = call.arguments;
    const handler = given && bare(given);
    if (
      callee.type !== "MemberExpression" ||
      propertyName(callee) !== "catch" ||
      handler === undefined ||
      !isFunction(handler)
    )
      return undefined;
    return (handler.body.type === "BlockStatement" ? hidesFailure(handler.body) : isEmpty(handler.body))
      ? handler
      : undefined;
  }

  /** `content: await run(call).catch(() => null)`: what the model reads is that there was nothing. */
  function addEmptyAnswer(call: CallExpression): void {
    const behind = handlerBehind(context, call);
    if (behind === undefined) return;
    const { handler, whole } = behind;
    if (
      !(handler.body.type === "BlockStatement" ? hidesFailure(handler.body) : isEmpty(handler.body)) ||
      !isAnsweredUnlooked(context, whole, isAnswerOfTool)
    )
      return;
    add({
      span: spanOf(handler),
      kind: "silent",
      callee: calleeText(context, call),
      statement: spanOf(tree.statementOf(whole)),
      mend: undefined,
      evidence: [{ what: `\`${calleeText(context, call)}\` fails here`, at: spanOf(call) }],
    });
  }

  /** `content: await tools.get(call.name)?.(args)`: for a name that no tool has, nothing is called and nothing is said. */
  function addMissing(call: CallExpression): void {
    const callee = bare(call.callee);
    const lookup = call.optional
      ? callee
      : callee.type === "MemberExpression" && callee.optional
        ? bare(callee.object)
        : undefined;
    if (lookup === undefined || !findsByName(lookup) || !isAnsweredUnlooked(context, call, isAnswerOfTool)) return;
    const owner = tree.ownerOf(call);
    // Somebody who asks first whether there is such a tool knows what to say when there is none.
    if (tree.conditions.some((test) => tree.ownerOf(test) === owner && (isLookup(test) || looksUp(test)))) return;
    add({
      span: spanOf(call),
      kind: "missing",
      callee: calleeText(context, call),
      statement: spanOf(tree.statementOf(call)),
      mend: undefined,
      evidence: [{ what: "the model may make up a name", at: spanOf(lookup) }],
    });
  }

  /** What stands under the name that the model gave, in a map, a list or an object. */
  function findsByName(node: Node): boolean {
    const value = settled(node);
    if (value.type === "MemberExpression") return value.computed && called.isName(value.property);
    if (value.type === "CallExpression") {
      const callee = bare(value.callee);
      return callee.type === "MemberExpression" && /^(?:get|find)$/.test(propertyName(callee) ?? "") && isLookup(value);
    }
    const definition = value.type === "Identifier" ? context.scopes.variableOf(value)?.definition : undefined;
    if (definition?.type !== "VariableDeclarator" || definition.id.type !== "Identifier" || definition.init === null)
      return false;
    return settled(definition.init).type !== "Identifier" && findsByName(definition.init);
  }

  /** An answer to a call, also where the SDK takes it without an id. */
  function isAnswerOfTool(node: Node): boolean {
    if (node.type !== "ObjectExpression") return false;
    const role = findProperty(node, "role")?.value;
    return (
      isAnswer(node) ||
      (role?.type === "Literal" && role.value === "tool" && findProperty(node, "content") !== undefined)
    );
  }

  /** Nothing is thrown, kept or handed back: the handler is empty, or only writes a log. */
  function hidesFailure(body: TSESTree.BlockStatement): boolean {
    return body.body.every((statement) => {
      if (statement.type === "EmptyStatement") return true;
      if (statement.type === "ReturnStatement") return statement.argument === null || isEmpty(statement.argument);
      if (statement.type !== "ExpressionStatement") return false;
      const value = settled(statement.expression);
      return (
        value.type === "CallExpression" &&
        /^(?:console|log|logger|debug|Sentry|this\.log|this\.logger)\./i.test(`${dottedName(value.callee) ?? ""}.`)
      );
    });
  }

  function holdsAwait(node: Node): boolean {
    return tree.calls.some((call) => isWithin(call, node) && tree.parentOf(call)?.type === "AwaitExpression");
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
    add({
      span: spanOf(risky),
      kind: "ends-run",
      callee: calleeText(context, risky),
      statement: spanOf(tree.statementOf(risky)),
      mend: undefined,
      evidence: tool.evidence,
    });
  }

  /** `new ToolNode(tools, { handleToolErrors: false })`, where nothing of this file runs it and sees what it throws. */
  function addRunner(call: CallExpression | NewExpression): void {
    for (const { row, packageName, path } of findRows(context, context.bindings.entityOf(call.callee), "tool-runner")) {
      const value = findOptionValue(context, call, row.throwsIf);
      if (value === undefined || isRunHere(call)) continue;
      const parent = tree.parentOf(value);
      const option = parent?.type === "Property" ? parent : value;
      add({
        span: spanOf(option),
        kind: "let-out",
        callee: calleeText(context, call),
        statement: spanOf(tree.statementOf(call)),
        mend: undefined,
        evidence: [{ what: `${packageName} \`${path}\` then throws what a tool throws`, at: spanOf(call) }],
      });
    }
  }

  function isRunHere(made: CallExpression | NewExpression): boolean {
    const holder = tree.parentOf(made);
    const variable =
      holder?.type === "VariableDeclarator" && holder.id.type === "Identifier"
        ? context.scopes.variableOf(holder.id)
        : undefined;
    if (holder?.type === "MemberExpression") return true;
    return variable?.reads.some((read) => tree.parentOf(read)?.type === "MemberExpression") ?? false;
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
    add({
      span: spanOf(risky),
      kind: "ends-run",
      callee: calleeText(context, risky),
      statement: spanOf(tree.statementOf(risky)),
      mend: observation(spanOf(risky)),
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

  /** `if (!tool) continue;` in a pass whose other ways answer every call by its id. */
  function addSkip(node: TSESTree.ContinueStatement): void {
    const iteration = called.iterationOf(node);
    if (iteration === undefined || iteration.node.type !== "ForOfStatement" || node.label !== null) return;
    const branch = branchOf(node, iteration.node);
    if (branch === undefined || !(looksUp(branch.test) || forbids(branch.test)) || answersIn(branch.consequent)) return;
    const answer = tree.calls.find(
      (call) => isWithin(call, iteration.node.body) && call.range[0] > node.range[1] && answersById(call),
    );
    if (answer === undefined) return;
    add({
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
    if (answer.type === "CallExpression" ? !answersById(answer) : !addsAnswer(answer)) return;
    const iteration = called.iterationOf(answer);
    if (iteration?.node.type !== "ForOfStatement") return;
    const { node } = iteration;
    const jump = findFirstOnly(
      context,
      node,
      answer,
      answersById,
      loops.some((one) => one !== node && isWithin(node, one)),
    );
    if (jump === undefined) return;
    add({
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
    const partial = findPartialAnswer(
      context,
      called,
      loop,
      tree.calls.filter((call) => answersById(call)),
    );
    if (partial === undefined) return;
    const { taken, answer, part } = partial;
    const kind = part === "one" ? "first-only" : "first-few";
    add({
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
    if (first?.type !== "IfStatement" || first.test !== test || !asksName(test)) return;
    const above = tree.parentOf(first);
    if (above?.type === "IfStatement" && above.alternate === first) return;
    let last = first;
    while (last.alternate?.type === "IfStatement" && asksName(last.alternate.test)) last = last.alternate;
    if (last !== first && last.alternate === null) addWithoutElse(first, test);
  }

  function addWithoutElse(branches: Node, asked: Node): void {
    const iteration = called.iterationOf(branches);
    if (iteration?.node.type !== "ForOfStatement") return;
    const { body } = iteration.node;
    if (branches !== body && tree.parentOf(branches) !== body) return;
    const answers = tree.calls.filter((call) => isWithin(call, body) && answersById(call));
    const [answer] = answers;
    if (answer === undefined || answers.some((call) => !isWithin(call, branches))) return;
    add({
      span: { start: branches.range[0], end: asked.range[1] },
      kind: "unmatched",
      callee: textOf(context, asked),
      statement: spanOf(branches),
      mend: undefined,
      evidence: [{ what: "the other calls get their answer here", at: spanOf(answer) }],
    });
  }

  function asksName(test: Node): boolean {
    const value = bare(test);
    return (
      value.type === "BinaryExpression" &&
      /^===?$/.test(value.operator) &&
      (called.isName(value.left) || called.isName(value.right))
    );
  }

  /** `if (!tool) throw …` in the pass over the calls, where nothing catches it. */
  function addUnknownName(node: TSESTree.ThrowStatement): void {
    const iteration = called.iterationOf(node);
    if (iteration === undefined || !runsOrAnswers(iteration)) return;
    const branch = branchOf(node, iteration.node);
    if (branch === undefined || !looksUp(branch.test)) return;
    const loop = loops.filter((one) => isWithin(node, one)).at(-1);
    if (fateOfFailure(context, node, loop ?? ownerOf(iteration)).kind !== "escapes" || isCovered(iteration, node))
      return;
    unguarded.push(spanOf(node));
    add({
      span: spanOf(node),
      kind: "unknown-name",
      callee: textOf(context, branch.test),
      statement: spanOf(branch),
      mend: undefined,
      evidence: [{ what: "the model may make up a name", at: spanOf(branch.test) }],
    });
  }

  function branchOf(node: Node, loop: Node): TSESTree.IfStatement | undefined {
    const parent = tree.parentOf(node);
    const branch = parent?.type === "BlockStatement" ? tree.parentOf(parent) : parent;
    if (branch?.type !== "IfStatement" || !isWithin(node, branch.consequent)) return undefined;
    const block = tree.parentOf(branch);
    return block === loop || (block !== undefined && tree.parentOf(block) === loop) ? branch : undefined;
  }

  /** `!tool`, `tool === undefined`, `!(call.name in tools)`: nothing was found under the name the model gave. */
  function looksUp(test: Node): boolean {
    const value = bare(test);
    if (value.type === "UnaryExpression" && value.operator === "!") return isLookup(value.argument);
    if (value.type === "BinaryExpression" && /^===?$/.test(value.operator) && isNothing(value.right))
      return isLookup(value.left);
    return false;
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
          FORBIDS.test(calleeText(context, value)) &&
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

  function isLookup(node: Node): boolean {
    const value = settled(node);
    if (value.type === "Identifier") {
      const definition = context.scopes.variableOf(value)?.definition;
      return definition?.type === "VariableDeclarator" && definition.init !== null && isLookup(definition.init);
    }
    if (value.type === "MemberExpression")
      return value.computed && propertyName(value) === undefined && called.isName(value.property);
    if (value.type === "BinaryExpression") return value.operator === "in" && called.isName(value.left);
    if (value.type !== "CallExpression") return false;
    const callee = bare(value.callee);
    const name = callee.type === "MemberExpression" ? propertyName(callee) : undefined;
    if (!/^(?:get|has|find|includes)$/.test(name ?? "")) return false;
    return value.arguments.some(
      (argument) =>
        argument.type !== "SpreadElement" &&
        (called.isName(argument) ||
          (isFunction(argument) &&
            tree
              .returnsOf(argument)
              .some(
                (one) => one.type === "BinaryExpression" && (called.isName(one.left) || called.isName(one.right)),
              ))),
    );
  }

  function answersIn(node: Node): boolean {
    return tree.calls.some(
      (call) => isWithin(call, node) && ANSWERS.test((dottedName(call.callee) ?? "").split(".").at(-1) ?? ""),
    );
  }

  function answersById(call: CallExpression): boolean {
    if (!ANSWERS.test((dottedName(call.callee) ?? "").split(".").at(-1) ?? "")) return false;
    return call.arguments.some((argument) => argument.type !== "SpreadElement" && isAnswer(argument));
  }

  /** `messages = [...messages, asked, { role: "user", content: [{ type: "tool_result", tool_use_id, content }] }]` */
  function addsAnswer({ right }: TSESTree.AssignmentExpression): boolean {
    const list = bare(right);
    return (
      list.type === "ArrayExpression" &&
      list.elements[0]?.type === "SpreadElement" &&
      list.elements.some((element) => element !== null && element.type !== "SpreadElement" && isAnswer(element))
    );
  }

  /** A result beside the id of its call, also when a helper puts the two together: `asResult(call.id, text)`. */
  function isAnswer(node: Node): boolean {
    const value = settled(node);
    if (value.type === "CallExpression")
      return (
        value.arguments.length > 1 &&
        value.arguments.some((argument) => argument.type !== "SpreadElement" && isIdOfCall(argument))
      );
    // `{ role: "user", content: [{ type: "tool_result", tool_use_id, content }] }`
    const content = value.type === "ObjectExpression" ? findProperty(value, "content")?.value : undefined;
    if (
      content?.type === "ArrayExpression" &&
      content.elements.some((element) => element !== null && element.type === "ObjectExpression" && isAnswer(element))
    )
      return true;
    const keys =
      value.type === "ObjectExpression"
        ? value.properties.map((part) => (part.type === "Property" ? (keyName(part) ?? "") : ""))
        : [];
    // `{ tool_use_id, ...outcome }`: what came of the call may be spread out beside its id.
    const isSpread =
      value.type === "ObjectExpression" && value.properties.some((part) => part.type === "SpreadElement");
    return (
      keys.some((key) => ID_KEYS.has(key)) &&
      (isSpread || keys.some((key) => /^(?:content|output|result|results|response|value|isError|is_error)$/.test(key)))
    );
  }

  function isIdOfCall(node: Node): boolean {
    const value = bare(node);
    return (
      value.type === "MemberExpression" &&
      /^(?:id|call_?id|tool_?call_?id|tool_?use_?id)$/i.test(propertyName(value) ?? "") &&
      called.isItem(value.object)
    );
  }
}

/** What tells the model nothing: no value, or an empty one. */
function isEmpty(node: Node): boolean {
  const value = bare(node);
  if (value.type === "ObjectExpression") return value.properties.length === 0;
  if (value.type === "ArrayExpression") return value.elements.length === 0;
  return (value.type === "Literal" && value.value === "") || isNothing(value);
}
