import { usageOf } from "@agent-loop/guard";
import { describe, expect, test } from "vitest";

const counts = (inputTokens: number, outputTokens: number, totalTokens = inputTokens + outputTokens): object => ({ inputTokens, outputTokens, totalTokens });

describe("usageOf reads", () => {
  test.each<[string, unknown, object]>([
    ["OpenAI chat", { choices: [], usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 } }, counts(11, 4)],
    ["OpenAI Responses", { output: [], usage: { input_tokens: 11, output_tokens: 4, total_tokens: 15 } }, counts(11, 4)],
    ["the last event of an OpenAI Responses stream", { type: "response.completed", response: { usage: { input_tokens: 2, output_tokens: 1, total_tokens: 3 } } }, counts(2, 1)],
    ["OpenAI Agents", { finalOutput: "x", state: { usage: { requests: 2, inputTokens: 5, outputTokens: 6, totalTokens: 11 } } }, counts(5, 6)],
    ["Anthropic, which has no total", { content: [], usage: { input_tokens: 11, output_tokens: 4 } }, counts(11, 4)],
    ["Anthropic with cached input, which it counts apart", { usage: { input_tokens: 1, cache_read_input_tokens: 100, cache_creation_input_tokens: 10, output_tokens: 4 } }, counts(111, 4)],
    ["the first event of an Anthropic stream", { type: "message_start", message: { usage: { input_tokens: 9, output_tokens: 1 } } }, counts(9, 1)],
    ["AI SDK 4", { text: "", usage: { promptTokens: 11, completionTokens: 4, totalTokens: 15 } }, counts(11, 4)],
    ["AI SDK 5 and 6, the sum and not the last step", { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, totalUsage: { inputTokens: 11, outputTokens: 4, totalTokens: 15 } }, counts(11, 4)],
    ["AI SDK 7", { text: "", usage: { inputTokens: 11, outputTokens: 4, totalTokens: 15 } }, counts(11, 4)],
    ["Google GenAI, thoughts as output", { usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 4, thoughtsTokenCount: 5, totalTokenCount: 20 } }, counts(11, 9, 20)],
    ["@google/generative-ai", { response: { usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 4, totalTokenCount: 15 } } }, counts(11, 4)],
    ["LangChain", { content: "", usage_metadata: { input_tokens: 11, output_tokens: 4, total_tokens: 15 } }, counts(11, 4)],
    ["Ollama", { message: { content: "" }, prompt_eval_count: 11, eval_count: 4 }, counts(11, 4)],
    ["Mistral", { choices: [], usage: { promptTokens: 11, completionTokens: 4, totalTokens: 15 } }, counts(11, 4)],
    ["Cohere v2", { message: { content: [] }, usage: { billedUnits: { inputTokens: 9 }, tokens: { inputTokens: 11, outputTokens: 4 } } }, counts(11, 4)],
    ["Cohere v1", { text: "", meta: { tokens: { inputTokens: 11, outputTokens: 4 } } }, counts(11, 4)],
    ["the last event of a Cohere v2 stream", { type: "message-end", delta: { usage: { tokens: { inputTokens: 11, outputTokens: 4 } } } }, counts(11, 4)],
    ["the last event of a Cohere v1 stream", { eventType: "stream-end", response: { text: "", meta: { tokens: { inputTokens: 11, outputTokens: 4 } } } }, counts(11, 4)],
    ["the last chunk of a Groq stream", { choices: [], x_groq: { id: "r", usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 } } }, counts(11, 4)],
    ["the last chunk of an OpenRouter stream", { choices: [], usage: { promptTokens: 11, completionTokens: 4, totalTokens: 15 } }, counts(11, 4)],
    ["Bedrock Converse", { output: {}, usage: { inputTokens: 11, outputTokens: 4, totalTokens: 15 } }, counts(11, 4)],
    ["the metadata event of a Bedrock stream", { metadata: { usage: { inputTokens: 11, outputTokens: 4, totalTokens: 15 } } }, counts(11, 4)],
    ["Azure AI Inference", { body: { usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 } } }, counts(11, 4)],
    ["Strands Agents", { metrics: { accumulatedUsage: { inputTokens: 11, outputTokens: 4, totalTokens: 15 } } }, counts(11, 4)],
    ["a usage object itself", { input_tokens: 11, output_tokens: 4, total_tokens: 15 }, counts(11, 4)],
    ["a total alone", { usage: { total_tokens: 15 } }, counts(15, 0)],
    ["the price that the Claude Agent SDK reports", { usage: { input_tokens: 1, output_tokens: 1 }, total_cost_usd: 0.25 }, { ...counts(1, 1), cost: 0.25 }],
    ["the price that OpenRouter reports", { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, cost: 0.5 } }, { ...counts(1, 1), cost: 0.5 }],
    ["the price that pi-ai reports", { usage: { input: 1, totalTokens: 2, cost: { total: 0.5 } } }, { ...counts(2, 0), cost: 0.5 }],
  ])("%s", (_sdk, reply, usage) => {
    expect(usageOf(reply)).toEqual(usage);
  });
});

describe("usageOf knows nothing of", () => {
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "done"],
    ["a reply without usage", { choices: [{ message: { content: "hi" } }] }],
    ["a usage that is null, as every chunk of a stream but the last has it", { usage: null }],
    ["a usage that is still a promise", { usage: Promise.resolve({ totalTokens: 3 }) }],
    ["counts that are not numbers", { usage: { total_tokens: "15", prompt_tokens: Number.NaN } }],
  ])("%s", (_what, reply) => {
    expect(usageOf(reply)).toBeUndefined();
  });
});
