import { analyse, DEFAULT_SETTINGS } from "@agent-loop/analysis";
import { parseText } from "@agent-loop/disk";
import { describe, expect, it } from "vitest";
import { MemorySources } from "./memory-sources.js";

function loopsOf(files: Readonly<Record<string, string>>): ReturnType<typeof analyse>["loops"] {
  const text = files["main.ts"] ?? "";
  const parsed = parseText("/main.ts", text);
  if (!parsed.ok) throw new Error("main.ts does not parse");
  return analyse({ file: { path: "/main.ts", text, program: parsed.program }, settings: DEFAULT_SETTINGS, port: new MemorySources(files) }).loops;
}

const MAIN = `import { ask, act, count } from "./setup.js";
const log = [];
while (true) {
  count();
  const r = await ask(log);
  if (r.over) break;
  log.push(await act(r));
}`;

describe("a contract in another file", () => {
  it("makes a function a model call", () => {
    const [loop] = loopsOf({ "main.ts": MAIN, "setup.ts": `/** @agentLoop modelCall */ export async function ask(log) { return send(log); } export const act = run; export function count() {}` });
    expect(loop?.bounded).toBe("no");
  });

  it("makes a function a tool call", () => {
    const [loop] = loopsOf({ "main.ts": MAIN, "setup.ts": `/** @agentLoop modelCall */ export async function ask(log) { return send(log); } /** @agentLoop toolCall */ export async function act(r) { return run(r); } export function count() {}` });
    expect(loop?.tools.map(({ callee }) => callee)).toEqual(["act"]);
  });

  it("makes a function a bound, so that nobody says the loop is unbounded", () => {
    const [loop] = loopsOf({ "main.ts": MAIN, "setup.ts": `/** @agentLoop modelCall */ export async function ask(log) { return send(log); } export const act = run; /** @agentLoop bound steps */ export function count() { tick(); }` });
    expect(loop?.bounded).toBe("unknown");
  });
});

describe("a function of another file that compares what it keeps", () => {
  it("may hold the limit when it throws", () => {
    const [loop] = loopsOf({ "main.ts": MAIN, "setup.ts": `/** @agentLoop modelCall */ export async function ask(log) { return send(log); } export const act = run; const state = { n: 0 }; export function count() { state.n += 1; if (state.n > 20) throw new Error("limit"); }` });
    expect(loop?.bounded).toBe("unknown");
    expect(loop?.doubts[0]?.settledBy).toContain("bounds");
  });

  it("holds none when it only adds up", () => {
    const [loop] = loopsOf({ "main.ts": MAIN, "setup.ts": `/** @agentLoop modelCall */ export async function ask(log) { return send(log); } export const act = run; const state = { n: 0 }; export function count() { state.n += 1; }` });
    expect(loop?.bounded).toBe("no");
  });
});
