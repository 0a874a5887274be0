import type { EffectRecord, EffectStore } from "../effect-store.js";

/**
 * The one thing needed of a database client: run a statement with positional parameters and give back its rows.
 * Every statement must stand on its own (autocommit): inside a transaction that rolls back, the claim of an effect
 * that did happen would be forgotten.
 */
export interface SqlPort {
  query(
    statement: string,
    parameters: readonly (string | null)[],
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** `postgres` writes parameters as `$1`, `sqlite` (3.35 or later) as `?`. */
export type SqlDialect = "postgres" | "sqlite";

export interface SqlStoreOptions {
  readonly dialect: SqlDialect;
  /** Name of the table, with its schema if need be. Default "agent_effects". */
  readonly table?: string;
}

export interface SqlStore extends EffectStore {
  /** Creates the table unless it is there. For those who have no migrations; else take `createTableSql`. */
  createTable(): Promise<void>;
}

/** The table of a store, for a migration. The primary key is what makes `claim` atomic across processes. */
export function createTableSql(table = "agent_effects"): string {
  return `CREATE TABLE IF NOT EXISTS ${tableName(table)} (
  effect_key TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  owner TEXT NOT NULL,
  result TEXT,
  error TEXT,
  claimed_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
)`;
}

/**
 * An `EffectStore` in a database, shared by all processes that use the table. Results are kept as JSON.
 *
 * @throws {TypeError} when the name of the table is anything but letters, digits, `_` and dots between them.
 */
export function sqlStore(port: SqlPort, { dialect, table = "agent_effects" }: SqlStoreOptions): SqlStore {
  const name = tableName(table);
  const run = (statement: string, ...parameters: (string | null)[]): ReturnType<SqlPort["query"]> => {
    let index = 0;
    return port.query(dialect === "sqlite" ? statement : statement.replace(/\?/g, () => `$${++index}`), parameters);
  };
  return {
    async createTable() {
      await run(createTableSql(table));
    },
    async claim(key, owner) {
      for (;;) {
        await run(
          `INSERT INTO ${name} (effect_key, state, owner) VALUES (?, 'running', ?) ON CONFLICT (effect_key) DO NOTHING`,
          key,
          owner,
        );
        const [row] = await run(
          `SELECT effect_key, state, owner, result, error FROM ${name} WHERE effect_key = ?`,
          key,
        );
        if (row) return recordOf(row);
        // Somebody released the key between the two statements; each round means that another caller got on.
      }
    },
    async settle(key, owner, outcome) {
      const [result, error] = outcome.state === "done" ? [jsonOf(outcome.result), null] : [null, outcome.error];
      const rows = await run(
        `UPDATE ${name} SET state = ?, result = ?, error = ? WHERE effect_key = ? AND owner = ? AND state <> 'done' RETURNING effect_key`,
        outcome.state,
        result,
        error,
        key,
        owner,
      );
      return rows.length > 0;
    },
    async release(key, owner) {
      const rows = await run(
        `DELETE FROM ${name} WHERE effect_key = ? AND owner = ? AND state <> 'done' RETURNING effect_key`,
        key,
        owner,
      );
      return rows.length > 0;
    },
  };
}

function recordOf(row: Readonly<Record<string, unknown>>): EffectRecord {
  const text = (column: string): string | undefined => (typeof row[column] === "string" ? row[column] : undefined);
  const [key, state, owner, result, error] = [
    text("effect_key"),
    text("state"),
    text("owner"),
    text("result"),
    text("error"),
  ];
  if (key === undefined || owner === undefined || (state !== "running" && state !== "done" && state !== "failed")) {
    throw new TypeError(
      `sqlStore: the query gave back ${JSON.stringify(row)}. SqlPort.query must give rows as objects with the columns effect_key, state and owner as text.`,
    );
  }
  return {
    key,
    state,
    owner,
    ...(result === undefined ? {} : { result: JSON.parse(result) as unknown }),
    ...(error === undefined ? {} : { error }),
  };
}

/** `undefined` has no JSON and is kept as no text at all. */
function jsonOf(result: unknown): string | null {
  const json: unknown = JSON.stringify(result);
  return typeof json === "string" ? json : null;
}

function tableName(table: string): string {
  if (/^[a-z_]\w*(\.[a-z_]\w*)*$/i.test(table)) return table;
  throw new TypeError(
    `sqlStore: "${table}" cannot be the name of a table. Write letters, digits and _, for example "agent_effects".`,
  );
}
