import type { LimitOption, RetryRow } from "../catalogue/schema.js";
import { readCoverage } from "../loops/bounds.js";
import type { FoundLoop } from "../loops/agent-loops.js";
import { readCycles } from "../loops/cycles.js";
import { readDoubts } from "../loops/doubts.js";
import { readExits } from "../loops/exits.js";
import { limitValue } from "../loops/limits.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { readRegion } from "../loops/region.js";
import { bare, dottedName, isFunction, isWithin, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, NewExpression, Node } from "../syntax/node.js";
import { definitionsOf, readArgument, readOption } from "../file/arguments.js";
import type { Argument } from "../file/arguments.js";
import { calleeText, findRows, isNamed, textOf } from "../file/file-context.js";
import type { DeadLimit, LimitFault, Retry } from "../model/file-model.js";
import type { Judgement } from "../model/judgement.js";
import type { ModelCalls, RecognisedCall } from "../replies/model-calls.js";
import { walk } from "../file/walk.js";

export interface RetryFindings {
  readonly retries: readonly Retry[];
  /** Caps of retries that are written down and cannot take effect. */
  readonly dead: readonly DeadLimit[];
}

/** Retries round a model or tool call: those a library makes, and loops that repeat a tool call only. */
export function readRetries(analysis: LoopAnalysis, loops: readonly FoundLoop[]): RetryFindings {
  const tools = toolCallsOf(analysis);
  const dead: DeadLimit[] = [];
  const retries: Retry[] = [...repeatedToolCalls(analysis, tools, loops)];
  const { calls, news } = analysis.context.tree;
  for (const site of [...calls, ...news]) {
    const entity = analysis.context.bindings.entityOf(site.callee);
    if (entity.kind !== "package") continue;
    const found = findRows(analysis.context, entity, "retry");
    if (found.length === 0) continue;
    const repeats = repeatedBy(
      analysis,
      tools,
      site,
      found.map(({ row }) => row),
      entity.name,
    );
    if (repeats === undefined) continue;
    const cap = capOf(
      analysis,
      site,
      found.map(({ row }) => row),
    );
    const callee = calleeText(analysis.context, site);
    const bounded = found.every(({ certain }) => certain) ? cap.bounded : "unknown";
    const mend = cap.mend ?? site;
    retries.push({
      span: spanOf(site),
      callee,
      isLoop: false,
      repeats: repeats.callee,
      bounded,
      mend: spanOf(mend),
      limitDefect: bounded !== "no" ? undefined : cap.fault === undefined ? "retries" : "ineffective",
      evidence: [{ what: `\`${callee}\` runs \`${repeats.callee}\` again when it fails`, at: spanOf(repeats.node) }],
    });
    if (bounded === "no" && cap.fault !== undefined) {
      dead.push({
        span: spanOf(mend),
        text: textOf(analysis.context, mend),
        fault: cap.fault,
        of: repeats.callee,
        evidence: [{ what: `\`${callee}\` is given it`, at: spanOf(site) }],
      });
    }
  }
  return { retries, dead };
}

type Site = CallExpression | NewExpression;

interface Repeated {
  readonly callee: string;
  readonly node: Node;
}

// What is repeated

function repeatedBy(
  analysis: LoopAnalysis,
  tools: ModelCalls,
  site: Site,
  rows: readonly RetryRow[],
  packageName: string,
): Repeated | undefined {
  const { context } = analysis;
  const [row] = rows;
  if (row === undefined) return undefined;
  if (row.calls !== undefined) {
    for (const way of readArgument(context, site, row.calls)) {
      const repeated =
        way.state === "given"
          ? (askedIn(analysis, tools, way.value, 0) ??
            (row.method === undefined ? undefined : askedBy(analysis, way.value, row.method)))
          : undefined;
      if (repeated !== undefined) return repeated;
    }
    return undefined;
  }
  if (row.pipes === true) {
    const pipe = context.tree.parentOf(site);
    if (pipe?.type !== "CallExpression" || bare(pipe.callee).type !== "MemberExpression") return undefined;
    const source = bare(pipe.callee);
    const before = pipe.arguments.slice(
      0,
      pipe.arguments.findIndex((argument) => argument === site),
    );
    for (const part of [...(source.type === "MemberExpression" ? [source.object] : []), ...before]) {
      const repeated = askedIn(analysis, tools, part, 0);
      if (repeated !== undefined) return repeated;
    }
    return undefined;
  }
  if (row.client !== undefined) {
    const client = readArgument(context, site, row.client).flatMap((way) =>
      way.state === "given" ? [dottedName(way.value)] : [],
    )[0];
    const asked =
      client === undefined ? undefined : analysis.calls.all.find(({ callee }) => callee.startsWith(`${client}.`));
    return asked && { callee: asked.callee, node: asked.node };
  }
  // A client of a model repeats its own requests; what it does by default is the SDK's affair.
  const isAsked =
    row.limit !== undefined &&
    readOption(context, site, [row.limit.option, ...(row.limit.or ?? [])]).some((way) => way.state === "given");
  const asks =
    isAsked &&
    context.catalogue.sdks.some(
      (sdk) =>
        sdk.packages.includes(context.catalogue.packageOf(packageName) ?? packageName) &&
        sdk.rows.some(({ kind }) => kind === "model-call" || kind === "run"),
    );
  return asks ? { callee: calleeText(context, site), node: site } : undefined;
}

/** The first model or tool call that an expression makes, itself or through the functions it names. */
function askedIn(analysis: LoopAnalysis, tools: ModelCalls, value: Node, depth: number): Repeated | undefined {
  const node = bare(value);
  if (depth > 4) return undefined;
  for (const calls of [analysis.calls, tools]) {
    let found: RecognisedCall | undefined;
    walk(node, (inner) => {
      found = calls.at(inner);
      return found !== undefined;
    });
    found ??= isFunction(node) ? calls.madeBy(node) : undefined;
    if (found !== undefined) return { callee: found.callee, node: found.node };
  }
  if (node.type !== "Identifier" && node.type !== "MemberExpression") return undefined;
  const entity = analysis.context.bindings.entityOf(node);
  if (entity.kind === "function") return askedIn(analysis, tools, entity.node, depth + 1);
  for (const one of definitionsOf(analysis.context, node) ?? []) {
    const repeated = one === "absent" ? undefined : askedIn(analysis, tools, one, depth + 1);
    if (repeated !== undefined) return repeated;
  }
  return undefined;
}

/** An object whose method asks a model or runs a tool: a model, a chain with one in it, a graph, a tool. */
function askedBy({ context }: LoopAnalysis, value: Node, method: string): Repeated | undefined {
  const member = context.bindings.memberOf(context.bindings.entityOf(value), method);
  const asks =
    findRows(context, member, "model-call").length > 0 ||
    findRows(context, member, "run").length > 0 ||
    findRows(context, member, "dispatch").length > 0;
  return asks ? { callee: `${textOf(context, value, 40)}.${method}`, node: value } : undefined;
}

// How often

interface Cap {
  readonly bounded: Judgement;
  readonly mend: Node | undefined;
  readonly fault: LimitFault | undefined;
}

function capOf(analysis: LoopAnalysis, site: Site, rows: readonly RetryRow[]): Cap {
  const { context } = analysis;
  const open: Cap = { bounded: "unknown", mend: undefined, fault: undefined };
  if (rows.some(({ timeLimit }) => timeLimit !== undefined && worthOf(analysis, site, timeLimit).bounded !== "no"))
    return open;
  if (mayEndItself(analysis, site, rows)) return open;
  for (const row of rows) {
    if (row.when === undefined) continue;
    const when = readArgument(context, site, row.when);
    if (when.every((way) => way.state === "absent")) continue;
    if (row.limit === undefined) return open;
    const cap = worthOf(analysis, site, row.limit);
    if (cap.bounded !== "yes") return cap;
  }
  const own = rows.find(({ when }) => when === undefined);
  return own?.limit === undefined ? open : worthOf(analysis, site, own.limit);
}

function worthOf(analysis: LoopAnalysis, site: Site, option: LimitOption): Cap {
  const caps = readOption(analysis.context, site, [option.option, ...(option.or ?? [])]).map((way) =>
    wayWorth(analysis, option, way),
  );
  const [first] = caps;
  const isSame = first !== undefined && caps.every(({ bounded }) => bounded === first.bounded);
  return isSame ? first : { bounded: "unknown", mend: undefined, fault: undefined };
}

function wayWorth(analysis: LoopAnalysis, option: LimitOption, way: Argument): Cap {
  if (way.state === "unknown") return { bounded: "unknown", mend: undefined, fault: undefined };
  if (way.state === "absent")
    return { bounded: option.default === null ? "no" : "yes", mend: undefined, fault: undefined };
  const base = { mend: way.place, fault: undefined };
  const value = bare(way.value);
  // `retry({ delay: 500 })`: an object is the options, not the count.
  if (value.type === "ObjectExpression") return { bounded: option.default === null ? "no" : "yes", ...base };
  const lifts = (spelling: NonNullable<LimitOption["unlimited"]>[number]): boolean =>
    option.unlimited?.includes(spelling) ?? false;
  if (value.type === "Literal" && (value.value === null || typeof value.value === "boolean"))
    return { bounded: lifts(value.value) ? "no" : "yes", ...base };
  const read = limitValue(analysis.context, analysis.origins, value);
  if (read.fault === "infinite") return { bounded: lifts("Infinity") ? "no" : "unknown", ...base };
  if (read.fault === "absent-means-unlimited")
    return {
      bounded: lifts("Infinity") ? "no" : "unknown",
      mend: read.at ?? way.place,
      fault: "absent-means-unlimited",
    };
  if (read.fault === "not-a-number")
    return lifts("NaN")
      ? { bounded: "no", mend: read.at ?? way.place, fault: "not-a-number" }
      : { bounded: "unknown", ...base };
  if (read.value === undefined) return { bounded: read.fault === undefined ? "yes" : "unknown", ...base };
  return {
    bounded:
      lifts(read.value) || (option.measure === "steps" && read.value > analysis.context.settings.maxRounds)
        ? "no"
        : "yes",
    ...base,
  };
}

const COUNTS = /attempt|retriesLeft|retryCount|tries|\bcount\b|Date\.now|elapsed|deadline|aborted|retries/i;

/** A function that is asked after every failure may count, and so may the repeated function itself. */
function mayEndItself(analysis: LoopAnalysis, site: Site, rows: readonly RetryRow[]): boolean {
  const { context } = analysis;
  const own = rows.flatMap(({ calls }) =>
    calls === undefined
      ? []
      : readArgument(context, site, calls).flatMap((way) => (way.state === "given" ? [bare(way.value)] : [])),
  );
  return site.arguments.some((argument) =>
    walk(argument, (node) => {
      if (
        node.type === "Property" &&
        node.key.type === "Identifier" &&
        /^(?:signal|abortSignal|deadline|timeout|maxElapsedTime)$/.test(node.key.name)
      )
        return true;
      if (!isFunction(node)) return false;
      return own.includes(node)
        ? comparesParameter(analysis, node)
        : COUNTS.test(context.file.text.slice(node.range[0], node.range[1]));
    }),
  );
}

/** `async (bail, attempt) => { if (attempt > 5) bail(…) }` */
function comparesParameter(analysis: LoopAnalysis, fn: FunctionNode): boolean {
  return fn.params.some((parameter) => {
    if (parameter.type !== "Identifier") return false;
    return analysis.context.scopes.variableOf(parameter)?.reads.some((read) => {
      const parent = analysis.context.tree.parentOf(read);
      return parent?.type === "BinaryExpression" && /^[<>=!]=?=?$/.test(parent.operator);
    });
  });
}

// Loops that repeat a tool call

/** The calls of tools that the settings name or an SDK makes, read as if they were what a loop asks. */
function toolCallsOf(analysis: LoopAnalysis): ModelCalls {
  const { context } = analysis;
  const all = context.tree.calls.flatMap((node): RecognisedCall[] => {
    if (analysis.calls.at(node) !== undefined || !isToolCall(analysis, node)) return [];
    return [
      {
        node,
        callee: calleeText(context, node),
        how: "model",
        certainty: "proven",
        row: undefined,
        reply: undefined,
        replyPath: [],
        fn: undefined,
        evidence: [],
        streams: false,
      },
    ];
  });
  const direct = new Map<Node, RecognisedCall>(all.map((call) => [call.node, call]));
  const made = (fn: FunctionNode): RecognisedCall | undefined => all.find(({ node }) => isWithin(node, fn));
  return {
    all,
    isEmpty: () => all.length === 0,
    madeBy: made,
    at(node) {
      const found = direct.get(node);
      if (found !== undefined || node.type !== "CallExpression" || all.length === 0) return found;
      const fn = context.bindings.calleeOf(node);
      const inner = fn && made(fn);
      return inner && { ...inner, node, callee: calleeText(context, node), how: "wrapper", fn };
    },
  };
}

function isToolCall(analysis: LoopAnalysis, call: CallExpression): boolean {
  const { context } = analysis;
  return (
    isNamed(context, call, context.settings.toolCalls) ||
    findRows(context, context.bindings.entityOf(call.callee), "dispatch").length > 0
  );
}

function repeatedToolCalls(analysis: LoopAnalysis, tools: ModelCalls, loops: readonly FoundLoop[]): Retry[] {
  if (tools.isEmpty()) return [];
  const { context } = analysis;
  const reading: LoopAnalysis = { ...analysis, calls: tools };
  return readCycles(context, tools).flatMap((cycle): Retry[] => {
    if (loops.some((loop) => loop.cycle.node === cycle.node)) return [];
    const region = readRegion(context, cycle);
    const called = region.map(({ node }) => tools.at(node)).find((call) => call !== undefined);
    if (called === undefined || region.some(({ node }) => analysis.calls.at(node) !== undefined)) return [];
    const coverage = readCoverage(reading, cycle, region);
    if (!coverage.asksModel || coverage.paced || !coverage.onlyRetries) return [];
    const exits = readExits(reading, cycle, region, coverage);
    const doubts = [...coverage.doubts, ...readDoubts(reading, cycle, region, exits, coverage)];
    const bounded: Judgement = coverage.bounded === "no" && doubts.length > 0 ? "unknown" : coverage.bounded;
    return [
      {
        span: spanOf(cycle.head),
        callee: cycle.kind,
        isLoop: true,
        repeats: called.callee,
        bounded,
        mend: spanOf(cycle.head),
        limitDefect: bounded === "no" ? "retries" : undefined,
        evidence: [{ what: `\`${called.callee}\` is called again when it fails`, at: spanOf(called.node) }, ...doubts],
      },
    ];
  });
}
