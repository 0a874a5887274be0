import { HOLE } from "../file/literal-text.js";

/** Methods that run a statement written out in their first argument. */
export const RUNS_STATEMENT: RegExp = /^(?:query|execute|exec|run|all|get|one|oneOrNone|many|any|none|raw|unsafe)$/;

const NAME = "[\"'`]?([\\w.]+)[\"'`]?";
const UPDATES = new RegExp(`^\\s*update\\s+${NAME}\\s+set\\s+([\\s\\S]*?)(?:\\bwhere\\b|$)`, "i");
const SELECTS = new RegExp(`^\\s*select\\s+([\\s\\S]*?)\\s+from\\s+${NAME}`, "i");
const PLACEHOLDER = new RegExp(`^(?:\\$\\d+|\\?|[:@]\\w+|${HOLE})`);

/** The columns that an UPDATE sets to values it is handed, as `table.column`; constants are the code's own choice. */
export function handedColumns(statement: string): readonly string[] {
  const [, table = "", list = ""] = UPDATES.exec(statement) ?? [];
  return list.split(",").flatMap((part) => {
    const [column = "", ...value] = part.split("=");
    return PLACEHOLDER.test(value.join("=").trim()) ? [keyOf(table, column)] : [];
  });
}

/** The columns that a SELECT names, as `table.column`. */
export function readColumns(statement: string): readonly string[] {
  const [, list = "", table = ""] = SELECTS.exec(statement) ?? [];
  return list
    .split(",")
    .filter((column) => /^\s*[\w."`]+\s*$/.test(column))
    .map((column) => keyOf(table, column));
}

function keyOf(table: string, column: string): string {
  const last = (column.trim().split(".").at(-1) ?? "").replaceAll(/["'`]/g, "");
  return `column:${table}.${last}`.toLowerCase();
}
