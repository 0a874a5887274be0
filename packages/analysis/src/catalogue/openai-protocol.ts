import type { EndpointRow, ReplyShape, Row, Source, StreamUsageShape } from "./schema.js";

/** A reply of chat completions, in the spelling of the protocol. */
export const chatCompletion: ReplyShape = {
  text: ["choices[].message.content"],
  toolCalls: ["choices[].message.tool_calls"],
  finish: ["choices[].finish_reason"],
  finished: ["stop", "eos"],
  wantsTools: ["tool_calls", "function_call"],
  incomplete: ["length", "content_filter"],
  usage: { total: "usage.total_tokens", parts: ["usage.prompt_tokens", "usage.completion_tokens"] },
  message: ["choices[].message"],
};

/** An element of its stream; where it counts tokens, each client has its own place. */
export const chatCompletionChunk: ReplyShape = {
  text: ["choices[].delta.content"],
  toolCalls: ["choices[].delta.tool_calls"],
  finish: ["choices[].finish_reason"],
};

/** Where the rows were read. */
interface ClientSource {
  readonly chat: Source;
  /** Of the calls that go on with a text, where the client has them. */
  readonly completions?: Source;
  readonly retries: Source;
  /** Where a key would be sent, and is not. */
  readonly requests: Source;
}

/** Rows of a client, called `Client` in its catalogue file, with the methods and replies of OpenAI's chat completions. */
export function compatibleClient(source: ClientSource, streamUsage?: StreamUsageShape): readonly Row[] {
  return [
    {
      kind: "model-call",
      at: "Client#.chat.completions.create",
      input: ["0.messages"],
      tools: "0.tools",
      signal: "1.signal",
      timeout: "1.timeout",
      streamOption: "0.stream",
      toolChoice: { option: "0.tool_choice", forcing: ["required", "function"] },
      chunk: chatCompletionChunk,
      ...(streamUsage && { streamUsage }),
      source: source.chat,
    },
    ...(source.completions === undefined
      ? []
      : [
          {
            kind: "model-call",
            at: "Client#.completions.create",
            input: ["0.prompt"],
            streamOption: "0.stream",
            reply: { ...chatCompletion, text: ["choices[].text"], toolCalls: [] },
            source: source.completions,
          } as const,
        ]),
    {
      kind: "retry",
      at: "Client",
      limit: { option: "0.maxRetries", measure: "steps", default: 2, unlimited: ["Infinity"] },
      source: source.retries,
    },
    {
      kind: "effect",
      at: ["Client#.batches.create", "Client#.files.create", "Client#.files.upload", "Client#.fineTuning.create"],
      verb: "create",
      fakeKey: ["1.idempotencyKey"],
      source: source.requests,
      note: "The request options take a key, and the header it would go into has no name.",
    },
    { kind: "error-class", at: "APIUserAbortError", means: "abort", source: source.requests },
    {
      kind: "error-class",
      at: ["RateLimitError", "APIConnectionError", "InternalServerError"],
      means: "retryable",
      source: source.requests,
    },
  ];
}

/** An address that speaks the protocol. */
export function compatibleEndpoint(url: string, source: Source): EndpointRow {
  return { kind: "endpoint", url, reply: chatCompletion, source };
}
