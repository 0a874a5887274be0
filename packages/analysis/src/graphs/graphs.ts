import { elementsOf } from "../bind/placed-arguments.js";
import { functionAt, valueOf } from "../bind/values.js";
import type { GraphRow } from "../catalogue/schema.js";
import { constantOf } from "../file/arguments.js";
import { findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import { bare, findProperty, keyName, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, FunctionNode, NewExpression, Node } from "../syntax/node.js";

/** A graph whose nodes and edges are put together in code. */
export interface Graph {
  readonly made: NewExpression;
  readonly row: GraphRow;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  /** The calls in this file that run it. */
  readonly runs: readonly CallExpression[];
  /** Functions that cannot be read choose some of its ways, and may count. */
  readonly isOpen: boolean;
}

export interface GraphNode {
  readonly name: string;
  /** What runs there, as it is given. */
  readonly value: Node;
  readonly fn: FunctionNode | undefined;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly place: Node;
  /** The function that chooses this way, and the expression by which it does. */
  readonly route: FunctionNode | undefined;
  readonly chosenBy: Node | undefined;
  /** A function of the SDK's own chooses it, by whether the last reply asks for tools. */
  readonly byTools: boolean;
}

/** Stands for every spelling of a graph's way in or out. */
export const START = "\u0000start";
export const END = "\u0000end";

const known = new WeakMap<FileContext, readonly Graph[]>();

/** Every graph that is built in a file. */
export function readGraphs(context: FileContext): readonly Graph[] {
  let graphs = known.get(context);
  if (graphs === undefined) known.set(context, (graphs = collect(context)));
  return graphs;
}

interface OpenGraph {
  readonly made: NewExpression;
  readonly row: GraphRow;
  readonly nodes: Map<string, GraphNode>;
  readonly edges: GraphEdge[];
  readonly runs: CallExpression[];
  isOpen: boolean;
  /** Ways of which only the beginning can be read: they may lead to every node. */
  readonly unread: { readonly from: string; readonly place: Node; readonly route: FunctionNode; readonly by: Node }[];
}

function collect(context: FileContext): readonly Graph[] {
  const graphs = new Map<NewExpression, OpenGraph>();
  for (const made of context.tree.news) {
    const [found] = findRows(context, context.bindings.entityOf(made.callee), "graph");
    if (found)
      graphs.set(made, { made, row: found.row, nodes: new Map(), edges: [], runs: [], isOpen: false, unread: [] });
  }
  if (graphs.size === 0) return [];
  for (const call of context.tree.calls) {
    const callee = bare(call.callee);
    if (callee.type !== "MemberExpression") continue;
    const method = propertyName(callee);
    if (method === undefined) continue;
    const made = rootOf(context, callee.object);
    const graph = made && graphs.get(made);
    if (graph !== undefined) build(context, graph, method, call);
  }
  for (const graph of graphs.values()) {
    addCommands(context, graph);
    for (const { from, place, route, by } of graph.unread)
      for (const to of [...graph.nodes.keys(), END]) connect(graph, from, to, place, route, by);
  }
  return [...graphs.values()];
}

/** The construction that a chain of builder calls, or a name for its result, goes back to. */
function rootOf(context: FileContext, node: Node, depth = 0): NewExpression | undefined {
  const { node: value } = valueOf(context, node);
  if (depth > 60) return undefined;
  if (value.type === "NewExpression") return value;
  if (value.type !== "CallExpression") return undefined;
  const callee = bare(value.callee);
  return callee.type === "MemberExpression" ? rootOf(context, callee.object, depth + 1) : undefined;
}

function build(context: FileContext, graph: OpenGraph, method: string, call: CallExpression): void {
  const { row } = graph;
  const [first, second, third] = call.arguments.map((argument) =>
    argument.type === "SpreadElement" ? undefined : argument,
  );
  switch (method) {
    case row.addNode:
      if (first) addNodes(context, graph, first, second, third);
      return;
    case row.addEdge:
      if (first && second)
        for (const from of namesOf(context, row, first))
          for (const to of namesOf(context, row, second)) connect(graph, from, to, call);
      return;
    case row.addConditionalEdges:
      if (first) addRoutes(context, graph, call, first, second, third);
      return;
    case "setEntryPoint":
      if (first) for (const to of namesOf(context, row, first)) connect(graph, START, to, call);
      return;
    case "setFinishPoint":
      if (first) for (const from of namesOf(context, row, first)) connect(graph, from, END, call);
      return;
    case "addSequence":
      if (first) addSequence(context, graph, call, first);
      return;
    default:
      if (row.runs.includes(method)) graph.runs.push(call);
  }
}

function connect(graph: OpenGraph, from: string, to: string, place: Node, route?: FunctionNode, chosenBy?: Node): void {
  graph.edges.push({ from, to, place, route, chosenBy, byTools: false });
}

/** `addNode("a", fn)`, `addNode({ a: fn })` and `addNode([["a", fn]])`. */
function addNodes(
  context: FileContext,
  graph: OpenGraph,
  first: Node,
  second: Node | undefined,
  options: Node | undefined,
): void {
  const list = settled(first);
  if (list.type === "ObjectExpression") {
    for (const property of list.properties) {
      const name = property.type === "Property" ? keyName(property) : undefined;
      if (property.type === "Property" && name !== undefined) addNode(context, graph, name, property.value);
    }
    return;
  }
  if (list.type === "ArrayExpression") {
    for (const pair of elementsOf(context, { node: list, frame: undefined })) {
      const [name, value] = elementsOf(context, pair);
      if (name && value)
        for (const one of namesOf(context, graph.row, name.node)) addNode(context, graph, one, value.node);
    }
    return;
  }
  if (second === undefined) return;
  const ends =
    options && bare(options).type === "ObjectExpression"
      ? findProperty(bare(options) as Extract<Node, { type: "ObjectExpression" }>, "ends")
      : undefined;
  for (const name of namesOf(context, graph.row, first)) {
    addNode(context, graph, name, second);
    if (ends)
      for (const end of elementsOf(context, { node: ends.value, frame: undefined }))
        for (const to of namesOf(context, graph.row, end.node)) connect(graph, name, to, ends);
  }
}

function addNode(context: FileContext, graph: OpenGraph, name: string, value: Node): void {
  graph.nodes.set(name, { name, value, fn: functionAt(context, value, undefined)?.node });
}

function addSequence(context: FileContext, graph: OpenGraph, call: CallExpression, list: Node): void {
  let before: string | undefined;
  for (const pair of elementsOf(context, { node: list, frame: undefined })) {
    const [name, value] = elementsOf(context, pair);
    const [own] = name ? namesOf(context, graph.row, name.node) : [];
    if (own === undefined || value === undefined) return;
    addNode(context, graph, own, value.node);
    if (before !== undefined) connect(graph, before, own, call);
    before = own;
  }
}

function addRoutes(
  context: FileContext,
  graph: OpenGraph,
  call: CallExpression,
  source: Node,
  path: Node | undefined,
  map: Node | undefined,
): void {
  const whole = settled(source);
  if (whole.type === "ObjectExpression") {
    const at = (name: string): Node | undefined => findProperty(whole, name)?.value;
    const from = at("source");
    if (from) addRoutes(context, graph, call, from, at("path"), at("pathMap"));
    return;
  }
  const route = path && functionAt(context, path, undefined)?.node;
  const ways = map && valueOf(context, map).node;
  const named =
    ways?.type === "ObjectExpression"
      ? new Map(
          ways.properties.flatMap((property) =>
            property.type === "Property"
              ? [[keyName(property) ?? "", namesOf(context, graph.row, property.value)] as const]
              : [],
          ),
        )
      : undefined;
  const listed = named
    ? [...named.values()].flat()
    : ways?.type === "ArrayExpression"
      ? elementsOf(context, { node: ways, frame: undefined }).flatMap(({ node }) => namesOf(context, graph.row, node))
      : [];
  const ready =
    path === undefined ? undefined : findRows(context, context.bindings.entityOf(bare(path)), "route")[0]?.row.to;
  const { chosen, unread } = route ? choicesOf(context, graph, route, named) : { chosen: [], unread: [] };
  if (route === undefined && ready === undefined) graph.isOpen = true;
  for (const from of namesOf(context, graph.row, source)) {
    for (const name of ready ?? []) {
      for (const to of named?.get(name) ?? [graph.row.end.includes(name) ? END : name])
        graph.edges.push({ from, to, place: call, route: undefined, chosenBy: undefined, byTools: true });
    }
    if (ready !== undefined) continue;
    if (route !== undefined && listed.length === 0)
      for (const by of unread) graph.unread.push({ from, place: call, route, by });
    for (const { to, by } of chosen) connect(graph, from, to, call, route, by);
    for (const to of listed)
      if (!chosen.some((choice) => choice.to === to)) connect(graph, from, to, call, route, undefined);
  }
}

interface Choice {
  readonly to: string;
  readonly by: Node;
}

/** The nodes that a route function can choose, and what it gives back that names none. */
function choicesOf(
  context: FileContext,
  graph: OpenGraph,
  route: FunctionNode,
  named: ReadonlyMap<string, readonly string[]> | undefined,
): { readonly chosen: readonly Choice[]; readonly unread: readonly Node[] } {
  const ways = context.tree.returnsOf(route).map((value) => ({ value, chosen: choices(value, 0) }));
  return {
    chosen: ways.flatMap((way) => way.chosen),
    unread: ways.flatMap((way) => (way.chosen.length === 0 ? [way.value] : [])),
  };

  function choices(node: Node, depth: number): Choice[] {
    const value = settled(node);
    if (depth > 6) return [];
    switch (value.type) {
      case "ConditionalExpression":
        return [...choices(value.consequent, depth + 1), ...choices(value.alternate, depth + 1)];
      case "LogicalExpression":
        return [...choices(value.left, depth + 1), ...choices(value.right, depth + 1)];
      case "ArrayExpression":
        return value.elements.flatMap((element) =>
          element && element.type !== "SpreadElement" ? choices(element, depth + 1) : [],
        );
      case "NewExpression": {
        const [target] = value.arguments;
        return target && target.type !== "SpreadElement" ? choices(target, depth + 1) : [];
      }
      default: {
        const text = constantOf(context, value);
        const mapped = named && text !== undefined ? named.get(String(text)) : undefined;
        return (mapped ?? namesOf(context, graph.row, value)).map((to) => ({ to, by: value }));
      }
    }
  }
}

/** Nodes may name the next one themselves: `return new Command({ goto: "writer" })`. */
function addCommands(context: FileContext, graph: OpenGraph): void {
  for (const { name, fn } of graph.nodes.values()) {
    if (fn === undefined) continue;
    for (const returned of context.tree.returnsOf(fn)) {
      for (const command of commandsIn(returned)) {
        const goto = findProperty(command, "goto");
        if (goto === undefined) continue;
        const value = settled(goto.value);
        const ways =
          value.type === "ConditionalExpression"
            ? [value.consequent, value.alternate]
            : value.type === "ArrayExpression"
              ? value.elements.filter((element) => element !== null)
              : [value];
        for (const way of ways) {
          const names = namesOf(context, graph.row, way);
          if (names.length === 0) graph.unread.push({ from: name, place: goto, route: fn, by: way });
          for (const to of names) connect(graph, name, to, goto, fn, way);
        }
      }
    }
  }
}

function commandsIn(node: Node): Extract<Node, { type: "ObjectExpression" }>[] {
  const value = settled(node);
  if (value.type === "ConditionalExpression") return [...commandsIn(value.consequent), ...commandsIn(value.alternate)];
  const [options] = value.type === "NewExpression" ? value.arguments : [];
  return options?.type === "ObjectExpression" ? [options] : [];
}

/** The nodes an expression names; one for each way it can go. */
function namesOf(context: FileContext, row: GraphRow, node: Node): string[] {
  const value = settled(node);
  if (value.type === "ArrayExpression")
    return value.elements.flatMap((element) =>
      element && element.type !== "SpreadElement" ? namesOf(context, row, element) : [],
    );
  const entity = context.bindings.entityOf(value);
  const text =
    entity.kind === "package" && entity.path !== "" && entity.name !== "globalThis"
      ? entity.path
      : constantOf(context, value);
  if (typeof text !== "string") return [];
  if (row.end.includes(text)) return [END];
  return [row.start.includes(text) ? START : text];
}

/** The graph in which a function is a node or a route, so that its first parameter is the graph's state. */
export function graphOfStep(context: FileContext, fn: Node): Graph | undefined {
  return readGraphs(context).find(
    ({ nodes, edges }) => edges.some(({ route }) => route === fn) || [...nodes.values()].some((node) => node.fn === fn),
  );
}

/** What the nodes of a graph put into a field of its state. */
export function writesTo(
  context: FileContext,
  graph: Graph,
  field: string,
): readonly { readonly node: GraphNode; readonly value: Node }[] {
  return [...graph.nodes.values()].flatMap((node) => {
    if (node.fn === undefined) return [];
    return context.tree.returnsOf(node.fn).flatMap((returned) =>
      updatesIn(context, returned).flatMap((update) => {
        const property = findProperty(update, field);
        return property === undefined ? [] : [{ node, value: property.value }];
      }),
    );
  });
}

/** The object literals by which a node changes the state, alone or in the `update` of a command. */
function updatesIn(context: FileContext, node: Node, depth = 0): Extract<Node, { type: "ObjectExpression" }>[] {
  const value = valueOf(context, node).node;
  if (depth > 3) return [];
  switch (value.type) {
    case "ObjectExpression":
      return [value];
    case "ConditionalExpression":
      return [value.consequent, value.alternate].flatMap((branch) => updatesIn(context, branch, depth + 1));
    case "NewExpression":
      return commandsIn(value).flatMap((command) => {
        const update = findProperty(command, "update");
        return update === undefined ? [] : updatesIn(context, update.value, depth + 1);
      });
    default:
      return [];
  }
}
