import { createBudget, createProgressMonitor, EffectInDoubt, findOscillation, handoff, idempotent, invariantCheck, keyFor, memoryStore, runLoop, tieredVerifier, usageOf } from "@agent-loop/guard";
import { openTelemetry } from "@agent-loop/guard/otel";
import { scriptedModel, toConverge } from "@agent-loop/guard/testing";

/** A schema as every library that follows Standard Schema has one. */
const withTotal = { "~standard": { version: 1, vendor: "ours", validate: (value) => (typeof value?.total === "number" ? { value } : { issues: [{ message: "no total" }] }) } };

/** Every gate once, with nothing but the language and web APIs; what each came to, by its name. */
export async function gates() {
  return {
    "a run that is verified": await verifiedRun(),
    "a run at each of its limits": await limits(),
    "a run that goes on after a crash": await resumed(),
    "a deadline that aborts what is under way": await deadline(),
    "an effect that is asked for twice": await once(),
    "an effect that is in doubt": await doubt(),
    "a key": keyFor({ task: "invoice-7", step: "charge", tool: "pay", args: { b: [1, { d: "ä", c: null }], a: 2 } }),
    "a standstill": standstill(),
    "going back and forth": findOscillation(["search", "open", "search", "open"].map((tool) => ({ tool })))?.calls.map(({ tool }) => tool),
    "the usage of a reply": usageOf({ usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 } }),
    "a hand-off": await handedOff(),
    "spans": (await openTelemetry()) === undefined,
    "the matcher": toConverge(Array.from({ length: 6 }, (_, index) => ({ tool: index % 2 ? "open" : "search" })), { maxSteps: 12 }).pass,
  };
}

async function verifiedRun() {
  const outbox = [];
  const saved = [];
  const { status, reason, trajectory, spent } = await runLoop({
    task: "ticket-7",
    budget: { steps: 20, tokens: 5_000, timeMs: 60_000 },
    propose: scriptedModel(
      { kind: "finish", output: "done!", usage: { usage: { input_tokens: 900, output_tokens: 40 } } },
      { kind: "act", actions: [{ tool: "send", args: { to: "ann" } }, { tool: "send", args: { to: "ann" } }, { tool: "delete" }, { tool: "broken" }], usage: { usage: { input_tokens: 900, output_tokens: 40 } } },
      { kind: "finish", output: "sent", usage: { usage: { input_tokens: 900, output_tokens: 40 } } },
    ),
    policy: ({ tool }) => (tool === "delete" ? { allowed: "no", reason: "deleting needs a person" } : "yes"),
    act: async ({ tool, args }) => {
      if (tool === "broken") throw new TypeError("it broke");
      return outbox.push(JSON.stringify(args));
    },
    effects: { store: memoryStore(), key: ({ tool, args }, { task }) => (tool === "send" ? keyFor({ task, tool, args }) : undefined) },
    verify: tieredVerifier({ maker: "model-a", cheap: [invariantCheck("sent", () => outbox.length > 0 || { problem: "nothing was sent" })] }),
    persist: (state) => void saved.push(JSON.stringify(state)),
  });
  const observations = trajectory.flatMap((turn) => turn.observations.map(({ kind }) => kind));
  return { status, reason, observations, tokens: spent.tokens, outbox, isSaved: saved.length > 3 };
}

async function limits() {
  const run = async (budget, propose) => (await runLoop({ task: "t", budget, progress: { repeatLimit: 99 }, propose, act: () => "ok", verify: () => "no" })).reason;
  const act = (usage) => ({ turn }) => ({ kind: "act", actions: [{ tool: "read", args: { turn } }], usage });
  return [
    await run({ steps: 3 }, act()),
    await run({ tokens: 100 }, act({ usage: { total_tokens: 60 } })),
    await run({ steps: 5, tokens: 100 }, act({})),
    await run({ cost: 1, price: { input: 10, output: 100_000 } }, act({ usage: { input_tokens: 1, output_tokens: 8 } })),
    await run({ steps: 5, signal: AbortSignal.abort() }, act()),
  ];
}

async function resumed() {
  let saved = "";
  const run = (steps, resume) =>
    runLoop({
      task: "report-3",
      budget: { steps },
      propose: async ({ turn }) => (turn < 4 ? { kind: "act", actions: [{ tool: `part ${turn}` }] } : { kind: "finish", output: "report" }),
      act: ({ tool }) => `${tool} written`,
      verify: () => "yes",
      persist: (state) => void (saved = JSON.stringify(state)),
      ...(resume && { resume }),
    });
  const first = await run(2);
  const second = await run(10, JSON.parse(saved));
  return [first.reason, second.status, second.trajectory.length, second.spent.steps];
}

async function deadline() {
  const budget = createBudget({ timeMs: 40 });
  const aborted = await new Promise((resolve) => {
    const late = setTimeout(() => resolve("never aborted"), 5_000);
    budget.signal.addEventListener("abort", () => (clearTimeout(late), resolve(budget.signal.reason.name)), { once: true });
  });
  // A timer may fire a little before the clock has got there.
  await new Promise((resolve) => setTimeout(resolve, 20));
  return [aborted, budget.exhausted()];
}

async function once() {
  const store = memoryStore();
  let charges = 0;
  const pay = async () => `receipt ${++charges}`;
  return [...(await Promise.all([idempotent(store, "k", pay), idempotent(store, "k", pay)])), await idempotent(store, "k", pay)];
}

async function doubt() {
  const store = memoryStore();
  await idempotent(store, "k", () => Promise.reject(new Error("timeout"))).catch(() => undefined);
  const again = await idempotent(store, "k", () => "done twice").catch((error) => error);
  return [again instanceof EffectInDoubt, again.name, await idempotent(store, "k", () => "done", { inspect: async () => ({ happened: "no" }) })];
}

function standstill() {
  const progress = createProgressMonitor({ repeatLimit: 3 });
  for (const q of ["Rain  in Spain", "rain in spain", "rain in Spain"]) progress.record({ tool: "search", args: { q } });
  return progress.stuck()?.reason;
}

async function handedOff() {
  const toWriter = handoff(withTotal, { "is above zero": ({ total }) => total > 0 });
  return [(await toWriter({ total: 1 })).ok, (await toWriter({ total: 0 })).problems, (await toWriter({})).problems];
}
