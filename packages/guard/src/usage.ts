/** What one or more model calls used. Token figures are counts; `cost` is in the currency the SDK reports. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  /** Present only where the SDK reports a price itself. */
  readonly cost?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Where SDKs keep the usage of a reply. A sum over all steps comes before the figure of the last step. */
const PLACES: readonly string[] = [
  "totalUsage", // AI SDK 5 and 6: `usage` is the last step only
  "usage", // OpenAI, Anthropic, AI SDK 7, Mistral, Bedrock Converse, Genkit, OpenRouter
  "usageMetadata", // Google GenAI
  "usage_metadata", // LangChain
  "response.usageMetadata", // @google/generative-ai
  "response.usage", // the last event of an OpenAI Responses stream
  "message.usage", // message_start of an Anthropic stream
  "metadata.usage", // the metadata event of a Bedrock ConverseStream
  "data.usage", // an event of a Mistral stream
  "delta.usage", // the last event of a Cohere v2 stream
  "state.usage", // OpenAI Agents
  "body.usage", // Azure AI Inference
  "metrics.accumulatedUsage", // Strands Agents
  "meta.tokens", // Cohere v1
  "response.meta.tokens", // the last event of a Cohere v1 stream
  "x_groq.usage", // the last chunk of a Groq stream
];

const INPUT = ["input_tokens", "inputTokens", "prompt_tokens", "promptTokens", "promptTokenCount", "prompt_eval_count"];
const OUTPUT = [
  "output_tokens",
  "outputTokens",
  "completion_tokens",
  "completionTokens",
  "candidatesTokenCount",
  "eval_count",
];
const TOTAL = ["total_tokens", "totalTokens", "totalTokenCount"];
/** Anthropic and Bedrock count cached input beside `input_tokens`, not in it. */
const CACHED = [
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
  "cacheReadInputTokens",
  "cacheWriteInputTokens",
];

/**
 * Reads the token usage out of a reply, whichever SDK made it: OpenAI (chat, Responses, Agents), Anthropic,
 * AI SDK 4 to 7, Google GenAI, LangChain, Mistral, Cohere, Bedrock Converse, Ollama and those that copy them.
 *
 * @param reply a reply, the last chunk of a stream that carries usage, or a usage object; never a promise of one.
 * @returns the usage, or `undefined` when the reply reports none. Unknown is not zero: do not add it up as if it were.
 */
export function usageOf(reply: unknown): Usage | undefined {
  for (const path of PLACES) {
    const place = path.split(".").reduce<unknown>((value, key) => fieldsOf(value)?.[key], reply);
    const usage = readUsage(fieldsOf(place), fieldsOf(reply));
    if (usage) return usage;
  }
  return readUsage(fieldsOf(reply), fieldsOf(reply)); // a usage object itself, or Ollama, which keeps its counts on the reply
}

/**
 * What two elements of one stream say of the whole of it. Some SDKs report input at the beginning and output at the
 * end, some in each element all so far, and some once: the larger of each figure is right for all of them.
 */
export function largerUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const inputTokens = Math.max(one.inputTokens, other.inputTokens);
  const outputTokens = Math.max(one.outputTokens, other.outputTokens);
  const totalTokens = Math.max(one.totalTokens, other.totalTokens, inputTokens + outputTokens);
  return { ...one, ...other, inputTokens, outputTokens, totalTokens };
}

function readUsage(place: Fields | undefined, reply: Fields | undefined): Usage | undefined {
  if (!place) return undefined;
  const counts = fieldsOf(place["tokens"]) ?? place; // Cohere v2 nests its counts
  const total = firstCount(counts, TOTAL);
  const answered = firstCount(counts, OUTPUT);
  const thought = countIn(counts, "thoughtsTokenCount"); // Google bills thoughts as output and counts them apart
  const output = answered === undefined && thought === undefined ? undefined : (answered ?? 0) + (thought ?? 0);
  const input = firstCount(counts, INPUT);
  if (total === undefined && output === undefined && input === undefined) return undefined;
  const cached = total === undefined ? CACHED.reduce((sum, key) => sum + (countIn(counts, key) ?? 0), 0) : 0;
  const outputTokens = output ?? (input === undefined ? 0 : Math.max(0, (total ?? 0) - input));
  const inputTokens = (input ?? Math.max(0, (total ?? 0) - outputTokens)) + cached;
  const cost = countIn(reply, "total_cost_usd") ?? countIn(place, "cost") ?? countIn(fieldsOf(place["cost"]), "total");
  return {
    inputTokens,
    outputTokens,
    totalTokens: total ?? inputTokens + outputTokens,
    ...(cost === undefined ? {} : { cost }),
  };
}

function firstCount(fields: Fields, keys: readonly string[]): number | undefined {
  return keys.map((key) => countIn(fields, key)).find((count) => count !== undefined);
}

function countIn(fields: Fields | undefined, key: string): number | undefined {
  const value = fields?.[key];
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null ? (value as Fields) : undefined;
}
