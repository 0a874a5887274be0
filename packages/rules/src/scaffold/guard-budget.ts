import type { Gate } from "./gate.js";
import { figure, type Site } from "./site.js";
import { isLoopStatement } from "./step-ceiling.js";
import { countedCalls, takeUsage } from "./token-budget.js";

export const GUARD = "@agent-loop/guard";
const MINUTES = 10;

export interface Limits {
  readonly steps: boolean;
  readonly tokens: boolean;
  readonly time: boolean;
}

/** Ends a loop by a budget of the guard library: one object for steps, tokens and time. */
export function guardBudget(site: Site, wanted: Limits): Gate | undefined {
  const { loop, settings } = site;
  const isLoop = isLoopStatement(site);
  const calls = wanted.tokens && isLoop ? countedCalls(site) : undefined;
  const limits = [
    ...(wanted.steps ? [{ option: `steps: ${figure(settings.maxSteps)}`, what: `${settings.maxSteps} steps` }] : []),
    ...(calls === undefined ? [] : [{ option: `tokens: ${figure(settings.tokenBudget)}`, what: `${settings.tokenBudget.toLocaleString("en")} tokens` }]),
    ...(wanted.time ? [{ option: `timeMs: ${MINUTES} * 60_000`, what: `${MINUTES} minutes` }] : []),
  ];
  if (limits.length === 0 || loop.shape.interval !== undefined || (!isLoop && loop.shape.recursion === undefined)) return undefined;
  const budget = isLoop ? site.localName("budget", "runBudget") : site.freeName("budget", "runBudget");
  const spent = isLoop ? site.localName("limit", "spent", "exhausted") : site.freeName("limit", "spent", "exhausted");
  const create = `createBudget({ ${limits.map(({ option }) => option).join(", ")} })`;
  const check = [
    `const ${spent} = ${budget}.${wanted.steps ? "step" : "exhausted"}();`,
    `if (${spent}) throw new Error(\`Stopped without a result: out of \${${spent}}.\`);`,
  ];
  return {
    title: `Stop after ${limits.map(({ what }) => what).join(" or ")} with an error`,
    imports: [{ module: GUARD, name: "createBudget" }],
    turn: check,
    ...(isLoop
      ? {
          before: [`const ${budget} = ${create};`],
          behind: (calls ?? []).map(({ statement, replyName, tokens }) => ({
            statement,
            code: [replyName === undefined ? `${budget}.charge({ tokens: ${tokens} });` : `${budget}.use(${replyName});`],
          })),
          edits: (calls ?? []).flatMap((call) => (call.replyName === undefined ? takeUsage([call]) : [])),
        }
      : { carried: [{ parameter: `${budget} = ${create}`, toRoot: budget, toOther: budget }] }),
  };
}
