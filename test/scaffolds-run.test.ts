import { lintText, readConfig } from "@agent-loop/engine";
import { afterAll, describe, expect, it } from "vitest";
import { readCases } from "./kit/case-file.js";
import { runScripted, worlds } from "./kit/scripted-run.js";
import { checkSuggestions } from "./kit/suggestion-checks.js";

/** Rules whose mends end a loop. */
const LIMITS = new Set(["no-unbounded-loop", "no-unbounded-retry", "require-budget", "no-ineffective-limit"]);
const MAX_STEPS = 6;
const counts = { driven: 0, notDriven: [] as string[] };

const mends = readCases().flatMap(({ id, path, text, settings }) => {
  const { config } = readConfig({ preset: "strict", ...settings, maxSteps: MAX_STEPS, tokenBudget: 25 });
  return checkSuggestions({ path, text, config })
    .filter(({ rule }) => LIMITS.has(rule))
    .map(({ rule, line, title, text: mended = "" }) => {
      // A loop round this one, or in it, may still be without a limit.
      const others = lintText({ path, text: mended, config }).findings.some((finding) => finding.rule !== "require-budget" && LIMITS.has(finding.rule));
      // A clock that stands still lets the steps run out first.
      const tick = title.startsWith("Stop after 10 minutes") ? 4 * 60_000 : 1;
      return { path, text, mended, others, tick, what: `${id}:${line} ${rule}: ${title}` };
    });
});

describe("a mended loop does the same until its limit, and stops at it", () => {
  it.each(mends)("$what", async ({ path, text, mended, others, tick, what }) => {
    let reached = false;
    for (const world of worlds(tick)) {
      const before = await runScripted(path, text, world);
      const after = await runScripted(path, mended, world);
      expect(after.calls, "the same calls in the same order").toEqual(before.calls.slice(0, after.calls.length));
      if (before.endless && !others) expect(after.endless, "the mended loop ends").toBe(false);
      const stopped = after.calls.length < before.calls.length;
      if (stopped) expect(after.errors).toContainEqual(expect.stringMatching(/^Stopped|limit|time is up/i));
      reached ||= stopped;
    }
    if (reached) counts.driven++;
    else counts.notDriven.push(what);
  });
});

afterAll(() => {
  process.stdout.write(`\n${counts.driven} mended loops ran into their limit; ${counts.notDriven.length} could not be kept going:\n${counts.notDriven.map((what) => `  ${what}\n`).join("")}`);
});
