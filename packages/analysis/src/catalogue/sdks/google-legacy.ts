import type { ReplyShape, Sdk, StreamUsageShape } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@google/generative-ai@0.24.1");
const vertex = readIn("@google-cloud/vertexai@1.12.0");

const response: ReplyShape = {
  text: ["response.text()", "response.candidates[].content.parts[].text"],
  toolCalls: ["response.functionCalls()", "response.candidates[].content.parts[].functionCall"],
  finish: ["response.candidates[].finishReason"],
  finished: ["STOP"],
  incomplete: ["MAX_TOKENS", "SAFETY", "RECITATION", "OTHER"],
  mayLack: ["candidates"],
  usage: { total: "response.usageMetadata.totalTokenCount" },
  message: ["response.candidates[].content"],
};

/** Every element has the figures of all before it, too. */
const streamUsage: StreamUsageShape = {
  in: "stream",
  figures: [{ path: "usageMetadata.totalTokenCount" }],
  grows: true,
};

/** The two packages that `@google/genai` has taken the place of. */
export const googleLegacy: Sdk = {
  id: "google-legacy",
  packages: ["@google/generative-ai", "@google-cloud/vertexai"],
  checked: { "@google/generative-ai": "0.24.1", "@google-cloud/vertexai": "1.12.0" },
  same: { VertexAI: "GoogleGenerativeAI" },
  reply: response,
  rows: [
    {
      kind: "returns",
      at: ["GoogleGenerativeAI#.getGenerativeModel", "GoogleGenerativeAI#.preview.getGenerativeModel"],
      type: "GenerativeModel#",
      source: vertex("build/src/models/generative_models.d.ts:68"),
    },
    {
      kind: "model-call",
      at: "GenerativeModel#.generateContent",
      input: ["0", "0.contents"],
      tools: "new.0.tools",
      signal: "1.signal",
      timeout: "1.timeout",
      toolChoice: { option: "new.0.toolConfig.functionCallingConfig", forcing: ["ANY"] },
      source: read("dist/generative-ai.d.ts:754"),
    },
    {
      kind: "model-call",
      at: "GenerativeModel#.generateContentStream",
      input: ["0", "0.contents"],
      signal: "1.signal",
      streams: true,
      reply: { text: ["stream[].text()"] },
      streamUsage,
      source: read("dist/generative-ai.d.ts:754"),
    },
    {
      kind: "returns",
      at: "GenerativeModel#.startChat",
      type: "ChatSession#",
      source: read("dist/generative-ai.d.ts:754"),
    },
    {
      kind: "model-call",
      at: "ChatSession#.sendMessage",
      input: ["0"],
      signal: "1.signal",
      timeout: "1.timeout",
      keepsHistory: true,
      source: read("dist/generative-ai.d.ts:1306"),
    },
    {
      kind: "model-call",
      at: "ChatSession#.sendMessageStream",
      input: ["0"],
      signal: "1.signal",
      keepsHistory: true,
      streams: true,
      reply: { text: ["stream[].text()"] },
      streamUsage,
      source: read("dist/generative-ai.d.ts:1306"),
    },
  ],
};
