import type { LimitOption, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const v4 = readIn("@browserbasehq/stagehand@4.4.0");
const v3 = readIn("@browserbasehq/stagehand@3.7.3");
const v2 = readIn("@browserbasehq/stagehand@2.5.9");
const maxSteps = (standard: number): LimitOption => ({
  option: "0.maxSteps",
  measure: "steps",
  default: standard,
  unlimited: ["Infinity"],
});
const execute = {
  kind: "run",
  at: "StagehandAgent#.execute",
  atLimit: "silent",
  silentSigns: ["completed", "success"],
  input: ["0.instruction", "0"],
  signal: "0.signal",
  reply: { text: ["message"], finish: ["completed", "success"], toolCalls: ["actions"] },
} as const;

export const stagehand: Sdk = {
  id: "stagehand",
  packages: ["@browserbasehq/stagehand"],
  checked: { "@browserbasehq/stagehand": "4.4.0" },
  rows: [
    {
      kind: "model-call",
      at: ["Stagehand#.act", "Stagehand#.observe"],
      since: "3",
      input: ["0"],
      reply: { text: ["message"], finish: ["success"] },
      source: v4("dist/index.d.mts:5326"),
      note: "`act` also does what it was told.",
    },
    { kind: "effect", at: "Stagehand#.act", since: "3", verb: "run", source: v4("dist/index.d.mts:5326") },
    {
      kind: "model-call",
      at: "Stagehand#.extract",
      since: "3",
      input: ["0"],
      reply: { structured: [""] },
      source: v4("dist/index.d.mts:5326"),
    },
    {
      kind: "returns",
      at: "Stagehand#.agent",
      until: "3",
      type: "StagehandAgent#",
      source: v3("dist/esm/lib/v3/handlers/v3AgentHandler.js:83"),
    },
    {
      ...execute,
      since: "3",
      until: "3",
      limits: [maxSteps(20)],
      source: v3("dist/esm/lib/v3/handlers/v3AgentHandler.js:83"),
      note: 'Ten with `mode: "cua"`; zero is the default.',
    },
    { ...execute, until: "2", limits: [maxSteps(10)], source: v2("dist/index.js:20780") },
  ],
};
