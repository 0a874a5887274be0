import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@types/node@24")("web-globals/fetch.d.ts:21");

const elsewhere = {
  untyped: true,
  source,
  note: "A global of Deno or Bun, whose types are not installed for the check.",
} as const;

/** What needs no import: the global names of Node, Deno, Bun, workers and browsers. */
export const globals: Sdk = {
  id: "globals",
  packages: ["globalThis"],
  checked: {},
  rows: [
    {
      kind: "effect",
      at: "fetch",
      verb: "write",
      method: "1.method",
      headers: "1.headers",
      url: "0",
      body: "1.body",
      source,
      note: "`fetch` itself never tries again.",
    },
    {
      kind: "effect",
      at: "XMLHttpRequest#.send",
      verb: "write",
      source,
      note: "The method stands in the call of `open` before it.",
    },
    { kind: "effect", at: "navigator.sendBeacon", verb: "send", url: "0", body: "1", source },
    { kind: "effect", at: ["WebSocket#.send"], verb: "send", source },
    {
      kind: "effect",
      at: ["Bun.$", "Bun.spawn", "Bun.spawnSync"],
      verb: "run",
      destructive: true,
      subject: "0",
      ...elsewhere,
    },
    {
      kind: "effect",
      at: ["Bun.write", "Deno.writeTextFile", "Deno.writeTextFileSync", "Deno.writeFile"],
      verb: "write",
      idempotent: true,
      subject: "0",
      ...elsewhere,
    },
    {
      kind: "effect",
      at: ["Deno.remove", "Deno.removeSync"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      subject: "0",
      ...elsewhere,
    },
    { kind: "human-gate", at: ["prompt", "confirm", "alert", "window.prompt", "window.confirm"], source },
    { kind: "timer", at: "setTimeout", calls: "0", repeats: false, cleared: "clearTimeout", source },
    { kind: "timer", at: "setInterval", calls: "0", repeats: true, cleared: "clearInterval", source },
    {
      kind: "timer",
      at: ["setImmediate", "queueMicrotask", "process.nextTick", "requestAnimationFrame", "requestIdleCallback"],
      calls: "0",
      repeats: false,
      source,
    },
    {
      kind: "items-from-outside",
      at: ["WebSocket#.addEventListener", "EventSource#.addEventListener", "process.on"],
      handler: "1",
      source,
    },
    { kind: "items-from-outside", at: "process.stdin", source },
    { kind: "items-from-outside", at: ["Deno.serve", "Bun.serve"], ...elsewhere },
  ],
};
