import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

const rule = "require-tool-error-handling";

/** A pass over a reply whose elements hold a call each, or something else. */
const bedrock = (head: string, body: string): string => `
  import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
  import { handlers, show, toolConfig } from "./setup.js";
  const bedrock = new BedrockRuntimeClient({});
  export async function agent(messages) {
    for (let turn = 0; turn < 5; turn++) {
      const reply = await bedrock.send(new ConverseCommand({ modelId: "m", messages, toolConfig }));
      const { message } = reply.output;
      messages.push(message);
      if (reply.stopReason !== "tool_use") return message;
      const content = [];
      for (const ${head} of message.content) {
        ${body}
      }
      messages.push({ role: "user", content });
    }
    throw new Error("limit");
  }
`;
const answer = "content.push({ toolResult: { toolUseId: toolUse.toolUseId, content: [{ json: output }] } });";

describe("require-tool-error-handling and a call that is taken out of an element of the reply", () => {
  it("reports a handler of a table that is called bare", () => {
    check(
      bedrock(
        "{ toolUse }",
        `if (!toolUse) continue;
        const output = await handlers[toolUse.name](toolUse.input);
        //                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${rule}: the run ends with it
        ${answer}`,
      ),
      { rule },
    );
  });

  it("reports one by another name", () => {
    check(
      bedrock(
        "{ text, toolUse: use }",
        `if (!use) { show(text); continue; }
        content.push({ toolResult: { toolUseId: use.toolUseId, content: [{ json: await handlers[use.name].run(use.input) }] } });
        //                                                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${rule}: the run ends with it`,
      ),
      { rule },
    );
  });

  it.each([
    ["a handler whose failure is caught", "{ toolUse }", `if (!toolUse) continue; let output; try { output = await handlers[toolUse.name](toolUse.input); } catch (error) { output = { error: String(error) }; } ${answer}`],
    ["a promise whose failure is caught", "{ toolUse }", `if (!toolUse) continue; const output = await handlers[toolUse.name](toolUse.input).catch(String); ${answer}`],
    ["another part of the element", "{ text }", "if (text) await handlers[text.name](text.input);"],
  ])("is silent about %s", (_, head, body) => {
    checkSilent(bedrock(head, body), { rule });
  });
});
