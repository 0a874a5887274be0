import { memoryStore } from "@agent-loop/guard";
import { describe, expect, test, vi } from "vitest";
import { type Completion, type Job, type Message, type Report, runJob } from "./hand-written-loop.js";

const usage = { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 };
const says = (content: string): Completion => ({ choices: [{ message: { role: "assistant", content } }], usage });
const calls = (name: string, args: unknown): Completion => ({
  choices: [{ message: { role: "assistant", content: null, tool_calls: [{ id: `call ${Math.random()}`, function: { name, arguments: JSON.stringify(args) } }] } }],
  usage,
});

/** Plays a script, the last line of it again and again, and keeps what it was asked. */
function scripted(...script: Completion[]): Job["create"] & { asked: Message[][] } {
  const asked: Message[][] = [];
  const create: Job["create"] = async (messages) => {
    asked.push([...messages]);
    return script[Math.min(asked.length, script.length) - 1] ?? expect.fail("an empty script");
  };
  return Object.assign(create, { asked });
}

const run = (job: Partial<Job>): Promise<Report> =>
  runJob({ id: "job-1", goal: "send the report", create: scripted(says("done")), tools: {}, accepted: async () => ({ ok: true, report: "" }), ledger: memoryStore(), limits: { steps: 10 }, ...job });
const busy = (): Job["create"] => {
  let page = 0;
  return async () => calls("read", { page: ++page });
};

describe("a loop by hand on the guards", () => {
  test("completes when the work is accepted", async () => {
    expect(await run({})).toEqual({ status: "completed" });
  });

  test("refuses a false completion, says why, and ends it when it is claimed again and again", async () => {
    const create = scripted(says("DONE"));
    expect(await run({ create, accepted: async () => ({ ok: false, report: "no file" }) })).toEqual({ status: "escalated", reason: "repeating" });
    expect(create.asked.at(-1)?.at(-1)?.content).toBe("Not accepted: no file");
    expect(create.asked).toHaveLength(3);
  });

  test.each<[string, Job["limits"]]>([
    ["steps", { steps: 4 }],
    ["tokens", { tokens: 400 }],
    ["cost", { cost: 0.04, price: { input: 100, output: 100 } }],
  ])("stops at its limit of %s and says so", async (reason, limits) => {
    const create = vi.fn(busy());
    expect(await run({ create, limits })).toEqual({ status: "escalated", reason });
    expect(create).toHaveBeenCalledTimes(4);
  });

  test("stops at its limit of time and says so", async () => {
    let time = 0;
    const create = busy();
    expect(await run({ limits: { timeMs: 100, now: () => time }, create: (...asked) => ((time += 40), create(...asked)) })).toEqual({ status: "escalated", reason: "time" });
  });

  test("stops when the same call comes again, whatever the order of its keys and its time stamp", async () => {
    const create = scripted(calls("read", { q: "a", n: 1, timestamp: 1 }), calls("read", { n: 1, q: "a", timestamp: 2 }), calls("read", { timestamp: 3, q: "A ", n: 1 }));
    expect(await run({ create })).toEqual({ status: "escalated", reason: "repeating" });
  });

  test("recovers from a tool that fails, from one that is not there, and from arguments that are no JSON", async () => {
    const broken: Completion = { choices: [{ message: { role: "assistant", content: null, tool_calls: [{ id: "c", function: { name: "send", arguments: "{to:" } }] } }], usage };
    const create = scripted(calls("send", { to: "ann" }), calls("sned", {}), broken, says("done"));
    expect(await run({ create, tools: { send: () => Promise.reject(new Error("mailbox full")) } })).toEqual({ status: "completed" });
    const answers = create.asked.at(-1)?.filter(({ role }) => role === "tool").map(({ content }) => content);
    expect(answers).toEqual(['{"error":"mailbox full"}', '{"error":"there is no tool sned"}', expect.stringContaining("error")]);
  });

  test("acts once when the model asks again after a timeout", async () => {
    const sent: string[] = [];
    const send = async (_args: unknown, key: string): Promise<string> => {
      sent.push(key);
      throw new Error("timeout"); // it went out, and the answer got lost
    };
    const create = scripted(calls("send", { to: "ann" }), calls("send", { to: "ann" }), says("done"));
    expect(await run({ create, tools: { send } })).toEqual({ status: "completed" });
    expect(sent).toHaveLength(1);
    expect(create.asked.at(-1)?.at(-1)?.content).toContain("may already have happened");
  });

  test("acts once when the whole job is run again", async () => {
    const ledger = memoryStore();
    const send = vi.fn(async () => "sent");
    for (let attempt = 0; attempt < 2; attempt++) await run({ ledger, create: scripted(calls("send", { to: "ann" }), says("done")), tools: { send } });
    expect(send).toHaveBeenCalledTimes(1);
  });
});
