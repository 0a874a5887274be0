import { getterOf } from "../bind/getters.js";
import { endsTheTurns } from "../flow/leaving.js";
import type { AgentRow, LimitOption, Measure, RunRow } from "../catalogue/schema.js";
import { isChosenOutOfSight, runsEndingGraph, runsRound } from "../graphs/graph-loops.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { limitValue } from "../loops/limits.js";
import { conditionOfRepetition, repetitionEnds } from "../graphs/repeated-steps.js";
import { bare, dottedName, forEachChild, isFunction, isUndefined, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, NewExpression, Node } from "../syntax/node.js";
import { constantOf, readArgument, readMaker, readOption } from "../file/arguments.js";
import type { Argument } from "../file/arguments.js";
import { endsByClock } from "./clock-signals.js";
import { calleeText, findRows, textOf } from "../file/file-context.js";
import type { FoundRow } from "../file/file-context.js";
import type { DeadLimit, LimitDefect, LimitFault, Run, RunLimit } from "../model/file-model.js";
import type { Evidence, Judgement } from "../model/judgement.js";
import { textUsedUnasked } from "./run-endings.js";
import { readRunShape } from "./run-shape.js";
import { leavesEndToTools } from "./going-on.js";
import { readCondition } from "./stop-conditions.js";
import type { StopTool } from "./stop-conditions.js";
import { readToolNames, unregisteredTools } from "../tools/tool-names.js";
import { addTo } from "../syntax/groups.js";

export interface RunFindings {
  readonly runs: readonly Run[];
  /** Limits of runs that are written down and cannot take effect. */
  readonly dead: readonly DeadLimit[];
}

type Site = CallExpression | NewExpression;

/** Every framework call that loops inside, and every agent that is made with limits of its own. */
export function readRuns(analysis: LoopAnalysis): RunFindings {
  const { context } = analysis;
  const runs: Run[] = [];
  const dead = new Map<number, DeadLimit>();
  const add = (reading: RunReading | undefined): void => {
    if (reading === undefined) return;
    if (reading.run !== undefined) runs.push(reading.run);
    for (const limit of reading.dead) if (!dead.has(limit.span.start)) dead.set(limit.span.start, limit);
  };
  for (const site of [...context.tree.calls, ...context.tree.news]) {
    const entity = context.bindings.entityOf(madeOf(analysis, site));
    if (entity.kind !== "package") continue;
    const [agent] = findRows(context, entity, "agent");
    if (agent?.row.limits !== undefined && isMade(site, agent.path)) add(readAgent(analysis, site, agent));
    const [run] = site.type === "CallExpression" ? findRows(context, entity, "run") : [];
    if (run !== undefined) add(readRun(analysis, site, run));
  }
  return { runs, dead: [...dead.values()] };
}

/** What a call makes an object of: `super(…)` in a class of one's own makes one of the class that it extends. */
function madeOf({ context }: LoopAnalysis, site: Site): Node {
  return site.callee.type === "Super" ? (context.tree.classOf(site)?.superClass ?? site.callee) : site.callee;
}

/** A class is constructed; a factory is called. */
function isMade(site: Site, path: string): boolean {
  return (
    site.type === "NewExpression" ||
    site.callee.type === "Super" ||
    !/^[A-Z]/.test(path.slice(path.lastIndexOf(".") + 1))
  );
}

interface RunReading {
  readonly run: Run | undefined;
  readonly dead: readonly DeadLimit[];
}

/** What a limit of a run is worth, and where it would be mended. */
interface ReadLimit {
  readonly limit: RunLimit;
  readonly measures: readonly Measure[];
  readonly mend: Node | undefined;
  readonly stopTools: readonly StopTool[];
  readonly isGiven: Judgement;
  readonly onlyCounts: boolean;
}

function readRun(analysis: LoopAnalysis, site: Site, found: FoundRow<RunRow>): RunReading | undefined {
  const { context } = analysis;
  const { row } = found;
  if (row.loops === "tools" && row.tools !== undefined && isAbsent(toolsOf(analysis, site, row.tools)))
    return undefined;
  const limits = readLimits(analysis, site, row.limits);
  // One step is a single model call; an option that does nothing leaves it at that.
  if (isSingleCall(limits))
    return { run: undefined, dead: deadLimits(analysis, site, found, limits, calleeText(context, site)) };
  const doubts: Evidence[] = [];
  if (!found.certain) doubts.push({ what: `a newer major of ${found.packageName} is installed than was checked` });
  const clock = row.signal === undefined ? [] : readArgument(context, site, row.signal);
  const timeout = row.timeout === undefined ? [] : readArgument(context, site, row.timeout);
  const timed = clock.some((way) => way.state === "given" && endsByClock(analysis, way.value));
  if (clock.some((way) => way.state === "unknown") || timeout.some((way) => way.state !== "absent"))
    doubts.push({ what: "a signal or a timeout may end it" });
  // Without tools it would be a single call, and whether there are any cannot be seen.
  if (
    row.loops === "tools" &&
    row.tools !== undefined &&
    !limits.some(({ limit }) => limit.given !== undefined) &&
    toolsOf(analysis, site, row.tools).every((way) => way.state === "unknown")
  ) {
    doubts.push({ what: "its tools cannot be seen" });
  }
  if (row.loops === "edges" && !hasCycle(analysis, site))
    doubts.push({ what: "the graph may come to its end by itself" });
  if (row.loops === "edges" && isChosenOutOfSight(analysis, site))
    doubts.push({ what: "functions that cannot be seen choose the ways in its graph, and may count" });
  const outside = endedFromOutside(analysis, site);
  if (outside !== undefined) doubts.push(outside);
  const budgeted = budgetOf(limits, [...clock, ...timeout]);
  const options = [
    ...row.limits.filter((option) => isBudget(option) && option.inert !== true).map((option) => option.option),
    row.signal,
    row.timeout,
  ].flatMap((path) => (path === undefined ? [] : [lastName(path)]));
  return assemble(analysis, {
    site,
    found,
    limits,
    ends: timed || endsAtFirstCall(analysis, site, row.tools, limits),
    doubts,
    budgeted,
    budgetOptions: options,
    atLimit: row.atLimit,
    endsUnseen: endsUnseen(analysis, site, row),
    endless: row.endless ?? false,
  });
}

function endsUnseen(analysis: LoopAnalysis, site: Site, row: RunRow): boolean {
  const call = row.atLimit === "silent" ? analysis.calls.at(site) : undefined;
  return call !== undefined && textUsedUnasked(analysis, call, row) !== undefined;
}

/** An agent that is made with limits: what it is worth is known before anybody runs it. */
function readAgent(analysis: LoopAnalysis, site: Site, found: FoundRow<AgentRow>): RunReading | undefined {
  const { row } = found;
  const limits = readLimits(analysis, site, row.limits ?? []);
  if (isSingleCall(limits)) return undefined;
  const doubts: Evidence[] = found.certain
    ? []
    : [{ what: `a newer major of ${found.packageName} is installed than was checked` }];
  return assemble(analysis, {
    site,
    found,
    limits,
    ends: endsAtFirstCall(analysis, site, row.tools, limits),
    doubts,
    budgeted: "unknown",
    budgetOptions: [],
    atLimit: "silent",
    endsUnseen: false,
    endless: false,
  });
}

interface Parts {
  readonly site: Site;
  readonly found: FoundRow<RunRow> | FoundRow<AgentRow>;
  readonly limits: readonly ReadLimit[];
  /** Something is sure to end it, apart from its limits. */
  readonly ends: boolean;
  readonly doubts: readonly Evidence[];
  readonly budgeted: Judgement;
  readonly budgetOptions: readonly string[];
  readonly atLimit: Run["atLimit"];
  readonly endsUnseen: boolean;
  readonly endless: boolean;
}

function assemble(analysis: LoopAnalysis, parts: Parts): RunReading {
  const { context } = analysis;
  const { site, found, limits, doubts } = parts;
  const callee = calleeText(context, site);
  const bounded = runsEndingGraph(analysis, site) ? "yes" : (repetitionEnds(analysis, site) ?? boundedBy(parts));
  const dead = deadLimits(analysis, site, found, limits, callee);
  const defect: LimitDefect | undefined =
    bounded !== "no" ? undefined : dead.some((limit) => limit.fault !== "not-registered") ? "ineffective" : "unbounded";
  const mend = mendOf(analysis, parts);
  const evidence: Evidence[] = [
    { what: `\`${callee}\` is ${found.packageName} \`${found.path}\`, which goes round by itself`, at: spanOf(site) },
  ];
  for (const { limit } of limits) evidence.push(...limit.evidence);
  return {
    run: {
      span: spanOf(site),
      callee,
      head: spanOf(site),
      sdk: found.packageName,
      version: context.versionOf(found.packageName),
      limits: limits.map(({ limit }) => limit),
      bounded,
      budgeted: parts.ends ? "yes" : parts.budgeted,
      stepsGiven: limits.some(
        ({ limit, isGiven }) => isGiven === "yes" && limit.effective !== "no" && !isBudget(limit.option),
      ),
      steps: stepsOf(limits),
      atLimit: parts.atLimit,
      endsUnseen: parts.endsUnseen,
      budgetOptions: parts.budgetOptions,
      stopTools: limits.flatMap(({ stopTools }) => stopTools.map(({ name }) => name)),
      endsOnCall: limits.some(({ onlyCounts }) => !onlyCounts),
      limitDefect: defect,
      mend: spanOf(mend),
      shape: readRunShape(analysis, site, found),
      evidence: [...evidence, ...doubts],
    },
    dead,
  };
}

function stepsOf(limits: readonly ReadLimit[]): number | undefined {
  const steps = limits.flatMap(({ limit }) =>
    limit.effective === "yes" && isRounds(limit.option) && limit.value !== undefined ? [limit.value] : [],
  );
  return steps.length > 0 ? Math.min(...steps) : undefined;
}

function boundedBy({ limits, ends, doubts, endless }: Parts): Judgement {
  if (ends || limits.some(({ limit }) => limit.effective === "yes")) return "yes";
  // Only of an SDK that could count is it known that nobody counts.
  if (!endless && !limits.some(({ limit }) => isRounds(limit.option))) return "unknown";
  return doubts.length > 0 || limits.some(({ limit }) => limit.effective === "unknown") ? "unknown" : "no";
}

function budgetOf(limits: readonly ReadLimit[], signals: readonly Argument[]): Judgement {
  if (signals.some((way) => way.state === "given")) return "yes";
  const budgets = limits.filter(
    ({ limit, measures }) =>
      (isBudget(limit.option) && limit.given !== undefined && limit.option.inert !== true) ||
      measures.some((measure) => measure === "tokens" || measure === "cost" || measure === "time"),
  );
  if (budgets.some(({ limit }) => limit.effective !== "no")) return "yes";
  const isOpen =
    signals.some((way) => way.state === "unknown") ||
    limits.some(
      ({ limit, isGiven }) =>
        isGiven === "unknown" || (limit.option.conditions === true && limit.effective === "unknown"),
    );
  return isOpen ? "unknown" : "no";
}

function isBudget({ measure }: LimitOption): boolean {
  return measure === "tokens" || measure === "cost" || measure === "time";
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

/** Where a run without an effective limit is mended. */
function mendOf(analysis: LoopAnalysis, { site, limits }: Parts): Node {
  const lifted = limits.find(
    ({ mend, limit }) => mend !== undefined && limit.effective === "no" && limit.fault === undefined,
  );
  if (lifted?.mend !== undefined) return lifted.mend;
  const onMaker = limits.length > 0 && limits.every(({ limit }) => limit.option.option.startsWith("new."));
  const maker = onMaker ? readMaker(analysis.context, site)?.made : undefined;
  return maker ?? conditionOfRepetition(analysis, site) ?? site;
}

// Limits

function readLimits(analysis: LoopAnalysis, site: Site, options: readonly LimitOption[]): ReadLimit[] {
  const given = options.map((option) => ({
    option,
    ways: readOption(analysis.context, site, [option.option, ...(option.or ?? [])]),
  }));
  const isGiven = (path: string, by: (option: LimitOption) => readonly string[] | undefined): Judgement => {
    const over = given.filter(({ option }) => by(option)?.includes(path));
    if (over.some(({ ways }) => ways.every((way) => way.state === "given"))) return "yes";
    return over.every(({ ways }) => ways.every((way) => way.state === "absent")) ? "no" : "unknown";
  };
  return given.map(({ option, ways }) => {
    const spellings = [option.option, ...(option.or ?? [])];
    const some = (by: (option: LimitOption) => readonly string[] | undefined): Judgement =>
      spellings
        .map((path) => isGiven(path, by))
        .reduce((a, b) => (a === "yes" || b === "yes" ? "yes" : a === "unknown" ? a : b));
    return readLimit(analysis, option, ways, {
      overruled: some(({ overrides }) => overrides),
      replaced: some(({ replaces }) => replaces),
    });
  });
}

function readLimit(
  analysis: LoopAnalysis,
  option: LimitOption,
  ways: readonly Argument[],
  others: { readonly overruled: Judgement; readonly replaced: Judgement },
): ReadLimit {
  const worths = ways.map((way) => wayWorth(analysis, option, way, others.replaced));
  const all = (judgement: Judgement): boolean => worths.every((worth) => worth.effective === judgement);
  const given = ways.find((way) => way.state === "given");
  const isGiven: Judgement = ways.every((way) => way.state === "given")
    ? "yes"
    : ways.every((way) => way.state === "absent")
      ? "no"
      : "unknown";
  let effective: Judgement = all("yes") ? "yes" : all("no") ? "no" : "unknown";
  let fault = effective === "no" ? worths.find((worth) => worth.fault !== undefined)?.fault : undefined;
  if (option.limitsNothing === true) {
    effective = "no";
    fault = undefined;
  } else if (option.inert === true) {
    // A count that no option changes still counts.
    effective = isRounds(option) ? defaultWorth(option, "no", analysis.context.settings.maxRounds).effective : "no";
    fault = given === undefined ? undefined : "ignored";
  } else if (given !== undefined && others.overruled !== "no") {
    effective = others.overruled === "yes" ? "no" : effective === "no" ? "no" : "unknown";
    fault = others.overruled === "yes" ? "overruled" : fault;
  }
  const place = given?.place;
  const faulty = worths.find((worth) => worth.fault !== undefined);
  const mend = faulty?.mend ?? worths.find((worth) => worth.effective === "no")?.mend ?? place;
  const values = worths.flatMap((worth) => (worth.value === undefined ? [] : [worth.value]));
  return {
    limit: {
      option,
      given: place === undefined ? undefined : spanOf(place),
      value: values.length === worths.length && values.length > 0 ? Math.max(...values) : undefined,
      effective,
      fault,
      evidence:
        place === undefined ? [] : [{ what: `\`${textOf(analysis.context, place)}\` is given`, at: spanOf(place) }],
    },
    measures: effective === "yes" ? worths.flatMap((worth) => worth.measures) : [],
    mend: fault === "ignored" || fault === "overruled" ? place : mend,
    stopTools: worths.flatMap((worth) => worth.stopTools),
    isGiven,
    onlyCounts: worths.every((worth) => worth.onlyCounts),
  };
}

interface Worth {
  readonly effective: Judgement;
  readonly value: number | undefined;
  readonly fault: LimitFault | undefined;
  readonly mend: Node | undefined;
  readonly measures: readonly Measure[];
  readonly stopTools: readonly StopTool[];
  readonly onlyCounts: boolean;
}

function wayWorth(analysis: LoopAnalysis, option: LimitOption, way: Argument, replaced: Judgement): Worth {
  const { maxRounds } = analysis.context.settings;
  const base = {
    value: undefined,
    fault: undefined,
    mend: undefined,
    measures: [],
    stopTools: [],
    onlyCounts: true,
  } as const;
  if (way.state === "unknown") return { ...base, effective: "unknown", onlyCounts: option.conditions !== true };
  if (way.state === "absent") return defaultWorth(option, replaced, maxRounds);
  const node = bare(way.value);
  if (node.type === "ConditionalExpression") {
    const branches = [node.consequent, node.alternate].map((value) =>
      wayWorth(
        analysis,
        option,
        isUndefined(value) ? { state: "absent" } : { state: "given", value, place: way.place },
        replaced,
      ),
    );
    const [first, second] = branches;
    if (first !== undefined && second !== undefined)
      return first.effective === second.effective
        ? { ...first, value: highest(first.value, second.value), mend: way.place }
        : { ...base, effective: "unknown" };
  }
  if (option.conditions === true) {
    // A function says whether it goes on, and may count in its own way.
    const says = bare(way.value);
    if (option.continues === true && isFunction(says) && leavesEndToTools(analysis, says))
      return { ...base, effective: "no", onlyCounts: false };
    if (option.continuesWith === true) {
      // A router that is a model itself counts nothing.
      const left = !isFunction(says) && readCondition(analysis, says, maxRounds, "goes-on").leftToModel;
      return { ...base, effective: left ? "no" : "unknown", onlyCounts: false };
    }
    const worth = readCondition(analysis, way.value, maxRounds, option.continues === true ? "goes-on" : "ends");
    const inList = bare(way.value).type === "ArrayExpression";
    return {
      effective: worth.effective,
      value: worth.value,
      fault: worth.fault,
      mend: worth.fault === undefined && !inList ? way.place : worth.at,
      measures: worth.measures,
      stopTools: worth.stopTools,
      onlyCounts: worth.onlyCounts,
    };
  }
  return numberWorth(analysis, option, way.value, way.place, maxRounds);
}

function highest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.max(a, b);
}

function defaultWorth(option: LimitOption, replaced: Judgement, maxRounds: number): Worth {
  const base = {
    value: option.default ?? undefined,
    fault: undefined,
    mend: undefined,
    measures: [option.measure],
    stopTools: [],
    onlyCounts: true,
  };
  if (option.default === null || replaced === "yes") return { ...base, value: undefined, effective: "no" };
  if (replaced === "unknown") return { ...base, effective: "unknown" };
  return { ...base, effective: isRounds(option) && option.default > maxRounds ? "no" : "yes" };
}

function isRounds({ measure }: LimitOption): boolean {
  return measure === "steps" || measure === "depth" || measure === "items";
}

function numberWorth(analysis: LoopAnalysis, option: LimitOption, value: Node, place: Node, maxRounds: number): Worth {
  const base = {
    value: undefined,
    fault: undefined,
    mend: place,
    measures: [option.measure],
    stopTools: [],
    onlyCounts: true,
  };
  const lifts = (spelling: NonNullable<LimitOption["unlimited"]>[number]): boolean =>
    option.unlimited?.includes(spelling) ?? false;
  const never: Worth = { ...base, effective: "no" };
  const literal = bare(value);
  if (literal.type === "Literal" && (literal.value === null || typeof literal.value === "boolean")) {
    return lifts(literal.value) ? never : { ...base, effective: "unknown" };
  }
  const read = limitValue(analysis.context, analysis.origins, value);
  const faulty = (fault: LimitFault): Worth => ({ ...base, effective: "no", fault, mend: read.at ?? place });
  switch (read.fault) {
    case "not-a-number":
      return lifts("NaN") ? faulty("not-a-number") : { ...base, effective: "unknown" };
    case "chosen-by-model":
      return { ...faulty("chosen-by-model"), mend: place };
    case "absent-means-unlimited":
      return lifts("Infinity") || isRounds(option)
        ? faulty("absent-means-unlimited")
        : { ...base, effective: "unknown" };
    case "infinite":
      return never;
    default:
  }
  if (read.value === undefined) return { ...base, effective: isSurelyNumber(value) ? "yes" : "unknown" };
  const number = read.value;
  if (lifts(number) || (number < 0 && lifts("negative")) || (!Number.isInteger(number) && lifts("fraction")))
    return never;
  if (isRounds(option) && number > maxRounds) return never;
  return { ...base, value: number, effective: "yes" };
}

/** A computed value is a number; one that is only handed on may be missing. */
function isSurelyNumber(node: Node): boolean {
  const value = bare(node);
  return (
    value.type === "CallExpression" ||
    value.type === "BinaryExpression" ||
    (value.type === "LogicalExpression" && value.operator !== "&&") ||
    value.type === "Identifier"
  );
}

/** The only limit is one step. */
function isSingleCall(limits: readonly ReadLimit[]): boolean {
  return limits.some(
    ({ limit, isGiven }) => isGiven === "no" && limit.effective === "yes" && limit.option.default === 1,
  );
}

// What is written and cannot take effect

function deadLimits(
  analysis: LoopAnalysis,
  site: Site,
  found: Parts["found"],
  limits: readonly ReadLimit[],
  callee: string,
): DeadLimit[] {
  const { context } = analysis;
  const dead: DeadLimit[] = [];
  const version = context.versionOf(found.packageName);
  for (const { limit, mend } of limits) {
    if (limit.fault === undefined || mend === undefined || limit.option.advisory === true) continue;
    // That an option is ignored may hold for some versions only; which one is installed has to be known then.
    if (limit.fault === "ignored" && version === undefined && (found.row.since ?? found.row.until) !== undefined)
      continue;
    dead.push({
      span: spanOf(mend),
      text: textOf(context, mend),
      fault: limit.fault,
      of: callee,
      evidence: [{ what: `\`${callee}\` is given it`, at: spanOf(site) }, ...limit.evidence],
    });
  }
  const tools = found.row.tools === undefined ? [] : toolsOf(analysis, site, found.row.tools);
  for (const { name, node } of unregisteredTools(
    context,
    limits.flatMap(({ stopTools }) => stopTools),
    tools,
  )) {
    dead.push({
      span: spanOf(node),
      text: name,
      fault: "not-registered",
      of: callee,
      evidence: [{ what: `\`${callee}\` has no tool of that name`, at: spanOf(site) }],
    });
  }
  return dead;
}

function toolsOf(analysis: LoopAnalysis, site: Site, path: string): readonly Argument[] {
  return readArgument(analysis.context, site, path);
}

function isAbsent(ways: readonly Argument[]): boolean {
  return ways.every((way) => way.state === "absent" || (way.state === "given" && isEmpty(way.value)));
}

function isEmpty(node: Node): boolean {
  const value = bare(node);
  return (
    (value.type === "ObjectExpression" && value.properties.length === 0) ||
    (value.type === "ArrayExpression" && value.elements.length === 0)
  );
}

/** Whether whatever tool the model calls ends the run: `hasToolCall("a", "b")` of a run that has the tools `a` and `b`. */
function endsAtFirstCall(
  analysis: LoopAnalysis,
  site: Site,
  tools: string | undefined,
  limits: readonly ReadLimit[],
): boolean {
  const stops = new Set(limits.flatMap(({ stopTools }) => stopTools.map(({ name }) => name)));
  const names =
    stops.size === 0 || tools === undefined
      ? undefined
      : readToolNames(analysis.context, toolsOf(analysis, site, tools));
  return names !== undefined && names.size > 0 && [...names].every((name) => stops.has(name));
}

/** Whether a graph is one that this file shows to come round: an agent of the SDK's own, edges that a function chooses, a ring of edges. */
function hasCycle(analysis: LoopAnalysis, site: Site): boolean {
  const { context } = analysis;
  if (runsRound(analysis, site)) return true;
  const made = readMaker(context, site)?.made;
  if (made === undefined) return false;
  const [edges] = readArgument(context, made, "0.edges");
  if (edges?.state === "given") return isRing(analysis, edges.value);
  if (findRows(context, context.bindings.entityOf(made.callee), "agent").length > 0)
    return edges?.state === "absent" && made.type === "CallExpression";
  const graphs = context.catalogue.sdks.flatMap((sdk) => sdk.rows).filter((row) => row.kind === "graph");
  return context.tree.calls.some((call) => {
    const callee = bare(call.callee);
    const method = callee.type === "MemberExpression" ? propertyName(callee) : undefined;
    const entity = method === undefined ? undefined : context.bindings.entityOf(callee);
    return (
      entity?.kind === "package" &&
      graphs.some(
        (row) =>
          row.addConditionalEdges === method &&
          entity.path.startsWith(`${typeof row.at === "string" ? row.at : (row.at[0] ?? "")}#`),
      )
    );
  });
}

/** Whether pairs of names lead back to where they began. */
function isRing(analysis: LoopAnalysis, node: Node): boolean {
  const value = bare(node);
  if (value.type !== "ArrayExpression") return false;
  const next = new Map<string, string[]>();
  for (const element of value.elements) {
    const pair = element === null ? undefined : bare(element);
    if (pair?.type !== "ArrayExpression") continue;
    const [from, to] = pair.elements.map((end) =>
      end === null || end.type === "SpreadElement" ? undefined : constantOf(analysis.context, end),
    );
    if (typeof from === "string" && typeof to === "string") addTo(next, from, to);
  }
  const leadsTo = (start: string, goal: string, seen: Set<string>): boolean =>
    (next.get(start) ?? []).some((one) => one === goal || (!seen.has(one) && leadsTo(one, goal, seen.add(one))));
  return [...next.keys()].some((name) => leadsTo(name, name, new Set()));
}

// What ends a run from outside

const ENDS = /^(?:abort|interrupt|cancel|stop|close|return|kill|dispose)$/;
const RACES = /(?:^Promise\.race$|timeout|deadline|abortable|withinLimit)/i;

/** Something round a run that may end it: a race with a timer, or a reader that goes away. */
function endedFromOutside(analysis: LoopAnalysis, site: Site): Evidence | undefined {
  const { tree, scopes } = analysis.context;
  for (let up = tree.parentOf(site); up !== undefined && up.type !== "Program"; up = tree.parentOf(up)) {
    if (up.type === "CallExpression" && RACES.test(dottedName(up.callee) ?? ""))
      return { what: `\`${calleeText(analysis.context, up)}\` may end it`, at: spanOf(up) };
    if (up.type === "ForOfStatement" && up.await && leavesByCount(analysis, up.body))
      return { what: "the loop that reads it may leave it", at: spanOf(up) };
    if (up.type === "VariableDeclarator" && up.id.type === "Identifier") {
      const variable = scopes.variableOf(up.id);
      const ended = variable?.reads.find((read) => {
        const parent = tree.parentOf(read);
        if (parent?.type === "MemberExpression" && parent.object === read) return ENDS.test(propertyName(parent) ?? "");
        return parent?.type === "ForOfStatement" && parent.right === read && leavesByCount(analysis, parent.body);
      });
      return ended === undefined ? undefined : { what: `\`${up.id.name}\` may be ended elsewhere`, at: spanOf(ended) };
    }
  }
  return undefined;
}

/** Whether a body has an exit behind a comparison of sizes: a counter, a clock, also one that a function of the file asks. */
function leavesByCount(analysis: LoopAnalysis, body: Node): boolean {
  let found = false;
  const visit = (node: Node): void => {
    if (found) return;
    if (node.type === "IfStatement" && comparesSizes(analysis, node.test) && endsTheTurns(node.consequent))
      found = true;
    else forEachChild(node, visit);
  };
  visit(body);
  return found;
}

function comparesSizes(analysis: LoopAnalysis, test: Node, depth = 0): boolean {
  const value = bare(test);
  const { context } = analysis;
  const asked = (inner: Node): boolean => comparesSizes(analysis, inner, depth + 1);
  if (depth > 6) return false;
  switch (value.type) {
    case "LogicalExpression":
      return asked(value.left) || asked(value.right);
    case "UnaryExpression":
    case "AwaitExpression":
      return asked(value.argument);
    case "BinaryExpression":
      return (
        /^[<>]=?$/.test(value.operator) || (/^==?=$/.test(value.operator) && [value.left, value.right].some(counts))
      );
    case "CallExpression":
    case "MemberExpression": {
      const fn = value.type === "CallExpression" ? context.bindings.calleeOf(value) : getterOf(context, value);
      return fn !== undefined && context.tree.returnsOf(fn).some(asked);
    }
    default:
      return false;
  }

  /** `++seen === 8`, and `seen === 8` where something counts `seen`. */
  function counts(side: Node): boolean {
    const counted = bare(side);
    if (counted.type === "UpdateExpression") return true;
    const variable = counted.type === "Identifier" ? context.scopes.variableOf(counted) : undefined;
    return (
      variable?.writes.some(
        ({ node }) =>
          node.type === "UpdateExpression" || (node.type === "AssignmentExpression" && node.operator === "+="),
      ) === true
    );
  }
}
