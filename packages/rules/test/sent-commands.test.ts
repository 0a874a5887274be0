import { describe, expect, it } from "vitest";
import { throughEngine } from "../../../test/kit/through-engine.js";

/** The rules that speak about a loop that asks Bedrock with a request object. */
function rulesOf(request: string, options = "", before = ""): string[] {
  const text = `
    import { BedrockRuntimeClient, ConverseCommand, type Message } from "@aws-sdk/client-bedrock-runtime";
    import { modelId, resultsFor, toolConfig } from "./setup.js";
    const client = new BedrockRuntimeClient({});
    export async function run(messages: Message[]) {
      for (let turn = 0; turn < 12; turn++) {
        ${before}
        const { output, stopReason } = await client.send(${request}${options});
        const message = output!.message!;
        messages.push(message);
        if (stopReason === "end_turn") return message;
        if (stopReason !== "tool_use") throw new Error(stopReason);
        const content = await resultsFor(message.content!);
        messages.push({ role: "user", content });
      }
      throw new Error("twelve turns");
    }
  `;
  return throughEngine({ path: "snippet.ts", text }).map(({ rule }) => rule);
}

describe("a request object that is sent", () => {
  it("is read through its constructor", () => {
    expect(rulesOf("new ConverseCommand({ modelId, messages, toolConfig })")).toEqual(expect.arrayContaining(["require-budget", "require-progress-check"]));
    expect(rulesOf("command", "", "const command = new ConverseCommand({ modelId, messages, toolConfig });")).not.toContain("no-state-amnesia");
  });

  it("takes its signal in the call", () => {
    expect(rulesOf("new ConverseCommand({ modelId, messages, toolConfig })", ", { abortSignal: AbortSignal.timeout(9_000) }")).not.toContain("require-abort-signal");
  });

  it("shows the tool choice that it forces", () => {
    expect(rulesOf("new ConverseCommand({ modelId, messages, toolConfig: { ...toolConfig, toolChoice: { any: {} } } })")).toContain("no-forced-tool-choice");
    expect(rulesOf("new ConverseCommand({ modelId, messages, toolConfig: { ...toolConfig, toolChoice: { auto: {} } } })")).not.toContain("no-forced-tool-choice");
  });
});
