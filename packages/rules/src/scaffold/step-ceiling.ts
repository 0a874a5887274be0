import type { Bound, Span } from "@agent-loop/analysis";
import type { Edit } from "../finding.js";
import type { Gate } from "./gate.js";
import { ownLine } from "./places.js";
import { figure, namedFigure, type Site } from "./site.js";
import { headSpan } from "./weave.js";

type Names = readonly [string, ...string[]];

const DEPTHS: Names = ["MAX_DEPTH", "DEPTH_LIMIT"];

/** How a ceiling speaks of what it counts. */
interface Wording {
  readonly most: number;
  readonly limits: Names;
  /** For a counter beside the loop, in its head, and handed on. */
  readonly counters: Names;
  readonly indexes: Names;
  readonly what: string;
}

/** More attempts than this are no longer a retry. */
const MAX_ATTEMPTS = 5;

function wordingOf({ loop, settings }: Site): Wording {
  if (loop.onlyRetries) {
    const most = Math.min(MAX_ATTEMPTS, settings.maxSteps);
    return {
      most,
      limits: ["MAX_ATTEMPTS", "MAX_RETRIES", "ATTEMPT_LIMIT"],
      counters: ["attempts", "tries"],
      indexes: ["attempt", "tried"],
      what: "attempts",
    };
  }
  return {
    most: settings.maxSteps,
    limits: ["MAX_STEPS", "MAX_TURNS", "MAX_ROUNDS", "STEP_LIMIT"],
    counters: ["steps", "turns", "rounds"],
    indexes: ["step", "turn", "round"],
    what: "steps",
  };
}

/** The ceiling that `stepCeiling` would write. */
export function ceilingOf(site: Site): number {
  return wordingOf(site).most;
}

/** Ends a loop after a number of turns, with an error that says so. */
export function stepCeiling(site: Site): Gate | undefined {
  const { loop } = site;
  const { shape } = loop;
  if (isLoopStatement(site)) return countSlippedTurns(site) ?? loopCeiling(site);
  return shape.recursion === undefined ? undefined : depthCeiling(site);
}

export function isLoopStatement({ text, loop }: Site): boolean {
  return /^(?:while|do|for)\b/.test(text.slice(loop.shape.statement.start, loop.shape.statement.start + 6));
}

function loopCeiling(site: Site): Gate {
  const { most, limits, counters, what } = wordingOf(site);
  const limit = namedFigure(site, limits, figure(most));
  const base = { title: `Stop after ${most} ${what} with an error`, figures: [limit.declaration] };
  const stop = stopAfter(limit.name, what);
  const head = endlessHead(site);
  // Code behind an endless loop runs only after a `break`; without one, the loop can simply be finite.
  const canFinish = !site.loop.exits.some(({ span }) => site.text.startsWith("break", span.start));
  if (head !== undefined && canFinish) return { ...base, head: head.finite(limit.name), after: [stop] };
  if (head !== undefined)
    return { ...base, head: head.counting, turn: [`if (${head.counter} ${head.beyond} ${limit.name}) ${stop}`] };
  const counter = site.localName(...counters);
  return { ...base, before: [`let ${counter} = 0;`], turn: [`if (++${counter} > ${limit.name}) ${stop}`] };
}

export function stopAfter(limit: string, what: string): string {
  return `throw new Error(\`Stopped after \${${limit}} ${what} without a result.\`);`;
}

interface EndlessHead {
  readonly counter: string;
  /** The same head, with a counter and no end. */
  readonly counting: string | undefined;
  /** The comparison that is true beyond the limit. */
  readonly beyond: ">" | ">=";
  finite(limit: string): string;
}

/** A head that never ends the loop, as one that counts. */
function endlessHead(site: Site): EndlessHead | undefined {
  const span = headSpan(site);
  const written = site.text.slice(span.start, span.end);
  if (/^(?:while\s*\(\s*(?:true|1)\s*\)|for\s*\(\s*;\s*(?:true)?\s*;\s*\))$/.test(written)) {
    const counter = site.localName(...wordingOf(site).indexes);
    return {
      counter,
      counting: `for (let ${counter} = 1; ; ${counter}++)`,
      beyond: ">",
      finite: (limit) => `for (let ${counter} = 0; ${counter} < ${limit}; ${counter}++)`,
    };
  }
  // `for (let turn = 0; ; turn++)` counts already.
  const [, own, start] =
    /^for\s*\(\s*let\s+([\w$]+)(?:\s*:\s*number)?\s*=\s*([01])\s*;\s*;\s*(?:\+\+\1|\1\+\+|\1\s*\+=\s*1)\s*\)$/.exec(
      written,
    ) ?? [];
  if (own === undefined) return undefined;
  const fromZero = start === "0";
  return {
    counter: own,
    counting: undefined,
    beyond: fromZero ? ">=" : ">",
    finite: (limit) => written.replace(/;\s*;/, `; ${own} ${fromZero ? "<" : "<="} ${limit};`),
  };
}

/** A counter that some turns pass by is made to count them too. */
function countSlippedTurns(site: Site): Gate | undefined {
  const { loop, text } = site;
  const bound = loop.bounds.find(
    (each) =>
      each.covers === "no" && each.fault === undefined && each.counter?.inHead === true && each.measure === "steps",
  );
  const counter = bound?.counter;
  const [move] = counter?.moves ?? [];
  if (bound === undefined || counter === undefined || move === undefined || counter.moves.length > 1) return undefined;
  const title = `Count every turn in \`${counter.name}\``;
  const line = ownLine(text, move);
  if (!counter.usedElsewhere && line !== undefined) {
    return { title, turn: [text.slice(move.start, move.end).replace(/;?$/, ";")], edits: [{ span: line, text: "" }] };
  }
  const edits = bound.escapes.map((escape) => countBefore(site, bound, move, escape));
  return edits.every((edit) => edit !== undefined) && edits.length > 0 ? { title, edits } : undefined;
}

function countBefore({ text, style }: Site, _bound: Bound, move: Span, escape: Span): Edit | undefined {
  if (!text.startsWith("continue", escape.start)) return undefined;
  const count = text.slice(move.start, move.end).replace(/;$/, "");
  const written = text.slice(escape.start, escape.end).replace(/;$/, "");
  const before = text.slice(0, escape.start).trimEnd();
  const inBlock = /[{};:]$/.test(before);
  const both = `${count}; ${written}`;
  return { span: escape, text: inBlock ? both + (style.semicolons ? ";" : "") : `{ ${both}; }` };
}

/** A recursion carries its depth along. */
function depthCeiling(site: Site): Gate | undefined {
  const counter = site.loop.shape.recursion?.counter;
  if (counter !== undefined) return countedCeiling(site, counter);
  if (site.loop.onlyRetries) return attemptCeiling(site);
  const limit = namedFigure(site, DEPTHS, figure(site.settings.maxSteps));
  const depth = site.freeName("depth", "level", "round");
  return {
    title: `Stop at a depth of ${site.settings.maxSteps} with an error`,
    figures: [limit.declaration],
    turn: [`if (${depth} >= ${limit.name}) throw new Error(\`Stopped at depth \${${depth}} without a result.\`);`],
    carried: [{ parameter: `${depth} = 0`, toRoot: `${depth} + 1`, toOther: depth }],
  };
}

/** A parameter that counts already is asked, and needs nobody beside it. */
function countedCeiling(site: Site, { name, start }: { readonly name: string; readonly start: 0 | 1 }): Gate {
  const { most, limits, what } = site.loop.onlyRetries ? wordingOf(site) : { ...wordingOf(site), limits: DEPTHS };
  const limit = namedFigure(site, limits, figure(most));
  return {
    title: site.loop.onlyRetries
      ? `Stop after ${most} ${what} with an error`
      : `Stop at a depth of ${most} with an error`,
    figures: [limit.declaration],
    turn: [`if (${name} ${start === 0 ? ">=" : ">"} ${limit.name}) ${stopAfter(limit.name, what)}`],
  };
}

/** A function that calls itself when it has failed carries the number of its attempts along. */
function attemptCeiling(site: Site): Gate {
  const { most, limits, indexes, what } = wordingOf(site);
  const limit = namedFigure(site, limits, figure(most));
  const attempt = site.freeName(...indexes);
  return {
    title: `Stop after ${most} ${what} with an error`,
    figures: [limit.declaration],
    turn: [`if (${attempt} > ${limit.name}) ${stopAfter(limit.name, what)}`],
    carried: [{ parameter: `${attempt} = 1`, toRoot: `${attempt} + 1`, toOther: attempt }],
  };
}
