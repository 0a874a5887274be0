import type { LimitOption } from "../catalogue/schema.js";
import { readGraphs, END } from "../graphs/graphs.js";
import type { Graph } from "../graphs/graphs.js";
import { readRepetitionTextStops } from "../graphs/repeated-steps.js";
import { conditionsOf } from "../flow/conditions.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { Origin } from "../flow/origins.js";
import { bare, isFunction, isNothing, isWithin, keyName, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, NewExpression, Node } from "../syntax/node.js";
import { readArguments } from "../file/argument-paths.js";
import { findRows, textOf } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import type { TextStop, UncheckedWork } from "../model/file-model.js";
import { keysTo } from "../syntax/patterns.js";
import { asksAboutInput } from "../graphs/given-messages.js";
import { genericAspect } from "../replies/generic-reply.js";
import { marksDone } from "./completing-calls.js";
import { findStoredWords } from "./stored-words.js";

/** Runs and graphs that words in a reply bring to an end. */
export function readTextStops(analysis: LoopAnalysis): TextStop[] {
  const found = [
    ...readStopPredicates(analysis),
    ...readRouterStops(analysis),
    ...readRepetitionTextStops(analysis),
    ...readGraphs(analysis.context).flatMap((graph) => readTextRoutes(analysis, graph)),
  ];
  return [...new Map(found.map((stop) => [stop.span.start, stop])).values()];
}

/** A stop condition of a run, or of an agent that is made here and run elsewhere, that is a function of this file and asks for words. */
function readStopPredicates(analysis: LoopAnalysis): TextStop[] {
  const { context } = analysis;
  return conditionedSites(analysis).flatMap(({ site, what, limits }): TextStop[] =>
    limits.flatMap((limit) => {
      if (limit.conditions !== true) return [];
      const given = [limit.option, ...(limit.or ?? [])].flatMap((path) => [
        ...readArguments(context, site, path),
        ...readArguments(context, site, `${path}[]`),
      ]);
      return given.flatMap((value): TextStop[] => {
        const match = isFunction(value) ? wordsAsked(analysis, value, limit) : undefined;
        if (match === undefined) return [];
        return [
          {
            span: spanOf(match.node),
            of: "run",
            what,
            evidence: [
              {
                what: `\`${textOf(context, match.node)}\` looks for words in the reply of \`${what}\``,
                at: spanOf(match.node),
              },
            ],
          },
        ];
      });
    }),
  );
}

interface ConditionedSite {
  readonly site: CallExpression | NewExpression;
  readonly what: string;
  readonly limits: readonly LimitOption[];
}

/** Every place that may be given stop conditions: a run, and the making of an agent. */
function conditionedSites({ calls, context }: LoopAnalysis): ConditionedSite[] {
  const runs = calls.all.flatMap((call): ConditionedSite[] =>
    call.row?.row.kind === "run" ? [{ site: call.node, what: call.callee, limits: call.row.row.limits }] : [],
  );
  const agents = [...context.tree.news, ...context.tree.calls].flatMap((site): ConditionedSite[] => {
    const [agent] = findRows(context, context.bindings.entityOf(site.callee), "agent");
    return agent?.row.limits === undefined
      ? []
      : [{ site, what: textOf(context, site.callee), limits: agent.row.limits }];
  });
  return [...runs, ...agents];
}

type AskedWords = Extract<Origin, { kind: "text-match" | "question" }>;

/** The question about words that a stop condition answers, when nothing outside the model has a say in the answer. */
function wordsAsked(
  analysis: LoopAnalysis,
  predicate: FunctionNode,
  { continues, replies }: LimitOption,
): AskedWords | undefined {
  const found = [...answers(analysis, predicate), ...askedBeforeYes(analysis, predicate)];
  const match = found.find((origin): origin is AskedWords => origin.kind === "text-match");
  if (match !== undefined || continues === true || replies === undefined) return match;
  if (found.some((origin) => origin.kind === "oracle" || origin.kind === "human" || origin.kind === "call"))
    return undefined;
  return found.find(
    (origin): origin is AskedWords =>
      origin.kind === "question" && isText(origin) && isPartOf(predicate, origin.subject, replies),
  );
}

/** A function that says who goes on, and that nobody does once a reply holds certain words. */
function readRouterStops(analysis: LoopAnalysis): TextStop[] {
  const { context } = analysis;
  return conditionedSites(analysis).flatMap(({ site, what, limits }) =>
    limits.flatMap((limit) => {
      if (limit.continues !== true || limit.replies === undefined) return [];
      const { replies } = limit;
      const routers = [limit.option, ...(limit.or ?? [])]
        .flatMap((path) => readArguments(context, site, path))
        .filter(isFunction);
      return routers.flatMap((router) =>
        endingTests(analysis, router).flatMap((test): TextStop[] => {
          const asked = analysis.origins
            .of(test)
            .find(
              (origin) => origin.kind === "question" && isText(origin) && isPartOf(router, origin.subject, replies),
            );
          const stored = asked === undefined ? findStoredWords(analysis, test, router) : undefined;
          if (stored !== undefined)
            return [
              {
                span: spanOf(test),
                of: "run",
                what,
                evidence: [
                  { what: `\`${textOf(context, stored.asked)}\` looks for words in a reply`, at: spanOf(stored.asked) },
                  { what: "and what it sets ends the run", at: spanOf(stored.setAt) },
                ],
              },
            ];
          if (asked?.kind !== "question") return [];
          return [
            {
              span: spanOf(test),
              of: "run",
              what,
              evidence: [
                {
                  what: `\`${textOf(context, asked.node)}\` looks for words in a reply, and nobody goes on`,
                  at: spanOf(asked.node),
                },
              ],
            },
          ];
        }),
      );
    }),
  );
}

/** What is asked on the way to a plain `return true`. */
function askedBeforeYes({ context: { tree }, origins }: LoopAnalysis, predicate: FunctionNode): Origin[] {
  const isYes = (value: Node): boolean => value.type === "Literal" && value.value === true;
  return tree
    .returnsOf(predicate)
    .filter((value) => isYes(bare(value)))
    .flatMap((value) =>
      conditionsOf(tree, value, predicate).flatMap(({ test, reachedWhen }) => (reachedWhen ? origins.of(test) : [])),
    );
}

/** The conditions under which a function hands back nothing. */
function endingTests({ context }: LoopAnalysis, fn: FunctionNode): Node[] {
  const { tree } = context;
  const endsWithNothing = (node: Node): boolean =>
    node.type === "ReturnStatement" && (node.argument === null || isNothing(node.argument));
  const branches = tree.conditions.filter((test) => {
    const owner = tree.parentOf(test);
    return owner?.type === "IfStatement" && tree.ownerOf(test) === fn && walk(owner.consequent, endsWithNothing);
  });
  const choices = tree
    .returnsOf(fn)
    .map(bare)
    .flatMap((value) =>
      value.type === "ConditionalExpression" && (isNothing(value.consequent) || isNothing(value.alternate))
        ? [value.test]
        : [],
    );
  return [...branches, ...choices];
}

/** Whether a question is one about words: only a text can be asked it, or the part it is about is named like one. */
function isText({ isStringMethod, subject }: Origin & { kind: "question" }): boolean {
  return isStringMethod || genericAspect(subject.path) === "text";
}

/** Whether a part of what a function is given lies in one of some places: `0.network.state.results[]`. */
function isPartOf(
  fn: FunctionNode,
  { variable, path }: Origin & { kind: "parameter" },
  places: readonly string[],
): boolean {
  const index = fn.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
  const parameter = fn.params[index];
  if (parameter === undefined || variable.definition !== fn) return false;
  const written = [String(index), ...keysTo(parameter, variable.identifier), ...path].join(".");
  return places.some((place) => `${written}.`.startsWith(`${place.replaceAll("[]", ".[]")}.`));
}

function answers(analysis: LoopAnalysis, fn: FunctionNode): ReturnType<LoopAnalysis["origins"]["of"]> {
  return analysis.context.tree.returnsOf(fn).flatMap((value) => analysis.origins.of(value));
}

/** A route that leads out of the graph, or away from it, because of words in a message that a node got from a model. */
function readTextRoutes(analysis: LoopAnalysis, graph: Graph): TextStop[] {
  const written = keysWithReplies(analysis, graph);
  if (written.size === 0) return [];
  const routes = new Set(
    graph.edges.filter((edge) => edge.route !== undefined && edge.to === END).map((edge) => edge.route),
  );
  return [...routes].flatMap((route): TextStop[] => {
    if (route === undefined) return [];
    const state = route.params[0];
    for (const test of testsIn(analysis, route)) {
      for (const origin of analysis.origins.of(test)) {
        if (origin.kind !== "question" || origin.subject.variable.definition !== route || state === undefined) continue;
        const [key] = origin.subject.path;
        if (key === undefined || !written.has(key) || !isText(origin) || asksAboutInput(analysis.context, origin))
          continue;
        return [
          {
            span: spanOf(origin.node),
            of: "graph",
            what: textOf(analysis.context, origin.node),
            evidence: [
              {
                what: `\`${textOf(analysis.context, origin.node)}\` looks for words in a message`,
                at: spanOf(origin.node),
              },
            ],
          },
        ];
      }
    }
    return [];
  });
}

/** The parts of the state into which nodes put what a model replied. */
function keysWithReplies(analysis: LoopAnalysis, graph: Graph): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { fn } of graph.nodes.values()) {
    if (fn === undefined) continue;
    for (const value of analysis.context.tree.returnsOf(fn)) {
      const object = bare(value);
      if (object.type !== "ObjectExpression") continue;
      for (const property of object.properties) {
        const name = property.type === "Property" ? keyName(property) : undefined;
        if (property.type !== "Property" || name === undefined) continue;
        if (
          analysis.origins
            .of(property.value)
            .some(
              (origin) =>
                origin.kind === "reply" && !origin.parsed && origin.call.reply?.structured?.includes("") !== true,
            )
        )
          keys.add(name);
      }
    }
  }
  return keys;
}

/** The conditions by which a route chooses. */
function testsIn(analysis: LoopAnalysis, route: FunctionNode): Node[] {
  const tests: Node[] = [];
  const add = (value: Node): void => {
    const expression = bare(value);
    if (expression.type !== "ConditionalExpression") return;
    tests.push(expression.test);
    add(expression.consequent);
    add(expression.alternate);
  };
  for (const value of analysis.context.tree.returnsOf(route)) {
    add(value);
    for (
      let child = value, up = analysis.context.tree.parentOf(value);
      up !== undefined && up !== route;
      child = up, up = analysis.context.tree.parentOf(up)
    ) {
      if (up.type === "IfStatement" && up.test !== child) tests.push(up.test);
      if (up.type === "SwitchStatement") tests.push(up.discriminant);
    }
  }
  return tests;
}

/** Routes by which "no tool call" leads straight to a node that calls the work done. */
export function readUncheckedRoutes(analysis: LoopAnalysis): UncheckedWork[] {
  const { context } = analysis;
  return readGraphs(context).flatMap((graph) =>
    graph.edges.flatMap((edge): UncheckedWork[] => {
      const { route, to } = edge;
      const target = graph.nodes.get(to)?.fn;
      if (route === undefined || target === undefined) return [];
      const done = context.tree.calls.find((call) => context.tree.ownerOf(call) === target && marksDone(context, call));
      const test = testsIn(analysis, route).find((one) => asksForCalls(analysis, one));
      if (done === undefined || test === undefined || testsIn(analysis, target).length > 0) return [];
      return [
        {
          span: spanOf(test),
          what: textOf(context, test),
          evidence: [
            { what: `\`${to}\` is where it leads`, at: spanOf(edge.place) },
            {
              what: `\`${textOf(context, done.callee)}\` follows, and nothing has looked at the work`,
              at: spanOf(done),
            },
          ],
        },
      ];
    }),
  );
}

function asksForCalls(analysis: LoopAnalysis, test: Node): boolean {
  return /tool_?calls/i.test(textOf(analysis.context, test, 400));
}
