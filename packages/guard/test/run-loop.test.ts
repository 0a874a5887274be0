import { invariantCheck, type LoopOptions, type LoopResult, type Proposal, runLoop, tieredVerifier } from "@agent-loop/guard";
import { scriptedModel } from "@agent-loop/guard/testing";
import { describe, expect, test, vi } from "vitest";

interface Call {
  readonly tool: string;
  readonly args?: unknown;
}
type Options = LoopOptions<Call, string>;
type Line = Proposal<Call, string>;

const finish = (output = "done", more: Partial<Line> = {}): Line => ({ ...more, kind: "finish", output });
const call = (tool: string, args?: unknown): Line => ({ kind: "act", actions: [{ tool, args }] });
/** Never the same call twice, so that nothing but a limit can end it. */
const busy = (): Options["propose"] => {
  let page = 0;
  return async () => call("read", { page: ++page });
};
const run = (options: Partial<Options>): Promise<LoopResult<Call, string>> =>
  runLoop({ task: "t", budget: { steps: 10 }, propose: busy(), act: async () => "ok", verify: () => "yes", ...options });

const observed = (result: LoopResult<Call, string>): string[] => result.trajectory.flatMap(({ observations }) => observations.map(({ kind }) => kind));

describe("a run completes", () => {
  test("when the model claims to be done and the verifier agrees", async () => {
    const result = await run({ propose: scriptedModel<Call, string>(call("read"), finish("42")) });
    expect(result).toMatchObject({ status: "completed", reason: "verified", output: "42" });
  });

  test("on its very last step", async () => {
    const result = await run({ budget: { steps: 2 }, propose: scriptedModel<Call, string>(call("read"), finish()) });
    expect(result.status).toBe("completed");
  });

  test("with the verdict of a tiered verifier", async () => {
    const verify = tieredVerifier({ cheap: [invariantCheck("not empty", (text: string) => text.length > 0)] });
    expect(await run({ propose: scriptedModel<Call, string>(finish("", {}), finish("x")), verify })).toMatchObject({ status: "completed", output: "x" });
  });
});

describe("a false claim to be done", () => {
  test.each(["no", "unknown", false, { problem: "no file" }] as const)("is refused when the verifier says %o", async (answer) => {
    const result = await run({ budget: { steps: 2 }, propose: scriptedModel<Call, string>(finish("a"), finish("b")), verify: () => answer });
    expect([result.status, ...observed(result)]).toEqual(["escalated", "refused", "refused"]);
  });

  test("is refused when the verifier throws", async () => {
    const verify = (): never => {
      throw new Error("no network");
    };
    const result = await run({ budget: { steps: 1 }, propose: scriptedModel<Call, string>(finish()), verify });
    expect(result.trajectory[0]?.observations).toEqual([{ kind: "refused", verdict: { passed: "unknown", confidence: 0, detail: "completion: the check itself failed (no network)" } }]);
  });

  test("comes back to the model with what is wrong", async () => {
    const propose = scriptedModel<Call, string>(finish("a"), finish("b"));
    await run({ propose, verify: (output) => output === "b" || { problem: "the file is empty" } });
    expect(propose.asked[1]?.trajectory[0]?.observations).toMatchObject([{ kind: "refused", verdict: { detail: "completion: the file is empty" } }]);
  });

  test("repeated again and again ends the run as repeating", async () => {
    const result = await run({ propose: scriptedModel<Call, string>(finish()), verify: () => "no" });
    expect([result.reason, result.trajectory.length]).toEqual(["repeating", 3]);
  });
});

describe("a run is escalated", () => {
  // Where something never answers, the clock of the budget stands still and only the signal's timer moves: a machine
  // under load can then not eat up the time before the thing that is tested has begun.
  test("at its limit of steps", async () => {
    const result = await run({ budget: { steps: 4 } });
    expect([result.status, result.reason, result.trajectory.length]).toEqual(["escalated", "steps", 4]);
  });

  test("at its limit of tokens, before the model is asked again", async () => {
    const propose = busy();
    const result = await run({ budget: { tokens: 100 }, propose: async (context) => ({ ...(await propose(context)), usage: { total_tokens: 40 } }) });
    expect([result.reason, result.trajectory.length, result.spent.tokens]).toEqual(["tokens", 3, 120]);
  });

  test("at its limit of cost", async () => {
    const propose = busy();
    const result = await run({ budget: { cost: 1, price: { input: 1, output: 1 } }, propose: async (context) => ({ ...(await propose(context)), usage: { total_tokens: 600_000 } }) });
    expect([result.reason, result.trajectory.length]).toEqual(["cost", 2]);
  });

  test("at its limit of time", async () => {
    let time = 0;
    const result = await run({ budget: { timeMs: 100, now: () => time }, act: () => (time += 60) });
    expect([result.reason, result.trajectory.length]).toEqual(["time", 2]);
  });

  test("at its limit of time even if the model never answers", async () => {
    const result = await run({ budget: { timeMs: 5 }, propose: () => new Promise(() => undefined) });
    expect(result.reason).toBe("time");
  });

  test("at its limit of time even if a tool never comes back, which leaves that tool in doubt", async () => {
    const result = await run({ budget: { timeMs: 5, now: () => 0 }, act: () => new Promise(() => undefined) });
    expect([result.reason, ...observed(result)]).toEqual(["time", "in-doubt"]);
  });

  test("when the caller aborts, with an answer for every action", async () => {
    const caller = new AbortController();
    const two: Line = { kind: "act", actions: [{ tool: "a" }, { tool: "b" }] };
    const act = async ({ tool }: Call): Promise<string> => {
      caller.abort();
      return tool;
    };
    const result = await run({ budget: { steps: 5, signal: caller.signal }, propose: async () => two, act });
    expect([result.reason, ...observed(result)]).toEqual(["aborted", "in-doubt", "skipped"]);
  });

  test("when usage that a token limit needs is not reported", async () => {
    expect(await run({ budget: { tokens: 100 } })).toMatchObject({ status: "escalated", reason: "unmetered", detail: expect.stringContaining("assumeTokens") as string });
  });

  test("when the same call comes again and again", async () => {
    const result = await run({ propose: async () => call("read", { page: 1 }) });
    expect([result.reason, result.detail, result.trajectory.length]).toEqual(["repeating", "the same call came 3 times in a row", 3]);
  });

  test("when two calls take turns", async () => {
    let turn = 0;
    const result = await run({ propose: async () => call(++turn % 2 ? "search" : "open") });
    expect([result.reason, result.trajectory.length]).toEqual(["repeating", 6]);
  });

  test("when the model keeps proposing nothing", async () => {
    const result = await run({ propose: async () => ({ kind: "act", actions: [] }) });
    expect([result.reason, result.trajectory.length]).toEqual(["repeating", 3]);
  });

  test("when the state of the task stands still, whatever the calls", async () => {
    const result = await run({ progress: { stallLimit: 2 }, readState: () => ({ open: 3 }) });
    expect([result.reason, result.trajectory.length]).toEqual(["stalled", 3]);
  });

  test("and not as stalled when the state cannot be read", async () => {
    const readState = (): never => {
      throw new Error("no database");
    };
    expect((await run({ budget: { steps: 9 }, progress: { stallLimit: 2 }, readState })).reason).toBe("steps");
  });

  test("when the model call fails, with the error", async () => {
    const error = new Error("overloaded");
    expect(await run({ propose: scriptedModel<Call, string>(call("read"), error) })).toMatchObject({ reason: "model-error", detail: "the model call failed: overloaded", error });
  });

  test("when a check of the team says so", async () => {
    const result = await run({ onTurn: ({ turn }) => (turn === 2 ? { stop: "it has left its goal" } : undefined) });
    expect([result.reason, result.detail]).toEqual(["stopped", "it has left its goal"]);
  });
});

describe("the policy", () => {
  test.each(["no", "unknown"] as const)("keeps a tool from running when it says %s", async (ruling) => {
    const act = vi.fn();
    const result = await run({ policy: () => ruling, act });
    expect([act.mock.calls.length, observed(result)[0]]).toEqual([0, "denied"]);
  });

  test("that throws has given no leave", async () => {
    const act = vi.fn();
    const policy = (): never => {
      throw new Error("no rules");
    };
    const result = await run({ budget: { steps: 1 }, policy, act });
    expect([act.mock.calls.length, result.trajectory[0]?.observations]).toEqual([0, [{ kind: "denied", action: { tool: "read", args: { page: 1 } }, reason: "the policy itself failed (no rules)" }]]);
  });

  test("costs budget with every denial, so that the safety layer cannot loop", async () => {
    const allowed = await run({ budget: { steps: 6 } });
    const denied = await run({ budget: { steps: 6 }, policy: () => "no" });
    expect([allowed.trajectory.length, denied.trajectory.length]).toEqual([6, 3]);
  });

  test("ends the run after too many denials", async () => {
    const result = await run({ budget: { steps: 99, denials: 2 }, policy: () => "no" });
    expect([result.reason, result.trajectory.length]).toEqual(["denials", 2]);
  });

  test("that never answers, as a person may not, is waited for until the time is up and no longer", async () => {
    const act = vi.fn();
    const result = await run({ budget: { timeMs: 5, now: () => 0 }, policy: () => new Promise(() => undefined), act });
    expect([result.reason, observed(result), act.mock.calls.length, result.spent.denials]).toEqual(["time", ["skipped"], 0, 0]);
  });

  test("tells the model why", async () => {
    const propose = scriptedModel<Call, string>(call("delete"), finish());
    await run({ propose, policy: () => ({ allowed: "no", reason: "deleting needs a person" }) });
    expect(propose.asked[1]?.trajectory[0]?.observations).toMatchObject([{ kind: "denied", reason: "deleting needs a person" }]);
  });
});

describe("a tool that fails", () => {
  test("becomes an observation without a stack, and the run goes on", async () => {
    const propose = scriptedModel<Call, string>(call("read"), finish());
    const result = await run({ propose, act: () => Promise.reject(new TypeError("no such file")) });
    expect(result.status).toBe("completed");
    expect(propose.asked[1]?.trajectory[0]?.observations).toEqual([{ kind: "failure", action: { tool: "read", args: undefined }, error: { name: "TypeError", message: "no such file" } }]);
  });

  test("does not keep the other tools of its turn from running", async () => {
    const three: Line = { kind: "act", actions: [{ tool: "a" }, { tool: "b" }, { tool: "c" }] };
    const act = async ({ tool }: Call): Promise<void> => {
      if (tool === "b") throw new Error("b is broken");
    };
    expect(observed(await run({ propose: scriptedModel<Call, string>(three, finish()), act }))).toEqual(["result", "failure", "result", "accepted"]);
  });

  test("may throw anything", async () => {
    const act = (): never => {
      throw "a text"; // eslint-disable-line @typescript-eslint/only-throw-error -- tools do
    };
    expect((await run({ budget: { steps: 1 }, act })).trajectory[0]?.observations).toMatchObject([{ kind: "failure", error: { name: "Error", message: "a text" } }]);
  });
});

describe("an unsure model", () => {
  const unsure = (output: string, confidence = 0.3): Line => finish(output, { confidence });
  const sampleWhenUnsure = { below: 0.7, attempts: 3 };

  test("is asked again, and the first verified answer is kept", async () => {
    const propose = scriptedModel<Call, string>(unsure("a"), unsure("b"), unsure("c"));
    const result = await run({ propose, sampleWhenUnsure, verify: (output) => output === "b" });
    expect([result.status === "completed" && result.output, propose.asked.length, result.trajectory.length]).toEqual(["b", 2, 1]);
  });

  test("is not asked again when it is sure", async () => {
    const propose = scriptedModel<Call, string>(unsure("a", 0.7));
    await run({ propose, sampleWhenUnsure });
    expect(propose.asked).toHaveLength(1);
  });

  test("is refused with its surest answer when none can be verified", async () => {
    const propose = scriptedModel<Call, string>(unsure("a", 0.1), unsure("b", 0.5), unsure("c", 0.2), call("read"));
    const result = await run({ propose, sampleWhenUnsure, verify: () => "no", budget: { steps: 4 } });
    expect(result.trajectory[0]).toMatchObject({ proposal: { output: "b" }, observations: [{ kind: "refused" }] });
  });

  test("pays for every draw", async () => {
    const result = await run({ propose: scriptedModel<Call, string>(unsure("a")), sampleWhenUnsure, verify: () => "no", budget: { steps: 3 } });
    expect([result.spent.steps, result.trajectory.length]).toEqual([3, 1]);
  });

  test("is not asked beyond its budget, and what was drawn is not lost", async () => {
    const result = await run({ propose: scriptedModel<Call, string>(unsure("a")), sampleWhenUnsure, verify: () => "no", budget: { steps: 2 } });
    expect([result.reason, result.trajectory.length]).toEqual(["steps", 1]);
  });

  test("verifies each answer once", async () => {
    const verify = vi.fn(() => "no" as const);
    await run({ propose: scriptedModel<Call, string>(unsure("a")), sampleWhenUnsure, verify, budget: { steps: 3 } });
    expect(verify).toHaveBeenCalledTimes(3);
  });

  test("acts on the first proposal that may be carried out, and on no other", async () => {
    const doubtful = (tool: string): Line => ({ ...call(tool), confidence: 0.2 });
    const act = vi.fn();
    await run({ propose: scriptedModel<Call, string>(doubtful("delete"), doubtful("read"), finish()), policy: ({ tool }) => (tool === "read" ? "yes" : "no"), act, sampleWhenUnsure });
    expect(act.mock.calls.map(([action]) => action as Call)).toEqual([{ tool: "read", args: undefined }]);
  });

  test("has its actions judged by the team's own check where there is one", async () => {
    const doubtful = (tool: string): Line => ({ ...call(tool), confidence: 0.2 });
    const act = vi.fn();
    const verify = ([first]: readonly Call[]): boolean => first?.tool === "b";
    await run({ propose: scriptedModel<Call, string>(doubtful("a"), doubtful("b"), finish()), act, sampleWhenUnsure: { ...sampleWhenUnsure, verify } });
    expect(act.mock.calls.map(([action]) => (action as Call).tool)).toEqual(["b"]);
  });

  test("tells the verifier how sure it is", async () => {
    const verify = vi.fn<Options["verify"]>(() => "yes");
    await run({ propose: scriptedModel<Call, string>(unsure("a")), verify });
    expect(verify.mock.calls[0]?.[1]).toMatchObject({ confidence: 0.3, task: "t", turn: 1 });
  });
});

describe("the hooks", () => {
  test("see every turn and the end", async () => {
    const turns: number[] = [];
    const onStop = vi.fn();
    const result = await run({ propose: scriptedModel<Call, string>(call("read"), finish()), onTurn: ({ turn }) => void turns.push(turn), onStop });
    expect([turns, onStop.mock.calls]).toEqual([[1, 2], [[result]]]);
  });

  test("cannot turn a verified completion into anything else", async () => {
    expect((await run({ propose: scriptedModel<Call, string>(finish()), onTurn: () => ({ stop: "no" }) })).status).toBe("completed");
  });

  test("end the run with their own error when they throw", async () => {
    const onTurn = (): never => {
      throw new Error("disk full");
    };
    await expect(run({ onTurn })).rejects.toThrow("disk full");
  });
});

test("the model is told the task, the turn, the whole trajectory, what is spent, and a signal", async () => {
  const propose = scriptedModel<Call, string>(call("read"), finish());
  await run({ propose });
  expect(propose.asked[1]).toMatchObject({ task: "t", turn: 2, trajectory: [{ turn: 1, observations: [{ kind: "result", result: "ok" }] }], spent: { steps: 2 } });
  expect(propose.asked[1]?.signal.aborted).toBe(false);
});

test("what the model said stays in the trajectory, and what it used does not", async () => {
  const result = await run({ propose: scriptedModel<Call, string>(finish("x", { message: { role: "assistant" }, usage: { total_tokens: 1 } })) });
  expect(result.trajectory[0]?.proposal).toEqual({ kind: "finish", output: "x", message: { role: "assistant" } });
});

test("a loop without any limit is refused before it begins", async () => {
  await expect(run({ budget: {} })).rejects.toThrow(RangeError);
});
