import type { LimitOption, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const ran = ranIn("@inngest/agent-kit@0.13.2");
const read = readIn("@inngest/agent-kit@0.13.2");

/** A router of one's own (`defaultRouter` in older versions) may count (`callCount`); giving back nothing ends the network. */
const router = (option: string): LimitOption => ({
  option,
  or: [option.replace(/router$/, "defaultRouter")],
  measure: "steps",
  default: null,
  conditions: true,
  continues: true,
  continuesWith: true,
  replies: ["0.network.state.results[]", "0.lastResult"],
});

export const inngestAgentKit: Sdk = {
  id: "inngest-agent-kit",
  packages: ["@inngest/agent-kit"],
  checked: { "@inngest/agent-kit": "0.13.2" },
  reply: {
    text: ["output[type=text].content"],
    toolCalls: ["toolCalls", "output[type=tool_call].tools"],
    finish: ["output[].stop_reason"],
    message: ["output"],
  },
  rows: [
    { kind: "returns", at: "createAgent", type: "Agent#", source: ran("dist/chunk-BSWKEFTT.js:1295") },
    { kind: "returns", at: "createNetwork", type: "Network#", source: ran("dist/chunk-BSWKEFTT.js:2067") },
    {
      kind: "agent",
      at: ["createAgent", "Agent"],
      name: "0.name",
      tools: "0.tools",
      model: "0.model",
      source: ran("dist/chunk-BSWKEFTT.js:1295"),
    },
    {
      kind: "agent",
      at: ["createNetwork", "Network"],
      name: "0.name",
      handoffs: ["0.agents"],
      model: "0.defaultModel",
      limits: [
        { option: "0.maxIter", measure: "steps", default: null, unlimited: [0, "Infinity"] },
        router("0.router"),
      ],
      source: ran("dist/chunk-BSWKEFTT.js:2067"),
      note: "Zero, the default, means without end; for a single agent the same zero means once.",
    },
    {
      kind: "stop-condition",
      at: ["createRoutingAgent", "RoutingAgent"],
      measure: "model",
      source: ran("dist/chunk-BSWKEFTT.js:1295"),
      note: "A router that asks a model: the network ends when it names no agent.",
    },
    {
      kind: "run",
      at: "Agent#.run",
      limits: [{ option: "1.maxIter", measure: "steps", default: 1, unlimited: ["Infinity"] }],
      atLimit: "silent",
      silentSigns: ["toolCalls"],
      input: ["0"],
      agent: "new",
      tools: "new.0.tools",
      toolErrors: "observed",
      source: ran("dist/chunk-BSWKEFTT.js:1295"),
    },
    {
      kind: "run",
      at: "Network#.run",
      limits: [
        { option: "new.0.maxIter", measure: "steps", default: null, unlimited: [0, "Infinity"] },
        router("new.0.router"),
      ],
      atLimit: "silent",
      input: ["0"],
      agent: "new",
      toolErrors: "observed",
      reply: { text: ["state.results[].output[].content"] },
      source: ran("dist/chunk-BSWKEFTT.js:2067"),
      note: "Else only a router that gives back nothing ends it.",
    },
    {
      kind: "tool",
      at: "createTool",
      execute: "0.handler",
      name: "0.name",
      schema: "0.parameters",
      errors: "observed",
      source: read("dist/agent-Prh3eG94.d.ts:1099"),
    },
    {
      kind: "parameter",
      at: "createTool",
      function: "0.handler",
      parameter: "1.step",
      type: "inngest:InngestStep#",
      source: read("dist/agent-Prh3eG94.d.ts:1099"),
    },
  ],
};
