import { describe, expect, it } from "vitest";
import { check, checkFix, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "no-ignored-finish-reason";
const preset = "strict";

describe("no-ignored-finish-reason reports a reason that nothing handles", () => {
  it("if-chain, else missing spins", () => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      import { answerTools, textOf } from "./t.js";
      const client = new Anthropic();
      export async function f(messages: any[]) {
        while (true) {
          const r = await client.messages.create({ model: "m", max_tokens: 10, messages });
          if (r.stop_reason === "end_turn") {
            return textOf(r.content);
          } else if (r.stop_reason === "tool_use") {
          //         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-ignored-finish-reason
            messages.push({ role: "assistant", content: r.content }, await answerTools(r.content));
          }
        }
      }
      `,
      { rule, preset },
    );
  });

  it("google no function calls", () => {
    check(
      `
      import { GoogleGenAI } from "@google/genai";
      import { runAll } from "./t.js";
      const ai = new GoogleGenAI({ apiKey: "" });
      export async function f(contents: any[]) {
        for (let i = 0; i < 12; i++) {
          const r = await ai.models.generateContent({ model: "m", contents });
          if (!r.functionCalls?.length) return r.text;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^ no-ignored-finish-reason
          contents.push(r.candidates[0].content, await runAll(r.functionCalls));
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("openai while tool_calls", () => {
    check(
      `
      import OpenAI from "openai";
      import { runAll } from "./t.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: any) {
        let res = await client.chat.completions.create({ model: "m", messages, tools });
        let msg = res.choices[0].message;
        while (msg.tool_calls && msg.tool_calls.length > 0) {
        //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-ignored-finish-reason
          messages.push(msg, ...(await runAll(msg.tool_calls)));
          res = await client.chat.completions.create({ model: "m", messages, tools });
          msg = res.choices[0].message;
        }
        return msg.content;
      }
      `,
      { rule, preset },
    );
  });

  it("switch default break to success after", () => {
    check(
      `
      import OpenAI from "openai";
      import { runAll } from "./t.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: any) {
        for (let i = 0; i < 12; i++) {
          const res = await client.chat.completions.create({ model: "m", messages, tools });
          const { message, finish_reason } = res.choices[0];
          messages.push(message);
          switch (finish_reason) {
            case "tool_calls":
              messages.push(...(await runAll(message.tool_calls)));
              continue;
            default:
              return { ok: true, text: message.content };
              //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-ignored-finish-reason
          }
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("logged only single call", () => {
    check(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function step(messages: any[], tools: any) {
        const res = await client.chat.completions.create({ model: "m", messages, tools });
        const { message, finish_reason } = res.choices[0];
        console.log("finished", finish_reason);
        if (message.tool_calls?.length) return { kind: "calls", calls: message.tool_calls };
        return { kind: "done", text: message.content };
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-ignored-finish-reason
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-ignored-finish-reason is silent about a reason that is looked at", () => {
  it("passes reason on", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      import { runAll } from "./t.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: any) {
        for (let i = 0; i < 12; i++) {
          const res = await client.chat.completions.create({ model: "m", messages, tools });
          const { message, finish_reason } = res.choices[0];
          messages.push(message);
          if (!message.tool_calls) return { text: message.content, finishReason: finish_reason };
          messages.push(...(await runAll(message.tool_calls)));
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("checked by helper", () => {
    checkSilent(
      `
      import Anthropic from "@anthropic-ai/sdk";
      import { answerTools, textOf } from "./t.js";
      const client = new Anthropic();
      function assertWhole(r: Anthropic.Message) { if (r.stop_reason === "max_tokens") throw new Error("cut"); }
      export async function f(messages: any[]) {
        for (let i = 0; i < 12; i++) {
          const r = await client.messages.create({ model: "m", max_tokens: 10, messages });
          assertWhole(r);
          const uses = r.content.filter((b) => b.type === "tool_use");
          if (uses.length === 0) return textOf(r.content);
          messages.push({ role: "assistant", content: r.content }, await answerTools(uses));
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("length continues", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function f(messages: any[]) {
        let text = "";
        for (let i = 0; i < 12; i++) {
          const res = await client.chat.completions.create({ model: "m", messages });
          text += res.choices[0].message.content;
          messages.push(res.choices[0].message);
          if (res.choices[0].finish_reason !== "length") return text;
          messages.push({ role: "user", content: "continue" });
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("includes check", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        for (let i = 0; i < 12; i++) {
          const r = await generateText({ model, messages, tools });
          messages.push(...r.response.messages);
          if (["length", "content-filter", "error"].includes(r.finishReason)) throw new Error(r.finishReason);
          if (r.toolCalls.length === 0) return r.text;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("final else handles", () => {
    checkSilent(
      `
      import Anthropic from "@anthropic-ai/sdk";
      import { answerTools, textOf } from "./t.js";
      const client = new Anthropic();
      export async function f(messages: any[]) {
        while (true) {
          const r = await client.messages.create({ model: "m", max_tokens: 10, messages });
          if (r.stop_reason === "end_turn") return textOf(r.content);
          else if (r.stop_reason === "tool_use") messages.push({ role: "assistant", content: r.content }, await answerTools(r.content));
          else throw new Error(\`unexpected \${r.stop_reason}\`);
        }
      }
      `,
      { rule, preset },
    );
  });

  it("structured content type switch", () => {
    checkSilent(
      `
      import Anthropic from "@anthropic-ai/sdk";
      import { run } from "./t.js";
      const client = new Anthropic();
      export async function f(messages: any[]) {
        for (let i = 0; i < 5; i++) {
          const r = await client.messages.create({ model: "m", max_tokens: 10, messages });
          if (r.stop_reason === "max_tokens") throw new Error("cut");
          for (const b of r.content) {
            switch (b.type) {
              case "tool_use": messages.push(await run(b)); break;
              default: return { status: "completed", text: b.text };
            }
          }
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-ignored-finish-reason and a default branch that is a success", () => {
  const herbarium = (branches: string): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { answer, text, tools } from "./t.js";
    const anthropic = new Anthropic();
    export async function herbarium(messages: any[]) {
      for (let i = 0; i < 5; i++) {
        const reply = await anthropic.messages.create({ model: "m", max_tokens: 700, messages, tools });
        switch (reply.stop_reason) {
          case "tool_use":
            messages.push({ role: "assistant", content: reply.content }, await answer(reply.content));
            break;
          ${branches}
          default:
            return text(reply.content);
        }
      }
      throw new Error("x");
    }
  `;
  const options = { rule: "no-ignored-finish-reason", preset: "recommended" } as const;
  it("one of two kinds of unfit replies is left for it", () => {
    for (const branches of [
      "",
      'case "max_tokens": throw new Error("cut");',
      'case "refusal": throw new Error("refused");',
      'case "pause_turn": break;',
    ]) {
      expect(found(herbarium(branches), options)).toEqual(["return text(reply.content);"]);
    }
  });
  it("both kinds have a branch, or the default does not answer", () => {
    checkSilent(herbarium('case "max_tokens": case "refusal": throw new Error("unfit");'), options);
    checkSilent(
      herbarium('case "end_turn": return text(reply.content);').replace(
        "default:\n            return text(reply.content);",
        'default:\n            throw new Error("unfit");',
      ),
      options,
    );
  });
});

describe("a reply that is not whole is refused", () => {
  const options = { rule: "no-ignored-finish-reason", preset: "strict" } as const;
  const openai = `
    import OpenAI from "openai";
    import { model, runTool, tools } from "./setup.js";
    const client = new OpenAI();
    export async function agent(messages) {
      for (let step = 0; step < 4; step++) {
        const completion = await client.chat.completions.create({ model, messages, tools });
        const { message } = completion.choices[0];
        messages.push(message);
        if (!message.tool_calls) return message.content;
        for (const call of message.tool_calls) messages.push(await runTool(call).catch(String));
      }
      throw new Error("limit");
    }
  `;
  const lines = (code: string | undefined): string[] =>
    (code ?? "")
      .split("\n")
      .filter((line) => /finishReason|not whole/.test(line))
      .map((line) => line.trim());

  it("by a name of its own, where the reason lies deep", () => {
    expect(lines(checkFix(openai, options)[0]?.code)).toEqual([
      "const finishReason = completion.choices[0]?.finish_reason;",
      'if (["length", "content_filter"].includes(String(finishReason))) throw new Error(`The reply is not whole: ${finishReason}`);',
    ]);
  });

  it("without what only types need", () => {
    expect(lines(checkFix(openai, { ...options, path: "fixture.js" })[0]?.code)).toContain(
      'if (["length", "content_filter"].includes(finishReason)) throw new Error(`The reply is not whole: ${finishReason}`);',
    );
  });

  it("by the one value of a whole reply, where those of others are many", () => {
    const gemini = `
      import { GoogleGenAI } from "@google/genai";
      import { answer, tools } from "./setup.js";
      const ai = new GoogleGenAI({});
      export async function agent(message) {
        const chat = ai.chats.create({ model: "m", config: { tools } });
        for (let step = 0; step < 4; step++) {
          const reply = await chat.sendMessage({ message });
          if (!reply.functionCalls?.length) return reply.text;
          message = await answer(reply.functionCalls);
        }
        throw new Error("limit");
      }
    `;
    expect(lines(checkFix(gemini, options)[0]?.code)).toEqual([
      "const finishReason = reply.candidates?.[0]?.finishReason;",
      'if (String(finishReason) !== "STOP") throw new Error(`The reply is not whole: ${finishReason}`);',
    ]);
  });
});

const CLERK = (table: string, rest: string): string => `
  import { CohereClientV2 } from "cohere-ai";
  import { runCalls, tools } from "./setup.js";
  const cohere = new CohereClientV2();
  const NEXT = ${table};
  export async function clerk(messages: any[]) {
    for (let i = 0; i < 5; i++) {
      const { message, finishReason } = await cohere.chat({ model: "command", messages, tools });
      const next = NEXT[finishReason] ?? ${rest};
      if (next === "answer") return { ok: true, content: message.content };
      if (next === "failed") throw new Error(finishReason);
      messages.push(...(await runCalls(message.toolCalls)));
    }
    throw new Error("five rounds");
  }`;

describe("a table of reasons", () => {
  it("is reported when what it does not know counts as a good end", () => {
    expect(found(CLERK(`{ COMPLETE: "answer", TOOL_CALL: "tools" }`, `"answer"`), { rule, preset })).toEqual([
      `NEXT[finishReason] ?? "answer"`,
    ]);
  });

  it.each([
    ["what it does not know is an error", `{ COMPLETE: "answer", TOOL_CALL: "tools" }`, `"failed"`],
    [
      "it knows replies that are not whole",
      `{ COMPLETE: "answer", TOOL_CALL: "tools", MAX_TOKENS: "failed", ERROR: "failed" }`,
      `"answer"`,
    ],
  ])("is fine when %s", (_name, table, rest) => {
    checkSilent(CLERK(table, rest), { rule, preset });
  });
});

const BOT = (loop: string, after = `return choice.message.content;`): string => `
  import Groq from "groq-sdk";
  import { answers, tools } from "./setup.js";
  const groq = new Groq();
  const complete = async (messages: any[]) => (await groq.chat.completions.create({ model: "llama", messages, tools })).choices[0];
  export async function bot(messages: any[]) {
    let rounds = 0;
    let choice = await complete(messages);
    ${loop} {
      if (++rounds > 4) throw new Error("too many rounds");
      messages.push(choice.message, ...(await answers(choice.message.tool_calls ?? [])));
      choice = await complete(messages);
    }
    ${after}
  }`;

describe("a loop that asks for nothing but the reason of a tool call", () => {
  it("is reported: every other reason is the way to the answer", () => {
    check(
      BOT(`while (choice.finish_reason === "tool_calls")`).replace(
        "\n      if (++rounds",
        `\n    //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-ignored-finish-reason: Every reason but "tool_calls"\n      if (++rounds`,
      ),
      { rule, preset },
    );
  });

  it("is reported when it leaves by the opposite", () => {
    check(
      `
      import Groq from "groq-sdk";
      import { answers, tools } from "./setup.js";
      const groq = new Groq();
      export async function bot(messages: any[]) {
        for (let i = 0; i < 4; i++) {
          const [choice] = (await groq.chat.completions.create({ model: "llama", messages, tools })).choices;
          if (choice.finish_reason !== "tool_calls") return choice.message.content;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-ignored-finish-reason
          messages.push(choice.message, ...(await answers(choice.message.tool_calls ?? [])));
        }
        throw new Error("too many rounds");
      }
      `,
      { rule, preset },
    );
  });

  it("is fine when the reason is asked for behind it", () => {
    checkSilent(
      BOT(
        `while (choice.finish_reason === "tool_calls")`,
        `if (choice.finish_reason === "length") throw new Error("cut off");\n    return choice.message.content;`,
      ),
      { rule, preset },
    );
  });

  it("is left alone by the recommended preset", () => {
    checkSilent(BOT(`while (choice.finish_reason === "tool_calls")`), { rule, preset: "recommended" });
  });
});

const PLANNER = (body: string): string => `
  import Anthropic from "@anthropic-ai/sdk";
  import { tools, resultsOf } from "./setup.js";
  const anthropic = new Anthropic();
  export async function planner(messages: any[]) {
    let rounds = 5;
    let stop: string | null = null;
    while (stop !== "end_turn") {
      if (rounds-- === 0) throw new Error("did not end its turn");
      const reply = await anthropic.messages.create({ model: "claude", max_tokens: 300, messages, tools });
      stop = reply.stop_reason;
      ${body}
    }
    return messages;
  }`;

describe("a loop whose head waits for the good end", () => {
  const CALLS = `if (stop === "tool_use") {\n      messages.push({ role: "assistant", content: reply.content }, await resultsOf(reply.content));\n      }`;

  it("is reported when a reply that was cut off is sent again as it was", () => {
    check(PLANNER(CALLS.replace(`{\n`, `{\n      //  ^^^^^^^^^^^^^^^^^^^ no-ignored-finish-reason\n`)), {
      rule,
      preset,
    });
  });

  it.each([
    ["every other reason is an error", `${CALLS} else if (stop !== "end_turn") throw new Error(String(stop));`],
    [
      "the reply is added whatever its reason",
      `messages.push({ role: "assistant", content: reply.content });\n      ${CALLS}`,
    ],
    [
      "a reply that was cut off has a branch",
      `${CALLS}\n      if (stop === "max_tokens") messages.push({ role: "user", content: "Go on." });`,
    ],
  ])("is fine when %s", (_name, body) => {
    checkSilent(PLANNER(body), { rule, preset });
  });
});

describe("no-ignored-finish-reason and what is done with a reply of any other reason", () => {
  const options = { rule, preset } as const;
  const desk = (rest: string): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { answerTools, escalate, outbox } from "./desk.js";
    const client = new Anthropic();
    export async function reply(messages: any[], tools: any) {
      for (let i = 0; i < 5; i++) {
        const m = await client.messages.create({ model: "m", max_tokens: 700, messages, tools });
        messages.push({ role: "assistant", content: m.content });
        switch (m.stop_reason) {
          case "tool_use":
            messages.push({ role: "user", content: await answerTools(m.content) });
            break;
          ${rest}
        }
      }
      throw new Error("x");
    }
  `;
  it("a default that sends it off", () => {
    expect(found(desk("default: return outbox.draft(m.content);"), options)).toHaveLength(1);
    checkSilent(
      desk('case "end_turn": return outbox.draft(m.content); default: throw new Error(m.stop_reason ?? "");'),
      options,
    );
    checkSilent(desk('case "end_turn": return outbox.draft(m.content); default: return escalate(m.content);'), options);
  });

  const recursion = (asked: string): string => `
    import { BedrockRuntimeClient, ConverseCommand, type Message } from "@aws-sdk/client-bedrock-runtime";
    import { runToolUses } from "./insurance.js";
    const client = new BedrockRuntimeClient({});
    export async function adjust(messages: Message[], depth = 0): Promise<string> {
      if (depth >= 5) throw new Error("x");
      const { output, stopReason } = await client.send(new ConverseCommand({ modelId: "m", messages }));
      const reply = output!.message!;
      if (stopReason === "tool_use") return adjust([...messages, reply, { role: "user", content: await runToolUses(reply.content ?? []) }], depth + 1);
      ${asked}
      return reply.content?.map((c) => c.text ?? "").join("") ?? "";
    }
  `;
  it("a recursion whose answer is all that is no tool call", () => {
    expect(found(recursion(""), options)).toHaveLength(1);
    checkSilent(recursion('if (stopReason !== "end_turn") throw new Error(stopReason);'), options);
  });
});
