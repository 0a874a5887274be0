import { type Check, invariantCheck, type Judgement, modelCheck, tieredVerifier } from "@agent-loop/guard";
import { describe, expect, test, vi } from "vitest";

function check(name: string, passed: Judgement, confidence = 1): Check<string> & { run: ReturnType<typeof vi.fn> } {
  return { name, run: vi.fn(() => ({ passed, confidence, detail: `${name} says ${passed}` })) };
}

describe("a tiered verifier", () => {
  test("leaves the expensive checks alone when the cheap ones settle it", async () => {
    const expensive = check("dear", "yes");
    const verdict = await tieredVerifier({ cheap: [check("cheap", "yes")], expensive: [expensive] })("work");
    expect([verdict.passed, expensive.run.mock.calls.length]).toEqual(["yes", 0]);
  });

  test.each([
    ["the stakes are high", { stakes: "high" }],
    ["the model was unsure", { confidence: 0.5 }],
  ] as const)("runs the expensive checks when %s", async (_when, context) => {
    const expensive = check("dear", "no");
    expect((await tieredVerifier({ cheap: [check("cheap", "yes")], expensive: [expensive] })("work", context)).passed).toBe("no");
  });

  test.each([
    ["unknown", 1],
    ["yes", 0.7],
  ] as const)("runs the expensive checks when a cheap one says %s with confidence %d", async (passed, confidence) => {
    const expensive = check("dear", "yes");
    const verdict = await tieredVerifier({ cheap: [check("cheap", passed, confidence)], expensive: [expensive] })("work");
    expect([verdict.passed, expensive.run.mock.calls.length]).toEqual(["yes", 1]);
  });

  test("runs the expensive checks when there is no cheap one", async () => {
    expect((await tieredVerifier({ cheap: [], expensive: [check("dear", "no")] })("work")).passed).toBe("no");
  });

  test("stops at the first no, and pays for nothing more", async () => {
    const [second, expensive] = [check("second", "yes"), check("dear", "yes")];
    const verdict = await tieredVerifier({ cheap: [check("first", "no"), second], expensive: [expensive] })("work", { stakes: "high" });
    expect([verdict.passed, verdict.detail, second.run.mock.calls.length, expensive.run.mock.calls.length]).toEqual(["no", "first says no", 0, 0]);
  });

  test("is unknown when the deciding check could not tell", async () => {
    expect((await tieredVerifier({ cheap: [check("a", "yes"), check("b", "unknown")] })("work")).passed).toBe("unknown");
  });

  test("is unknown when the passes together prove too little", async () => {
    const verdict = await tieredVerifier({ cheap: [check("weak", "yes", 0.5)] })("work");
    expect([verdict.passed, verdict.detail]).toEqual(["unknown", "weak says yes; all together this proves too little (0.50 of 0.8)"]);
  });

  test("builds a strong check out of small ones", async () => {
    const verdict = await tieredVerifier({ cheap: [check("a", "yes", 0.6), check("b", "yes", 0.6)] })("work");
    expect([verdict.passed, verdict.confidence.toFixed(2)]).toEqual(["yes", "0.84"]);
  });

  test("does not take a check that throws for one that passes", async () => {
    const broken = invariantCheck("broken", () => {
      throw new Error("no network");
    });
    const verdict = await tieredVerifier({ cheap: [broken] })("work");
    expect([verdict.passed, verdict.detail]).toEqual(["unknown", "broken: the check itself failed (no network)"]);
  });

  test("reports every check that was run, with its tier", async () => {
    const { reports } = await tieredVerifier({ cheap: [check("a", "unknown")], expensive: [check("b", "yes")] })("work");
    expect(reports.map(({ check: name, tier, passed }) => [name, tier, passed])).toEqual([["a", "cheap", "unknown"], ["b", "expensive", "yes"]]);
  });

  test("hands the subject and the signal to its checks", async () => {
    const cheap = check("a", "yes");
    const { signal } = new AbortController();
    await tieredVerifier({ cheap: [cheap] })("work", { signal });
    expect(cheap.run).toHaveBeenCalledWith("work", { signal });
  });

  test("refuses to verify by nothing", () => {
    expect(() => tieredVerifier({ cheap: [] })).toThrow("there is no check");
  });
});

describe("a verifier that is the maker", () => {
  const judgedBy = (model: string): Check<string, string> => modelCheck("review", model, async () => ({ passed: "yes", confidence: 1, detail: "I did well" }));

  test.each([
    ["gpt-5", "gpt-5"],
    ["gpt-5", " GPT-5 "],
    ["openai/gpt-5", "gpt-5"],
    ["claude-sonnet-4-5", "anthropic/claude-sonnet-4-5-20250929"],
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["claude-3-5-haiku-latest", "claude-3-5-haiku@20241022"],
  ])("is refused: %s judged by %s", (maker, judge) => {
    expect(() => tieredVerifier<string, string, string>({ maker, cheap: [], expensive: [judgedBy(judge)] })).toThrow("which did the work");
  });

  test.each([
    ["gpt-5", "gpt-5-mini"],
    ["gpt-5", "claude-opus-4"],
    ["claude-opus-4", "claude-opus-4-5"],
  ])("is not to be found where %s is judged by %s", (maker, judge) => {
    expect(() => tieredVerifier<string, string, string>({ maker, cheap: [], expensive: [judgedBy(judge)] })).not.toThrow();
  });

  test("is let in when it is asked for", () => {
    expect(() => tieredVerifier({ maker: "gpt-5", cheap: [], expensive: [judgedBy("gpt-5")], allowSelfVerification: true })).not.toThrow();
  });

  test("is named, with what to write instead", () => {
    expect(() => tieredVerifier<string, string, string>({ maker: "gpt-5", cheap: [judgedBy("gpt-5")] })).toThrow('the check "review" is judged by gpt-5, which did the work. Name another model, or write allowSelfVerification: true.');
  });
});
