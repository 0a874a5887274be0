import { describe, expect, it } from "vitest";
import { check, checkFix, checkSilent, found } from "../../../test/kit/fixture.js";
import { throughEngine } from "../../../test/kit/through-engine.js";

const rule = "no-self-trigger";

const reports = (text: string): number => throughEngine({ path: "fixture.ts", text }).filter((finding) => finding.rule === rule).length;

const bot = (body: string, parameter = "message"): string => `
  import { Client, Events } from "discord.js";
  import OpenAI from "openai";
  import { config, isOurs } from "./setup.js";
  const model = new OpenAI();
  const ask = async (text) => (await model.chat.completions.create({ model: "m", messages: [{ role: "user", content: text }] })).choices[0].message.content;
  const client = new Client({ intents: [] });
  client.on("messageCreate", async (${parameter}) => {
    ${body}
  });
`;

const chat = (body: string): string => `
  import { useChat } from "@ai-sdk/react";
  import { useEffect, useState } from "react";
  import OpenAI from "openai";
  const client = new OpenAI();
  export function Chat() {
    const { messages, sendMessage, status } = useChat();
    const [answer, setAnswer] = useState("");
    ${body}
  }
`;

const stopHook = (body: string): string => `
  import { existsSync } from "node:fs";
  import { query } from "@anthropic-ai/claude-agent-sdk";
  import { lint } from "./setup.js";
  let nudges = 0;
  export const run = (prompt) => query({ prompt, options: { hooks: { Stop: [{ hooks: [async (input) => {
    ${body}
  }] }] } } });
`;

describe("no-self-trigger", () => {
  it("follows the handler into functions of the file", () => {
    check(
      bot(`await respond(message);`).replace(/\n\s*$/, `
  async function respond(message) {
    if (!message.content.trim()) return;
    await message.channel.send(await ask(message.content));
    //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-self-trigger: raises \`messageCreate\` again
  }
`),
      { rule },
    );
  });

  it.each([
    ["a test of the own id", "if (message.author.id === client.user?.id) return;\nawait message.reply(await ask(message.content));"],
    ["a test of bots", "const { author } = message;\nif (author.bot) return;\nawait message.reply(await ask(message.content));"],
    ["a helper that may know its own", "if (isOurs(message)) return;\nawait message.reply(await ask(message.content));"],
    ["a prefix", 'if (!message.content.startsWith("!ask")) return;\nawait message.reply(await ask(message.content));'],
    ["an answer to people only", "if (!message.author.bot) await message.reply(await ask(message.content));"],
    ["no model", "await message.reply(message.content);"],
    ["another channel of its own", "if (message.channelId !== config.channel) return;\nawait message.reply(await ask(message.content));"],
  ])("is silent about a bot with %s", (_, body) => {
    checkSilent(bot(body), { rule });
  });

  it("is silent when the parts of the event are taken out in the head", () => {
    checkSilent(bot("if (bot) return;\nawait channel.send(await ask(content));", "{ author: { bot }, content, channel }"), { rule });
  });

  const herald = (wire: string, method: string, guard: string): string => `
    import { Client } from "discord.js";
    import OpenAI from "openai";
    const model = new OpenAI();
    const ask = async (text: string) => (await model.chat.completions.create({ model: "m", messages: [{ role: "user", content: text }] })).choices[0].message.content;
    export class Herald {
      private readonly client = new Client({ intents: [] });
      start() { this.client.on("messageCreate", ${wire}); }
      ${method} {
        ${guard}
        await message.channel.send(await ask(message.content));
      }
    }
  `;
  const loud = (code: string): void => {
    expect(reports(code)).toBe(1);
  };

  it.each([
    ["a private method", "(message) => this.onMessage(message)", "private async onMessage(message: any)"],
    ["a public method", "async (message) => { await this.onMessage(message); }", "async onMessage(message)"],
    ["a method with a hash", "(message) => void this.#onMessage(message)", "async #onMessage(message)"],
    ["a field", "(message) => this.onMessage(message)", "private onMessage = async (message: any) =>"],
    ["a bound method", "this.onMessage.bind(this)", "private async onMessage(message: any)"],
    ["a method by its name", "this.onMessage", "private onMessage = async (message: any) =>"],
  ])("follows the handler into %s", (_, wire, method) => {
    loud(herald(wire, method, "if (!message.content.trim()) return;"));
    checkSilent(herald(wire, method, "if (message.author.id === this.client.user?.id) return;"), { rule });
    checkSilent(herald(wire, method, "if (message.author.bot) return;"), { rule });
  });

  const probot = (parameter: string, guard: string): string => `
    import OpenAI from "openai";
    import type { Context, Probot } from "probot";
    const openai = new OpenAI();
    async function tidy(${parameter}) {
      const { issue, sender } = context.payload;
      ${guard}
      const res = await openai.responses.create({ model: "m", input: issue.body });
      await context.octokit.rest.issues.update(context.issue({ body: res.output_text }));
    }
    export default (app: Probot) => void app.on("issues.edited", tidy);
  `;
  it.each(["context", 'context: Context<"issues.edited">', "context: Context", "context: any"])("sees the channel of a handler that takes `%s`", (parameter) => {
    expect(reports(probot(parameter, ""))).toBe(1);
    checkSilent(probot(parameter, 'if (sender.type === "Bot") return;'), { rule });
  });

  it("is silent about an SDK that leaves out own messages", () => {
    const code = (option: string): string => `
      import { App } from "@slack/bolt";
      import { generateText } from "ai";
      const app = new App({ token: "t"${option} });
      app.message(async ({ message, say }) => {
        const { text } = await generateText({ model: "m", prompt: message.text });
        await say(text);
      });
    `;
    checkSilent(code(""), { rule });
    expect(checkFix(code(", ignoreSelf: false"), { rule })).toHaveLength(1);
  });

  it("finds an emitter that hears itself, and lets others pass", () => {
    check(
      `
      import { EventEmitter } from "node:events";
      import { generateText } from "ai";
      class Mind extends EventEmitter {
        constructor() { super(); this.on("step", async (thought) => this.think(thought)); }
        async think(thought) {
          const { text } = await generateText({ model: "m", prompt: thought });
          this.emit("step", text);
        //^^^^^^^^^^^^^^^^^^^^^^^ no-self-trigger: raises \`step\` again
        }
      }
      `,
      { rule },
    );
    checkSilent(
      `
      import { EventEmitter } from "node:events";
      import { generateText } from "ai";
      const [bus, out] = [new EventEmitter(), new EventEmitter()];
      bus.on("question", async (question) => {
        const { text } = await generateText({ model: "m", prompt: question });
        bus.emit("answer", text);
        out.emit("question", text);
      });
      `,
      { rule },
    );
  });

  it.each([
    ["the event is filled and sent on", "trip.messages.push(message);", "trip", 1],
    ["the event gets a new list", "trip.messages = [...trip.messages, message];", "trip", 1],
    ["the hops are counted", "if (trip.hops++ > 8) return;\ntrip.messages.push(message);", "trip", 0],
    ["the event goes on as it is", "console.log(message);", "trip", 1],
    ["the next number goes on", "console.log(message);", "trip.page + 1", 0],
  ])("reads what an emitter hands on: %s", (_, body, raised, count) => {
    const code = `
      import { EventEmitter } from "node:events";
      import OpenAI from "openai";
      const openai = new OpenAI();
      const bus = new EventEmitter();
      bus.on("turn", async (trip) => {
        const { choices: [{ message }] } = await openai.chat.completions.create({ model: "m", messages: trip.messages });
        ${body}
        bus.emit("turn", ${raised});
      });
    `;
    if (count === 0) checkSilent(code, { rule });
    else expect(reports(code)).toBe(1);
  });

  it("reads a table of hooks that no import explains", () => {
    const hooks = (test: string): string => `
      import { worker } from "./setup.js";
      const HANDLERS = {
        Stop: async (e) => {
          ${test}
          await worker.post("/summarize", e.session_id);
          return { decision: "block", reason: "Write the summary first." };
        },
      };
      export const dispatch = (e) => HANDLERS[e.hook_event_name]?.(e) ?? {};
    `;
    expect(reports(hooks(""))).toBe(1);
    checkSilent(hooks("if (e.stop_hook_active) return {};"), { rule });
  });

  it("is silent about a worker that only moves on to the next page", () => {
    checkSilent(
      `
      import { Queue, Worker } from "bullmq";
      import { generateText } from "ai";
      import { read } from "./setup.js";
      const queue = new Queue("pages");
      export const worker = new Worker("pages", async (job) => {
        const page = await read(job.data.cursor);
        await generateText({ model: "m", prompt: page.text });
        if (page.next) await queue.add("page", { cursor: page.next });
      });
      `,
      { rule },
    );
  });

  it.each([
    ["the status that the answer sets back", 'useEffect(() => {\nif (status === "ready" && messages.length > 0) sendMessage({ text: "go on" });\n}, [status, messages]);', 1],
    ["a state that takes the reply", "useEffect(() => {\nclient.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: answer }] }).then((reply) => setAnswer(reply.choices[0].message.content));\n}, [answer]);", 1],
    ["a state that is lengthened", "useEffect(() => {\nclient.chat.completions.create({ model: 'm', messages: [] }).then((reply) => setAnswer((old) => old + reply.choices[0].message.content));\n}, [answer]);", 1],
    ["a state that is made anew in a block", "useEffect(() => {\nclient.chat.completions.create({ model: 'm', messages: [] }).then((reply) => setAnswer((old) => { return `${old}${reply.choices[0].message.content}`; }));\n}, [answer]);", 1],
    ["a state that may stay as it is", "useEffect(() => {\nclient.chat.completions.create({ model: 'm', messages: [] }).then((reply) => setAnswer((old) => (old.length > 99 ? old : old + reply.choices[0].message.content)));\n}, [answer]);", 0],
    ["a state that a reply only lets be", "useEffect(() => {\nclient.chat.completions.create({ model: 'm', messages: [] }).then(() => setAnswer((old) => old));\n}, [answer]);", 0],
    ["a first message", 'useEffect(() => {\nif (messages.length === 0) sendMessage({ text: "hello" });\n}, [messages]);', 0],
    ["a state that is only filled once", "useEffect(() => {\nif (answer) return;\nclient.chat.completions.create({ model: 'm', messages: [] }).then((reply) => setAnswer(reply.choices[0].message.content));\n}, [answer]);", 0],
    ["the last word of the user", 'useEffect(() => {\nif (messages.at(-1)?.role === "user") sendMessage();\n}, [messages]);', 0],
    ["another state", "useEffect(() => {\nclient.chat.completions.create({ model: 'm', messages: [] }).then((reply) => setAnswer(reply.choices[0].message.content));\n}, [status]);", 0],
  ])("reads an effect that depends on %s", (_, body, count) => {
    const lint = count === 0 ? checkSilent : (code: string): void => { expect(() => { checkSilent(code, { rule, path: "fixture.tsx" }); }).toThrow(); };
    lint(chat(body), { rule, path: "fixture.tsx" });
  });

  it.each([
    ["stop_hook_active", 'if (input.stop_hook_active) return {};\nreturn { decision: "block", reason: "go on" };'],
    ["a count", 'if (nudges++ > 2) return {};\nreturn { decision: "block", reason: "go on" };'],
    ["a marker file", 'if (existsSync("/tmp/nudged")) return {};\nreturn { decision: "block", reason: "go on" };'],
  ])("is silent about a stop hook with %s", (_, body) => {
    checkSilent(stopHook(body), { rule });
  });

  it("reads a script that a stop hook starts", () => {
    const script = (test: string): string => `
      import { readFileSync } from "node:fs";
      import { review } from "./setup.js";
      const input = JSON.parse(readFileSync(0, "utf8"));
      if (input.hook_event_name === "Stop"${test}) {
        const result = await review(input.cwd);
        if (!result.ok) {
          console.error(result.text);
          process.exit(2);
          ${test === "" ? "//^^^^^^^^^^^^^ no-self-trigger: wants to stop" : ""}
        }
      }
    `;
    check(script(""), { rule });
    checkSilent(script(" && !input.stop_hook_active"), { rule });
  });

  it("mends a stop hook and a resend predicate", () => {
    const [hook] = checkFix(stopHook('const findings = await lint();\nif (findings.length > 0) return { decision: "block", reason: "go on" };\nreturn {};'), { rule });
    expect(hook?.code).toContain("if (input.stop_hook_active) return {};");
    const [resend] = checkFix(
      `
      import { useChat } from "@ai-sdk/react";
      export const useStudio = () => useChat({ sendAutomaticallyWhen: ({ messages }) => messages.at(-1)?.role === "assistant" });
      `,
      { rule, path: "fixture.tsx" },
    );
    expect(resend?.code).toContain("sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls");
    expect(resend?.code).toContain('from "ai"');
  });
});

describe("no-self-trigger and a consumer that feeds its queue", () => {
  const consumer = (send: string, handler = "handleMessage: async (message)"): string => `
    import { SQSClient, DeleteMessageCommand, SendMessageBatchCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
    import { generateText } from "ai";
    import { Consumer } from "sqs-consumer";
    const QueueUrl = process.env.QUESTIONS_QUEUE;
    const answersUrl = process.env.ANSWERS_QUEUE;
    const client = new SQSClient({});
    export const consumer = Consumer.create({
      queueUrl: QueueUrl,
      sqs: client,
      ${handler} => {
        const { text } = await generateText({ model: "m", prompt: message.Body });
        ${send}
        return message;
      },
    });
  `;
  it.each([
    ["a command", "await client.send(new SendMessageCommand({ QueueUrl, MessageBody: text }));"],
    ["a batch", "await client.send(new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: 'a', MessageBody: text }] }));"],
    ["a command that has a name", "const next = new SendMessageCommand({ QueueUrl, MessageBody: text });\nawait client.send(next);"],
  ])("reports %s", (_, send) => {
    expect(found(consumer(send), { rule })).toHaveLength(1);
  });
  it("reports a consumer of batches", () => {
    expect(found(consumer("await client.send(new SendMessageCommand({ QueueUrl, MessageBody: text }));", "handleMessageBatch: async ([message])"), { rule })).toHaveLength(1);
  });
  it.each([
    ["another queue", "await client.send(new SendMessageCommand({ QueueUrl: answersUrl, MessageBody: text }));"],
    ["a number of hops", "const { hop } = JSON.parse(message.Body);\nif (hop >= 3) return message;\nawait client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ text, hop: hop + 1 }) }));"],
    ["a message that is taken off", "await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));"],
    ["the next page of a list", "await client.send(new SendMessageCommand({ QueueUrl, MessageBody: String(Number(message.Body) + 1) }));"],
  ])("is silent about %s", (_, send) => {
    checkSilent(consumer(send), { rule });
  });
});

describe("no-self-trigger and what is asked before the answer", () => {
  it.each([
    ["a server", "if (!message.inGuild()) return;\nawait message.channel.send(await ask(message.content));"],
    ["a kind of channel", 'if (message.channel.type !== 0) return;\nawait message.reply(await ask(message.content));'],
    ["a few letters", "if (message.content.length < 4) return;\nawait message.reply(await ask(message.content));"],
    ["a part of the reply", 'const reply = await model.chat.completions.create({ model: "m", messages: [{ role: "user", content: message.content }] });\nconst [choice] = reply.choices;\nif (choice?.type === "text") await message.channel.send(choice.message.content);'],
  ])("lets the bot's own messages pass a test of %s", (_, body) => {
    expect(reports(bot(body))).toBe(1);
    checkSilent(bot(`if (message.author.bot) return;\n${body}`), { rule });
  });

  it.each([
    ["the answer goes elsewhere", "if (!message.inGuild()) return;\nawait client.log.send(await ask(message.content));"],
    ["only long ones are answered", "if (message.content.length < 400) return;\nawait message.reply(await ask(message.content));"],
    ["a word is looked for", 'if (message.content.includes("lore")) await message.reply(await ask(message.content));'],
  ])("is silent where %s", (_, body) => {
    checkSilent(bot(body), { rule });
  });

  const triage = (guard: string, more = ""): string => `
    import { generateText } from "ai";
    import type { Probot } from "probot";
    export default (app: Probot) => {
      app.on("issue_comment.created", async (context) => {
        const { issue, comment } = context.payload;
        ${guard}
        const { text } = await generateText({ model: "m", prompt: comment.body });
        await context.octokit.rest.issues.createComment(context.issue({ body: text }));
        ${more}
      });
    };
  `;
  it("knows that a comment leaves an issue as it stands", () => {
    expect(reports(triage('if (issue.state !== "open" || issue.locked) return;'))).toBe(1);
    checkSilent(triage('if (issue.state !== "open" || context.payload.sender.type !== "User") return;'), { rule });
    checkSilent(triage("if (issue.locked) return;", "await context.octokit.rest.issues.lock(context.issue());"), { rule });
  });

  it.each([
    ["what a page lacks", 'const page = await readFile("guide.md", "utf8");\nconst missing = ["# Use", "# Trouble"].filter((heading) => !page.includes(heading));\nif (missing.length === 0) return {};'],
    ["lines of a list that was read", 'const open = (await readFile("todo.md", "utf8")).split("\\n").filter((line) => line.startsWith("- [ ]"));\nif (!open.length) return {};'],
    ["a program that is waited for", 'const run = spawnSync("npm", ["test"]);\nif (run.status === 0) return {};'],
  ])("reads a stop hook that asks for %s", (_, body) => {
    const hook = (test: string): string => `
      import { readFile } from "node:fs/promises";
      import { spawnSync } from "node:child_process";
      import { query } from "@anthropic-ai/claude-agent-sdk";
      const nudged = new Set();
      export const run = (prompt) => query({ prompt, options: { hooks: { Stop: [{ hooks: [async (input) => {
        ${test}
        ${body}
        return { decision: "block", reason: "go on" };
      }] }] } } });
    `;
    expect(reports(hook(""))).toBe(1);
    checkSilent(hook("if (input.stop_hook_active) return {};"), { rule });
    checkSilent(hook("if (nudged.has(input.session_id)) return {};\nnudged.add(input.session_id);"), { rule });
  });
});

describe("no-self-trigger and topics", () => {
  const enricher = (topic: string, subscription = 'topic: "products"'): string => `
    import { Kafka } from "kafkajs";
    import OpenAI from "openai";
    const openai = new OpenAI();
    const kafka = new Kafka({ clientId: "enricher", brokers: [] });
    export async function main() {
      const consumer = kafka.consumer({ groupId: "enricher" });
      const producer = kafka.producer();
      await consumer.subscribe({ ${subscription} });
      await consumer.run({
        eachMessage: async ({ message }) => {
          const { output_text } = await openai.responses.create({ model: "m", input: message.value.toString() });
          await producer.send({ topic: ${topic}, messages: [{ value: output_text }] });
        },
      });
    }
  `;
  it("compares what a consumer has subscribed to with where it sends", () => {
    expect(reports(enricher('"products"'))).toBe(1);
    expect(reports(enricher('"products"', 'topics: ["orders", "products"]'))).toBe(1);
    checkSilent(enricher('"products.enriched"'), { rule });
    checkSilent(enricher('"products"', "topic: process.env.TOPIC"), { rule });
  });

  const chapters = (send: string, keep = "await store.upsert(chapter, reply.response);"): string => `
    import amqp from "amqplib";
    import ollama from "ollama";
    import { other, store } from "./setup.js";
    const channel = await (await amqp.connect("amqp://broker")).createChannel();
    await channel.consume("stories", async (message) => {
      const { chapter } = JSON.parse(message.content.toString());
      const past = await store.of(chapter);
      const reply = await ollama.generate({ model: "m", prompt: past });
      ${keep}
      ${send}
    });
  `;
  const next = 'channel.sendToQueue("stories", Buffer.from(JSON.stringify({ chapter: chapter + 1 })));';
  it("sees a reply that comes back by a store", () => {
    expect(reports(chapters(next))).toBe(1);
    checkSilent(chapters(`if (chapter < 12) ${next}`), { rule });
    checkSilent(chapters(next, "await other.upsert(chapter, reply.response);"), { rule });
    checkSilent(chapters('channel.sendToQueue("stories", Buffer.from("{}"), { headers: { "x-delay": 86_400_000 } });'), { rule });
  });

  it("follows a reply through the step of a workflow", () => {
    const lead = (ending: string): string => `
      import { generateText } from "ai";
      import { Inngest } from "inngest";
      import { crm } from "./setup.js";
      const inngest = new Inngest({ id: "crm" });
      export const followUp = inngest.createFunction({ id: "f" }, { event: "lead/touched" }, async ({ event, step }) => {
        const lead = await step.run("load", () => crm.lead(event.data.id));
        const letter = await step.run("write", async () => (await generateText({ model: "m", prompt: lead.history })).text);
        await step.run("file", () => crm.upsertDraft(event.data.id, letter));
        ${ending}
      });
    `;
    const again = 'await step.sendEvent("next", { name: "lead/touched", data: { id: event.data.id } });';
    expect(reports(lead(again))).toBe(1);
    checkSilent(lead(`if (event.data.touches >= 3) return;\n${again}`), { rule });
    checkSilent(lead(`await step.sleep("a week", "7d");\n${again}`), { rule });
    checkSilent(lead('await step.sendEvent("next", { name: "lead/written", data: {} });'), { rule });
  });
});
