import { elementsOf, argumentsAt } from "../bind/placed-arguments.js";
import { functionAt, valueOf } from "../bind/values.js";
import type { Placed } from "../bind/values.js";
import type { AgentRow, RunRow } from "../catalogue/schema.js";
import { conditionsOf } from "../flow/conditions.js";
import type { Frame } from "../flow/paths.js";
import { objectPlace } from "../loops/places.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import {
  bare,
  dottedName,
  findProperty,
  forEachChild,
  isFunction,
  keyName,
  propertyName,
  settled,
} from "../syntax/node.js";
import type { CallExpression, FunctionNode, NewExpression, Node } from "../syntax/node.js";
import { constantOf } from "../file/arguments.js";
import { findRows } from "../file/file-context.js";
import { findRegistered } from "./registered-agents.js";
import { isToolInput } from "../tools/tool-inputs.js";

/** Somebody who can be given work: an agent object, or a function that asks a model. */
export interface Worker {
  readonly key: string;
  readonly name: string;
  readonly kind: "agent" | "function";
  readonly node: Node;
  readonly frame: Frame | undefined;
}

/** A way on which work can go from one worker to another. */
export interface Delegation {
  readonly from: Worker;
  readonly to: Worker;
  /** Where the way is opened: the tool in the list, the hand-off, the call. */
  readonly place: Node;
  /** The model decides whether it is taken. */
  readonly chosen: boolean;
  /** The work is done in a run inside of the one that hands it on; no limit of the outer one counts there. */
  readonly nested: boolean;
  /** A run inside of a function is given it as a tool; `place` is that run. */
  readonly offered?: boolean;
}

const MAX_WORKERS = 300;
const MAX_FRAMES = 3;

/** Every known way on which work can go from one agent or function of a file to another. */
export function readDelegationGraph(analysis: LoopAnalysis): readonly Delegation[] {
  const { context, calls, origins } = analysis;
  const workers = new Map<string, Worker>();
  const waiting: Worker[] = [];
  const edges: Delegation[] = [];
  let additions: ReadonlyMap<string, Placed[]> | undefined;

  for (const call of [...context.tree.news, ...context.tree.calls]) {
    const row = agentRow(call);
    if (row !== undefined) addAgent(call, undefined);
  }
  // What the model cannot reach through any tool, agent or registry is a plain recursion, and read as one.
  for (const { node } of calls.all) {
    for (let owner = context.tree.ownerOf(node); isFunction(owner); owner = context.tree.ownerOf(owner))
      addFunction(owner, undefined);
  }
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (next.kind === "agent") offersOf(next);
    else if (isFunction(next.node)) walk(next, next.node);
  }
  return edges;

  function agentRow(call: CallExpression | NewExpression): AgentRow | undefined {
    return findRows(context, context.bindings.entityOf(call.callee), "agent")[0]?.row;
  }

  function add(worker: Worker): Worker {
    const known = workers.get(worker.key);
    if (known !== undefined) return known;
    workers.set(worker.key, worker);
    if (workers.size <= MAX_WORKERS) waiting.push(worker);
    return worker;
  }

  function addAgent(node: CallExpression | NewExpression, frame: Frame | undefined): Worker {
    return add({ key: `agent:${node.range[0]}${keyOf(frame)}`, name: nameOf(node), kind: "agent", node, frame });
  }

  function addFunction(fn: FunctionNode, frame: Frame | undefined): Worker {
    return add({ key: `function:${fn.range[0]}${keyOf(frame)}`, name: nameOf(fn), kind: "function", node: fn, frame });
  }

  function connect(
    from: Worker,
    to: Worker,
    place: Node,
    how: Pick<Delegation, "chosen" | "nested" | "offered">,
  ): void {
    edges.push({ from, to, place, ...how });
  }

  function nameOf(node: Node): string {
    let holder = context.tree.parentOf(node);
    // What is built step by step is called like the result: `const app = createSupervisor(…).compile()`.
    for (
      let child = node;
      holder !== undefined &&
      (holder.type === "MemberExpression" || (holder.type === "CallExpression" && holder.callee === child));
      holder = context.tree.parentOf(child)
    )
      child = holder;
    if (isFunction(node) && node.id) return node.id.name;
    if (holder?.type === "VariableDeclarator" && holder.id.type === "Identifier") return holder.id.name;
    if (holder?.type === "Property" || holder?.type === "PropertyDefinition" || holder?.type === "MethodDefinition")
      return keyName(holder) ?? "a tool";
    if (holder?.type === "CallExpression") {
      const [first] = holder.arguments;
      const key = first && first.type !== "SpreadElement" && first !== node ? constantOf(context, first) : undefined;
      if (typeof key === "string") return key;
    }
    return "an agent";
  }

  /** The agent that an expression stands for. */
  function agentAt(value: Placed, depth = 0): Worker | undefined {
    const { node, frame } = valueOf(context, value.node, value.frame);
    if (node.type !== "NewExpression" && node.type !== "CallExpression") return undefined;
    if (agentRow(node) === undefined) {
      const found = node.type === "CallExpression" ? findRegistered(context, { node, frame }) : undefined;
      if (found !== undefined) return depth < 4 ? agentAt(found, depth + 1) : undefined;
      // `createSupervisor({ … }).compile()` is still the supervisor.
      const callee = bare(node.callee);
      return node.type === "CallExpression" && callee.type === "MemberExpression" && depth < 4
        ? agentAt({ node: callee.object, frame }, depth + 1)
        : undefined;
    }
    return addAgent(node, undefined === frame || isAgentOfFile(node) ? undefined : frame);
  }

  /** An agent that is made once is the same for everybody who names it. */
  function isAgentOfFile(node: Node): boolean {
    return context.tree.ownerOf(node).type === "Program";
  }

  // What an agent offers to its model

  function offersOf(agent: Worker): void {
    const call = agent.node;
    if (call.type !== "NewExpression" && call.type !== "CallExpression") return;
    const row = agentRow(call);
    if (row === undefined) return;
    const toolsName = row.tools?.split(".").at(-1);
    const tools = [
      ...(row.tools === undefined ? [] : argumentsAt(context, call, `${row.tools}[]`, agent.frame)),
      ...added(call, toolsName),
    ];
    for (const tool of tools) connectTool(agent, tool);
    for (const path of row.handoffs ?? []) {
      const others = [...argumentsAt(context, call, `${path}[]`, agent.frame), ...added(call, path.split(".").at(-1))];
      for (const other of others) connectHandoff(agent, other, row.nested === true);
    }
  }

  function connectHandoff(from: Worker, value: Placed, nested: boolean): void {
    const { node, frame } = valueOf(context, value.node, value.frame);
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const delegated = delegateOf(node, frame);
      if (delegated !== undefined) {
        if (!delegated.conditional)
          connect(from, delegated.to, value.node, { chosen: true, nested: nested || delegated.nested });
        return;
      }
    }
    const to = agentAt(value);
    if (to !== undefined) connect(from, to, value.node, { chosen: true, nested });
  }

  /** `other.asTool(…)`, `handoff(other)`: a tool or transfer made of an agent. */
  function delegateOf(
    call: CallExpression | NewExpression,
    frame: Frame | undefined,
  ): { to: Worker; nested: boolean; conditional: boolean } | undefined {
    const [found] = findRows(context, memberEntity(call, frame), "delegate");
    if (found === undefined) return undefined;
    const [target] = argumentsAt(context, call, found.row.to, frame);
    const to = target && agentAt(target);
    // An option that switches it off (`isEnabled`) may count how deep it has gone.
    const conditional = call.arguments.some(
      (argument) => argument.type === "ObjectExpression" && findProperty(argument, "isEnabled") !== undefined,
    );
    return to && { to, nested: found.row.nested === true, conditional };
  }

  /** What a callee stands for, also when only the caller of a helper knows the object. */
  function memberEntity(
    call: CallExpression | NewExpression,
    frame: Frame | undefined,
  ): ReturnType<typeof context.bindings.entityOf> {
    const entity = context.bindings.entityOf(call.callee);
    const callee = bare(call.callee);
    if (callee.type !== "MemberExpression" || entity.kind === "package") return entity;
    const name = propertyName(callee);
    const object = valueOf(context, callee.object, frame);
    return name === undefined ? entity : context.bindings.memberOf(context.bindings.entityOf(object.node), name);
  }

  /** @param run the run inside of a function that is given the tool; `undefined` for the tools that an agent has. */
  function connectTool(from: Worker, tool: Placed, place: Node = tool.node, run?: Node): void {
    const value = valueOf(context, tool.node, tool.frame);
    const { node, frame } = value;
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const delegated = delegateOf(node, frame);
      if (delegated !== undefined) {
        if (!delegated.conditional) connect(from, delegated.to, place, { chosen: true, nested: delegated.nested });
        return;
      }
      const [found] = findRows(context, context.bindings.entityOf(node.callee), "tool");
      if (found !== undefined) {
        const paths = typeof found.row.execute === "string" ? [found.row.execute] : found.row.execute;
        for (const path of paths)
          for (const execute of argumentsAt(context, node, path, frame)) connectBody(from, execute, place, run);
        return;
      }
      const agent = agentAt(value);
      if (agent !== undefined) connect(from, agent, place, { chosen: true, nested: true });
      return;
    }
    if (node.type === "ObjectExpression") {
      for (const key of ["execute", "run", "handler", "func", "invoke"]) {
        const property = findProperty(node, key);
        if (property !== undefined) connectBody(from, { node: property.value, frame }, place, run);
      }
    } else if (isFunction(node)) {
      connectBody(from, value, place, run);
    }
  }

  function connectBody(from: Worker, execute: Placed, place: Node, run: Node | undefined): void {
    const fn = functionAt(context, execute.node, execute.frame);
    if (fn !== undefined)
      connect(
        from,
        addFunction(fn.node, fn.caller),
        run ?? place,
        run === undefined ? { chosen: true, nested: false } : { chosen: true, nested: true, offered: true },
      );
  }

  // What a function hands on

  function walk(worker: Worker, fn: FunctionNode): void {
    const visit = (node: Node): void => {
      if (isFunction(node) && node !== fn && !isCallback(node)) return;
      if (node.type === "CallExpression" || node.type === "NewExpression") visitCall(worker, fn, node);
      forEachChild(node, visit);
    };
    visit(fn);
  }

  function isCallback(fn: FunctionNode): boolean {
    const parent = context.tree.parentOf(fn);
    return fn.type !== "FunctionDeclaration" && (parent?.type === "CallExpression" || parent?.type === "NewExpression");
  }

  function visitCall(worker: Worker, fn: FunctionNode, call: CallExpression | NewExpression): void {
    const frame = worker.frame;
    const [run] = findRows(context, memberEntity(call, frame), "run");
    if (run !== undefined) {
      if (!mayStop(call, fn)) visitRun(worker, call, run.row, frame);
      return;
    }
    if (call.type !== "CallExpression") return;
    const registry = registryOf(call, frame);
    if (registry !== undefined) {
      if (mayStop(call, fn)) return;
      for (const value of registry) {
        const agent = agentAt(value);
        if (agent !== undefined) connect(worker, agent, call, { chosen: true, nested: true });
        else connectRegistered(worker, value, call);
      }
      return;
    }
    const callee = functionAt(context, call.callee, frame);
    if (callee === undefined || depthOf(frame) >= MAX_FRAMES || mayStop(call, fn)) return;
    // A function that takes no functions or agents is the same whoever calls it.
    const handsOver = call.arguments.some(
      (argument) =>
        argument.type !== "SpreadElement" &&
        (isFunction(bare(argument)) || agentAt({ node: argument, frame }) !== undefined),
    );
    connect(worker, addFunction(callee.node, handsOver ? { fn: callee.node, call, caller: frame } : undefined), call, {
      chosen: false,
      nested: true,
    });
  }

  function visitRun(worker: Worker, call: CallExpression | NewExpression, row: RunRow, frame: Frame | undefined): void {
    // Where no argument names the agent, it may be the object that the call is made on.
    const [given] = argumentsAt(context, call, row.agent ?? "new", frame);
    const agent = given && agentAt(given);
    if (agent !== undefined) connect(worker, agent, call, { chosen: false, nested: true });
    if (row.tools?.startsWith("new") !== false) return;
    // A run that a function makes is one of its own, whoever has called the function.
    for (const tool of argumentsAt(context, call, `${row.tools}[]`, frame)) connectTool(worker, tool, tool.node, call);
  }

  function connectRegistered(worker: Worker, value: Placed, place: Node): void {
    const resolved = valueOf(context, value.node, value.frame);
    if (isFunction(resolved.node))
      connect(worker, addFunction(resolved.node, undefined), place, { chosen: true, nested: true });
    else if (resolved.node.type === "ObjectExpression") {
      for (const property of resolved.node.properties) {
        if (property.type === "Property" && isFunction(property.value))
          connect(worker, addFunction(property.value, undefined), place, { chosen: true, nested: true });
      }
    }
  }

  /** The functions and agents among which a reply chooses: `workers[plan.agent](task)`, `workers.get(name)(task)`. */
  function registryOf(call: CallExpression, frame: Frame | undefined): readonly Placed[] | undefined {
    let callee = bare(call.callee);
    if (callee.type === "Identifier") callee = settled(valueOf(context, callee, frame).node);
    for (let depth = 0; depth < 3; depth++) {
      if (callee.type === "MemberExpression" && callee.computed && propertyName(callee) === undefined) {
        return isChosenByReply(callee.property) ? registered(callee.object) : undefined;
      }
      if (callee.type === "CallExpression") {
        const getter = bare(callee.callee);
        const [key] = callee.arguments;
        if (
          getter.type !== "MemberExpression" ||
          propertyName(getter) !== "get" ||
          key === undefined ||
          key.type === "SpreadElement"
        )
          return undefined;
        return isChosenByReply(key) ? registered(getter.object) : undefined;
      }
      if (callee.type !== "MemberExpression") return undefined;
      callee = settled(valueOf(context, callee.object, frame).node);
    }
    return undefined;
  }

  /** Chosen in a reply, or in what a tool is called with. */
  function isChosenByReply(key: Node): boolean {
    return isToolInput(context, key) || origins.of(key).some((origin) => origin.kind === "reply");
  }

  function registered(registry: Node): readonly Placed[] {
    const place = objectPlace(context, registry, undefined);
    const { node, frame } = valueOf(context, registry);
    const [list] = node.type === "NewExpression" ? node.arguments : [];
    const initial =
      list && list.type !== "SpreadElement"
        ? elementsOf(context, { node: list, frame }).flatMap((entry) => elementsOf(context, entry).slice(1))
        : elementsOf(context, { node, frame });
    return [...initial, ...(place === undefined ? [] : additionsTo(place))];
  }

  function added(agent: Node, member: string | undefined): readonly Placed[] {
    return member === undefined ? [] : additionsTo(`${agent.range[0]}.${member}`);
  }

  /** Most files have no agent that something could be added to, and then nobody asks. */
  function additionsTo(key: string): readonly Placed[] {
    additions ??= readAdditions();
    return additions.get(key) ?? [];
  }

  /** What is put into a map, a list of tools or hand-offs, or an object of handlers after it was made. */
  function readAdditions(): ReadonlyMap<string, Placed[]> {
    const found = new Map<string, Placed[]>();
    const put = (target: Node, values: readonly Node[]): void => {
      const object = bare(target);
      const keys: string[] = [];
      const place = objectPlace(context, object, undefined);
      if (place !== undefined) keys.push(place);
      if (object.type === "MemberExpression") {
        const owner = valueOf(context, object.object).node;
        const name = propertyName(object);
        if (name !== undefined && owner.type === "NewExpression") keys.push(`${owner.range[0]}.${name}`);
      }
      const placed = values.map((node): Placed => ({ node, frame: undefined }));
      for (const key of keys) found.set(key, [...(found.get(key) ?? []), ...placed]);
    };
    for (const call of context.tree.calls) {
      const callee = bare(call.callee);
      if (callee.type !== "MemberExpression") continue;
      const given = call.arguments.filter((argument) => argument.type !== "SpreadElement");
      const name = propertyName(callee);
      if (name === "push" || name === "unshift") put(callee.object, given);
      if (name === "set" && given.length === 2) put(callee.object, given.slice(1));
      const maker = name === undefined ? undefined : valueOf(context, callee.object).node;
      if (maker?.type !== "NewExpression" && maker?.type !== "CallExpression") continue;
      const row = agentRow(maker);
      const list = row?.addedBy?.includes(name ?? "") === true ? row.handoffs?.[0]?.split(".").at(-1) : undefined;
      const key = `${maker.range[0]}.${list ?? ""}`;
      if (list !== undefined)
        found.set(key, [...(found.get(key) ?? []), ...given.map((node): Placed => ({ node, frame: undefined }))]);
    }
    for (const assignment of context.tree.assignments) {
      const target = bare(assignment.left);
      if (target.type !== "MemberExpression") continue;
      put(target.object, [assignment.right]);
      put(
        target,
        elementsOf(context, { node: assignment.right, frame: undefined }).map(({ node }) => node),
      );
    }
    return found;
  }

  /** Whether something in the function may end the ring before the call: a depth, a visited list, the name of the worker. */
  function mayStop(call: Node, fn: FunctionNode): boolean {
    if (takesDepth(fn, call)) return true;
    return conditionsOf(context.tree, call, fn).some(({ test }) => !isPlainTest(test)) || guardsBefore(fn, call);
  }

  /** A call that hands on a depth that is counted somewhere, or a time limit. */
  function takesDepth(fn: FunctionNode, call: Node): boolean {
    if (call.type !== "CallExpression") return false;
    return call.arguments.some(
      (argument) =>
        argument.type !== "SpreadElement" &&
        (isCount(argument, fn) || origins.of(argument).some((origin) => origin.kind === "timeout-signal")),
    );
  }

  function isCount(argument: Node, fn: FunctionNode, depth = 0): boolean {
    const value = bare(argument);
    switch (value.type) {
      case "BinaryExpression":
        return (
          (value.operator === "+" || value.operator === "-") &&
          [value.left, value.right].some(
            (side) => bare(side).type === "Literal" && typeof constantOf(context, side) === "number",
          )
        );
      case "UpdateExpression":
        return true;
      case "ObjectExpression":
        return (
          depth < 3 &&
          value.properties.some((property) => property.type === "Property" && isCount(property.value, fn, depth + 1))
        );
      default:
        return false;
    }
  }
}

/** Names of calls that may throw once a ring has gone round too often. Only used to stay silent. */
const GUARD = /depth|limit|budget|cycle|loop|visit|recurs|guard|quota|attempt|level/i;

function guardsBefore(fn: FunctionNode, call: Node): boolean {
  if (fn.body.type !== "BlockStatement") return false;
  return fn.body.body.some((statement) => {
    if (statement.range[0] >= call.range[0] || statement.type !== "ExpressionStatement") return false;
    const expression = settled(statement.expression);
    return expression.type === "CallExpression" && GUARD.test(dottedName(expression.callee) ?? "");
  });
}

/** A question that no ring is ended by: is something there at all? */
function isPlainTest(test: Node): boolean {
  const expression = settled(test);
  switch (expression.type) {
    case "Identifier":
      return !GUARD.test(expression.name);
    case "MemberExpression":
      return !GUARD.test(dottedName(expression) ?? "");
    case "UnaryExpression":
      return (expression.operator === "!" || expression.operator === "typeof") && isPlainTest(expression.argument);
    case "LogicalExpression":
      return isPlainTest(expression.left) && isPlainTest(expression.right);
    case "Literal":
      return true;
    case "CallExpression": {
      const callee = bare(expression.callee);
      return callee.type === "MemberExpression" && propertyName(callee) === "trim" && expression.arguments.length === 0;
    }
    case "BinaryExpression": {
      const sides = [settled(expression.left), settled(expression.right)];
      return (
        /^[!=]==?$/.test(expression.operator) &&
        sides.some(
          (side) =>
            (side.type === "Literal" && (side.value === null || side.value === 0)) ||
            (side.type === "Identifier" && side.name === "undefined"),
        )
      );
    }
    default:
      return false;
  }
}

function keyOf(frame: Frame | undefined): string {
  return frame === undefined ? "" : `@${frame.call?.range[0] ?? frame.fn.range[0]}${keyOf(frame.caller)}`;
}

function depthOf(frame: Frame | undefined): number {
  return frame === undefined ? 0 : 1 + depthOf(frame.caller);
}
