import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Script, Turn } from "./kit/example-models.js";
import { scriptedAnthropic, scriptedChatModel, scriptedLanguageModel, scriptedOpenAi, scriptedReplies, scriptedSteps } from "./kit/example-models.js";
import { judge, readCase } from "./kit/case-file.js";
import { throughEngine } from "./kit/through-engine.js";
import { throughEslint } from "./kit/through-eslint.js";

const world = vi.hoisted(() => ({ reply: vi.fn(), act: vi.fn(), isDone: vi.fn(), escalate: vi.fn() }));

vi.mock("../examples/text-stop/world.js", () => ({ model: world.reply, runTool: (call: { name: string; args: object }, options: object) => world.act(call.name, call.args, options), taskIsComplete: world.isDone, escalate: world.escalate }));
vi.mock("../examples/no-tool-call/world.js", () => ({ complete: world.reply, runTool: (call: { name: string; args: object }, options: object) => world.act(call.name, call.args, options), ticketIsClosed: world.isDone, escalate: world.escalate }));
vi.mock("../examples/harness/world.js", () => ({ nextStep: world.reply, perform: (step: { tool: string; args: object }, options: object) => world.act(step.tool, step.args, options), shelfIsFull: world.isDone, escalate: world.escalate }));
vi.mock("../examples/openai/bookings.js", () => ({ MODEL: "m", tools: [], runTool: world.act, isBooked: world.isDone, escalate: world.escalate }));
vi.mock("../examples/anthropic/mailbox.js", () => ({ MODEL: "m", tools: [], runTool: world.act, inboxIsEmpty: world.isDone, escalate: world.escalate }));
vi.mock("../examples/ai-sdk/garden.js", async (original) => ({ ...(await original<object>()), gardenIsPlanted: world.isDone, escalate: world.escalate }));
vi.mock("../examples/langgraph/kiln.js", async (original) => ({ ...(await original<object>()), potIsFired: world.isDone, escalate: world.escalate }));

interface Ended {
  readonly status: string;
  readonly reason?: string;
}

interface Example {
  readonly name: string;
  /** How often the model may be asked. */
  readonly steps: number;
  /** The tool that acts, in the words of the example. */
  readonly act: (index: number) => Turn["calls"][number];
  /** The SDK runs the tools, so the test cannot stand in for them. */
  readonly ownTools?: boolean;
  /** It claims to be done once, and is then taken at its word or escalated. */
  readonly claimsOnce?: boolean;
  run(file: string, script: Script): Promise<Ended>;
}

/** What only the test knows to be a loop of this form. */
type Run = (...given: unknown[]) => Promise<Ended>;
const load = async (name: string, file: string): Promise<Record<string, Run>> => (await import(`../examples/${name}/${file}.ts`)) as Record<string, Run>;
const agentOf = async (name: string, file: string): Promise<Run> => {
  const { agent, run } = await load(name, file);
  const found = agent ?? run;
  if (found === undefined) throw new Error(`examples/${name}/${file}.ts exports no loop.`);
  return found;
};

const examples: readonly Example[] = [
  {
    name: "text-stop",
    steps: 20,
    act: (index) => ({ name: "write_file", args: { path: `p${index}`, content: "x" } }),
    async run(file, script) {
      world.reply.mockImplementation(scriptedReplies(script));
      return (await agentOf("text-stop", file))({ id: "t1", goal: "Write it." });
    },
  },
  {
    name: "no-tool-call",
    steps: 16,
    act: (index) => ({ name: "note", args: { ticket: "t1", text: `n${index}` } }),
    async run(file, script) {
      world.reply.mockImplementation(scriptedReplies(script));
      return (await agentOf("no-tool-call", file))({ id: "t1", text: "It hurts." });
    },
  },
  {
    name: "harness",
    steps: 24,
    act: (index) => ({ name: "put", args: { item: `i${index}` } }),
    async run(file, script) {
      world.reply.mockImplementation(scriptedSteps(script));
      return (await agentOf("harness", file))({ id: "j1", goal: "Fill it." });
    },
  },
  {
    name: "openai",
    steps: 16,
    act: (index) => ({ name: "book_room", args: { room: `r${index}`, day: "Mon" } }),
    async run(file, script) {
      return (await agentOf("openai", file))(scriptedOpenAi(script, world.reply), "Elbe", [{ role: "user", content: "Book it." }]);
    },
  },
  {
    name: "anthropic",
    steps: 16,
    act: (index) => ({ name: "archive", args: { mail: `m${index}` } }),
    async run(file, script) {
      return (await agentOf("anthropic", file))(scriptedAnthropic(script, world.reply), "anna", { role: "user", content: "Tidy up." });
    },
  },
  {
    name: "ai-sdk",
    steps: 16,
    ownTools: true,
    claimsOnce: true,
    act: (index) => ({ name: "plant", args: { bed: `b${index}`, what: "peas" } }),
    async run(file, script) {
      return (await agentOf("ai-sdk", file))(scriptedLanguageModel(script, world.reply), "Plant it.");
    },
  },
  {
    name: "langgraph",
    steps: 16,
    ownTools: true,
    act: (index) => ({ name: "fire", args: { pot: `p${index}` } }),
    async run(file, script) {
      return (await agentOf("langgraph", file))(scriptedChatModel(script, world.reply), "pot");
    },
  },
];

beforeEach(() => {
  vi.clearAllMocks();
  world.act.mockResolvedValue("done");
  world.isDone.mockResolvedValue(false);
});

const versions = ["engineered", "engineered-guard"].flatMap((file) => examples.map((example) => ({ example, file, title: `${example.name}/${file}.ts` })));

describe.each(versions)("$title", ({ example, file }) => {
  it("stops at the step ceiling, and says so", async () => {
    const ended = await example.run(file, ({ index }) => ({ calls: [example.act(index)], tokens: 10 }));
    expect(ended).toMatchObject({ status: "escalated", reason: "steps" });
    // A graph counts the turns of its tools, too.
    expect(world.reply.mock.calls.length).toBeLessThanOrEqual(example.steps);
    expect(world.reply.mock.calls.length).toBeGreaterThan(5);
    expect(world.escalate).toHaveBeenCalledOnce();
  });

  it("stops at the token budget, and says so", async () => {
    const ended = await example.run(file, ({ index }) => ({ calls: [example.act(index)], tokens: 90_000 }));
    expect(ended).toMatchObject({ status: "escalated", reason: "tokens" });
    expect(world.reply.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it("stops when an action repeats, in whatever order its arguments come", async () => {
    const ended = await example.run(file, ({ index }) => {
      const { name, args } = example.act(0);
      const entries = Object.entries(args);
      return { calls: [{ name, args: Object.fromEntries(index % 2 === 0 ? entries : entries.reverse()) }], tokens: 10 };
    });
    expect(ended).toMatchObject({ status: "escalated", reason: "repeating" });
    expect(world.reply.mock.calls.length).toBeLessThanOrEqual(5);
  });

  it("goes on after a tool has failed, and shows the model what went wrong", async () => {
    if (!example.ownTools) world.act.mockRejectedValueOnce(new Error("the disk is full"));
    const broken = example.ownTools ? { name: example.act(0).name, args: { ...example.act(0).args, bed: "", pot: "" } } : example.act(0);
    world.isDone.mockImplementation(async () => world.reply.mock.calls.length >= 3);
    const ended = await example.run(file, ({ index }) => (index === 0 ? { calls: [broken], tokens: 10 } : index === 1 ? { calls: [example.act(1)], tokens: 10 } : { calls: [], tokens: 10 }));
    expect(ended.status).toBe("completed");
    expect(JSON.stringify(world.reply.mock.calls[1])).toMatch(example.ownTools ? /Which (?:bed|pot)/ : /the disk is full/);
  });

  it("hands the same key to the same action, however often the model asks", async () => {
    if (example.ownTools) return;
    const ledger = new Map<unknown, string>();
    let effects = 0;
    world.act.mockImplementation(async (_name: string, _args: object, { idempotencyKey }: { idempotencyKey?: string }) => {
      const known = ledger.get(idempotencyKey);
      if (known !== undefined) return known;
      effects++;
      ledger.set(idempotencyKey, "done");
      return "done";
    });
    world.isDone.mockImplementation(async () => world.reply.mock.calls.length >= 3);
    const ended = await example.run(file, ({ index }) => (index < 2 ? { calls: [example.act(7)], tokens: 10 } : { calls: [], tokens: 10 }));
    expect(ended.status).toBe("completed");
    expect(effects).toBe(1);
  });

  it("does not take the model's word for it", async () => {
    const claims: Script = () => ({ calls: [], text: "DONE", tokens: 10 });
    if (example.claimsOnce) {
      expect((await example.run(file, claims)).status).toBe("escalated");
      return;
    }
    world.isDone.mockImplementation(async () => world.reply.mock.calls.length >= 2);
    expect((await example.run(file, claims)).status).toBe("completed");
    expect(world.reply.mock.calls.length).toBe(2);
  });
});

const pathOf = (name: string, file: string): string => fileURLToPath(new URL(`../examples/${name}/${file}.ts`, import.meta.url));

describe("in strict", () => {
  it.each(versions)("$title is silent", ({ example, file }) => {
    const input = { path: pathOf(example.name, file), text: readFileSync(pathOf(example.name, file), "utf8") };
    expect(throughEngine(input)).toEqual([]);
    expect(throughEslint(input)).toEqual([]);
    expect(throughEslint({ ...input, major: 9 })).toEqual([]);
  });

  it.each(examples)("$name/naive.ts is reported where it says", ({ name }) => {
    const file = readCase(pathOf(name, "naive"));
    expect(judge(file, throughEngine(file))).toEqual([]);
  });
});
