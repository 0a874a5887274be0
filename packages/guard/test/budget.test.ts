import { type BudgetOptions, createBudget } from "@agent-loop/guard";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/** A clock that moves only when it is told to. */
function handClock(): { now: () => number; move: (ms: number) => void } {
  let time = 1_000;
  return { now: () => time, move: (ms) => (time += ms) };
}

describe("a step limit", () => {
  test("grants exactly that many steps", () => {
    const budget = createBudget({ steps: 3 });
    expect([budget.step(), budget.step(), budget.step(), budget.step()]).toEqual([undefined, undefined, undefined, "steps"]);
  });

  test("of 0 grants none", () => {
    expect(createBudget({ steps: 0 }).step()).toBe("steps");
  });

  test("charges nothing for a step that it refuses", () => {
    const budget = createBudget({ steps: 1 });
    budget.step();
    budget.step();
    expect(budget.snapshot().steps).toBe(1);
  });

  test("is used up by denied actions alone", () => {
    const budget = createBudget({ steps: 2 });
    budget.denied();
    budget.denied();
    expect(budget.exhausted()).toBe("steps");
  });
});

describe("a token limit", () => {
  test("ends the loop once it is reached, not before", () => {
    const budget = createBudget({ tokens: 100 });
    budget.use({ usage: { total_tokens: 99 } });
    expect(budget.exhausted()).toBeUndefined();
    budget.use({ usage: { total_tokens: 1 } });
    expect(budget.exhausted()).toBe("tokens");
  });

  test("ends the loop as unmetered when a reply reports no usage", () => {
    const budget = createBudget({ tokens: 100 });
    budget.use({ text: "hi" });
    expect(budget.exhausted()).toBe("unmetered");
  });

  test("charges what is assumed for a reply that reports no usage", () => {
    const budget = createBudget({ tokens: 100, assumeTokens: 60 });
    budget.use({ text: "hi" });
    expect([budget.exhausted(), budget.snapshot().tokens]).toEqual([undefined, 60]);
  });

  test("is not needed for a reply without usage when only steps are limited", () => {
    const budget = createBudget({ steps: 2 });
    budget.use({ text: "hi" });
    expect(budget.exhausted()).toBeUndefined();
  });
});

describe("a cost limit", () => {
  test("is charged by price per million tokens", () => {
    const budget = createBudget({ cost: 1, price: { input: 3, output: 15 } });
    budget.use({ usage: { input_tokens: 100_000, output_tokens: 40_000 } });
    expect(budget.snapshot().cost).toBeCloseTo(0.9);
    budget.use({ usage: { input_tokens: 0, output_tokens: 10_000 } });
    expect(budget.exhausted()).toBe("cost");
  });

  test("takes the cost that the SDK reports over the price list", () => {
    const budget = createBudget({ cost: 1, price: { input: 3, output: 15 } });
    budget.use({ usage: { input_tokens: 1, output_tokens: 1 }, total_cost_usd: 1 });
    expect(budget.exhausted()).toBe("cost");
  });

  test("charges assumed tokens at the dearer price", () => {
    const budget = createBudget({ cost: 1, price: { input: 3, output: 15 }, assumeTokens: 100_000 });
    budget.use(undefined);
    expect([budget.snapshot().cost, budget.exhausted()]).toEqual([1.5, "cost"]);
  });

  test("ends the loop as unmetered when tokens are known and no price is", () => {
    const budget = createBudget({ cost: 1 });
    budget.use({ usage: { total_tokens: 5 } });
    expect(budget.exhausted()).toBe("unmetered");
  });

  test("counts what is charged by hand", () => {
    const budget = createBudget({ cost: 1 });
    budget.charge({ cost: 1 });
    expect(budget.exhausted()).toBe("cost");
  });

  test("and a token limit too", () => {
    const budget = createBudget({ tokens: 100 });
    budget.charge({ tokens: 100 });
    expect(budget.exhausted()).toBe("tokens");
  });

  test("cannot be lowered by a negative charge", () => {
    expect(() => createBudget({ cost: 1 }).charge({ cost: -1 })).toThrow(RangeError);
  });
});

describe("a time limit", () => {
  test("ends the loop when the clock has moved that far", () => {
    const clock = handClock();
    const budget = createBudget({ timeMs: 50, now: clock.now });
    clock.move(49);
    expect(budget.exhausted()).toBeUndefined();
    clock.move(1);
    expect(budget.exhausted()).toBe("time");
  });

  test("gets no time back from a clock that jumps back", () => {
    const clock = handClock();
    const budget = createBudget({ timeMs: 50, now: clock.now });
    clock.move(40);
    expect(budget.exhausted()).toBeUndefined();
    clock.move(-1_000_000);
    expect(budget.exhausted()).toBeUndefined();
    clock.move(10);
    expect(budget.exhausted()).toBe("time");
  });

  test("never comes back to life, whatever the clock does", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -10_000, max: 10_000 }), { minLength: 1, maxLength: 40 }), (jumps) => {
        const clock = handClock();
        const budget = createBudget({ timeMs: 5_000, now: clock.now });
        let over = false;
        let elapsed = 0;
        for (const jump of jumps) {
          clock.move(jump);
          const reason = budget.exhausted();
          if (over) expect(reason).toBe("time");
          over ||= reason === "time";
          expect(budget.snapshot().elapsedMs).toBeGreaterThanOrEqual(elapsed);
          elapsed = budget.snapshot().elapsedMs;
        }
        expect(over).toBe(elapsed >= 5_000);
      }),
    );
  });

  test("aborts the signal that is handed to the model call", async () => {
    const { signal } = createBudget({ timeMs: 1 });
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(signal.aborted).toBe(true);
  });

  test("leaves that signal alone while there is time", async () => {
    const { signal } = createBudget({ timeMs: 500_000 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(signal.aborted).toBe(false);
  });

  test("gives the signal no more time than an earlier process has left", async () => {
    const budget = createBudget({ timeMs: 500_000, now: () => 0 });
    budget.restore({ ...budget.snapshot(), elapsedMs: 499_999 });
    const { signal } = budget;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(signal.aborted).toBe(true);
  });

  test("longer than a timer can be does not abort at once", async () => {
    const budget = createBudget({ timeMs: 2 ** 40 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(budget.signal.aborted).toBe(false);
  });

  test("does not count the time between a snapshot and its restoration", () => {
    const clock = handClock();
    const first = createBudget({ timeMs: 50, now: clock.now });
    clock.move(30);
    const snapshot = first.snapshot();
    clock.move(1_000);
    const second = createBudget({ timeMs: 50, now: clock.now });
    clock.move(5);
    second.restore(snapshot);
    clock.move(19);
    expect(second.exhausted()).toBeUndefined();
    clock.move(1);
    expect(second.exhausted()).toBe("time");
  });
});

describe("a metered stream", () => {
  async function collect(stream: AsyncIterable<unknown>): Promise<unknown[]> {
    const elements: unknown[] = [];
    for await (const element of stream) elements.push(element);
    return elements;
  }
  async function* streamOf(elements: readonly unknown[]): AsyncGenerator<unknown> {
    yield* elements;
  }
  const openai = [{ choices: [{ delta: { content: "a" } }], usage: null }, { choices: [], usage: { prompt_tokens: 90, completion_tokens: 30, total_tokens: 120 } }];

  test.each<[string, readonly unknown[], number]>([
    ["OpenAI chat, when asked for it", openai, 120],
    ["OpenAI Responses", [{ type: "response.created", response: { usage: null } }, { type: "response.completed", response: { usage: { input_tokens: 90, output_tokens: 30, total_tokens: 120 } } }], 120],
    ["Anthropic, at both ends", [{ type: "message_start", message: { usage: { input_tokens: 80, cache_read_input_tokens: 10, output_tokens: 1 } } }, { type: "content_block_delta" }, { type: "message_delta", usage: { output_tokens: 30 } }], 120],
    ["Anthropic, which repeats the input at the end", [{ type: "message_start", message: { usage: { input_tokens: 90, output_tokens: 1 } } }, { type: "message_delta", usage: { input_tokens: 90, output_tokens: 30 } }], 120],
    ["Google GenAI, which grows", [1, 15, 30].map((answered) => ({ usageMetadata: { promptTokenCount: 90, candidatesTokenCount: answered, totalTokenCount: 90 + answered } })), 120],
    ["LangChain, in parts", [{ usage_metadata: { input_tokens: 90, output_tokens: 0, total_tokens: 90 } }, { usage_metadata: { input_tokens: 0, output_tokens: 30, total_tokens: 30 } }], 120],
    ["AI SDK, step and sum", [{ type: "text-delta" }, { type: "finish-step", usage: { inputTokens: 90, outputTokens: 30, totalTokens: 120 } }, { type: "finish", totalUsage: { inputTokens: 90, outputTokens: 30, totalTokens: 120 } }], 120],
    ["Ollama", [{ message: { content: "a" } }, { message: { content: "" }, prompt_eval_count: 90, eval_count: 30 }], 120],
    ["Mistral", [{ data: { choices: [] } }, { data: { usage: { promptTokens: 90, completionTokens: 30, totalTokens: 120 } } }], 120],
    ["Cohere", [{ type: "message-start" }, { type: "message-end", delta: { usage: { tokens: { inputTokens: 90, outputTokens: 30 } } } }], 120],
    ["Bedrock", [{ messageStart: {} }, { metadata: { usage: { inputTokens: 90, outputTokens: 30, totalTokens: 120 } } }], 120],
  ])("of %s is handed on whole and charged once", async (_, elements, tokens) => {
    const budget = createBudget({ tokens: 1_000 });
    expect(await collect(budget.meter(streamOf(elements)))).toEqual(elements);
    expect([budget.snapshot().tokens, budget.exhausted()]).toEqual([tokens, undefined]);
  });

  test("that reports nothing ends the loop rather than count as free", async () => {
    const budget = createBudget({ tokens: 1_000 });
    await collect(budget.meter(streamOf([{ choices: [] }])));
    expect(budget.exhausted()).toBe("unmetered");
  });

  test("that is left early, or breaks, charges what it had said", async () => {
    const parent = createBudget({ tokens: 1_000 });
    const budget = createBudget({ tokens: 1_000, parent });
    for await (const element of budget.meter(streamOf([{ type: "message_start", message: { usage: { input_tokens: 90, output_tokens: 1 } } }, {}]))) if (element) break;
    const broken = async function* (): AsyncGenerator<unknown> {
      yield openai[1];
      throw new Error("reset");
    };
    await expect(collect(budget.meter(broken()))).rejects.toThrow("reset");
    expect([budget.snapshot().tokens, parent.snapshot().tokens]).toEqual([211, 211]);
  });
});

describe("a budget", () => {
  test("ends as aborted when the caller aborts", () => {
    const caller = new AbortController();
    const budget = createBudget({ steps: 9, signal: caller.signal });
    caller.abort();
    expect([budget.exhausted(), budget.signal.aborted]).toEqual(["aborted", true]);
  });

  describe("where signals cannot be combined", () => {
    const { any } = AbortSignal;
    beforeEach(() => void Reflect.deleteProperty(AbortSignal, "any"));
    afterEach(() => void Object.assign(AbortSignal, { any }));

    test.each([
      ["before it is asked for", true],
      ["later", false],
    ])("is aborted by the caller %s all the same", (_, early) => {
      const caller = new AbortController();
      const budget = createBudget({ timeMs: 500_000, signal: caller.signal });
      if (early) caller.abort("enough");
      const { signal } = budget;
      expect(signal.aborted).toBe(early);
      caller.abort("enough");
      expect([signal.aborted, signal.reason]).toEqual([true, "enough"]);
    });

    test("is aborted by the clock, and by what it is a part of", async () => {
      const parent = createBudget({ timeMs: 1 });
      const { signal } = createBudget({ steps: 3, parent });
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      expect((signal.reason as DOMException).name).toBe("TimeoutError");
    });
  });

  test("ends after too many denials", () => {
    const budget = createBudget({ steps: 99, denials: 2 });
    budget.denied();
    budget.denied();
    expect(budget.exhausted()).toBe("denials");
  });

  test("that is a part of another one charges both and ends with either", () => {
    const whole = createBudget({ steps: 3, tokens: 10 });
    const part = createBudget({ steps: 2, parent: whole });
    expect([part.step(), part.step(), part.step()]).toEqual([undefined, undefined, "steps"]);
    part.use({ usage: { total_tokens: 10 } });
    expect([whole.snapshot().steps, whole.exhausted(), createBudget({ parent: whole }).step()]).toEqual([2, "tokens", "tokens"]);
  });

  test("goes on from what was spent before", () => {
    const first = createBudget({ steps: 3 });
    first.step();
    first.step();
    const second = createBudget({ steps: 3 });
    second.restore(JSON.parse(JSON.stringify(first.snapshot())));
    expect([second.step(), second.step()]).toEqual([undefined, "steps"]);
  });

  test("keeps no hold on a snapshot", () => {
    const budget = createBudget({ steps: 3 });
    const before = budget.snapshot();
    budget.step();
    expect(before.steps).toBe(0);
  });

  test.each<[string, BudgetOptions]>([
    ["no limit", {}],
    ["only a signal, which nobody need ever raise", { signal: new AbortController().signal }],
    ["only a limit of denials", { denials: 3 }],
    ["NaN, as a number parsed from nothing gives it", { steps: Number("x") }],
    ["Infinity", { tokens: Infinity }],
    ["a negative limit", { timeMs: -1 }],
  ])("refuses %s", (_what, options) => {
    expect(() => createBudget(options)).toThrow(RangeError);
  });

  test("says what was wrong and what to write instead", () => {
    expect(() => createBudget({ steps: Number.NaN })).toThrow("steps is NaN");
    expect(() => createBudget({ steps: Number.NaN })).toThrow("Write a finite number from 0 up, such as 20.");
  });

  test("never grants more steps than its limit, however steps, denials and restorations are interleaved", () => {
    const move = fc.constantFrom("step", "denied", "restore");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.array(move, { maxLength: 40 }), (steps, moves) => {
        let budget = createBudget({ steps });
        let granted = 0;
        for (const each of moves) {
          if (each === "step" && budget.step() === undefined) granted++;
          if (each === "denied") budget.denied();
          if (each === "restore") {
            const next = createBudget({ steps });
            next.restore(budget.snapshot());
            budget = next;
          }
        }
        expect(granted).toBeLessThanOrEqual(steps);
      }),
    );
  });
});
