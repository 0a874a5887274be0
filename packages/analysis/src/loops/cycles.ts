import { runnersOf } from "../flow/callbacks.js";
import type { FileContext } from "../file/file-context.js";
import { bare, dottedName, isFunction, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, LoopNode, Node } from "../syntax/node.js";
import type { LoopKind } from "../model/file-model.js";
import type { FunctionShape } from "../project/module-summary.js";
import type { ModelCalls } from "../replies/model-calls.js";
import type { Cycle } from "./cycle.js";
import { endCallbacks } from "./end-callbacks.js";
import { readReturningCalls } from "./returning-calls.js";
import type { ReturningCall } from "./returning-calls.js";

const BOOKS_ONCE = new Set([
  "setTimeout",
  "setImmediate",
  "queueMicrotask",
  "requestAnimationFrame",
  "process.nextTick",
  "globalThis.setTimeout",
  "window.setTimeout",
]);
const BOOKS_FOR_EVER = new Set(["setInterval", "globalThis.setInterval", "window.setInterval"]);
const CHAINS = new Set(["then", "finally"]);

/** The function that a timer or a promise runs later, when it is handed over by name. */
export function bookedFunction(context: FileContext, call: CallExpression): FunctionNode | undefined {
  const callee = bare(call.callee);
  const name = dottedName(callee);
  const chains = callee.type === "MemberExpression" && CHAINS.has(propertyName(callee) ?? "");
  if (!chains && (name === undefined || !BOOKS_ONCE.has(name))) return undefined;
  const [first] = call.arguments;
  if (first === undefined || first.type === "SpreadElement" || isFunction(bare(first))) return undefined;
  const entity = context.bindings.entityOf(first);
  return entity.kind === "function" ? entity.node : undefined;
}

/** Every way control comes round again in a file. */
export function readCycles(context: FileContext, calls: ModelCalls): Cycle[] {
  return [
    ...context.tree.loops.map((loop) => loopCycle(context, loop)),
    ...intervalCycles(context),
    ...recursions(context, calls),
  ];
}

const NONE: ReadonlyMap<CallExpression, FunctionNode> = new Map();

function loopCycle(context: FileContext, loop: LoopNode): Cycle {
  const parent = context.tree.parentOf(loop);
  const label = parent?.type === "LabeledStatement" ? parent.label.name : undefined;
  return {
    kind: kindOfLoop(loop),
    node: loop,
    head: loop,
    label,
    members: [],
    abroad: [],
    booked: NONE,
    repeats: false,
  };
}

function kindOfLoop(loop: LoopNode): LoopKind {
  switch (loop.type) {
    case "WhileStatement":
      return "while";
    case "DoWhileStatement":
      return "do-while";
    default:
      return "for";
  }
}

function intervalCycles(context: FileContext): Cycle[] {
  return context.tree.calls.flatMap((call): Cycle[] => {
    const name = dottedName(call.callee);
    if (name === undefined || !BOOKS_FOR_EVER.has(name)) return [];
    const [first] = call.arguments;
    if (first === undefined || first.type === "SpreadElement") return [];
    const entity = context.bindings.entityOf(first);
    if (entity.kind !== "function") return [];
    return [
      {
        kind: "timer",
        node: entity.node,
        head: call,
        label: undefined,
        members: [],
        abroad: [],
        booked: NONE,
        repeats: true,
      },
    ];
  });
}

/** Functions that call or book themselves, directly or through each other. */
function recursions(context: FileContext, calls: ModelCalls): Cycle[] {
  const answered = answeredCalls(context, calls);
  const returning = readReturningCalls(context);
  const edges = callGraph(context, answered, returning);
  return components(edges).map((members): Cycle => {
    const [first] = members;
    // The component is never empty; the first function in the text is the one people know it by.
    const root = members.reduce((a, b) => (b.range[0] < a.range[0] ? b : a), first as FunctionNode);
    const ways = new Set(
      members.flatMap((member) =>
        [...(edges.get(member) ?? [])].flatMap(([callee, how]) => (members.includes(callee) ? [how] : [])),
      ),
    );
    const kind = ways.has("answered") ? "event" : ways.has("booked") ? "timer" : "recursion";
    return {
      kind,
      node: root,
      head: headOf(context, root),
      label: undefined,
      members,
      abroad: abroadOf(context, returning, members),
      booked: bookedOf(context, answered, returning, members),
      repeats: false,
    };
  });
}

/** The name of a function where it has one, so that a finding does not cover its whole body. */
export function headOf(context: FileContext, fn: FunctionNode): Node {
  if (fn.id) return fn.id;
  const holder = context.tree.parentOf(fn);
  switch (holder?.type) {
    case "VariableDeclarator":
      return holder.id;
    case "MethodDefinition":
    case "PropertyDefinition":
    case "Property":
      return holder.key;
    default:
      return fn;
  }
}

/** Model calls that are handed functions to run when they have answered. */
function answeredCalls(context: FileContext, calls: ModelCalls): ReadonlyMap<CallExpression, readonly FunctionNode[]> {
  const found = new Map<CallExpression, FunctionNode[]>();
  for (const call of context.tree.calls) {
    const callbacks = calls.at(call) === undefined ? [] : endCallbacks(context, call);
    if (callbacks.length > 0) found.set(call, callbacks);
  }
  return found;
}

/** The functions of other files through which calls of the members come back to members. */
function abroadOf(context: FileContext, returning: Returning, members: readonly FunctionNode[]): FunctionShape[] {
  const found = new Map<string, FunctionShape>();
  for (const [call, backs] of returning) {
    if (!runnersOf(context.tree, call).some((fn) => members.includes(fn))) continue;
    for (const { fn, through } of backs)
      if (members.includes(fn)) for (const shape of through) found.set(shape.id, shape);
  }
  return [...found.values()];
}

/** The calls by which one of the members runs without being named, with that member. */
function bookedOf(
  context: FileContext,
  answered: ReadonlyMap<CallExpression, readonly FunctionNode[]>,
  returning: Returning,
  members: readonly FunctionNode[],
): ReadonlyMap<CallExpression, FunctionNode> {
  const booked = new Map<CallExpression, FunctionNode>();
  for (const call of context.tree.calls) {
    const later = context.bindings.calleeOf(call) === undefined ? bookedFunction(context, call) : undefined;
    const back = (returning.get(call) ?? []).map(({ fn }) => fn);
    const fn = [...(answered.get(call) ?? []), ...(later ? [later] : []), ...back].find((one) => members.includes(one));
    if (fn !== undefined) booked.set(call, fn);
  }
  return booked;
}

/** How a function comes to run: it is called, a timer has it, or a model call runs it when it has answered. */
type Way = "called" | "booked" | "answered";

type Returning = ReadonlyMap<CallExpression, readonly ReturningCall[]>;

type Graph = Map<FunctionNode, Map<FunctionNode, Way>>;

function callGraph(
  context: FileContext,
  answered: ReadonlyMap<CallExpression, readonly FunctionNode[]>,
  returning: Returning,
): Graph {
  const graph: Graph = new Map();
  for (const call of context.tree.calls) {
    const direct = context.bindings.calleeOf(call);
    const callee = direct ?? bookedFunction(context, call);
    const later = answered.get(call) ?? [];
    const back = returning.get(call) ?? [];
    if (callee === undefined && later.length === 0 && back.length === 0) continue;
    for (const { fn, booked } of runners(context, call)) {
      const out = graph.get(fn) ?? new Map<FunctionNode, Way>();
      graph.set(fn, out);
      if (callee !== undefined && !out.has(callee))
        out.set(callee, booked || direct === undefined ? "booked" : "called");
      for (const one of later) if (!out.has(one)) out.set(one, "answered");
      for (const one of back) if (!out.has(one.fn)) out.set(one.fn, booked ? "booked" : "called");
    }
  }
  return graph;
}

/** The functions in whose run a call happens, and whether a timer lies between. */
function runners(context: FileContext, call: CallExpression): { fn: FunctionNode; booked: boolean }[] {
  let booked = false;
  return runnersOf(context.tree, call).map((fn) => {
    const found = { fn, booked };
    const parent = context.tree.parentOf(fn);
    if (parent?.type === "CallExpression" && parent.callee !== fn && BOOKS_ONCE.has(dottedName(parent.callee) ?? ""))
      booked = true;
    return found;
  });
}

/** Strongly connected components with at least one edge inside (Tarjan, without recursion of our own). */
function components(graph: Graph): FunctionNode[][] {
  const index = new Map<FunctionNode, number>();
  const low = new Map<FunctionNode, number>();
  const onStack = new Set<FunctionNode>();
  const stack: FunctionNode[] = [];
  const found: FunctionNode[][] = [];
  let next = 0;

  for (const start of graph.keys()) {
    if (index.has(start)) continue;
    const work: { node: FunctionNode; edges: Iterator<FunctionNode> }[] = [];
    const open = (node: FunctionNode): void => {
      index.set(node, next);
      low.set(node, next++);
      stack.push(node);
      onStack.add(node);
      work.push({ node, edges: (graph.get(node)?.keys() ?? [].values()) as Iterator<FunctionNode> });
    };
    open(start);
    while (work.length > 0) {
      const top = work.at(-1);
      if (top === undefined) break;
      const { node, edges } = top;
      const step = edges.next();
      if (!step.done) {
        const callee = step.value;
        if (!index.has(callee)) open(callee);
        else if (onStack.has(callee)) low.set(node, Math.min(low.get(node) ?? 0, index.get(callee) ?? 0));
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent !== undefined) low.set(parent.node, Math.min(low.get(parent.node) ?? 0, low.get(node) ?? 0));
      if (low.get(node) !== index.get(node)) continue;
      const members: FunctionNode[] = [];
      for (;;) {
        const member = stack.pop();
        if (member === undefined) break;
        onStack.delete(member);
        members.push(member);
        if (member === node) break;
      }
      if (members.length > 1 || graph.get(node)?.has(node)) found.push(members);
    }
  }
  return found;
}
