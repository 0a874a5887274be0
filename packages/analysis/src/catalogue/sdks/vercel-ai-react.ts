import type { ChannelRow, Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const source = readIn("ai@7.0.173")("dist/index.d.ts:6507");
const resends: Omit<ChannelRow, "at" | "handler"> = {
  kind: "channel",
  raisedBy: [],
  selfSigns: [],
  resends: true,
  safe: ["ai:lastAssistantMessageIsCompleteWithToolCalls", "ai:lastAssistantMessageIsCompleteWithApprovalResponses"],
  source,
  note: "Off by default; nothing caps how often the message list is sent again.",
};
const sends = ["Chat#.sendMessage", "Chat#.regenerate"] as const;

/** Chats in a browser: a component, its state, and the route that answers. */
export const vercelAiReact: Sdk = {
  id: "vercel-ai-react",
  packages: ["@ai-sdk/react", "@ai-sdk/vue", "@ai-sdk/svelte", "@ai-sdk/angular"],
  checked: { "@ai-sdk/react": "4.0.177" },
  rows: [
    { kind: "returns", at: ["useChat", "useCompletion", "useObject", "experimental_useObject"], type: "Chat#", source },
    { ...resends, at: "useChat", handler: "0.sendAutomaticallyWhen" },
    { ...resends, at: "Chat", handler: "0.sendAutomaticallyWhen" },
    {
      kind: "run",
      at: "useChat",
      until: "1",
      limits: [{ option: "0.maxSteps", measure: "steps", default: 1, unlimited: ["Infinity"] }],
      atLimit: "silent",
      reply: {},
      source: readIn("@ai-sdk/react@1.2.12")("dist/index.d.ts:130"),
    },
    {
      kind: "model-call",
      at: ["Chat#.sendMessage", "Chat#.regenerate"],
      input: ["0"],
      keepsHistory: true,
      reply: {},
      source,
      note: "Asks the model behind the route of the chat; the reply is put into `messages`.",
    },
    {
      kind: "model-call",
      at: ["Chat#.append", "Chat#.reload", "Chat#.handleSubmit"],
      until: "1",
      input: ["0"],
      keepsHistory: true,
      reply: {},
      untyped: true,
      source: unverified("@ai-sdk/react@1.2.12"),
      note: "The names before version 2.",
    },
    {
      kind: "channel",
      at: ["useChat"],
      handler: "0.onFinish",
      events: ["finish"],
      raisedBy: [...sends, "Chat#.append", "Chat#.reload"],
      selfSigns: ["isAbort", "isError", "isDisconnect"],
      asksModel: true,
      source,
    },
  ],
};
