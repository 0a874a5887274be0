import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@types/node@24")("fs.d.ts:3325");

export const node: Sdk = {
  id: "node",
  packages: [
    "node:fs", "fs", "node:fs/promises", "fs/promises",
    "node:child_process", "child_process",
    "node:readline", "readline", "node:readline/promises", "readline/promises",
    "node:timers", "timers",
    "node:events", "events",
    "node:http", "http", "node:https", "https",
  ],
  checked: {},
  same: { default: "" },
  rows: [
    { kind: "effect", at: ["writeFile", "writeFileSync", "promises.writeFile", "copyFile", "copyFileSync", "promises.copyFile", "cp", "cpSync", "promises.cp"], verb: "write", idempotent: true, subject: "0", source },
    { kind: "effect", at: ["appendFile", "appendFileSync", "promises.appendFile"], verb: "write", subject: "0", source },
    { kind: "effect", at: ["mkdir", "mkdirSync", "promises.mkdir"], verb: "create", idempotentIf: [{ option: "1.recursive", values: [true] }], subject: "0", source },
    { kind: "effect", at: ["rename", "renameSync", "promises.rename"], verb: "write", subject: "0", source },
    { kind: "effect", at: ["rm", "rmSync", "promises.rm", "unlink", "unlinkSync", "promises.unlink", "rmdir", "rmdirSync", "promises.rmdir", "truncate", "truncateSync"], verb: "delete", idempotent: true, destructive: true, subject: "0", source },
    { kind: "memory", at: ["appendFile", "appendFileSync", "promises.appendFile", "writeFile", "writeFileSync", "promises.writeFile"], value: "1", namedAt: "0", source },

    { kind: "effect", at: ["exec", "execSync"], verb: "run", destructive: true, subject: "0", source },
    { kind: "effect", at: ["execFile", "execFileSync", "spawn", "spawnSync", "fork"], verb: "run", destructive: true, subject: "0", source },

    { kind: "returns", at: "createInterface", type: "Interface#", source },
    { kind: "human-gate", at: "Interface#.question", source },
    { kind: "items-from-outside", at: "Interface#.on", handler: "1", source },
    { kind: "items-from-outside", at: ["Interface#"], source, note: "Iterated over with `for await`." },

    { kind: "timer", at: "setTimeout", calls: "0", repeats: false, cleared: "clearTimeout", source },
    { kind: "timer", at: "setInterval", calls: "0", repeats: true, cleared: "clearInterval", source },
    { kind: "timer", at: "setImmediate", calls: "0", repeats: false, source },

    { kind: "effect", at: "request", verb: "write", method: "1.method", headers: "1.headers", url: "0", source, note: "The body is what is written to the request that comes back." },
    { kind: "channel", at: ["EventEmitter#.on", "EventEmitter#.addListener"], handler: "1", topic: "0", raisedBy: ["EventEmitter#.emit"], raisedTopic: "0", sameObject: true, selfSigns: [], source },

    { kind: "items-from-outside", at: "createServer", handler: "-1", source },
  ],
};
