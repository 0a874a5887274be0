import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { isFunction, isWithin, spanOf } from "../syntax/node.js";
import type { Node, Span } from "../syntax/node.js";
import type { DelegationCycle, DepthInsertion } from "../model/delegations.js";
import { readDelegationGraph } from "./delegation-graph.js";
import type { Delegation, Worker } from "./delegation-graph.js";
import type { FileContext } from "../file/file-context.js";

/**
 * The rings in which a model can pass work on and on: at least one step of the model's choosing,
 * and at least one run inside another, so that no limit of a run covers the whole way round.
 */
export function readDelegationCycles(analysis: LoopAnalysis): DelegationCycle[] {
  const edges = readDelegationGraph(analysis);
  return components(edges).flatMap((members): DelegationCycle[] => {
    const inside = edges.filter(({ from, to }) => members.has(from.key) && members.has(to.key));
    const asks = inside.some(
      ({ from }) => from.kind === "agent" || (isFunction(from.node) && analysis.calls.madeBy(from.node) !== undefined),
    );
    if (!asks || !inside.some((edge) => edge.chosen) || !inside.some((edge) => edge.nested)) return [];
    return [describe(analysis.context, inside)];
  });
}

function describe(context: FileContext, inside: readonly Delegation[]): DelegationCycle {
  const ring = shortestRing(inside);
  const shown = ring.filter(({ from, to }) => from.kind === "agent" || to.kind === "agent");
  // Between agents the offer is what can be withdrawn; a function is stopped where it is called.
  const runs = ring.filter(({ nested }) => nested);
  const started = runs.filter(({ offered }) => offered !== true);
  const candidates = shown.some(({ chosen }) => chosen)
    ? shown.filter(({ chosen }) => chosen)
    : started.length > 0
      ? started
      : runs;
  const closing = candidates.reduce(
    (a, b) => (b.place.range[0] > a.place.range[0] ? b : a),
    candidates[0] ?? (inside[0] as Delegation),
  );
  const names = [
    ...new Set(
      ring
        .map(({ from }) => from)
        .filter((worker) => isNamed(worker, ring))
        .map(({ name }) => name),
    ),
  ];
  return {
    members: names,
    span: spanOf(runInside(ring, closing) ?? closing.place),
    evidence: ring.map(({ from, to, place, chosen }) => ({
      what: chosen ? `the model of \`${from.name}\` can choose \`${to.name}\`` : `\`${from.name}\` runs \`${to.name}\``,
      at: spanOf(place),
    })),
    withdrawal: closing.chosen ? withdrawalOf(context, closing.place) : undefined,
    depth: closing.chosen ? undefined : depthOf(context, closing),
  };
}

/** Of a tool that is written where it is offered, the run in its body. */
function runInside(ring: readonly Delegation[], closing: Delegation): Node | undefined {
  const next = ring[(ring.indexOf(closing) + 1) % ring.length];
  return closing.chosen &&
    closing.to.kind === "function" &&
    next !== undefined &&
    next.from === closing.to &&
    isWithin(next.place, closing.place)
    ? next.place
    : undefined;
}

const TOOL_BODY = /^(?:execute|run|handler|func|invoke|call)$/;

/** The body of a tool has no name that anybody knows; it is left out where others tell the story. */
function isNamed(worker: Worker, ring: readonly Delegation[]): boolean {
  if (worker.kind === "agent") return true;
  return !ring.some(
    ({ from }) =>
      from.kind === "agent" || (from !== worker && TOOL_BODY.test(worker.name) && !TOOL_BODY.test(from.name)),
  );
}

/** The shortest way round through the last edge in the text. */
function shortestRing(inside: readonly Delegation[]): readonly Delegation[] {
  let best: readonly Delegation[] | undefined;
  for (const start of inside) {
    const before = new Map<string, Delegation>([[start.to.key, start]]);
    const queue = [start.to.key];
    for (let at = queue.shift(); at !== undefined && at !== start.from.key; at = queue.shift()) {
      for (const edge of inside) {
        if (edge.from.key !== at || before.has(edge.to.key)) continue;
        before.set(edge.to.key, edge);
        queue.push(edge.to.key);
      }
    }
    const ring: Delegation[] = [];
    for (
      let edge = before.get(start.from.key);
      edge !== undefined && !ring.includes(edge);
      edge = edge === start ? undefined : before.get(edge.from.key)
    )
      ring.unshift(edge);
    if (ring[0] !== start) continue;
    if (!ring.some(({ chosen }) => chosen) || !ring.some(({ nested }) => nested)) continue;
    if (best === undefined || ring.length < best.length) best = ring;
  }
  return best ?? inside;
}

/** Groups of workers that can all reach each other. */
function components(edges: readonly Delegation[]): Set<string>[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from.key, (next.get(from.key) ?? new Set()).add(to.key));
  const reach = new Map<string, Set<string>>();
  for (const start of next.keys()) {
    const seen = new Set<string>();
    const stack = [...(next.get(start) ?? [])];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      stack.push(...(next.get(at) ?? []));
    }
    reach.set(start, seen);
  }
  const found: Set<string>[] = [];
  const done = new Set<string>();
  for (const [start, reached] of reach) {
    if (done.has(start) || !reached.has(start)) continue;
    const members = new Set([...reached].filter((key) => reach.get(key)?.has(start)));
    for (const key of members) done.add(key);
    found.push(members);
  }
  return found;
}

/** The span of a list element, property or statement, with the comma that goes with it. */
function withdrawalOf(context: FileContext, place: Node): Span | undefined {
  const { tree, file } = context;
  let item = place;
  let parent = tree.parentOf(item);
  if (parent?.type === "Property") {
    item = parent;
    parent = tree.parentOf(item);
  }
  if (parent?.type === "CallExpression" && parent.arguments.length === 1 && parent.arguments[0] === item) {
    const statement = tree.parentOf(parent);
    return statement?.type === "ExpressionStatement" ? withLine(file.text, statement) : undefined;
  }
  if (parent?.type !== "ArrayExpression" && parent?.type !== "ObjectExpression") return undefined;
  const members = parent.type === "ArrayExpression" ? parent.elements : parent.properties;
  // Brackets with nothing in them have no space in them either.
  if (members.length === 1) return { start: parent.range[0] + 1, end: parent.range[1] - 1 };
  const after = /^\s*,\s*/.exec(file.text.slice(item.range[1]));
  if (after) return { start: item.range[0], end: item.range[1] + after[0].length };
  const before = /,\s*$/.exec(file.text.slice(parent.range[0], item.range[0]));
  return { start: item.range[0] - (before?.[0].length ?? 0), end: item.range[1] };
}

/** A statement with the whole of its line, when it has the line for itself. */
function withLine(text: string, { range: [start, end] }: Node): Span {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end));
  return text.slice(lineStart, start).trim() === "" && rest !== null
    ? { start: lineStart, end: end + rest[0].length }
    : { start, end };
}

/** A function that starts itself again can take its depth along, when its parameters and the call leave room for it. */
function depthOf(context: FileContext, { place, to }: Delegation): DepthInsertion | undefined {
  const fn = to.node;
  if (
    !isFunction(fn) ||
    fn.body.type !== "BlockStatement" ||
    place.type !== "CallExpression" ||
    context.tree.names.has("depth")
  )
    return undefined;
  if (place.arguments.length !== fn.params.length || fn.params.some((parameter) => parameter.type === "RestElement"))
    return undefined;
  // Without parentheses (`task => …`) there is no place for a second parameter.
  const last = fn.params.at(-1);
  const [first] = fn.body.body;
  if (last === undefined || first === undefined || !/^\s*,?\s*\)/.test(context.file.text.slice(last.range[1])))
    return undefined;
  const argument = place.arguments.at(-1);
  return (
    argument && {
      parameter: last.range[1],
      argument: argument.range[1],
      body: fn.body.range[0] + 1,
      indent: context.file.text.slice(fn.body.range[0] + 1, first.range[0]),
    }
  );
}
