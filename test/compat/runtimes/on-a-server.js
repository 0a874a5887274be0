import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { idempotent } from "@agent-loop/guard";
import { commandCheck } from "@agent-loop/guard/node";
import { sqlStore } from "@agent-loop/guard/sql";
import { gates } from "./gates.js";

console.log(JSON.stringify({ ...(await gates()), "a ledger in SQLite": await ledger(), "a command in a clean checkout": await command() }));

async function ledger() {
  const query = await sqlite();
  if (query === undefined) return undefined;
  const store = sqlStore({ query }, { dialect: "sqlite" });
  await store.createTable();
  const results = await Promise.all([1, 2, 3].map((id) => idempotent(store, "order-9", () => ({ id })).catch(({ name }) => name)));
  return [results, await idempotent(store, "order-9", () => ({ id: 10 }))];
}

async function sqlite() {
  if (typeof Bun !== "undefined") {
    const { Database } = await import("bun:sqlite");
    const database = new Database(":memory:");
    return async (statement, parameters) => database.query(statement).all(...parameters);
  }
  // Node has it from 22.5 on.
  const { DatabaseSync } = await import("node:sqlite").catch(() => ({}));
  if (DatabaseSync === undefined) return undefined;
  const database = new DatabaseSync(":memory:");
  return async (statement, parameters) => database.prepare(statement).all(...parameters);
}

async function command() {
  const repository = mkdtempSync(join(tmpdir(), "runtimes-"));
  const git = (...args) => execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: repository, encoding: "utf8" });
  const commit = (text) => {
    writeFileSync(join(repository, "check.sh"), text);
    git("add", ".");
    git("commit", "--quiet", "--message", text);
    return git("rev-parse", "HEAD").trim();
  };
  git("init", "--quiet");
  const base = commit("exit 1");
  const check = commandCheck("tests", { repository, base, protect: ["check.sh"], command: ["sh", "check.sh"] });
  const open = commandCheck("tests", { repository, base, protect: ["other.sh"], command: ["sh", "check.sh"] });
  const revision = commit("exit 0");
  return [(await check.run({ revision }, {})).passed, (await open.run({ revision }, {})).passed];
}
