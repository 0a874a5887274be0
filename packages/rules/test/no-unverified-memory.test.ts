import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const options = { rule: "no-unverified-memory", preset: "strict" } as const;

const learn = (body: string): string => `
  import { appendFile, writeFile } from "node:fs/promises";
  import { join } from "node:path";
  import { generateText } from "ai";
  import { approve, check, dir } from "./setup.js";
  export async function learn(log) {
    const reply = await generateText({ model: "m", prompt: log });
    ${body}
  }
`;

describe("no-unverified-memory", () => {
  it.each([
    ["a file", 'await appendFile(join(dir, "lessons.md"), `- ${reply.text.trim()}`);'],
    ["a whole file", 'await writeFile("memory.json", JSON.stringify({ log, lesson: reply.text }));'],
    ["text that is there at all", 'if (!reply.text) return;\nawait appendFile("MEMORY.md", reply.text);'],
  ])("reports %s", (_, body) => {
    const [first = "", ...rest] = body.split("\n").reverse();
    const call = first.slice("await ".length, -1);
    check(learn([...rest.reverse(), first, `//    ${"^".repeat(call.length)} no-unverified-memory: \`generateText\``].join("\n    ")), options);
  });

  it.each(["textOf(reply.content)", "getText(reply)", "contentToString(reply.content)"])("reports text that a helper of another file takes out: %s", (taken) => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      import { contentToString, getText, prisma, textOf } from "./setup.js";
      import { appendFile } from "node:fs/promises";
      const claude = new Anthropic();
      export async function keep(content) {
        const reply = await claude.messages.create({ model: "m", max_tokens: 9, messages: [{ role: "user", content }] });
        await appendFile("MEMORY.md", ${taken});
        //    ${"^".repeat(`appendFile("MEMORY.md", ${taken})`.length)} no-unverified-memory
      }
      `,
      options,
    );
  });

  it("is silent when a helper may do more than that", () => {
    checkSilent(
      `
      import Anthropic from "@anthropic-ai/sdk";
      import { factsIn } from "./setup.js";
      import { appendFile } from "node:fs/promises";
      const claude = new Anthropic();
      export async function keep(content) {
        const reply = await claude.messages.create({ model: "m", max_tokens: 9, messages: [{ role: "user", content }] });
        await appendFile("MEMORY.md", factsIn(reply.content));
      }
      `,
      options,
    );
  });

  it("reports documents of a vector store and rows of a memory table", () => {
    check(
      `
      import { Document } from "@langchain/core/documents";
      import { PineconeStore } from "@langchain/pinecone";
      import { ChatOpenAI } from "@langchain/openai";
      const llm = new ChatOpenAI({ model: "m" });
      export async function keep(store: PineconeStore, question: string) {
        const reply = await llm.invoke(question);
        await store.addDocuments([new Document({ pageContent: reply.text })]);
        //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-unverified-memory
      }
      `,
      options,
    );
  });

  it("tells a table of memories from other tables", () => {
    const stored = (table: string): string => `
      import { createClient } from "@supabase/supabase-js";
      import { generateText } from "ai";
      const db = createClient("url", "key");
      export async function keep(log) {
        const { text } = await generateText({ model: "m", prompt: log });
        await db.from("${table}").insert({ text });
        ${table === "memories" ? '//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-unverified-memory: insert' : ""}
      }
    `;
    check(stored("memories"), options);
    checkSilent(stored("messages"), options);
  });

  it.each([
    ["a report", 'await writeFile("report.md", reply.text);'],
    ["an approval", 'if (await approve(reply.text)) await appendFile("MEMORY.md", reply.text);'],
    ["a check that throws", 'check(reply.text);\nawait appendFile("MEMORY.md", reply.text);'],
    ["what went in, not what came out", 'await appendFile("MEMORY.md", log);'],
  ])("is silent about %s", (_, body) => {
    checkSilent(learn(body), options);
  });
});

describe("no-unverified-memory and text that is filtered", () => {
  const keep = (filtered: string): string => `
    import { appendFile } from "node:fs/promises";
    import { generateText } from "ai";
    import { isQuotedIn, isSafe, schema } from "./t.js";
    export async function keep(talk) {
      const { text } = await generateText({ model: "m", prompt: talk });
      const lines = text.split("\\n").filter(${filtered});
      await appendFile("MEMORY.md", lines.join("\\n"));
    }
  `;
  it.each(["(line) => isQuotedIn(line, talk)", "isSafe", "(line) => talk.includes(line)", "(line) => schema.safeParse(line).success", "(line) => { const found = talk.indexOf(line); return found >= 0; }"])("takes %s for a check", (filtered) => {
    checkSilent(keep(filtered), options);
  });
  it.each(["Boolean", "(line) => line.trim() !== ''", "(line) => Boolean(line)", "(line) => line.length > 3", "(line) => !line.startsWith('#')"])("takes %s for a form", (filtered) => {
    expect(found(keep(filtered), options)).toEqual(['appendFile("MEMORY.md", lines.join("\\n"))']);
  });
});

describe("no-unverified-memory and what a tool is told", () => {
  const saver = (body: string, options = ""): string => `
    import { appendFile } from "node:fs/promises";
    import { Agent, run, tool } from "@openai/agents";
    import { z } from "zod";
    import { isTrue } from "./facts.js";
    const save = tool({
      name: "save_memory",
      description: "remember something",
      parameters: z.object({ note: z.string(), kind: z.enum(["fact", "wish"]), when: z.string() }),
      ${options}
      execute: async ({ note, kind, when }) => { ${body} return "saved"; },
    });
    const aide = new Agent({ name: "aide", instructions: "help", tools: [save] });
    export const answer = async (request: string) => (await run(aide, request)).finalOutput;
  `;
  it.each(['await appendFile("memory/notes.md", note);', 'const line = `- ${note}\\n`; if (!note.trim()) return "empty"; await appendFile("MEMORY.md", line);'])("reports %s", (body) => {
    expect(found(saver(body), options)).toHaveLength(1);
  });
  it.each([
    ["what can only be one of a few words", 'await appendFile("MEMORY.md", kind);', ""],
    ["a note that is no memory", 'await appendFile("report.md", note);', ""],
    ["a check", 'if (!(await isTrue(note))) return "no"; await appendFile("MEMORY.md", note);', ""],
    ["a check that throws", 'assertKnown(note); await appendFile("MEMORY.md", note);', ""],
    ["a limit on what is kept", 'if (note.length > 200) return "too long"; await appendFile("MEMORY.md", note);', ""],
    ["an approval", 'await appendFile("MEMORY.md", note);', "needsApproval: true,"],
    ["words of the program", 'await appendFile("MEMORY.md", "asked once");', ""],
  ])("is silent about %s", (_, body, option) => {
    checkSilent(saver(body, option), options);
  });
});

describe("no-unverified-memory and fields of records that are kept as memories", () => {
  const profile = (write: string): string => `
    import { MongoClient } from "mongodb";
    import { PrismaClient } from "@prisma/client";
    import { generateText } from "ai";
    const profiles = new MongoClient(process.env.MONGO_URL).db("app").collection("profiles");
    const prisma = new PrismaClient();
    export async function after(user, transcript) {
      const reply = await generateText({ model: "m", prompt: transcript });
      const fact = reply.text.trim();
      ${write}
    }
  `;
  it.each([
    ["a list of facts", "await profiles.updateOne({ _id: user }, { $push: { facts: reply.text } }, { upsert: true });"],
    ["a nested path", 'await profiles.updateOne({ _id: user }, { $set: { "profile.memory": fact } });'],
    ["a field of a new record", "await profiles.insertOne({ user, memories: [fact] });"],
    ["a field of a row", "await prisma.user.update({ where: { id: user }, data: { agentMemory: fact } });"],
  ])("reports %s", (_, write) => {
    expect(found(profile(write), options)).toHaveLength(1);
  });
  it.each([
    ["another field", "await profiles.updateOne({ _id: user }, { $set: { summary: fact } });"],
    ["a field that only sounds alike", "await profiles.updateOne({ _id: user }, { $set: { artifacts: fact, memoryUsage: fact } });"],
    ["a fact that was looked up in what the user wrote", "if (!transcript.includes(fact)) return;\nawait profiles.updateOne({ _id: user }, { $push: { facts: fact } });"],
    ["a fact of the user's own", "await profiles.updateOne({ _id: user }, { $push: { facts: transcript }, $set: { last: fact } });"],
  ])("is silent about %s", (_, write) => {
    checkSilent(profile(write), options);
  });

  const remember = (write: string): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { sql } from "@vercel/postgres";
    import { db, fields } from "./setup.js";
    const claude = new Anthropic();
    export async function afterCall(user, content) {
      const reply = await claude.messages.create({ model: "m", max_tokens: 9, messages: [{ role: "user", content }] });
      const note = reply.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      ${write}
    }
  `;

  it.each([
    "await sql`INSERT INTO memories (user_id, text) VALUES (${user}, ${note})`;",
    'await db.query("INSERT INTO agent_memory (user_id, note) VALUES ($1, $2)", [user, note]);',
    'await db.query("UPDATE user_memory SET note = $2 WHERE user_id = $1", [user, note]);',
    "await db.memory.create({ data: { user, note } });",
  ])("knows a table of memories whoever writes it: %s", (write) => {
    expect(found(remember(write), options)).toHaveLength(1);
  });

  it.each([
    "await sql`INSERT INTO transcripts (user_id, text) VALUES (${user}, ${note})`;",
    "await sql`INSERT INTO memories (user_id, text) VALUES (${user}, ${content})`;",
    "await sql`SELECT text FROM memories WHERE text = ${note}`;",
    "await sql`INSERT INTO memories (user_id, text) VALUES (${user}, ${fields.parse(note)})`;",
  ])("is silent about %s", (write) => {
    checkSilent(remember(write), options);
  });

  it("knows the store that a graph hands to its steps", () => {
    check(
      `
      import { ChatOpenAI } from "@langchain/openai";
      import { getStore, type LangGraphRunnableConfig } from "@langchain/langgraph";
      const llm = new ChatOpenAI({ model: "m" });
      export async function reflect({ messages }, config: LangGraphRunnableConfig) {
        const lesson = await llm.invoke(messages);
        await config.store!.put(["customers"], "lesson", { text: lesson.text });
        //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-unverified-memory
        await getStore()?.put(["customers"], "lesson", { text: lesson.text });
        //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-unverified-memory
      }
      `,
      options,
    );
  });
});
