import { conditionsOf } from "../flow/conditions.js";
import type { Origin } from "../flow/origins.js";
import { readOption } from "../file/arguments.js";
import { findRows, textOf } from "../file/file-context.js";
import type { AgentLoop, Bound, Decider, Exit } from "../model/file-model.js";
import { aspectOf } from "../replies/generic-reply.js";
import type { Evidence, Judgement } from "../model/judgement.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { asksAboutInput } from "./given-messages.js";
import { bare, isFunction, isWithin, propertyName, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { describeCall } from "../loops/agent-loops.js";
import { operands } from "../loops/exits.js";
import { statePath } from "./graph-state.js";
import { readGraphVerdict } from "./graph-verdicts.js";
import { END, readGraphs, START, writesTo } from "./graphs.js";
import type { Graph, GraphEdge, GraphNode } from "./graphs.js";
import { limitValue } from "../loops/limits.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";

/** The cycles of graphs in which a model is asked: their turns are the ways round from node to node. */
export function readGraphLoops(analysis: LoopAnalysis): AgentLoop[] {
  return readGraphs(analysis.context).flatMap((graph) =>
    cyclesOf(graph).flatMap((members): AgentLoop[] => {
      const nodes = [...graph.nodes.values()].filter(({ name }) => members.has(name));
      const calls = callsIn(analysis, nodes);
      if (calls.length === 0 && !nodes.some((node) => isAgent(analysis, node))) return [];
      return [assemble(analysis, graph, members, nodes, calls)];
    }),
  );
}

function assemble(
  analysis: LoopAnalysis,
  graph: Graph,
  members: ReadonlySet<string>,
  nodes: readonly GraphNode[],
  calls: readonly RecognisedCall[],
): AgentLoop {
  const { context } = analysis;
  const leaving = graph.edges.filter(({ from, to }) => members.has(from) && !members.has(to));
  const inside = graph.edges.filter(({ from, to }) => members.has(from) && members.has(to));
  const exits = leaving.flatMap((edge) => exitOf(analysis, graph, edge));
  const bounds = [...counters(analysis, graph, members, inside, leaving), ...runLimits(analysis, graph)];
  const bounded: Judgement = bounds.some(({ covers }) => covers === "yes") ? "yes" : "unknown";
  const head = context.tree.parentOf(graph.made) ? graph.made.callee : graph.made;
  const statement = context.tree.statementOf(graph.made);
  const owner = context.tree.ownerOf(graph.made);
  const limits = bounds
    .filter(({ covers, span }) => covers === "yes" && span.start !== graph.made.range[0])
    .flatMap(({ limit }) => (limit === undefined ? [] : [limit]));
  return {
    kind: "graph",
    head: spanOf(head),
    shape: {
      statement: spanOf(statement),
      whole: spanOf(statement),
      inBlock: true,
      recursion: undefined,
      interval: undefined,
      body: spanOf(graph.made),
      braced: false,
      test: undefined,
      label: undefined,
      endless: false,
      inFunction: isFunction(owner),
      inAsync: isFunction(owner) ? owner.async : true,
      owner: spanOf(owner),
    },
    calls: calls.map((call) => describeCall(analysis, { call, nested: true })),
    tools: [],
    bounds,
    bounded,
    escapes: [],
    doubts:
      bounded === "yes"
        ? []
        : [
            {
              what: "the limit of the graph is given where it is run",
              at: spanOf(graph.made),
              settledBy: "a run of the graph in this file",
            },
          ],
    ceiling: limits.length > 0 ? Math.min(...limits) : undefined,
    // Signals and timeouts come with the run, which may stand anywhere.
    budgeted: "unknown",
    budgetDoubts: [
      {
        what: "a signal or a timeout may come with the run",
        at: spanOf(graph.made),
        settledBy: "a run of the graph in this file",
      },
    ],
    exits,
    feedback: [{ what: "every node reads the state that the others have written", at: spanOf(head) }],
    acts: "unknown",
    progress: "unknown",
    history: { name: undefined, sentAt: undefined, grows: "unknown", trimmed: "unknown", evidence: [] },
    lost: undefined,
    ignoredStop: undefined,
    unchecked: undefined,
    selfVerdict: readGraphVerdict(analysis, graph, leaving),
    onlyRetries: false,
    limitDefect: undefined,
  };
}

/** Whether a call runs a graph that ends whatever its limit says: it has no way round, or a counter in its state covers each. */
export function runsEndingGraph(analysis: LoopAnalysis, call: Node): boolean {
  const graph = readGraphs(analysis.context).find(({ runs }) => runs.some((run) => run === call));
  if (graph === undefined || graph.isOpen || graph.nodes.size === 0 || graph.edges.length === 0) return false;
  return cyclesOf(graph).every((members) => {
    const inside = graph.edges.filter(({ from, to }) => members.has(from) && members.has(to));
    const leaving = graph.edges.filter(({ from, to }) => members.has(from) && !members.has(to));
    return counters(analysis, graph, members, inside, leaving).some(({ covers }) => covers === "yes");
  });
}

/** Whether functions that cannot be read choose some of the ways in the graph that a call runs. */
export function isChosenOutOfSight({ context }: LoopAnalysis, call: Node): boolean {
  return readGraphs(context).some(({ runs, isOpen }) => isOpen && runs.some((run) => run === call));
}

/** Whether a call runs a graph in which a node can come again. */
export function runsRound({ context }: LoopAnalysis, call: Node): boolean {
  return readGraphs(context).some((graph) => graph.runs.some((run) => run === call) && cyclesOf(graph).length > 0);
}

function callsIn(analysis: LoopAnalysis, nodes: readonly GraphNode[]): RecognisedCall[] {
  return analysis.context.tree.calls.flatMap((call) => {
    if (!nodes.some(({ fn }) => fn !== undefined && isWithin(call, fn))) return [];
    const recognised = analysis.calls.at(call);
    return recognised === undefined ? [] : [recognised];
  });
}

/** A node that is an agent or another graph asks a model of its own. */
function isAgent({ context }: LoopAnalysis, { value }: GraphNode): boolean {
  const entity = context.bindings.entityOf(value);
  if (entity.kind !== "package") return false;
  return (
    findRows(context, context.bindings.memberOf(entity, "invoke"), "run").length > 0 ||
    findRows(context, context.bindings.memberOf(entity, "invoke"), "model-call").length > 0
  );
}

/** Groups of nodes that can all reach each other. */
function cyclesOf(graph: Graph): ReadonlySet<string>[] {
  const found: Set<string>[] = [];
  const reach = new Map([...graph.nodes.keys()].map((name) => [name, reachable(graph.edges, name)] as const));
  for (const [name, reached] of reach) {
    if (!reached.has(name) || found.some((members) => members.has(name))) continue;
    found.push(new Set([...reached].filter((other) => reach.get(other)?.has(name))));
  }
  return found;
}

function reachable(edges: readonly GraphEdge[], from: string, without?: (edge: GraphEdge) => boolean): Set<string> {
  const seen = new Set<string>();
  const stack = [from];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const edge of edges) {
      if (edge.from !== at || seen.has(edge.to) || edge.to === END || edge.to === START || without?.(edge) === true)
        continue;
      seen.add(edge.to);
      stack.push(edge.to);
    }
  }
  return seen;
}

// Who decides that the graph is left

/** When several things decide together, the one that the model cannot fake counts. */
const WEIGHT: Readonly<Partial<Record<Decider, number>>> = {
  "model-signal": 1,
  "model-text": 2,
  unknown: 3,
  human: 4,
  ceiling: 5,
  oracle: 6,
};

function exitOf(analysis: LoopAnalysis, graph: Graph, { route, chosenBy, byTools, place }: GraphEdge): Exit[] {
  if (byTools)
    return [
      {
        span: spanOf(place),
        decidedBy: "model-signal",
        result: "unknown",
        test: undefined,
        decision: spanOf(place),
        handsOver: undefined,
        evidence: [],
      },
    ];
  if (route === undefined || chosenBy === undefined) return [];
  let best: { decidedBy: Decider; evidence: Evidence[]; test: Node } | undefined;
  for (const { test } of conditionsOf(analysis.context.tree, chosenBy, route)) {
    for (const part of operands(test)) {
      const found = decidePart(analysis, graph, part);
      if (best === undefined || (WEIGHT[found.decidedBy] ?? 0) > (WEIGHT[best.decidedBy] ?? 0))
        best = { ...found, test: part };
    }
  }
  const test = best && spanOf(best.test);
  return [
    {
      span: spanOf(chosenBy),
      decidedBy: best?.decidedBy ?? "unknown",
      result: "unknown",
      test,
      decision: best?.evidence[0]?.at ?? test,
      handsOver: undefined,
      evidence: best?.evidence ?? [],
    },
  ];
}

function decidePart(analysis: LoopAnalysis, graph: Graph, part: Node): { decidedBy: Decider; evidence: Evidence[] } {
  if (counted(analysis, graph, part) !== undefined) return { decidedBy: "ceiling", evidence: [] };
  const kinds = new Set<Decider>();
  let words: Evidence | undefined;
  for (const origin of analysis.origins.of(part)) {
    if (origin.kind === "question" || origin.kind === "text-match") {
      const call = origin.kind === "text-match" ? origin.call : textCallOf(analysis, graph, origin);
      if (call === undefined) kinds.add("unknown");
      else {
        kinds.add("model-text");
        words = {
          what: `\`${textOf(analysis.context, origin.node)}\` looks for words in the reply of \`${call.callee}\``,
          at: spanOf(origin.node),
        };
      }
    } else if (origin.kind === "parameter") {
      kinds.add(stateDecider(analysis, graph, origin));
    } else if (origin.kind === "call" || origin.kind === "oracle") {
      kinds.add("oracle");
    } else if (origin.kind === "human") {
      kinds.add("human");
    } else if (origin.kind === "reply") {
      kinds.add("model-signal");
    }
  }
  const [decidedBy = "unknown"] = [...kinds].sort((a, b) => (WEIGHT[b] ?? 0) - (WEIGHT[a] ?? 0));
  return { decidedBy, evidence: decidedBy === "model-text" && words ? [words] : [] };
}

type ParameterOrigin = Origin & { readonly kind: "parameter" };

/** The model call whose text a question about the state is asked of. */
function textCallOf(
  analysis: LoopAnalysis,
  graph: Graph,
  question: Origin & { readonly kind: "question" },
): RecognisedCall | undefined {
  const { subject } = question;
  if (subject.parsed || asksAboutInput(analysis.context, question)) return undefined;
  const [field, ...rest] = statePath(subject);
  if (field === undefined) return undefined;
  for (const { value } of writesTo(analysis.context, graph, field)) {
    for (const origin of analysis.origins.of(value)) {
      if (
        origin.kind === "reply" &&
        !origin.parsed &&
        aspectOf(origin.call.reply, [...origin.path, ...rest]) === "text"
      )
        return origin.call;
    }
  }
  return undefined;
}

/** What a value of the state says when it is asked about: what the nodes have put there. */
function stateDecider(analysis: LoopAnalysis, graph: Graph, subject: ParameterOrigin): Decider {
  const [field] = statePath(subject);
  const origins =
    field === undefined
      ? []
      : writesTo(analysis.context, graph, field).flatMap(({ value }) => analysis.origins.of(value));
  if (origins.some((origin) => origin.kind === "call" && origin.awaited)) return "oracle";
  return origins.some((origin) => origin.kind === "reply") ? "model-signal" : "unknown";
}

// What bounds the way round

interface Count {
  readonly field: string;
  readonly limit: number | undefined;
  readonly test: Node;
}

/** `state.rounds >= 6`, where a node counts `rounds` up. */
function counted(analysis: LoopAnalysis, graph: Graph, part: Node): Count | undefined {
  const test = bare(part);
  if (test.type !== "BinaryExpression" || !/^(?:[<>]=?|===?)$/.test(test.operator)) return undefined;
  for (const [side, other] of [
    [test.left, test.right],
    [test.right, test.left],
  ] as const) {
    for (const origin of analysis.origins.of(side)) {
      const field = origin.kind === "parameter" ? statePath(origin)[0] : undefined;
      if (field === undefined || !writesTo(analysis.context, graph, field).some(({ value }) => moves(value, field)))
        continue;
      const limit = limitValue(analysis.context, analysis.origins, other);
      if (limit.fault === undefined) return { field, limit: limit.value, test };
    }
  }
  return undefined;
}

/** Whether an update of the state counts: `state.rounds + 1`, or a number that a reducer adds. */
function moves(value: Node, field: string): boolean {
  const expression = bare(value);
  if (expression.type === "Literal") return typeof expression.value === "number" && expression.value > 0;
  if (expression.type === "LogicalExpression") return moves(expression.left, field);
  if (expression.type !== "BinaryExpression" || expression.operator !== "+") return false;
  return [expression.left, expression.right].some((side) => mentions(side, field));
}

function mentions(node: Node, field: string): boolean {
  const expression = bare(node);
  if (expression.type === "LogicalExpression") return mentions(expression.left, field);
  return expression.type === "MemberExpression"
    ? propertyName(expression) === field
    : expression.type === "Identifier" && expression.name === field;
}

/** Counters in the state that are compared on the way out. */
function counters(
  analysis: LoopAnalysis,
  graph: Graph,
  members: ReadonlySet<string>,
  inside: readonly GraphEdge[],
  leaving: readonly GraphEdge[],
): Bound[] {
  const found = new Map<Node, Bound>();
  for (const edge of leaving) {
    if (edge.route === undefined || edge.chosenBy === undefined) continue;
    for (const { test } of conditionsOf(analysis.context.tree, edge.chosenBy, edge.route)) {
      for (const part of operands(test)) {
        const count = counted(analysis, graph, part);
        if (count === undefined || found.has(count.test)) continue;
        const movers = new Set(
          writesTo(analysis.context, graph, count.field)
            .filter(({ value }) => moves(value, count.field))
            .map(({ node }) => node.name),
        );
        const covers =
          isOnEveryWay(inside, members, (name) => movers.has(name)) &&
          isOnEveryWay(inside, members, (name) => name === edge.from);
        found.set(count.test, {
          measure: "steps",
          text: textOf(analysis.context, count.test),
          span: spanOf(count.test),
          limit: count.limit,
          covers: covers ? "yes" : "no",
          escapes: [],
          fault: undefined,
          evidence: [{ what: `\`${textOf(analysis.context, count.test)}\` can end it`, at: spanOf(count.test) }],
        });
      }
    }
  }
  return [...found.values()];
}

/** Whether no way round leaves out the nodes that are meant. */
function isOnEveryWay(
  inside: readonly GraphEdge[],
  members: ReadonlySet<string>,
  isMeant: (name: string) => boolean,
): boolean {
  const others = inside.filter(({ from, to }) => !isMeant(from) && !isMeant(to));
  return ![...members].some((name) => !isMeant(name) && reachable(others, name).has(name));
}

/** The limit of the graph itself: its default, or what the runs in this file make of it. */
function runLimits(analysis: LoopAnalysis, graph: Graph): Bound[] {
  const { context, origins } = analysis;
  const { maxRounds } = context.settings;
  return graph.row.limits.map((option): Bound => {
    const given = graph.runs.flatMap((run) =>
      readOption(context, run, [option.option, ...(option.or ?? [])]).flatMap((way) =>
        way.state === "given" ? [{ node: way.value, limit: limitValue(context, origins, way.value) }] : [],
      ),
    );
    const lifted = given.find(({ limit }) => limit.fault !== undefined || (limit.value ?? 0) > maxRounds);
    const shown = lifted?.node ?? given[0]?.node ?? graph.made;
    return {
      measure: option.measure,
      text: given.length > 0 ? textOf(context, shown) : option.option.replace(/^.*\./, ""),
      span: spanOf(shown),
      limit: given.length > 0 ? given[0]?.limit.value : (option.default ?? undefined),
      covers: lifted ? "no" : option.default === null && given.length === 0 ? "no" : "yes",
      escapes: [],
      fault: lifted ? "infinite" : undefined,
      evidence: [
        { what: given.length > 0 ? "the run sets a limit" : "the graph has a limit by default", at: spanOf(shown) },
      ],
    };
  });
}
