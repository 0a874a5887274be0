import type { Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const read = readIn("@huggingface/inference@4.13.30");

export const huggingface: Sdk = {
  id: "huggingface",
  packages: ["@huggingface/inference"],
  checked: { "@huggingface/inference": "4.13.30" },
  same: { HfInference: "InferenceClient" },
  reply: {
    text: ["choices[].message.content"],
    toolCalls: ["choices[].message.tool_calls"],
    finish: ["choices[].finish_reason"],
    finished: ["stop", "eos_token"],
    wantsTools: ["tool_calls"],
    incomplete: ["length"],
    usage: { total: "usage.total_tokens", parts: ["usage.prompt_tokens", "usage.completion_tokens"] },
    message: ["choices[].message"],
  },
  rows: [
    {
      kind: "model-call",
      at: ["InferenceClient#.chatCompletion", "chatCompletion"],
      input: ["0.messages"],
      tools: "0.tools",
      signal: "1.signal",
      toolChoice: { option: "0.tool_choice", forcing: ["required", "function"] },
      source: read("dist/esm/tasks/nlp/chatCompletion.d.ts:6"),
    },
    {
      kind: "model-call",
      at: ["InferenceClient#.chatCompletionStream", "chatCompletionStream"],
      input: ["0.messages"],
      tools: "0.tools",
      signal: "1.signal",
      streams: true,
      chunk: {
        text: ["choices[].delta.content"],
        toolCalls: ["choices[].delta.tool_calls"],
        finish: ["choices[].finish_reason"],
      },
      // The element with the usage has no choice: @huggingface/tasks, dist/esm/tasks/chat-completion/inference.d.ts:174.
      streamUsage: {
        figures: [{ path: "usage.total_tokens" }],
        asked: { option: "0.stream_options.include_usage", empties: "choices" },
      },
      source: read("dist/esm/tasks/nlp/chatCompletion.d.ts:6"),
    },
    {
      kind: "model-call",
      at: ["InferenceClient#.textGeneration", "textGeneration"],
      input: ["0.inputs"],
      signal: "1.signal",
      reply: { text: ["generated_text"] },
      source: read("dist/esm/tasks/nlp/chatCompletion.d.ts:6"),
    },
    {
      kind: "retry",
      at: ["InferenceClient#.chatCompletion", "InferenceClient#.textGeneration", "chatCompletion", "textGeneration"],
      limit: { option: "1.retry_on_error", measure: "steps", default: null, unlimited: [true] },
      source: ranIn("@huggingface/inference@4.13.30")("dist/esm/utils/request.js:32"),
      note: "While the service answers 503 it is asked again for ever and without a pause, unless `retry_on_error` is false.",
    },
  ],
};
