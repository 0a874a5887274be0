import { createProgressMonitor, findCycle, type ProgressMonitor, volatileFields } from "@agent-loop/guard";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

function fed(monitor: ProgressMonitor, text: string): ProgressMonitor {
  for (const tool of text) monitor.record({ tool });
  return monitor;
}

describe("a progress monitor", () => {
  test("notices the third equal call in a row", () => {
    expect(fed(createProgressMonitor(), "xaa").stuck()).toBeUndefined();
    expect(fed(createProgressMonitor(), "xaaa").stuck()).toEqual({ reason: "repeating", detail: "the same call came 3 times in a row" });
  });

  test("notices a cycle of two calls", () => {
    expect(fed(createProgressMonitor(), "ababab").stuck()?.detail).toBe("the same 2 calls came 3 times in a row");
  });

  test("takes a run as moving again once the cycle is broken", () => {
    expect(fed(createProgressMonitor(), "aaab").stuck()).toBeUndefined();
  });

  test("lets the same check be run after each different step", () => {
    expect(fed(createProgressMonitor(), "atbtctdt").stuck()).toBeUndefined();
  });

  test("holds no more than its window, however long the run", () => {
    const monitor = fed(createProgressMonitor({ repeatLimit: 3, maxPeriod: 4 }), "abcdefghij".repeat(20));
    expect(monitor.snapshot().recent).toHaveLength(12);
  });

  test("compares what normalise makes of a call", () => {
    const monitor = createProgressMonitor({ normalise: (call) => (call as { tool: string }).tool });
    for (const page of [1, 2, 3]) monitor.record({ tool: "search", args: { page } });
    expect(monitor.stuck()?.reason).toBe("repeating");
  });

  test("ignores volatile fields", () => {
    const monitor = createProgressMonitor({ ignore: volatileFields });
    for (const timestamp of [1, 2, 3]) monitor.record({ tool: "search", args: { timestamp } });
    expect(monitor.stuck()?.reason).toBe("repeating");
  });

  test("notices a state that does not change", () => {
    const monitor = createProgressMonitor({ stallLimit: 2 });
    monitor.observe({ open: 3 });
    monitor.observe({ open: 3 });
    expect(monitor.stuck()).toBeUndefined();
    monitor.observe({ open: 3 });
    expect(monitor.stuck()).toEqual({ reason: "stalled", detail: "2 turns in a row left the state of the task unchanged" });
  });

  test("starts counting anew when the state changes", () => {
    const monitor = createProgressMonitor({ stallLimit: 2 });
    for (const open of [3, 3, 2, 2]) monitor.observe({ open });
    expect(monitor.stuck()).toBeUndefined();
  });

  test("goes on from a snapshot as if nothing had happened", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 20 }), fc.nat(20), (tools, cut) => {
        const whole = createProgressMonitor();
        let part = createProgressMonitor();
        tools.forEach((tool, index) => {
          if (index === cut) {
            const next = createProgressMonitor();
            next.restore(JSON.parse(JSON.stringify(part.snapshot())));
            part = next;
          }
          for (const monitor of [whole, part]) {
            monitor.record({ tool });
            monitor.observe(tool);
          }
          expect(part.stuck()).toEqual(whole.stuck());
        });
      }),
    );
  });

  test("is stuck for the first time exactly where findCycle ends", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 24 }), (tools) => {
        const monitor = createProgressMonitor({ repeatLimit: 3, maxPeriod: 4 });
        const first = tools.findIndex((tool) => {
          monitor.record(tool);
          return monitor.stuck() !== undefined;
        });
        const cycle = findCycle(tools, { times: 3, maxPeriod: 4 });
        expect(first).toBe(cycle ? cycle.start + cycle.period * cycle.times - 1 : -1);
      }),
    );
  });

  test("forgets everything when it is restored to nothing", () => {
    const monitor = fed(createProgressMonitor(), "aaa");
    monitor.restore();
    expect(monitor.stuck()).toBeUndefined();
  });

  test.each([{ repeatLimit: 1 }, { maxPeriod: 0 }, { stallLimit: 0 }, { repeatLimit: Infinity }])("refuses %o", (options) => {
    expect(() => createProgressMonitor(options)).toThrow(RangeError);
  });
});
