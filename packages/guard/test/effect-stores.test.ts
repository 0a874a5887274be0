import { PGlite } from "@electric-sql/pglite";
import { EffectInDoubt, type EffectStore, idempotent, memoryStore } from "@agent-loop/guard";
import initSqlJs from "sql.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTableSql, type SqlPort, sqlStore } from "../src/sql/index.js";
import { otherProcess } from "./other-process.js";

let postgres: PGlite;
let sqlite: InstanceType<Awaited<ReturnType<typeof initSqlJs>>["Database"]>;
beforeAll(async () => {
  postgres = new PGlite();
  sqlite = new (await initSqlJs()).Database();
});
afterAll(async () => {
  await postgres.close();
  sqlite.close();
});

const postgresPort: SqlPort = { query: async (statement, parameters) => (await postgres.query<Record<string, unknown>>(statement, [...parameters])).rows };
const sqlitePort: SqlPort = {
  async query(text, parameters) {
    const statement = sqlite.prepare(text);
    try {
      statement.bind([...parameters]);
      const rows: Record<string, unknown>[] = [];
      while (statement.step()) rows.push(statement.getAsObject());
      return rows;
    } finally {
      statement.free();
    }
  },
};

let tables = 0;
async function sqlStoreOn(port: SqlPort, dialect: "postgres" | "sqlite"): Promise<EffectStore> {
  const store = sqlStore(port, { dialect, table: `effects_${++tables}` });
  await store.createTable();
  await store.createTable(); // harmless when it is there
  return store;
}

describe.each<[string, () => Promise<EffectStore>]>([
  ["memory", async () => memoryStore()],
  ["PostgreSQL", () => sqlStoreOn(postgresPort, "postgres")],
  ["SQLite", () => sqlStoreOn(sqlitePort, "sqlite")],
])("a store in %s", (_kind, open) => {
  test("gives a key to one of many who claim it at once", async () => {
    const store = await open();
    const owners = Array.from({ length: 20 }, (_, index) => `owner ${index}`);
    const records = await Promise.all(owners.map((owner) => store.claim("k", owner)));
    expect(owners.filter((owner, index) => records[index]?.owner === owner)).toHaveLength(1);
  });

  test("shows a claim that has no result yet", async () => {
    const store = await open();
    await store.claim("k", "first");
    expect(await store.claim("k", "second")).toEqual({ key: "k", owner: "first", state: "running" });
  });

  test.each([[{ paid: 5, lines: ["a"] }], ["text with 'quotes', ? and $1"], [null], [0], [undefined]])("gives the result %o back as it was", async (result) => {
    const store = await open();
    await store.claim("k", "first");
    expect(await store.settle("k", "first", { state: "done", result })).toBe(true);
    expect((await store.claim("k", "second")).result).toEqual(result);
  });

  test("keeps what an effect threw", async () => {
    const store = await open();
    await store.claim("k", "first");
    await store.settle("k", "first", { state: "failed", error: "timeout" });
    expect(await store.claim("k", "second")).toEqual({ key: "k", owner: "first", state: "failed", error: "timeout" });
  });

  test("lets nobody but the owner settle or release", async () => {
    const store = await open();
    await store.claim("k", "first");
    expect([await store.settle("k", "second", { state: "done", result: 1 }), await store.release("k", "second")]).toEqual([false, false]);
    expect((await store.claim("k", "third")).owner).toBe("first");
  });

  test("never changes a first result", async () => {
    const store = await open();
    await store.claim("k", "first");
    await store.settle("k", "first", { state: "done", result: 1 });
    expect([await store.settle("k", "first", { state: "done", result: 2 }), await store.release("k", "first")]).toEqual([false, false]);
    expect((await store.claim("k", "second")).result).toBe(1);
  });

  test("lets the owner write a result over a failure, once the world has shown it", async () => {
    const store = await open();
    await store.claim("k", "first");
    await store.settle("k", "first", { state: "failed", error: "timeout" });
    await store.settle("k", "first", { state: "done", result: 1 });
    expect(await store.claim("k", "second")).toEqual({ key: "k", owner: "first", state: "done", result: 1 });
  });

  test("frees a key for the next one", async () => {
    const store = await open();
    await store.claim("k", "first");
    expect([await store.release("k", "first"), (await store.claim("k", "second")).owner]).toEqual([true, "second"]);
  });

  test("replays an effect for callers that share nothing but the store", async () => {
    const store = await open();
    let runs = 0;
    const calls = await Promise.allSettled([1, 2, 3, 4].map(() => idempotent(otherProcess(store), "k", () => ({ run: ++runs }), { waitMs: 5_000, pollMs: 1 })));
    expect(calls).toEqual([1, 2, 3, 4].map(() => ({ status: "fulfilled", value: { run: 1 } })));
  });

  test("keeps an effect in doubt after a crash", async () => {
    const store = await open();
    await store.claim("k", "the dead");
    await expect(idempotent(store, "k", () => 1)).rejects.toBeInstanceOf(EffectInDoubt);
  });
});

describe("sqlStore", () => {
  test("keeps to the name of its table", () => {
    expect(createTableSql("audit.agent_effects")).toContain("CREATE TABLE IF NOT EXISTS audit.agent_effects");
  });

  test.each(["", "a b", "a;drop table b", 'a"b', "1a", "a..b"])("refuses the table name %o", (table) => {
    expect(() => sqlStore(sqlitePort, { dialect: "sqlite", table })).toThrow(TypeError);
  });

  test("claims again when the key is released between its two statements", async () => {
    const store = await sqlStoreOn(sqlitePort, "sqlite");
    await store.claim("k", "first");
    let released = false;
    const racing = sqlStore(
      {
        async query(statement, parameters) {
          const rows = await sqlitePort.query(statement, parameters);
          if (!released && statement.startsWith("INSERT")) {
            released = true;
            await store.release("k", "first");
          }
          return rows;
        },
      },
      { dialect: "sqlite", table: `effects_${tables}` },
    );
    expect((await racing.claim("k", "second")).owner).toBe("second");
  });

  test("says what a port must give back when it gives something else", async () => {
    const arrays: SqlPort = { query: async () => [["k", "running", "me"] as unknown as Record<string, unknown>] };
    await expect(sqlStore(arrays, { dialect: "sqlite" }).claim("k", "me")).rejects.toThrow("must give rows as objects");
  });
});
