import type { LimitOption, ReplyShape, RunRow, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const read = readIn("@openai/agents-core@0.20.0");
const ran = ranIn("@openai/agents-core@0.20.0");

const result: ReplyShape = {
  text: ["finalOutput"],
  toolCalls: ["newItems"],
  structured: [],
  usage: { total: "state.usage.totalTokens", parts: ["state.usage.inputTokens", "state.usage.outputTokens"] },
  message: ["history", "output", "newItems"],
};
const maxTurns = (option: string): LimitOption => ({
  option,
  measure: "steps",
  default: 10,
  unlimited: [null, "Infinity", "NaN"],
});
const maxTurnsBefore: LimitOption = {
  option: "2.maxTurns",
  measure: "steps",
  default: 10,
  unlimited: ["Infinity", "NaN"],
};
const run: Omit<RunRow, "limits" | "source"> = {
  kind: "run",
  at: ["run", "Runner#.run"],
  atLimit: "throws",
  input: ["1"],
  agent: "0",
  signal: "2.signal",
  toolErrors: "observed",
  keepsHistory: false,
};

export const openaiAgents: Sdk = {
  id: "openai-agents",
  packages: ["@openai/agents", "@openai/agents-core", "@openai/agents-realtime", "@openai/agents-extensions"],
  checked: {
    "@openai/agents": "0.20.0",
    "@openai/agents-core": "0.20.0",
    "@openai/agents-realtime": "0.20.0",
    "@openai/agents-extensions": "0.18.0",
  },
  reply: result,
  rows: [
    {
      ...run,
      since: "0.6",
      limits: [maxTurns("2.maxTurns")],
      limitAnswers: [
        { option: "2.errorHandlers.maxTurns", answer: "finalOutput" },
        { option: "2.errorHandlers.default", answer: "finalOutput" },
      ],
      source: ran("dist/runner/constants.js:5"),
      note: "`errorHandlers.maxTurns` may turn the error into a result: dist/runner/errorHandlers.d.ts:30.",
    },
    {
      ...run,
      until: "0.5",
      limits: [maxTurnsBefore],
      source: readIn("@openai/agents-core@0.5.0")("dist/run.js:241"),
      note: "Here `null` means the default.",
    },
    {
      kind: "agent",
      at: ["Agent", "Agent.create"],
      name: "0.name",
      tools: "0.tools",
      handoffs: ["0.handoffs"],
      model: "0.model",
      toolChoice: {
        option: "0.modelSettings.toolChoice",
        forcing: ["required"],
        resets: true,
        resetsUnless: { option: "0.resetToolChoice", values: [false] },
        endsIf: { option: "0.toolUseBehavior", values: ["stop_on_first_tool"] },
      },
      source: ran("dist/agent.js:119"),
    },
    { kind: "returns", at: "Agent.create", type: "Agent#", source: read("dist/agent.js:119") },
    {
      kind: "returns",
      at: "Agent#.clone",
      type: "Agent#",
      source: readIn("@openai/agents-core@0.20.0")("dist/agent.d.ts:391"),
    },
    {
      kind: "delegate",
      at: "Agent#.asTool",
      to: "new",
      nested: true,
      limits: [maxTurns("0.runOptions.maxTurns")],
      source: read("dist/agent.d.ts:404"),
      note: "Every nested run starts with ten turns of its own.",
    },
    {
      kind: "delegate",
      at: ["handoff", "Handoff"],
      to: "0",
      source: readIn("@openai/agents-core@0.20.0")("dist/handoff.d.ts:205"),
    },
    {
      kind: "tool",
      at: "tool",
      execute: "0.execute",
      name: "0.name",
      schema: "0.parameters",
      approval: ["0.needsApproval"],
      errors: "observed",
      throwsIf: [{ option: "0.errorFunction", values: [null] }],
      callId: "2.toolCall.callId",
      source: read("dist/tool.d.ts:748"),
    },
    {
      kind: "run",
      at: "RealtimeSession#.connect",
      limits: [],
      atLimit: "never",
      agent: "new.0",
      reply: {},
      source: readIn("@openai/agents-realtime@0.20.0")("dist/realtimeSession.d.ts:142"),
      note: "A conversation with a person: every turn waits for one.",
    },
    { kind: "human-gate", at: ["RunState#.approve", "RunState#.reject"], source: read("dist/tool.d.ts:765") },
    {
      kind: "memory",
      conversation: true,
      at: ["MemorySession#.addItems", "OpenAIConversationsSession#.addItems", "Session#.addItems"],
      value: "0",
      source: read("dist/run.d.ts:191"),
    },
    {
      kind: "returns",
      at: "aisdk",
      type: "Model#",
      source: readIn("@openai/agents-extensions@0.18.0")("dist/ai-sdk/index.d.ts:47"),
    },
    {
      kind: "model-call",
      at: ["Model#.getResponse", "Model#.getStreamedResponse"],
      input: ["0.input"],
      tools: "0.tools",
      signal: "0.signal",
      reply: {
        toolCalls: ["output[type=function_call]"],
        text: ["output[type=message].content[].text"],
        usage: { total: "usage.totalTokens" },
        message: ["output"],
      },
      source: read("dist/model.d.ts:218"),
    },
    { kind: "error-class", at: "MaxTurnsExceededError", means: "limit", source: read("dist/errors.d.ts:24") },
    {
      kind: "error-class",
      at: ["ToolCallError", "ToolTimeoutError"],
      means: "tool",
      source: readIn("@openai/agents-core@0.20.0")("dist/errors.d.ts:115"),
    },
    {
      kind: "error-class",
      at: ["AgentsError", "ModelBehaviorError", "InputGuardrailTripwireTriggered", "OutputGuardrailTripwireTriggered"],
      means: "other",
      source: readIn("@openai/agents-core@0.20.0")("dist/errors.d.ts:11"),
    },
  ],
};
