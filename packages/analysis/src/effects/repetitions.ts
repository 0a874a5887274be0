import type { FoundLoop } from "../loops/agent-loops.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, isFunction, isLoop, isWithin, propertyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, LoopNode, NewExpression, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { readArgument } from "../file/argument-paths.js";
import { calleeText, findRows } from "../file/file-context.js";
import type { Repetition } from "../model/file-model.js";
import type { FoundTool } from "../tools/tools.js";
import { addTo } from "../syntax/groups.js";

/** Code that may run more than once for one task, and why. */
export interface RepeatedCode extends Repetition {
  readonly node: Node;
  readonly tool: FoundTool | undefined;
  /** Behind this place it runs only when it has succeeded. */
  readonly until?: number;
}

/** What runs a place again. */
export interface RepeatedPlace {
  readonly by: readonly RepeatedCode[];
  /** On every way to it lies a step whose result a workflow engine keeps. */
  readonly durable: boolean;
  /** The functions and statements that lead from the place up to what repeats it, the innermost first. */
  readonly callers: readonly Node[];
}

export interface Repetitions {
  of(node: Node): RepeatedPlace;
}

const MAX_CALLERS = 60;

/** Which code of a file is repeated: by an agent loop, by a retry, by a model that calls a tool again, by a replay. */
export function readRepetitions(
  analysis: LoopAnalysis,
  loops: readonly FoundLoop[],
  tools: readonly FoundTool[],
): Repetitions {
  const { context } = analysis;
  const { tree, bindings } = context;
  const roots = new Map<Node, RepeatedCode[]>();
  const durable = new Set<Node>();
  let callSites: Map<FunctionNode, CallExpression[]> | undefined;
  const agentLoops = new Set<Node>(loops.map(({ cycle }) => cycle.node));

  let hasRead = false;

  /** Most files do nothing that could be repeated, and then nobody asks. */
  function readRoots(): void {
    if (hasRead) return;
    hasRead = true;
    for (const tool of tools)
      addRoot({ by: "tool-body", node: tool.node, span: tool.span, evidence: tool.evidence, tool });
    for (const { cycle, loop } of loops) {
      const evidence = loop.feedback.slice(0, 1);
      const nodes: readonly Node[] = cycle.members.length > 0 ? cycle.members : [cycle.node];
      for (const node of nodes)
        addRoot({ by: "agent-loop", node, span: spanOf(cycle.head), evidence, tool: undefined });
    }
    for (const call of [...tree.calls, ...tree.news]) readCall(call);
    for (const fn of tree.functions) {
      readHelper(fn);
      readOwnRetry(fn);
    }
  }

  function addRoot(root: RepeatedCode): void {
    addTo(roots, root.node, root);
  }

  function readCall(call: CallExpression | NewExpression): void {
    const entity = bindings.entityOf(call.callee);
    for (const { row, packageName } of findRows(context, entity, "retry")) {
      if (row.calls === undefined || !isGivenOrUnasked(call, row.when) || !retries(call, row.limit?.option)) continue;
      addRetried(call, row.calls, `${packageName} runs it again when it fails`);
    }
    for (const { row, packageName } of findRows(context, entity, "replay")) {
      const fn = functionAt(call, row.calls);
      if (fn !== undefined)
        addRoot({
          by: "replay",
          node: fn,
          span: spanOf(call),
          evidence: [{ what: `${packageName} runs this function again from the top for every step`, at: spanOf(call) }],
          tool: undefined,
        });
    }
    for (const { row, packageName } of findRows(context, entity, "items-from-outside")) {
      const fn = row.redelivers === true && row.handler !== undefined ? functionAt(call, row.handler) : undefined;
      if (fn !== undefined)
        addRoot({
          by: "delivery",
          node: fn,
          span: spanOf(call),
          evidence: [{ what: `${packageName} hands an item over once more when it was not done`, at: spanOf(call) }],
          tool: undefined,
        });
    }
    for (const { row } of findRows(context, entity, "durable")) {
      const fn = functionAt(call, row.calls);
      if (fn !== undefined) durable.add(fn);
    }
  }

  function addRetried(call: CallExpression | NewExpression, place: string, what: string): void {
    const fn = functionAt(call, place);
    if (fn !== undefined)
      addRoot({ by: "retry", node: fn, span: spanOf(call), evidence: [{ what, at: spanOf(call) }], tool: undefined });
  }

  function isGivenOrUnasked(call: CallExpression | NewExpression, when: string | undefined): boolean {
    return when === undefined || readArgument(context, call, when).state === "given";
  }

  /** `retries: 0` is no retry. */
  function retries(call: CallExpression | NewExpression, option: string | undefined): boolean {
    if (option === undefined) return true;
    const limit = readArgument(context, call, option);
    return !(
      limit.state === "given" &&
      limit.node.type === "Literal" &&
      (limit.node.value === 0 || (limit.node.value === 1 && /attempts?$/i.test(option)))
    );
  }

  function functionAt(call: CallExpression | NewExpression, place: string): FunctionNode | undefined {
    const argument = readArgument(context, call, place);
    if (argument.state !== "given") return undefined;
    if (isFunction(argument.node)) return argument.node;
    const entity = bindings.entityOf(argument.node);
    return entity.kind === "function" ? entity.node : undefined;
  }

  /** `catch { return deliver(letter, tries - 1) }`: a function that calls itself when it has failed. */
  function readOwnRetry(fn: FunctionNode): void {
    for (const site of sites().get(fn) ?? []) {
      const failing = isWithin(site, fn) && bindings.calleeOf(site) === fn ? failingRound(site, fn) : undefined;
      if (failing === undefined) continue;
      addRoot({
        by: "retry",
        node: fn,
        span: spanOf(site),
        evidence: [{ what: `\`${calleeText(context, site)}\` runs it again when it fails`, at: spanOf(site) }],
        tool: undefined,
        until: failing.range[1],
      });
      return;
    }
  }

  /** The code of a function whose failure leads to a call: the `try`, or what stands before `.catch`. */
  function failingRound(site: Node, fn: FunctionNode): Node | undefined {
    for (
      let child = site, up = tree.parentOf(site);
      up !== undefined && up !== fn;
      child = up, up = tree.parentOf(up)
    ) {
      if (up.type === "TryStatement" && up.handler === child) return up.block;
      if (!isFunction(up)) continue;
      const call = tree.parentOf(up);
      const callee =
        call?.type === "CallExpression" && call.arguments.some((argument) => argument === up)
          ? bare(call.callee)
          : undefined;
      if (callee?.type !== "MemberExpression") return undefined;
      if (propertyName(callee) === "catch") return callee.object;
    }
    return undefined;
  }

  /** A helper of this file that calls what it is given until it succeeds: `backoff(() => …)`. */
  function readHelper(fn: FunctionNode): void {
    for (const [index, parameter] of fn.params.entries()) {
      const name = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
      const variable = name.type === "Identifier" ? context.scopes.variableOf(name) : undefined;
      if (variable === undefined || !variable.reads.some((read) => isRetriedCall(fn, read, variable))) continue;
      for (const site of sites().get(fn) ?? []) {
        const argument = site.arguments[index];
        if (argument === undefined || argument.type === "SpreadElement") continue;
        const value = bare(argument);
        const entity = isFunction(value) ? undefined : bindings.entityOf(value);
        const given = isFunction(value) ? value : entity?.kind === "function" ? entity.node : undefined;
        if (given === undefined) continue;
        addRoot({
          by: "retry",
          node: given,
          span: spanOf(site),
          evidence: [{ what: `\`${calleeText(context, site)}\` runs it again when it fails`, at: spanOf(site) }],
          tool: undefined,
        });
      }
    }
  }

  function isRetriedCall(fn: FunctionNode, read: Node, variable: Variable): boolean {
    const call = tree.parentOf(read);
    if (call?.type !== "CallExpression" || call.callee !== read) return false;
    for (let up = tree.parentOf(call); up !== undefined && up !== fn; up = tree.parentOf(up)) {
      if (isFunction(up)) return false;
      if (isLoop(up)) return isRetryLoop(up, call);
    }
    return callsItselfAfterFailure(fn, call, variable);
  }

  /** `catch { return backoff(f, n - 1) }` */
  function callsItselfAfterFailure(fn: FunctionNode, call: CallExpression, variable: Variable): boolean {
    for (
      let up = tree.parentOf(call), child: Node = call;
      up !== undefined && up !== fn;
      child = up, up = tree.parentOf(up)
    ) {
      if (up.type !== "TryStatement" || up.block !== child || !up.handler) continue;
      const { handler } = up;
      return (sites().get(fn) ?? []).some(
        (site) =>
          isWithin(site, handler) &&
          site.arguments.some(
            (argument) => argument.type === "Identifier" && context.scopes.variableOf(argument) === variable,
          ),
      );
    }
    return false;
  }

  /** A loop that is left when the call has succeeded, and goes round when it has not. */
  function isRetryLoop(loop: LoopNode, call: Node): boolean {
    if (loop.type === "ForOfStatement" || loop.type === "ForInStatement" || agentLoops.has(loop)) return false;
    let isCaught = false;
    let leaves = false;
    for (
      let up = tree.parentOf(call), child: Node = call;
      up !== undefined && up !== loop;
      child = up, up = tree.parentOf(up)
    ) {
      if (isFunction(up) || (isLoop(up) && up !== loop)) return false;
      if (up.type === "ReturnStatement") leaves = true;
      if (up.type === "TryStatement" && up.block === child && up.handler) isCaught ||= !alwaysLeaves(up.handler.body);
      if (up.type === "BlockStatement") {
        const rest = up.body.slice(up.body.findIndex((statement) => statement === child) + 1);
        if (
          rest.some(
            (statement) =>
              statement.type === "ReturnStatement" || statement.type === "BreakStatement" || setsFlag(loop, statement),
          )
        )
          leaves = true;
        // `if (res.ok) return …;` goes round when it is not.
        if (
          rest.some(
            (statement) =>
              statement.type === "IfStatement" &&
              alwaysLeaves(statement.consequent) &&
              asksAbout(statement.test, child),
          )
        )
          return true;
      }
    }
    return isCaught && leaves;
  }

  /** `sent = true;` where the head of the loop asks for `!sent`. */
  function setsFlag(loop: LoopNode, statement: Node): boolean {
    if (
      statement.type !== "ExpressionStatement" ||
      statement.expression.type !== "AssignmentExpression" ||
      statement.expression.left.type !== "Identifier"
    )
      return false;
    const flag = context.scopes.variableOf(statement.expression.left);
    const test = "test" in loop ? loop.test : null;
    return test !== null && flag !== undefined && flag.reads.some((read) => isWithin(read, test));
  }

  function alwaysLeaves(statement: Node): boolean {
    switch (statement.type) {
      case "ReturnStatement":
      case "BreakStatement":
      case "ThrowStatement":
        return true;
      case "BlockStatement":
        return statement.body.some((one) => alwaysLeaves(one));
      case "IfStatement":
        return statement.alternate !== null && alwaysLeaves(statement.consequent) && alwaysLeaves(statement.alternate);
      default:
        return false;
    }
  }

  /** Whether a test asks for success of what a statement has declared: `res.ok`, `result.status === 200`. */
  function asksAbout(test: Node, statement: Node): boolean {
    if (statement.type !== "VariableDeclaration" && statement.type !== "ExpressionStatement") return false;
    const names = new Set<string>();
    if (statement.type === "VariableDeclaration")
      for (const { id } of statement.declarations) if (id.type === "Identifier") names.add(id.name);
    if (
      statement.type === "ExpressionStatement" &&
      statement.expression.type === "AssignmentExpression" &&
      statement.expression.left.type === "Identifier"
    )
      names.add(statement.expression.left.name);
    const text = context.file.text.slice(test.range[0], test.range[1]);
    const asked =
      /^\s*(\w+)(?:\.(?:ok|success|succeeded)\b(?!\s*===?\s*false)|\??\.status(?:Code)?\s*(?:===?|<)\s*(?:2\d\d|300|400))/.exec(
        text,
      )?.[1];
    return asked !== undefined && names.has(asked);
  }

  /** Where a function of this file runs: its calls, and calls that are handed it by name. */
  function sites(): Map<FunctionNode, CallExpression[]> {
    if (callSites !== undefined) return callSites;
    const known = new Map<FunctionNode, CallExpression[]>();
    callSites = known;
    const add = (fn: FunctionNode, call: CallExpression): void => {
      addTo(known, fn, call);
    };
    for (const call of tree.calls) {
      const callee = bindings.calleeOf(call);
      if (callee !== undefined) add(callee, call);
      for (const argument of call.arguments) {
        // What is imported is no function of this file, and need not be looked up.
        if (argument.type !== "Identifier" || context.scopes.variableOf(argument)?.kind === "import") continue;
        const entity = bindings.entityOf(argument);
        if (entity.kind === "function") add(entity.node, call);
      }
    }
    return known;
  }

  const places = new Map<Node, RepeatedPlace>();

  function of(node: Node): RepeatedPlace {
    const known = places.get(node);
    if (known !== undefined) return known;
    readRoots();
    const by = new Map<Node, RepeatedCode[]>();
    const callers: Node[] = [];
    const seen = new Set<Node>();
    let free = false;
    let kept = false;
    climb(node);
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- `climb` sets both.
    const place = { by: [...by.values()].flat(), durable: kept && !free, callers };
    places.set(node, place);
    return place;

    function climb(from: Node): void {
      if (callers.length > MAX_CALLERS) return;
      for (let child = from, up = tree.parentOf(child); up !== undefined; child = up, up = tree.parentOf(up)) {
        const here = roots.get(up)?.filter((root) => root.until === undefined || from.range[0] < root.until);
        if (here !== undefined && here.length > 0 && (!isLoop(up) || (!isEntry(up, child) && !isLast(from, up)))) {
          by.set(up, here);
          free = true;
        } else if (isLoop(up) && !isEntry(up, child) && isRetryLoop(up, settled(from))) {
          by.set(up, [
            {
              by: "retry",
              node: up,
              span: { start: up.range[0], end: up.body.range[0] },
              evidence: [{ what: "this loop tries again until it succeeds", at: spanOf(up) }],
              tool: undefined,
            },
          ]);
          free = true;
        }
        callers.push(up);
        if (!isFunction(up)) continue;
        if (durable.has(up)) {
          kept = true;
          return;
        }
        if (here?.some((root) => root.by === "tool-body" || root.by === "replay")) return;
        const parent = tree.parentOf(up);
        const isCallback = parent?.type === "CallExpression" || parent?.type === "NewExpression";
        if (isCallback && up.type !== "FunctionDeclaration") continue;
        if (seen.has(up)) return;
        seen.add(up);
        for (const site of sites().get(up) ?? []) climb(site);
        return;
      }
    }
  }

  /** What is done on the way out is done once: `if (done) { await publish(answer); return answer; }`. */
  function isLast(node: Node, loop: LoopNode): boolean {
    let breaksIt = true;
    for (
      let child = node, up = tree.parentOf(node);
      up !== undefined && up !== loop;
      child = up, up = tree.parentOf(up)
    ) {
      if (isFunction(up)) return false;
      if (up.type === "ReturnStatement" || up.type === "ThrowStatement") return true;
      if (isLoop(up) || up.type === "SwitchStatement") breaksIt = false;
      const statements = up.type === "BlockStatement" ? up.body : up.type === "SwitchCase" ? up.consequent : [];
      const rest = statements.slice(statements.findIndex((statement) => statement === child) + 1);
      if (
        rest.some(
          (statement) =>
            statement.type === "ReturnStatement" ||
            statement.type === "ThrowStatement" ||
            (breaksIt && statement.type === "BreakStatement" && statement.label === null),
        )
      )
        return true;
    }
    return false;
  }

  /** The list of `for … of` and the start of `for` are evaluated once. */
  function isEntry(loop: LoopNode, child: Node): boolean {
    if (loop.type === "ForOfStatement" || loop.type === "ForInStatement") return loop.right === child;
    return loop.type === "ForStatement" && loop.init === child;
  }

  return { of };
}
