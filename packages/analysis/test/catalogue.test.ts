import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { catalogueIndex } from "../../../scripts/generate-catalogue-index.mjs";
import { patternTest, splitPackage } from "../src/catalogue/access-path.js";
import { GLOBALS, buildCatalogue, catalogue } from "../src/catalogue/catalogue.js";
import type { LimitOption, ModelCallRow, Row, RunRow, Sdk } from "../src/catalogue/schema.js";
import { sdks } from "../src/catalogue/sdks.js";

const folder = fileURLToPath(new URL("../src/catalogue/", import.meta.url));
const known = catalogue();

function kinds(specifier: string, path: string, version?: string): string[] {
  return known.findRows(specifier, path, version).rows.map((row) => row.kind);
}
function rowOf<K extends Row["kind"]>(kind: K, specifier: string, path: string, version?: string): Extract<Row, { kind: K }> {
  const row = known.findRows(specifier, path, version).rows.find((one) => one.kind === kind);
  if (!row) throw new Error(`no ${kind} at ${specifier} ${path}`);
  return row as Extract<Row, { kind: K }>;
}
const pathsOf = (row: Row): readonly string[] => (typeof row.at === "string" ? [row.at] : row.at);

describe("a row is found", () => {
  it.each([
    ["openai", "OpenAI#.chat.completions.create", "model-call"],
    ["openai", "default#.responses.create", "model-call"],
    ["openai", "AzureOpenAI#.chat.completions.create", "model-call"],
    ["@anthropic-ai/sdk", "default#.messages.create", "model-call"],
    ["@anthropic-ai/bedrock-sdk", "AnthropicBedrock#.messages.stream", "model-call"],
    ["ai", "generateText", "run"],
    ["ai", "generateObject", "model-call"],
    ["@google/genai", "GoogleGenAI#.models.generateContent", "model-call"],
    ["@langchain/core/language_models/chat_models", "BaseChatModel#.invoke", "model-call"],
    ["@langchain/openai", "ChatOpenAI#.invoke", "model-call"],
    ["@openai/agents", "run", "run"],
    ["@anthropic-ai/claude-agent-sdk", "query", "run"],
    ["@mastra/core/agent", "Agent#.generate", "run"],
    ["ollama", "default.chat", "model-call"],
    ["groq-sdk", "default#.chat.completions.create", "model-call"],
    ["@langchain/langgraph/prebuilt", "createReactAgent", "agent"],
    ["@openrouter/agent", "callModel", "run"],
    ["@openai/codex-sdk", "Thread#.run", "run"],
    ["stripe", "default#.refunds.create", "effect"],
    ["stripe", "default#.checkout.sessions.create", "effect"],
    ["octokit", "Octokit#.rest.issues.create", "effect"],
    ["resend", "Resend#.emails.send", "effect"],
    ["nodemailer", "Transporter#.sendMail", "effect"],
    ["@linear/sdk", "LinearClient#.createIssue", "effect"],
    ["drizzle-orm/node-postgres", "Database#.insert", "effect"],
    ["@prisma/client", "PrismaClient#.order.create", "effect"],
    ["axios", "default.post", "effect"],
    ["fs/promises", "rm", "effect"],
    ["node:child_process", "execSync", "effect"],
    ["node:readline/promises", "Interface#.question", "human-gate"],
    ["p-retry", "default", "retry"],
    ["rxjs", "retry", "retry"],
    ["inngest", "InngestStep#.run", "durable"],
    ["bullmq", "Worker", "channel"],
    ["mem0ai", "MemoryClient#.add", "memory"],
    [GLOBALS, "fetch", "effect"],
    [GLOBALS, "prompt", "human-gate"],
  ])("%s %s is a %s", (specifier, path, kind) => {
    expect(kinds(specifier, path)).toContain(kind);
  });

  it("a subpath counts as its package unless it is listed itself", () => {
    expect(known.packageOf("@mastra/core/agent")).toBe("@mastra/core");
    expect(known.packageOf("ai/rsc")).toBe("ai");
    expect(known.packageOf("drizzle-orm/node-postgres")).toBe("drizzle-orm/node-postgres");
    expect(known.packageOf("aix")).toBeUndefined();
    expect(known.packageOf("./ai")).toBeUndefined();
  });

  it("a member of known type is read through", () => {
    expect(known.normalise("@slack/bolt", "App#.client.chat.postMessage")).toEqual({ packageName: "@slack/web-api", path: "WebClient#.chat.postMessage" });
    expect(kinds("@slack/bolt", "App#.client.chat.postMessage")).toContain("effect");
  });

  it("an exact path wins over a pattern", () => {
    expect(rowOf("effect", "stripe", "Stripe#.refunds.create").verb).toBe("pay");
    expect(rowOf("effect", "stripe", "Stripe#.products.create").verb).toBe("create");
    expect(kinds("stripe", "Stripe#.refunds.retrieve")).toEqual([]);
  });

  it("the rows of a request object hold for the call that sends it", () => {
    expect(rowOf("sends", "@aws-sdk/client-bedrock-runtime", "BedrockRuntimeClient#.send").command).toBe("0");
    expect(rowOf("model-call", "@aws-sdk/client-bedrock-runtime", "ConverseCommand#").input).toEqual(["new.0.messages"]);
    expect(rowOf("sends", "@aws-sdk/client-sqs", "SQSClient#.send").command).toBe("0");
    expect(rowOf("effect", "@aws-sdk/client-sqs", "SendMessageCommand#").key).toEqual(["new.0.MessageDeduplicationId"]);
  });

  it("model calls and runs carry the reply shape of their SDK", () => {
    expect(rowOf("model-call", "openai", "OpenAI#.chat.completions.create").reply?.toolCalls).toEqual(["choices[].message.tool_calls"]);
    expect(rowOf("run", "ai", "generateText").reply?.finish).toContain("finishReason");
  });
});

describe("names that collide are told apart by their package", () => {
  it("a message of twilio is an effect and asks no model", () => {
    expect(kinds("twilio", "Twilio#.messages.create")).toEqual(["effect"]);
  });
  it("an agent of undici or node:http is none", () => {
    expect(kinds("undici", "Agent")).toEqual([]);
    expect(kinds("node:http", "Agent")).toEqual([]);
  });
  it("a package that nobody knows has no rows", () => {
    expect(known.findRows("left-pad", "default")).toEqual({ rows: [], certain: true });
  });
  it.each(["ai", "@openai/agents", "@langchain/core/tools", "@anthropic-ai/claude-agent-sdk", "@strands-agents/sdk", "@openrouter/agent"])("`tool` of %s has a row of its own", (specifier) => {
    expect(kinds(specifier, "tool")).toContain("tool");
  });
});

describe("what a call gives", () => {
  it("a provider's function makes a model and asks nothing", () => {
    expect(known.findType("@ai-sdk/openai", "openai")).toMatchObject({ packageName: "@ai-sdk/provider", path: "LanguageModel#" });
    expect(known.findType("@ai-sdk/openai", "createOpenAI")).toMatchObject({ path: "Provider#" });
    expect(known.findType("@ai-sdk/openai", "Provider#")).toMatchObject({ path: "LanguageModel#" });
    expect(kinds("@ai-sdk/openai", "openai")).toEqual(["returns"]);
  });
  it("binding tools gives the same model", () => {
    expect(known.findType("@langchain/anthropic", "ChatAnthropic#.bindTools")).toMatchObject({ path: "BaseChatModel#", same: true });
  });
  it("a structured model answers with the checked object itself", () => {
    const type = known.findType("@langchain/openai", "ChatOpenAI#.withStructuredOutput");
    expect(type).toMatchObject({ path: "StructuredModel#", same: false });
    expect(rowOf("model-call", "@langchain/openai", "StructuredModel#.invoke").reply).toEqual({ structured: [""] });
  });
  it("a client of one package may come from another one", () => {
    expect(known.findType("@azure/ai-projects", "AIProjectClient#.getOpenAIClient")).toMatchObject({ packageName: "openai", path: "OpenAI#" });
  });
  it("a compiled graph runs with the limit of its graph", () => {
    expect(known.findType("@langchain/langgraph", "StateGraph#.compile")).toMatchObject({ path: "CompiledStateGraph#" });
    expect(rowOf("run", "@langchain/langgraph", "CompiledStateGraph#.invoke").limits[0]).toMatchObject({ option: "1.recursionLimit", default: 25 });
  });
  it("nothing is known about what other calls give", () => {
    expect(known.findType("ai", "generateText")).toBeUndefined();
  });
});

describe("the installed version decides", () => {
  const limitsOf = (version?: string): readonly LimitOption[] => rowOf("run", "ai", "generateText", version).limits;
  it("ai takes maxSteps up to 4 and stopWhen from 5 on", () => {
    const stepsOf = (version: string): readonly LimitOption[] => limitsOf(version).filter((limit) => !limit.inert);
    expect(stepsOf("4.3.19")).toMatchObject([{ option: "0.maxSteps", default: 1 }]);
    for (const version of ["5.0.277", "6.0.326", "7.0.173"]) expect(stepsOf(version)).toMatchObject([{ option: "0.stopWhen", default: 1, conditions: true }]);
  });
  it("the agent of ai 5 has a default of one step, that of 6 and 7 twenty", () => {
    expect(rowOf("run", "ai", "Experimental_Agent#.generate", "5.0.277").limits[0]?.default).toBe(1);
    expect(rowOf("run", "ai", "Experimental_Agent#.generate", "6.0.326").limits[0]?.default).toBe(20);
    expect(kinds("ai", "ToolLoopAgent#.generate", "5.0.277")).toEqual([]);
  });
  it("`maxTurns: null` lifts the limit of @openai/agents 0.20, and means the default before 0.6", () => {
    expect(rowOf("run", "@openai/agents", "run", "0.20.0").limits[0]?.unlimited).toContain(null);
    expect(rowOf("run", "@openai/agents", "run", "0.5.0").limits[0]?.unlimited).not.toContain(null);
    expect(rowOf("run", "@openai/agents", "run", "0.2.0").limits[0]?.default).toBe(10);
  });
  it("runTools lives under beta up to openai 4", () => {
    expect(kinds("openai", "OpenAI#.beta.chat.completions.runTools", "4.104.0")).toEqual(["run"]);
    expect(kinds("openai", "OpenAI#.beta.chat.completions.runTools", "6.49.0")).toEqual([]);
    expect(kinds("openai", "OpenAI#.chat.completions.runTools", "6.49.0")).toEqual(["run"]);
  });
  it("with none installed the newest rows hold", () => {
    expect(limitsOf()).toEqual(limitsOf("7.0.173"));
    expect(known.findRows("ai", "generateText").certain).toBe(true);
  });
  it("with none installed, a call that the newest version no longer has is read as the last one that had it", () => {
    expect(kinds("openai", "OpenAI#.beta.chat.completions.runTools")).toEqual(["run"]);
    expect(kinds("openai", "OpenAI#.beta.chat.completions.runTools", "7.59.0")).toEqual([]);
  });
  it("a newer major than checked is answered with the newest rows, and not as certain", () => {
    const found = known.findRows("ai", "generateText", "8.0.0");
    expect(found.certain).toBe(false);
    expect(found.rows.map((row) => row.kind)).toEqual(["run", "retry"]);
    expect(known.findType("@langchain/core", "BaseChatModel#.bindTools", "2.0.0")?.certain).toBe(false);
  });
  it("a newer minor is certain from 1.0 on, and below it counts as a major", () => {
    expect(known.findRows("openai", "OpenAI#.responses.create", "7.99.0").certain).toBe(true);
    expect(known.findRows("@openai/agents", "run", "0.21.0").certain).toBe(false);
    expect(known.findRows("@openai/agents", "run", "0.20.5").certain).toBe(true);
  });
});

describe("limits, keys and stop conditions", () => {
  it.each([
    ["@anthropic-ai/sdk", "Anthropic#.beta.messages.toolRunner", null],
    ["@anthropic-ai/claude-agent-sdk", "query", null],
    ["@openrouter/agent", "callModel", null],
    ["@openrouter/sdk", "OpenRouter#.callModel", 5],
    ["deepagents", "DeepAgent#.invoke", 10_000],
    ["@mastra/core/agent", "Agent#.generate", 5],
    ["@google/adk", "Runner#.runAsync", 500],
    ["@inngest/agent-kit", "Network#.run", null],
    ["@inngest/agent-kit", "Agent#.run", 1],
  ])("%s %s has the default %s", (specifier, path, standard) => {
    expect(rowOf("run", specifier, path).limits[0]?.default).toBe(standard);
  });
  it("no run of codex has a limit", () => {
    expect(rowOf("run", "@openai/codex-sdk", "Thread#.run")).toMatchObject({ limits: [], atLimit: "never" });
  });
  it("a stop condition of ai is compared exactly, that of openrouter is not", () => {
    expect(rowOf("stop-condition", "ai", "stepCountIs")).toMatchObject({ measure: "steps", exact: true });
    expect(rowOf("stop-condition", "@openrouter/agent", "stepCountIs").exact).toBeUndefined();
    expect(rowOf("stop-condition", "ai", "hasToolCall").measure).toBe("model");
    expect(rowOf("stop-condition", "ai", "isLoopFinished").measure).toBe("never");
  });
  it("keys that are sent and keys that are not", () => {
    expect(rowOf("effect", "stripe", "Stripe#.transfers.create").key).toContain("1.idempotencyKey");
    expect(rowOf("effect", "openai", "OpenAI#.batches.create")).toMatchObject({ fakeKey: ["1.idempotencyKey"] });
    expect(rowOf("effect", "openai", "OpenAI#.batches.create").key).toBeUndefined();
    expect(rowOf("effect", "bullmq", "Queue#.add").key).toContain("2.jobId");
  });
});

describe("endpoints and witnesses", () => {
  it.each([
    ["https://api.openai.com/v1/responses", "openai"],
    ["https://api.openai.com/v1/chat/completions", "openai"],
    ["https://api.groq.com/openai/v1/chat/completions", "groq"],
    ["https://api.anthropic.com/v1/messages", "anthropic"],
    ["https://generativelanguage.googleapis.com/v1beta/models/m:generateContent", "google-genai"],
    ["http://localhost:11434/api/chat", "ollama"],
    ["https://openrouter.ai/api/v1/chat/completions", "openrouter-sdk"],
    ["https://llm.example.com/v1/chat/completions", "openai"],
  ])("%s belongs to %s", (url, sdk) => {
    expect(known.findEndpoint(url)?.sdk).toBe(sdk);
  });
  it("other addresses belong to none", () => {
    expect(known.findEndpoint("https://rates.example.com/EUR/USD")).toBeUndefined();
  });
  it("every package and every endpoint is a witness, and so are the global names", () => {
    const witnesses = new Set(known.witnesses());
    for (const sdk of sdks) {
      for (const name of sdk.packages) if (name !== GLOBALS) expect(witnesses).toContain(name);
      for (const { url } of sdk.endpoints ?? []) expect(witnesses).toContain(url);
    }
    expect(witnesses).toContain("fetch");
    expect(witnesses).not.toContain(GLOBALS);
  });
  it("one kind of row has the witnesses of its own packages", () => {
    expect(known.witnesses("human-gate")).toContain("inquirer");
    expect(known.witnesses("human-gate")).not.toContain("stripe");
  });
});

describe("the data", () => {
  const all = sdks.flatMap((sdk) => sdk.rows.map((row) => ({ sdk, row })));

  it("has one file for each SDK, named as its id", () => {
    const files = readdirSync(join(folder, "sdks")).map((file) => file.replace(/\.ts$/, ""));
    expect(sdks.map((sdk) => sdk.id).sort()).toEqual(files.sort());
  });
  it("is listed in sdks.ts as the generator writes it", () => {
    expect(readFileSync(join(folder, "sdks.ts"), "utf8")).toBe(catalogueIndex());
  });
  it("says for each row in which version of which package it was read", () => {
    for (const { sdk, row } of all) {
      expect(row.source.tarball, `${sdk.id} ${pathsOf(row)[0]}`).toMatch(/^(@[\w.-]+\/)?[\w.-]+@\d[\w.-]*$/);
      if (row.source.verified !== "unverified") expect(row.source.place, `${sdk.id} ${pathsOf(row)[0]}`).toMatch(/^[\w./-]+:\d+$/);
    }
  });
  it("gives a reason for every row that the published types do not show", () => {
    for (const { sdk, row } of all) if (row.untyped) expect(row.note, `${sdk.id} ${pathsOf(row)[0]}`).toBeTruthy();
  });
  it("checks only packages it speaks about, and those that hold their types", () => {
    for (const sdk of sdks) for (const name of Object.keys(sdk.checked)) expect([...sdk.packages, name.startsWith("@types/") ? name : ""], sdk.id).toContain(name);
  });
  it("leads from every returned type to something", () => {
    const roots = new Map<string, Set<string>>();
    for (const sdk of sdks) for (const name of sdk.packages) {
      const set = roots.get(name) ?? new Set<string>();
      roots.set(name, set);
      for (const row of sdk.rows) for (const path of pathsOf(row)) set.add(path.split(".")[0] ?? path);
    }
    const lost: string[] = [];
    for (const { sdk, row } of all) {
      if (row.kind !== "returns" && row.kind !== "member" && row.kind !== "parameter") continue;
      const type = splitPackage(row.type, sdk.packages[0] ?? "");
      const root = known.normalise(type.packageName, type.path).path.split(".")[0] ?? "";
      const there = roots.get(known.packageOf(type.packageName) ?? "") ?? [];
      if (![...there].some((one) => one === root || (one.includes("*") && patternTest(one)(root)))) lost.push(`${sdk.id}: ${row.type}`);
    }
    expect(lost).toEqual([]);
  });
  it("names only effects and runs that are known as what raises an event", () => {
    const lost: string[] = [];
    for (const { sdk, row } of all) {
      // What an object raises for its own listeners is no effect on the world outside.
      if (row.kind !== "channel" || row.sameObject) continue;
      for (const path of row.raisedBy) {
        const at = splitPackage(path, sdk.packages[0] ?? "");
        const found = sdk.packages.some((name) => kinds(path.includes(":") ? at.packageName : name, at.path).some((kind) => ["effect", "run", "model-call"].includes(kind)));
        if (!found && !kinds(at.packageName, at.path).length) lost.push(`${sdk.id}: ${path}`);
      }
    }
    expect(lost).toEqual([]);
  });
  it("tells of every run how it ends at its limit, and of a silent end how it can be seen", () => {
    const silent = all.filter(({ row }): boolean => row.kind === "run" && row.atLimit === "silent").map(({ row }) => row as RunRow);
    expect(silent.length).toBeGreaterThan(20);
    const unseen = silent.filter((row) => row.silentSigns === undefined && row.reply?.finish === undefined).flatMap(pathsOf);
    expect(unseen.sort()).toEqual(["AutoGPT#.run", "BabyAGI#.call", "LoopAgent#.runAsync", "Network#.run", "useChat"]);
  });
  it("knows of every model call where the prompt goes in, or that the conversation is kept elsewhere", () => {
    const calls = all.filter(({ row }) => row.kind === "model-call").map(({ row }) => row as ModelCallRow);
    expect(calls.filter((row) => row.input === undefined && !row.keepsHistory).flatMap(pathsOf)).toEqual([]);
  });
});

describe("paths", () => {
  const allRows = sdks.flatMap((sdk) => sdk.rows);

  it("the position of every argument of a limit is a number", () => {
    const options = allRows.flatMap((row) => ("limits" in row ? (row.limits ?? []).map((limit) => limit.option) : []));
    for (const option of options) expect(option).toMatch(/^(?:new\.|with\.)?-?\d+(?:\[\])?(?:\.|$)/);
  });
  it("no selector of a reply path holds a dot, so that it can be split at its dots", () => {
    const replies = allRows.flatMap((row) => (row.kind === "model-call" || row.kind === "run" ? [row.reply, row.chunk] : []));
    for (const reply of replies) {
      for (const path of [reply?.text, reply?.toolCalls, reply?.finish, reply?.structured, reply?.message].flatMap((paths) => paths ?? [])) expect(path).not.toMatch(/\[[^\]]*\.[^\]]*\]/);
    }
  });
});

describe("a new SDK", () => {
  const acme: Sdk = {
    id: "acme-ai",
    packages: ["acme-ai"],
    checked: { "acme-ai": "2.1.0" },
    same: { default: "Acme" },
    reply: { text: ["answer"], finish: ["why"] },
    rows: [
      { kind: "model-call", at: "Acme#.ask", since: "2", input: ["0.question"], source: { tarball: "acme-ai@2.1.0", place: "index.d.ts:4", verified: "read" } },
      { kind: "model-call", at: "Acme#.query", until: "1", input: ["0"], source: { tarball: "acme-ai@1.9.0", place: "index.d.ts:7", verified: "read" } },
      { kind: "returns", at: "connect", type: "Acme#", source: { tarball: "acme-ai@2.1.0", place: "index.d.ts:9", verified: "read" } },
    ],
    endpoints: [{ kind: "endpoint", url: "api.acme.example/ask", reply: { text: ["answer"] }, source: { tarball: "acme-ai@2.1.0", verified: "unverified" } }],
  };
  const extended = buildCatalogue([...sdks, acme]);

  it("is added by one data object", () => {
    const [row] = extended.findRows("acme-ai", "default#.ask").rows;
    expect(row).toMatchObject({ kind: "model-call", reply: { text: ["answer"] } });
    expect(extended.findRows("acme-ai", "Acme#.query", "1.4.0").rows).toHaveLength(1);
    expect(extended.findType("acme-ai", "connect")).toMatchObject({ packageName: "acme-ai", path: "Acme#" });
    expect(extended.findEndpoint("https://api.acme.example/ask")?.sdk).toBe("acme-ai");
    expect(extended.witnesses()).toContain("acme-ai");
  });
  it("leaves the built catalogue as it was", () => {
    expect(known.packageOf("acme-ai")).toBeUndefined();
  });
});
