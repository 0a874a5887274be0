import type { SignalPlace } from "@agent-loop/analysis";
import type { Edit } from "../finding.js";
import type { Gate } from "./gate.js";
import { indentAt, separatorBehind } from "./places.js";
import { namedFigure, type Site } from "./site.js";
import { isLoopStatement } from "./step-ceiling.js";
import { restyle } from "./style.js";

/** Long enough for an honest run, short enough for nobody to find a bill. */
const MINUTES = 10;

/** Ends a loop when its time is up; calls that take a signal are ended too. */
export function deadline(site: Site): Gate | undefined {
  if (site.loop.shape.interval !== undefined) return intervalDeadline(site);
  if (isLoopStatement(site)) return signalDeadline(site) ?? clockDeadline(site);
  return site.loop.shape.recursion === undefined ? undefined : carriedDeadline(site);
}

const title = `Stop after ${MINUTES} minutes with an error`;

function signalDeadline(site: Site): Gate | undefined {
  const { body } = site.loop.shape;
  const places = site.loop.calls.flatMap(({ signal, nested, span }) =>
    signal !== undefined && !nested && span.start >= body.start ? [signal] : [],
  );
  if (places.length === 0 || places.length < site.loop.calls.length) return undefined;
  const limit = timeFigure(site);
  const signal = site.localName("signal", "deadline", "timeout");
  return {
    title,
    figures: [limit.declaration],
    before: [`const ${signal} = AbortSignal.timeout(${limit.name});`],
    turn: [`${signal}.throwIfAborted();`],
    edits: places.map((place) => handOver(site.text, place, signal)),
  };
}

/** Gives a call a signal, on a line of its own where the other options have theirs. */
export function handOver(text: string, { at, option, before, after }: SignalPlace, signal: string): Edit {
  const joins = before.startsWith(", ") && !before.startsWith(", {");
  const lead = joins ? separatorBehind(text, at) + before.slice(2) : before;
  return { span: { start: at, end: at }, text: lead + (option === signal ? signal : `${option}: ${signal}`) + after };
}

function clockDeadline(site: Site): Gate {
  const limit = timeFigure(site);
  const end = site.localName("deadline", "endsAt", "stopAt");
  return {
    title,
    figures: [limit.declaration],
    before: [`const ${end} = Date.now() + ${limit.name};`],
    turn: [`if (Date.now() >= ${end}) throw new Error(\`Stopped after \${${limit.name}} ms without a result.\`);`],
  };
}

/** A recursion carries its deadline along. */
function carriedDeadline(site: Site): Gate {
  const limit = timeFigure(site);
  const end = site.freeName("deadline", "endsAt", "stopAt");
  return {
    title,
    figures: [limit.declaration],
    turn: [`if (Date.now() >= ${end}) throw new Error(\`Stopped after \${${limit.name}} ms without a result.\`);`],
    carried: [{ parameter: `${end} = Date.now() + ${limit.name}`, toRoot: end, toOther: end }],
  };
}

/** An interval is cleared, whatever its callback does. */
function intervalDeadline(site: Site): Gate | undefined {
  const { interval, body } = site.loop.shape;
  if (interval === undefined || body.start < interval.call.start || body.end > interval.call.end) return undefined;
  if (interval.handle === undefined && !interval.alone) return undefined;
  const limit = timeFigure(site);
  const end = site.localName("deadline", "endsAt", "stopAt");
  const handle = interval.handle ?? site.localName("timer", "interval");
  const { start } = interval.statement;
  const declared = restyle([`const ${end} = Date.now() + ${limit.name};`], site.style, "").join("");
  const before = `${declared}${site.style.newline}${indentAt(site.text, start)}${interval.handle === undefined ? `const ${handle} = ` : ""}`;
  return {
    title,
    figures: [limit.declaration],
    turn: [
      `if (Date.now() >= ${end}) {`,
      `\tclearInterval(${handle});`,
      `\tthrow new Error(\`Stopped after \${${limit.name}} ms without a result.\`);`,
      "}",
    ],
    edits: [{ span: { start, end: start }, text: before }],
  };
}

function timeFigure(site: Site): { readonly name: string; readonly declaration: string | undefined } {
  return namedFigure(site, ["DEADLINE_MS", "TIME_LIMIT_MS", "MAX_TIME_MS"], `${MINUTES} * 60_000`);
}
