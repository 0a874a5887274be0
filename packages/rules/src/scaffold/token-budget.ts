import type { ModelCall, Span, StreamCount } from "@agent-loop/analysis";
import { handOver } from "./deadline.js";
import type { Edit } from "../finding.js";
import type { Gate } from "./gate.js";
import { indentAt } from "./places.js";
import { figure, namedFigure, type Site } from "./site.js";
import { isLoopStatement } from "./step-ceiling.js";
import { restyle } from "./style.js";

/** A model call whose tokens can be counted: behind a statement, or in the elements of its stream. */
export type CountedCall = ModelCall & ({ readonly tokens: string } | { readonly stream: StreamCount });

/** The calls of the loop, when every one of them says what it has used. */
export function countedCalls({ loop, model }: Site): readonly CountedCall[] | undefined {
  const { body } = loop.shape;
  const calls = loop.calls.filter(isCounted);
  // What is taken out of a reply gets the name it has there; two of them would be one too many.
  const taken = calls.filter(({ tokensNeed }) => tokensNeed !== undefined);
  if (taken.length > 1 || (taken.length > 0 && model.names.has("usage"))) return undefined;
  const isInTurn = ({ start, end }: Span): boolean => start >= body.start && end <= body.end;
  const inTurn = calls.every(
    ({ statement, tokensBehind, nested, stream }) =>
      !nested && isInTurn(statement) && isInTurn(stream?.statement ?? tokensBehind),
  );
  return calls.length > 0 && calls.length === loop.calls.length && inTurn ? calls : undefined;
}

function isCounted(call: ModelCall): call is CountedCall {
  return call.tokens !== undefined || call.stream !== undefined;
}

/** Ends a loop when its replies have used a number of tokens, counted by the SDK. */
export function tokenBudget(site: Site): Gate | undefined {
  const calls = countedCalls(site);
  if (calls === undefined || !isLoopStatement(site)) return undefined;
  const limit = namedFigure(site, ["TOKEN_BUDGET", "MAX_TOKENS", "TOKEN_LIMIT"], figure(site.settings.tokenBudget));
  const spent = site.localName("tokens", "tokensUsed", "spentTokens");
  const streams = calls.flatMap(({ stream }) => stream ?? []);
  const counts = streams.map((stream) => streamed(site, stream, spent));
  return {
    title: `Stop after ${site.settings.tokenBudget.toLocaleString("en")} tokens with an error`,
    figures: [limit.declaration],
    before: [`let ${spent} = 0;`],
    turn: [`if (${spent} >= ${limit.name}) throw new Error(\`Stopped after \${${spent}} tokens without a result.\`);`],
    behind: [
      ...calls.flatMap(({ tokensBehind, tokens }) =>
        tokens === undefined ? [] : [{ statement: tokensBehind, code: [`${spent} += ${tokens};`] }],
      ),
      ...counts.flatMap(({ behind }) => behind ?? []),
    ],
    inside: counts.flatMap(({ inside }) => inside ?? []),
    edits: [...takeUsage(calls), ...counts.flatMap(({ edits }) => edits ?? [])],
  };
}

/** Counts in the body that goes through a stream. */
function streamed(site: Site, stream: StreamCount, spent: string): Pick<Gate, "inside" | "behind" | "edits"> {
  const { body, statement, counts } = stream;
  if (!stream.grows)
    return {
      inside: [{ body, code: counting(counts, spent) }],
      edits: askForUsage(site.text, stream),
    };
  // The last figure is the one that counts.
  const used = site.localName("used", "usedTokens");
  const lines = restyle([`let ${used} = 0;`], site.style, "").join("");
  const before = `${lines}${site.style.newline}${indentAt(site.text, statement.start)}`;
  return {
    inside: [{ body, code: counts.map(({ tokens }) => `${used} = ${tokens} ?? ${used};`) }],
    behind: [{ statement, code: [`${spent} += ${used};`] }],
    edits: [
      { span: { start: statement.start, end: statement.start }, text: before },
      ...askForUsage(site.text, stream),
    ],
  };
}

/** A statement for each figure; those of one kind of element stand together. */
function counting(counts: StreamCount["counts"], spent: string): string[] {
  const byKind = new Map<string | undefined, string[]>();
  for (const { when, tokens, mayLack } of counts)
    byKind.set(when, [...(byKind.get(when) ?? []), `${spent} += ${tokens}${mayLack ? " ?? 0" : ""};`]);
  return [...byKind].flatMap(([when, lines]) => {
    if (when === undefined) return lines;
    return lines.length === 1
      ? lines.map((line) => `if (${when}) ${line}`)
      : [`if (${when}) {`, ...lines.map((line) => `\t${line}`), "}"];
  });
}

/** The option without which a stream does not say what it used. */
export function askForUsage(text: string, { option }: StreamCount): Edit[] {
  return option === undefined ? [] : [handOver(text, option, "true")];
}

/** Usage that has to be taken out of a reply first. */
export function takeUsage(calls: readonly ModelCall[]): { span: { start: number; end: number }; text: string }[] {
  return calls.flatMap(({ tokensNeed }) =>
    tokensNeed === undefined ? [] : [{ span: { start: tokensNeed.at, end: tokensNeed.at }, text: tokensNeed.text }],
  );
}
