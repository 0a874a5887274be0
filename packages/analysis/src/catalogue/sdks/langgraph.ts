import type { LimitOption, ReplyShape, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const read = readIn("@langchain/langgraph@1.7.3");
const ran = ranIn("@langchain/langgraph@1.7.3");

const state: ReplyShape = { text: ["messages[].content", "messages[].text"], message: ["messages"] };
const recursionLimit: LimitOption = {
  option: "1.recursionLimit",
  or: ["with.0.recursionLimit"],
  measure: "steps",
  default: 25,
  unlimited: ["Infinity"],
};
const nested: LimitOption = { ...recursionLimit, default: 10_000 };
const stops = {
  input: ["0.messages", "0"],
  signal: "1.signal",
  timeout: "1.timeout",
  atLimit: "throws",
  toolErrors: "observed",
  reply: state,
} as const;

export const langgraph: Sdk = {
  id: "langgraph",
  packages: [
    "@langchain/langgraph",
    "@langchain/langgraph-checkpoint",
    "@langchain/langgraph-checkpoint-postgres",
    "@langchain/langgraph-checkpoint-redis",
    "@langchain/langgraph-supervisor",
    "@langchain/langgraph-swarm",
    "deepagents",
  ],
  checked: {
    "@langchain/langgraph": "1.7.3",
    "@langchain/langgraph-checkpoint": "1.2.2",
    "@langchain/langgraph-supervisor": "1.1.3",
    "@langchain/langgraph-swarm": "1.0.4",
    "@langchain/langgraph-checkpoint-postgres": "1.0.5",
    "@langchain/langgraph-checkpoint-redis": "1.0.11",
    deepagents: "1.14.1",
  },
  same: {
    CompiledGraph: "CompiledStateGraph",
    Pregel: "CompiledStateGraph",
    MessageGraph: "StateGraph",
    Graph: "StateGraph",
    InMemoryStore: "BaseStore",
    PostgresStore: "BaseStore",
    RedisStore: "BaseStore",
  },
  rows: [
    {
      kind: "graph",
      at: "StateGraph",
      addNode: "addNode",
      addEdge: "addEdge",
      addConditionalEdges: "addConditionalEdges",
      compile: "compile",
      runs: ["invoke", "stream", "streamEvents", "batch"],
      start: ["START", "__start__"],
      end: ["END", "__end__"],
      limits: [recursionLimit],
      source: read("dist/pregel/loop.js:462"),
    },
    {
      kind: "returns",
      at: ["StateGraph#.addNode", "StateGraph#.addEdge", "StateGraph#.addConditionalEdges", "StateGraph#.addSequence"],
      type: "StateGraph#",
      same: true,
      source: read("dist/graph/state.d.ts:413"),
    },
    {
      kind: "returns",
      at: "StateGraph#.compile",
      type: "CompiledStateGraph#",
      source: read("dist/graph/state.d.ts:413"),
    },
    {
      kind: "returns",
      at: "CompiledStateGraph#.withConfig",
      type: "CompiledStateGraph#",
      same: true,
      source: read("dist/graph/state.d.ts:413"),
    },
    {
      kind: "run",
      at: [
        "CompiledStateGraph#.invoke",
        "CompiledStateGraph#.stream",
        "CompiledStateGraph#.streamEvents",
        "CompiledStateGraph#.batch",
      ],
      limits: [recursionLimit],
      loops: "edges",
      ...stops,
      source: read("dist/pregel/loop.js:462"),
      note: "The limit counts super-steps of one call; each resume of a thread gets a fresh allowance.",
    },
    {
      kind: "route",
      at: "toolsCondition",
      to: ["tools", "__end__"],
      source: read("dist/prebuilt/tool_node.js:300"),
      note: "To the tools as long as the last message asks for one.",
    },
    {
      kind: "retry",
      at: "StateGraph#.addNode",
      calls: "1",
      when: "2.retryPolicy",
      limit: { option: "2.retryPolicy.maxAttempts", measure: "steps", default: 3, unlimited: ["Infinity"] },
      source: read("dist/pregel/retry.js:71"),
    },
    {
      kind: "human-gate",
      at: "interrupt",
      source: ran("dist/interrupt.d.ts:62"),
      note: "On resume the node runs again from its start: what stands before `interrupt()` happens twice.",
    },
    { kind: "durable", at: "task", calls: "1", source: read("dist/func/index.d.ts:84") },
    { kind: "replay", at: "entrypoint", calls: "1", source: read("dist/func/index.d.ts:84") },
    { kind: "returns", at: "entrypoint", type: "CompiledStateGraph#", source: read("dist/func/index.d.ts:84") },

    {
      kind: "returns",
      at: "createReactAgent",
      type: "CompiledStateGraph#",
      source: read("dist/prebuilt/react_agent_executor.d.ts:94"),
    },
    {
      kind: "agent",
      at: "createReactAgent",
      name: "0.name",
      tools: "0.tools",
      model: "0.llm",
      source: read("dist/prebuilt/react_agent_executor.d.ts:94"),
    },
    {
      kind: "tool-runner",
      at: "ToolNode",
      throwsIf: [{ option: "1.handleToolErrors", values: [false] }],
      source: read("dist/prebuilt/tool_node.js:217"),
    },
    {
      kind: "dispatch",
      at: "ToolNode#.invoke",
      args: "0",
      errors: "observed",
      signal: "1.signal",
      source: read("dist/prebuilt/tool_node.js:179"),
    },
    {
      kind: "returns",
      at: ["createSupervisor", "createSwarm"],
      type: "StateGraph#",
      source: readIn("@langchain/langgraph-supervisor@1.1.3")("dist/index.d.ts:1"),
    },
    {
      kind: "agent",
      at: ["createSupervisor", "createSwarm"],
      handoffs: ["0.agents"],
      model: "0.llm",
      tools: "0.tools",
      source: readIn("@langchain/langgraph-supervisor@1.1.3")("dist/index.d.ts:1"),
    },
    {
      kind: "delegate",
      at: "createHandoffTool",
      to: "0.agentName",
      source: readIn("@langchain/langgraph-swarm@1.0.4")("dist/handoff.d.ts:28"),
    },

    {
      kind: "returns",
      at: "createDeepAgent",
      type: "DeepAgent#",
      source: readIn("deepagents@1.14.1")("dist/langsmith-Bgi_Ta-k.js:6788"),
    },
    {
      kind: "returns",
      at: "DeepAgent#.withConfig",
      type: "DeepAgent#",
      same: true,
      source: readIn("deepagents@1.14.1")("dist/langsmith-Bgi_Ta-k.js:6788"),
    },
    {
      kind: "agent",
      at: "createDeepAgent",
      name: "0.name",
      tools: "0.tools",
      handoffs: ["0.subagents"],
      model: "0.model",
      source: readIn("deepagents@1.14.1")("dist/langsmith-Bgi_Ta-k.js:6788"),
    },
    {
      kind: "run",
      at: ["DeepAgent#.invoke", "DeepAgent#.stream", "DeepAgent#.streamEvents"],
      limits: [nested],
      ...stops,
      agent: "new",
      tools: "new.0.tools",
      approval: ["new.0.interruptOn"],
      source: readIn("deepagents@1.14.1")("dist/langsmith-Bgi_Ta-k.js:6788"),
    },

    {
      kind: "memory",
      at: "BaseStore#.put",
      value: "2",
      source: readIn("@langchain/langgraph-checkpoint@1.2.2")("dist/memory.d.ts:7"),
    },
    {
      kind: "returns",
      at: "BaseStore.fromConnString",
      type: "BaseStore#",
      source: readIn("@langchain/langgraph-checkpoint-postgres@1.0.5")("dist/store/index.d.ts:46"),
    },
    { kind: "error-class", at: "GraphRecursionError", means: "limit", source: read("dist/errors.d.ts:15") },
    {
      kind: "error-class",
      at: ["GraphInterrupt", "NodeInterrupt", "GraphBubbleUp"],
      means: "other",
      source: read("dist/errors.d.ts:36"),
    },
  ],
};
