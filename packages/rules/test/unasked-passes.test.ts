import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

const rule = "require-tool-approval";
const settings = { humanGates: ["clerk.confirm"] };

const desk = (body: string): string => `
  import OpenAI from "openai";
  import { PrismaClient } from "@prisma/client";
  import { clerk, ids, tools } from "./setup.js";
  const prisma = new PrismaClient();
  const openai = new OpenAI();
  export async function desk(messages: OpenAI.ChatCompletionMessageParam[]) {
    for (let step = 0; step < 5; step++) {
      const reply = await openai.chat.completions.create({ model: "m", messages, tools });
      const { message } = reply.choices[0];
      messages.push(message);
      if (!message.tool_calls?.length) return message.content;
      ${body}
    }
    throw new Error("limit");
  }
`;
const erase = (subject: string): string => `await prisma.account.deleteMany({ where: { id: { in: ${subject} } } });`;

describe("require-tool-approval and a pass that does one thing for each call", () => {
  it("reports what cannot be taken back", () => {
    check(
      desk(`for (const call of message.tool_calls ?? []) {
        ${erase("ids(call)")}
        //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${rule}: cannot be taken back
      }`),
      { rule, preset: "strict", settings },
    );
  });

  it.each([
    ["a person is asked in the pass", `for (const call of message.tool_calls) { if (!(await clerk.confirm(ids(call)))) continue; ${erase("ids(call)")} }`],
    ["a person is asked before it", `if (!(await clerk.confirm(message.tool_calls))) return "no"; for (const call of message.tool_calls) { ${erase("ids(call)")} }`],
    ["the list holds what was allowed", `for (const call of message.tool_calls.filter((one) => clerk.isAllowed(one))) { ${erase("ids(call)")} }`],
    ["the call says nothing about what is removed", `for (const call of message.tool_calls) { ${erase("tools.stale")} messages.push({ role: "tool", tool_call_id: call.id, content: "done" }); }`],
    ["it is done under a condition", `for (const call of message.tool_calls) { if (tools.isOld(call)) ${erase("ids(call)")} }`],
  ])("is silent where %s", (_, body) => {
    checkSilent(desk(body), { rule, preset: "strict", settings });
  });
});
