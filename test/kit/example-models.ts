import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { MockLanguageModelV3 } from "ai/test";

/** What the model says in one turn. */
export interface Turn {
  readonly calls: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
  readonly text?: string;
  readonly tokens: number;
}

/** Says the turn by its number, from 0. */
export type Script = (asked: { readonly index: number }) => Turn;

/** Is told what the model is asked with. */
type Listener = (...input: unknown[]) => unknown;

/** In-house replies with tool calls. */
export function scriptedReplies(script: Script): (history: unknown) => Promise<object> {
  let index = 0;
  return async () => {
    const { calls, text = "", tokens } = script({ index: index++ });
    return {
      text,
      toolCalls: calls.map(({ name, args }, at) => ({ id: `call-${index}-${at}`, name, args })),
      finishReason: calls.length > 0 ? "tool-calls" : "stop",
      usage: { totalTokens: tokens, inputTokens: tokens, outputTokens: 0 },
    };
  };
}

/** Steps of a trajectory. */
export function scriptedSteps(script: Script): () => Promise<object> {
  let index = 0;
  return async () => {
    const { calls: [call], tokens } = script({ index: index++ });
    return { tool: call?.name ?? "finish", args: call?.args ?? {}, tokens };
  };
}

/** A client of OpenAI's chat completions. */
export function scriptedOpenAi(script: Script, listener: Listener): object {
  let index = 0;
  const create = async (request: unknown): Promise<object> => {
    listener(structuredClone(request));
    const { calls, text = null, tokens } = script({ index: index++ });
    const tool_calls = calls.map(({ name, args }, at) => ({ id: `call-${index}-${at}`, type: "function", function: { name, arguments: JSON.stringify(args) } }));
    const message = { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls }) };
    return { choices: [{ message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }], usage: { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens } };
  };
  return { chat: { completions: { create } } };
}

/** A client of Anthropic's messages. */
export function scriptedAnthropic(script: Script, listener: Listener): object {
  let index = 0;
  const create = async (request: unknown): Promise<object> => {
    listener(structuredClone(request));
    const { calls, text = "", tokens } = script({ index: index++ });
    const content = calls.length > 0 ? calls.map(({ name, args }, at) => ({ type: "tool_use", id: `call-${index}-${at}`, name, input: args })) : [{ type: "text", text }];
    return { content, stop_reason: calls.length > 0 ? "tool_use" : "end_turn", usage: { input_tokens: tokens, output_tokens: 0 } };
  };
  return { messages: { create } };
}

/** A model of the AI SDK; a turn without calls says that it is finished. */
export function scriptedLanguageModel(script: Script, listener: Listener): MockLanguageModelV3 {
  let index = 0;
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      listener(structuredClone(prompt));
      const { calls, tokens } = script({ index: index++ });
      const said = calls.length > 0 ? calls : [{ name: "finish", args: { summary: "done" } }];
      return {
        content: said.map(({ name, args }, at) => ({ type: "tool-call" as const, toolCallId: `call-${index}-${at}`, toolName: name, input: JSON.stringify(args) })),
        finishReason: { unified: "tool-calls" as const, raw: undefined },
        usage: {
          inputTokens: { total: tokens, noCache: tokens, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 0, text: 0, reasoning: undefined },
        },
        warnings: [],
      };
    },
  });
}

/** A chat model of LangChain. */
export function scriptedChatModel(script: Script, listener: Listener): BaseChatModel {
  return new ScriptedChatModel(script, listener);
}

class ScriptedChatModel extends BaseChatModel {
  readonly #script: Script;
  readonly #listener: Listener;
  #index = 0;

  constructor(script: Script, listener: Listener) {
    super({});
    this.#script = script;
    this.#listener = listener;
  }

  override bindTools(): this {
    return this;
  }

  override _llmType(): string {
    return "scripted";
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.#listener(messages.map(({ content }) => content));
    const index = this.#index++;
    const { calls, text = "", tokens } = this.#script({ index });
    const message = new AIMessage({
      content: text,
      tool_calls: calls.map(({ name, args }, at) => ({ id: `call-${index}-${at}`, name, args: { ...args }, type: "tool_call" as const })),
    });
    // The default message structure types the usage as absent; models set it all the same.
    Object.assign(message, { usage_metadata: { input_tokens: tokens, output_tokens: 0, total_tokens: tokens } });
    return { generations: [{ text, message }] };
  }
}
