import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "no-self-verification";
const preset = "strict";

describe("no-self-verification reports a verdict of whoever did the work", () => {
  it("openai parse same model var, thread", () => {
    check(
      `
      import OpenAI from "openai";
      import { zodResponseFormat } from "openai/helpers/zod";
      import { V } from "./v.js";
      const client = new OpenAI();
      export async function f(task: string, model: string) {
        let draft = "";
        for (let i = 0; i < 3; i++) {
          const w = await client.chat.completions.create({ model, messages: [{ role: "user", content: task + draft }] });
          draft = w.choices[0].message.content ?? "";
          const j = await client.chat.completions.parse({ model, messages: [{ role: "user", content: \`Is it correct?\\n\${draft}\` }], response_format: zodResponseFormat(V, "v") });
          if (j.choices[0].message.parsed?.correct) return draft;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-self-verification
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("generateObject score self", () => {
    check(
      `
      import { generateObject } from "ai";
      import { S } from "./s.js";
      export async function f(model: any, q: string) {
        let notes = "";
        while (true) {
          const { object } = await generateObject({ model, schema: S, prompt: q + notes });
          if (object.qualityScore >= 8) return object.text;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^ no-self-verification
          notes += object.issues;
        }
      }
      `,
      { rule, preset },
    );
  });

  it("two generate same literal model", () => {
    check(
      `
      import { generateObject, generateText } from "ai";
      import { openai } from "@ai-sdk/openai";
      import { S } from "./s.js";
      export async function f(q: string) {
        let feedback = "";
        for (let i = 0; i < 4; i++) {
          const { text: draft } = await generateText({ model: openai("gpt-4o"), prompt: q + feedback });
          const { object: review } = await generateObject({ model: openai("gpt-4o"), schema: S, prompt: \`Review:\\n\${draft}\` });
          if (review.approved) return draft;
          //  ^^^^^^^^^^^^^^^ no-self-verification
          feedback = review.comments;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("while not approved", () => {
    check(
      `
      import { generateObject, generateText } from "ai";
      import { S } from "./s.js";
      export async function f(q: string, model: any) {
        let approved = false, draft = "", comments = "";
        while (!approved) {
        //     ^^^^^^^^^ no-self-verification
          draft = (await generateText({ model, prompt: q + comments })).text;
          const { object } = await generateObject({ model, schema: S, prompt: \`Review:\\n\${draft}\` });
          approved = object.approved;
          comments = object.comments;
        }
        return draft;
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-self-verification is silent about a verdict from elsewhere", () => {
  it("other model", () => {
    checkSilent(
      `
      import { generateObject, generateText } from "ai";
      import { openai } from "@ai-sdk/openai";
      import { S } from "./s.js";
      export async function f(q: string) {
        let feedback = "";
        for (let i = 0; i < 4; i++) {
          const { text: draft } = await generateText({ model: openai("gpt-4o-mini"), prompt: q + feedback });
          const { object: review } = await generateObject({ model: openai("o3"), schema: S, prompt: \`Review:\\n\${draft}\` });
          if (review.approved) return draft;
          feedback = review.comments;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("grounded in tests", () => {
    checkSilent(
      `
      import { generateObject, generateText } from "ai";
      import { S, runTests } from "./s.js";
      export async function f(q: string, model: any) {
        let feedback = "";
        for (let i = 0; i < 4; i++) {
          const { text: draft } = await generateText({ model, prompt: q + feedback });
          const report = await runTests(draft);
          const { object: review } = await generateObject({ model, schema: S, prompt: \`Did it pass?\\n\${report}\\n\${draft}\` });
          if (review.passed) return draft;
          feedback = review.comments;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("router next", () => {
    checkSilent(
      `
      import { generateObject } from "ai";
      import { S } from "./s.js";
      export async function f(q: string, model: any, act: any) {
        for (let i = 0; i < 4; i++) {
          const { object } = await generateObject({ model, schema: S, prompt: q });
          if (object.next === "stop") return q;
          q = await act(object.next);
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("plain no tool call", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function f(messages: any[], run: any) {
        for (let i = 0; i < 4; i++) {
          const m = (await client.chat.completions.create({ model: "m", messages })).choices[0].message;
          messages.push(m);
          if (!m.tool_calls) return m;
          messages.push(await run(m.tool_calls));
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("done and verified", () => {
    checkSilent(
      `
      import { generateObject } from "ai";
      import { S, verify } from "./s.js";
      export async function f(model: any, q: string) {
        for (let i = 0; i < 4; i++) {
          const { object } = await generateObject({ model, schema: S, prompt: q });
          if (object.done && (await verify(object))) return object;
          q += object.notes;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("another agent reads the same thread", () => {
    checkSilent(
      `
      import { Agent, run } from "@openai/agents";
      import { Verdict } from "./v.js";
      const writer = new Agent({ name: "writer" });
      const critic = new Agent({ name: "critic", outputType: Verdict });
      export async function f(q: string) {
        let items: any = [{ role: "user", content: q }];
        for (let i = 0; i < 5; i++) {
          const draft = await run(writer, items);
          items = draft.history;
          const review = await run(critic, items);
          if (review.finalOutput?.passed) return draft.finalOutput;
          items = review.history;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-self-verification and the ways to ask the same one again", () => {
  const options = { rule: "no-self-verification", preset: "strict" } as const;
  const poet = (ask: string, verdict: string): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { jsonOf, textOf } from "./t.js";
    const anthropic = new Anthropic();
    ${ask}
    export async function compose(theme: string, writer: string, critic: string) {
      let poem = textOf(await ask(\`Write about \${theme}\`, writer));
      for (let i = 0; i < 4; i++) {
        const grade = ${verdict};
        if (grade.ok) return poem;
        poem = textOf(await ask(\`Improve:\\n\${poem}\`, writer));
      }
      throw new Error("x");
    }
  `;
  const fixed =
    'const ask = (content: string, _: string) => anthropic.messages.create({ model: "m", max_tokens: 9, messages: [{ role: "user", content }] });';
  it("a helper with one model", () => {
    expect(
      found(poet(fixed, "jsonOf(await ask(`Grade:\\n${poem}`, critic))".replaceAll("\\\\", "\\")), options),
    ).toHaveLength(1);
    expect(found(poet(fixed, 'JSON.parse(textOf(await ask("Grade: " + poem, critic)))'), options)).toHaveLength(1);
  });
  it("a helper that is told which model", () => {
    checkSilent(
      poet(
        fixed.replace("_: string", "model: string").replace('model: "m"', "model"),
        'jsonOf(await ask("Grade: " + poem, critic))',
      ),
      options,
    );
  });

  const estimate = (check: string): string => `
    import { GoogleGenAI } from "@google/genai";
    import { Sure, config } from "./t.js";
    const ai = new GoogleGenAI({});
    export async function estimate(house: string) {
      const chat = ai.chats.create({ model: "m" });
      const judge = ai.chats.create({ model: "n" });
      let answer = await chat.sendMessage({ message: house });
      for (let i = 0; i < 3; i++) {
        const check = await ${check}.sendMessage({ message: "Are you sure?", config });
        if (Sure.parse(JSON.parse(check.text)).sure) return answer.text;
        answer = await chat.sendMessage({ message: "Then estimate again." });
      }
      throw new Error("x");
    }
  `;
  it("the chat that answered", () => {
    expect(found(estimate("chat"), options)).toHaveLength(1);
    checkSilent(estimate("judge"), options);
  });

  const mend = (reviewer: string, verdict = "const { mended } = reviewOf(review.finalOutput);"): string => `
    import { Agent, run } from "@openai/agents";
    import { patch, reviewOf, runHeldTest } from "./t.js";
    const coder = new Agent({ name: "coder", tools: [patch] });
    const other = new Agent({ name: "other", model: "n" });
    export async function mend(bug: string) {
      for (let i = 0; i < 3; i++) {
        await run(coder, bug, { maxTurns: 10 });
        const review = await run(${reviewer}, "Is it mended? " + bug, { maxTurns: 3 });
        ${verdict}
        if (mended) return review.finalOutput;
      }
      throw new Error("x");
    }
  `;
  it("the agent that did the work", () => {
    expect(found(mend("coder"), options)).toHaveLength(1);
    checkSilent(mend("other"), options);
    checkSilent(mend("coder", "const mended = await runHeldTest(bug);"), options);
  });
});

describe("a schema's answer", () => {
  it("is no verdict of the model on its own work", () => {
    checkSilent(
      `
      import { GoogleGenAI } from "@google/genai";
      import { z } from "zod";
      const ai = new GoogleGenAI({ apiKey: "" });
      const Invoice = z.object({ total: z.number() });
      export async function read(scan: string) {
        let complaint = "";
        for (let attempt = 0; attempt < 4; attempt++) {
          const reply = await ai.models.generateContent({ model: "gemini", contents: scan + complaint });
          const parsed = Invoice.safeParse(JSON.parse(reply.text ?? "null"));
          if (parsed.success) return parsed.data;
          complaint = parsed.error.message;
        }
        throw new Error("not read");
      }
      `,
      { rule: "no-self-verification", preset: "strict" },
    );
  });

  it("holds the model's verdict where the schema asks for one", () => {
    expect(
      found(
        `
        import { GoogleGenAI } from "@google/genai";
        import { z } from "zod";
        const ai = new GoogleGenAI({ apiKey: "" });
        const Work = z.object({ text: z.string(), approved: z.boolean() });
        export async function write(task: string) {
          let last = "";
          for (let attempt = 0; attempt < 4; attempt++) {
            const reply = await ai.models.generateContent({ model: "gemini", contents: task + last });
            const parsed = Work.safeParse(JSON.parse(reply.text ?? "null"));
            if (parsed.data.approved) return parsed.data.text;
            last = parsed.data.text;
          }
          throw new Error("not approved");
        }
        `,
        { rule: "no-self-verification", preset: "strict" },
      ),
    ).toHaveLength(1);
  });
});

describe("no-self-verification and how a model is named", () => {
  const options = { rule: "no-self-verification", preset: "strict" } as const;
  const bedrock = (
    asks: (model: string, rest: string) => string,
    worker: string,
    judge: string,
    read = "toolInputOf",
  ): string => `
    import { BedrockRuntime, BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
    import { ${read}, verdictTool } from "./setup.js";
    const bedrock = new BedrockRuntime({});
    const client = new BedrockRuntimeClient({});
    const ONE = "nova-x";
    const SAME = "nova-x";
    const OTHER = "mistral-x";
    async function write(text: string, remarks: string) {
      const out = await ${asks(worker, "messages: [{ role: 'user', content: [{ text: text + remarks }] }]")};
      return out.output.message.content[0].text;
    }
    async function judge(result: string) {
      const out = await ${asks(judge, "messages: [{ role: 'user', content: [{ text: result }] }], toolConfig: { tools: [verdictTool], toolChoice: { tool: { name: 'verdict' } } }")};
      return ${read}(out) as { grade: number; remarks: string };
    }
    export async function work(text: string) {
      let remarks = "";
      for (let i = 0; i < 3; i++) {
        const result = await write(text, remarks);
        const verdict = await judge(result);
        if (verdict.grade >= 9) return result;
        remarks = verdict.remarks;
      }
      throw new Error("x");
    }
  `;
  const method = (model: string, rest: string): string => `bedrock.converse({ modelId: ${model}, ${rest} })`;
  const command = (model: string, rest: string): string =>
    `client.send(new ConverseCommand({ modelId: ${model}, ${rest} }))`;
  it.each([
    ["one constant", bedrock(method, "ONE", "ONE")],
    ["two constants with one name", bedrock(method, "ONE", "SAME")],
    ["a constant and the name itself", bedrock(method, "ONE", '"nova-x"')],
    ["commands", bedrock(command, "ONE", "ONE")],
    ["another helper that reads what the tool is called with", bedrock(method, "ONE", "ONE", "extractToolArguments")],
  ])("reports the same model by %s", (_, text) => {
    expect(found(text, options)).toHaveLength(1);
  });
  it.each([
    ["another model", bedrock(method, "ONE", "OTHER")],
    ["another model in a command", bedrock(command, "OTHER", "ONE")],
    ["a model that cannot be read", bedrock(method, "ONE", "process.env.JUDGE")],
  ])("is silent about %s", (_, text) => {
    checkSilent(text, options);
  });
});

describe("no-self-verification in a graph", () => {
  const graph = (grader: string): string => `
    import { ChatOpenAI } from "@langchain/openai";
    import { END, START, StateGraph } from "@langchain/langgraph";
    import { State, schema } from "./state.js";
    const llm = new ChatOpenAI({ model: "a" });
    const other = new ChatOpenAI({ model: "b" });
    const grader = ${grader}.withStructuredOutput(schema);
    const write = async (s: any) => ({ answer: (await llm.invoke(\`\${s.question} \${s.why}\`)).text });
    const grade = async (s: any) => grader.invoke(\`Is this good? \${s.answer}\`);
    export const graph = new StateGraph(State)
      .addNode("write", write)
      .addNode("grade", grade)
      .addEdge(START, "write")
      .addEdge("write", "grade")
      .addConditionalEdges("grade", (s: any) => (s.good ? END : "write"))
      .compile();
  `;

  it("reports a grade by the model that wrote the answer", () => {
    expect(found(graph("llm"), { rule, preset })).toHaveLength(1);
  });

  it("is silent about another model", () => {
    checkSilent(graph("other"), { rule, preset });
  });
});

describe("no-self-verification knows a verdict by what it decides", () => {
  const review = (judge: string, test: string): string => `
    import { generateObject, generateText } from "ai";
    import { Verdict } from "./verdict.js";
    export class Writer {
      constructor(private readonly model: any, private readonly judge: any) {}
      async write(task: string) {
        let notes = "";
        for (let i = 0; i < 4; i++) {
          const { text } = await generateText({ model: this.model, prompt: task + notes });
          const { object } = await generateObject({ model: ${judge}, schema: Verdict, prompt: \`Judge this: \${text}\` });
          if (${test}) return text;
          notes = object.notes;
        }
        throw new Error("x");
      }
    }
  `;
  it.each(["object.faithful", "object.readable", "!object.misleading"])("%s", (test) => {
    expect(found(review("this.model", test), { rule, preset })).toEqual([test]);
    checkSilent(review("this.judge", test), { rule, preset });
  });
  it.each(['object.language === "en"', "object.needsTool", "object.nextStep"])("is silent about %s", (test) => {
    checkSilent(review("this.model", test), { rule, preset });
  });
});

describe("no-self-verification and a verdict in the arguments of a call", () => {
  const plan = (model: string, other: string): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { grade } from "./grade.js";
    const MODEL = "claude-a";
    const client = new Anthropic();
    const write = (task: string) =>
      client.messages.create({ model: MODEL, max_tokens: 900, messages: [{ role: "user", content: task }] });
    const examine = (work: string) =>
      client.messages.create({
        model: ${model},
        max_tokens: 300,
        tools: [grade],
        tool_choice: { type: "tool", name: "grade" },
        messages: [{ role: "user", content: work }],
      });
    export async function lesson(task: string) {
      for (let n = 0; n < 4; n++) {
        const plan = (await write(task)).content[0].text;
        const verdict: any = (await ${other}(plan)).content.find((block) => block.type === "tool_use");
        if (verdict.input.pass) return plan;
        task += verdict.input.note;
      }
      throw new Error("x");
    }
  `;
  it("reports the same model, in a forced call that is asked in every turn", () => {
    expect(found(plan("MODEL", "examine"), { rule, preset })).toEqual(["verdict.input.pass"]);
    checkSilent(plan("MODEL", "examine"), { rule: "no-forced-tool-choice", preset });
  });
  it("is silent about another model", () => {
    checkSilent(plan('"gpt-b"', "examine"), { rule, preset });
  });
});
