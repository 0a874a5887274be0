import type { ModelCall } from "@agent-loop/analysis";
import type { Gate } from "./gate.js";
import { figure, namedFigure, type Site } from "./site.js";
import { isLoopStatement } from "./step-ceiling.js";

/** A model call whose tokens can be counted where it stands. */
export interface CountedCall extends ModelCall {
  readonly tokens: string;
}

/** The calls of the loop, when every one of them says what it has used. */
export function countedCalls({ loop, model }: Site): readonly CountedCall[] | undefined {
  const { body } = loop.shape;
  const calls = loop.calls.filter(isCounted);
  // What is taken out of a reply gets the name it has there; two of them would be one too many.
  const taken = calls.filter(({ tokensNeed }) => tokensNeed !== undefined);
  if (taken.length > 1 || (taken.length > 0 && model.names.has("usage"))) return undefined;
  const inTurn = calls.every(({ statement, nested }) => !nested && statement.start >= body.start && statement.end <= body.end);
  return calls.length > 0 && calls.length === loop.calls.length && inTurn ? calls : undefined;
}

function isCounted(call: ModelCall): call is CountedCall {
  return call.tokens !== undefined;
}

/** Ends a loop when its replies have used a number of tokens, counted by the SDK. */
export function tokenBudget(site: Site): Gate | undefined {
  const calls = countedCalls(site);
  if (calls === undefined || !isLoopStatement(site)) return undefined;
  const limit = namedFigure(site, ["TOKEN_BUDGET", "MAX_TOKENS", "TOKEN_LIMIT"], figure(site.settings.tokenBudget));
  const spent = site.localName("tokens", "tokensUsed", "spentTokens");
  return {
    title: `Stop after ${site.settings.tokenBudget.toLocaleString("en")} tokens with an error`,
    figures: [limit.declaration],
    before: [`let ${spent} = 0;`],
    turn: [`if (${spent} >= ${limit.name}) throw new Error(\`Stopped after \${${spent}} tokens without a result.\`);`],
    behind: calls.map(({ statement, tokens }) => ({ statement, code: [`${spent} += ${tokens};`] })),
    edits: takeUsage(calls),
  };
}

/** Usage that has to be taken out of a reply first. */
export function takeUsage(calls: readonly ModelCall[]): { span: { start: number; end: number }; text: string }[] {
  return calls.flatMap(({ tokensNeed }) => (tokensNeed === undefined ? [] : [{ span: { start: tokensNeed.at, end: tokensNeed.at }, text: tokensNeed.text }]));
}
