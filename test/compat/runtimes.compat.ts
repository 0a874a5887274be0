import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Project } from "./project.js";

const source = (name: string): string => readFileSync(new URL(`runtimes/${name}`, import.meta.url), "utf8");

/** The binaries come as packages of their own, so that no script has to run when they are installed. */
const { platform, arch } = process;
const BUN = `@oven/bun-${platform === "win32" ? "windows" : platform}-${arch === "arm64" ? "aarch64" : arch}`;
const DENO = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;

let project: Project;
beforeAll(() => {
  project = new Project({
    ours: ["@agent-loop/guard"],
    others: { [BUN]: "1.4.5", [DENO]: "2.9.6", "@edge-runtime/vm": "5.0.0", miniflare: "4.20260426.0" },
    files: { "gates.js": source("gates.js"), "on-a-server.js": source("on-a-server.js"), "on-a-worker.js": source("on-a-worker.js") },
  });
});
afterAll(() => {
  project.remove();
});

/** What each gate comes to, wherever it runs. */
const GATES = {
  "a run that is verified": {
    status: "completed",
    reason: "verified",
    observations: ["refused", "result", "result", "denied", "failure", "accepted"],
    tokens: 2820,
    outbox: ['{"to":"ann"}'],
    isSaved: true,
  },
  "a run at each of its limits": ["steps", "tokens", "unmetered", "cost", "aborted"],
  "a run that goes on after a crash": ["steps", "completed", 4, 4],
  "a deadline that aborts what is under way": ["TimeoutError", "time"],
  "an effect that is asked for twice": ["receipt 1", "receipt 1", "receipt 1"],
  "an effect that is in doubt": [true, "EffectInDoubt", "done"],
  "a key": "254b7049ecbde3a9f7185b6a8e6f3ea3fd63f3e97e58b0f596e97974547cbe0f",
  "a standstill": "repeating",
  "going back and forth": ["search", "open"],
  "the usage of a reply": { inputTokens: 11, outputTokens: 4, totalTokens: 15 },
  "a hand-off": [true, ["is above zero: does not hold"], ["no total"]],
  spans: true,
  "the matcher": false,
};
const SERVER = {
  ...GATES,
  "a ledger in SQLite": [[{ id: 1 }, { id: 1 }, { id: 1 }], { id: 1 }],
  "a command in a clean checkout": ["no", "yes"],
};

describe("every gate of the guard library holds", () => {
  const run = (command: string, ...args: readonly string[]): unknown => JSON.parse(execFileSync(command, [...args, "on-a-server.js"], { cwd: project.folder, encoding: "utf8" }));
  /** `bun`, `bun.exe`, in the folder where its package has it. */
  const binary = (folder: string, name: string): string => {
    const path = join(project.folder, "node_modules", folder);
    const file = readdirSync(path).find((each) => each === name || each === `${name}.exe`);
    if (file === undefined) throw new Error(`There is no ${name} in ${folder}.`);
    return join(path, file);
  };

  test("on Node", () => {
    const { "a ledger in SQLite": ledger, ...others } = run(process.execPath) as typeof SERVER;
    const { "a ledger in SQLite": expected, ...rest } = SERVER;
    expect(others).toEqual(rest);
    // Older ones have no SQLite of their own.
    if (process.getBuiltinModule("node:sqlite") !== undefined) expect(ledger).toEqual(expected);
  });

  test("on Bun", () => {
    expect(run(binary(`${BUN}/bin`, "bun"))).toEqual(SERVER);
  });

  test("on Deno", () => {
    expect(run(binary(DENO, "deno"), "run", "--allow-all", "--node-modules-dir=manual", "--cached-only")).toEqual(SERVER);
  });

  test("on Cloudflare's workerd", async () => {
    const worker = await bundle("on-a-worker.js", "esm");
    const { Miniflare } = (await load("miniflare")) as { Miniflare: new (options: object) => { dispatchFetch(url: string): Promise<Response>; dispose(): Promise<void> } };
    const miniflare = new Miniflare({ modules: [{ type: "ESModule", path: "worker.js", contents: worker }], compatibilityDate: "2026-01-01" });
    try {
      expect(await (await miniflare.dispatchFetch("http://worker/")).json()).toEqual(GATES);
    } finally {
      await miniflare.dispose();
    }
  });

  test("on Vercel's edge runtime", async () => {
    const worker = await bundle("on-a-worker.js", "iife");
    const { EdgeVM } = (await load("@edge-runtime/vm")) as { EdgeVM: new () => { evaluate(code: string): Promise<string> } };
    expect(JSON.parse(await new EdgeVM().evaluate(`${worker}\nworker.default.fetch().then((response) => response.text())`))).toEqual(GATES);
  });
});

/** One file, as the bundlers of these platforms make it. */
async function bundle(name: string, format: "esm" | "iife"): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [name],
    absWorkingDir: project.folder,
    bundle: true,
    write: false,
    format,
    globalName: "worker",
    target: "es2022",
    external: ["@opentelemetry/api"],
  });
  return outputFiles[0]?.text ?? "";
}

function load(name: string): Promise<unknown> {
  const path = execFileSync(process.execPath, ["--input-type=module", "--eval", `process.stdout.write(import.meta.resolve(${JSON.stringify(name)}))`], { cwd: project.folder, encoding: "utf8" });
  return import(path.startsWith("file:") ? path : pathToFileURL(path).href);
}
