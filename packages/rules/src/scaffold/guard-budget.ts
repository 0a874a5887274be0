import type { Span } from "@agent-loop/analysis";
import type { Edit } from "../finding.js";
import type { Gate } from "./gate.js";
import { figure, type Site } from "./site.js";
import { isLoopStatement } from "./step-ceiling.js";
import { askForUsage, countedCalls, takeUsage } from "./token-budget.js";

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
    ...(calls === undefined
      ? []
      : [
          {
            option: `tokens: ${figure(settings.tokenBudget)}`,
            what: `${settings.tokenBudget.toLocaleString("en")} tokens`,
          },
        ]),
    ...(wanted.time ? [{ option: `timeMs: ${MINUTES} * 60_000`, what: `${MINUTES} minutes` }] : []),
  ];
  if (limits.length === 0 || loop.shape.interval !== undefined || (!isLoop && loop.shape.recursion === undefined))
    return undefined;
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
          behind: (calls ?? []).flatMap(({ tokensBehind, replyName, tokens, stream }) =>
            stream === undefined
              ? [
                  {
                    statement: tokensBehind,
                    code: [
                      replyName === undefined
                        ? `${budget}.charge({ tokens: ${tokens ?? 0} });`
                        : `${budget}.use(${replyName});`,
                    ],
                  },
                ]
              : [],
          ),
          edits: (calls ?? []).flatMap((call) => {
            if (call.stream !== undefined)
              return [...metered(call.stream.stream, budget), ...askForUsage(site.text, call.stream)];
            return call.replyName === undefined ? takeUsage([call]) : [];
          }),
        }
      : { carried: [{ parameter: `${budget} = ${create}`, toRoot: budget, toOther: budget }] }),
  };
}

/** `for await (const chunk of budget.meter(stream))`: what the elements say is charged when they are through. */
function metered({ start, end }: Span, budget: string): Edit[] {
  return [
    { span: { start, end: start }, text: `${budget}.meter(` },
    { span: { start: end, end }, text: ")" },
  ];
}
