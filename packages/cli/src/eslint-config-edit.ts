import { parseText } from "@agent-loop/engine";

const PLUGIN = "eslint-plugin-agent-loop";

/** As much of a node as is looked at here. */
interface Node {
  readonly type: string;
  readonly range: readonly [number, number];
  readonly [key: string]: unknown;
}

/**
 * A flat configuration with the plugin's `recommended` added at its end; the same text when the
 * plugin is there already, `undefined` when the list cannot be found.
 */
export function addToEslintConfig(file: string, text: string): string | undefined {
  if (text.includes(PLUGIN)) return text;
  const parsed = parseText(file, text);
  if (!parsed.ok) return undefined;
  const body = parsed.program.body as unknown as readonly Node[];
  const exported = exportedValue(body);
  const list = exported && listOf(exported, body);
  if (list === undefined) return undefined;

  const isModule = exported?.kind === "module";
  const lastImport = body.findLast(({ type }) => type === "ImportDeclaration");
  const quote = /(?:from|require\()\s*'/.test(text) ? "'" : '"';
  const semicolon = lastImport === undefined || text[lastImport.range[1] - 1] === ";" ? ";" : "";
  const declaration = isModule
    ? `import agentLoop from ${quote}${PLUGIN}${quote}${semicolon}`
    : `const agentLoop = require(${quote}${PLUGIN}${quote});`;
  const last = list.items.at(-1);
  const added = insertItem(text, list.end, last?.range[1]);
  return lastImport === undefined
    ? `${declaration}\n${added}`
    : `${added.slice(0, lastImport.range[1])}\n${declaration}${added.slice(lastImport.range[1])}`;
}

interface Exported {
  readonly kind: "module" | "commonjs";
  readonly value: Node;
}

function exportedValue(body: readonly Node[]): Exported | undefined {
  for (const statement of body) {
    if (statement.type === "ExportDefaultDeclaration")
      return { kind: "module", value: statement["declaration"] as Node };
    const expression = statement["expression"] as Node | undefined;
    if (statement.type !== "ExpressionStatement" || expression?.type !== "AssignmentExpression") continue;
    const target = expression["left"] as Node;
    const isExports =
      (target["object"] as Node | undefined)?.["name"] === "module" &&
      (target["property"] as Node | undefined)?.["name"] === "exports";
    if (isExports) return { kind: "commonjs", value: expression["right"] as Node };
  }
  return undefined;
}

interface List {
  readonly items: readonly Node[];
  /** Offset of the bracket that closes it. */
  readonly end: number;
}

/** An array, the arguments of `defineConfig(…)` or `tseslint.config(…)`, or a constant that is one of them. */
function listOf({ value }: Exported, body: readonly Node[]): List | undefined {
  if (value.type === "ArrayExpression") return { items: value["elements"] as readonly Node[], end: value.range[1] - 1 };
  if (value.type === "CallExpression") {
    const items = value["arguments"] as readonly Node[];
    const [only] = items;
    if (items.length === 1 && only?.type === "ArrayExpression") return listOf({ kind: "module", value: only }, body);
    const callee = value["callee"] as Node;
    const name = callee["name"] ?? (callee["property"] as Node | undefined)?.["name"];
    return name === "defineConfig" || name === "config" ? { items, end: value.range[1] - 1 } : undefined;
  }
  if (value.type !== "Identifier") return undefined;
  for (const statement of body) {
    if (statement.type !== "VariableDeclaration") continue;
    for (const declarator of statement["declarations"] as readonly Node[]) {
      const init = declarator["init"] as Node | null;
      if (init !== null && init.type !== "Identifier" && (declarator["id"] as Node)["name"] === value["name"])
        return listOf({ kind: "module", value: init }, body);
    }
  }
  return undefined;
}

function insertItem(text: string, end: number, lastItem: number | undefined): string {
  const item = "agentLoop.configs.recommended";
  const before = text.slice(0, lastItem ?? end);
  const between = text.slice(lastItem ?? end, end);
  const after = text.slice(end);
  if (lastItem === undefined) return `${before}${item}${after}`;
  if (!between.includes("\n")) return `${before}, ${item}${between.replace(",", "")}${after}`;
  // One item a line: it gets a line of its own, and a comma where the others have one.
  const indent = `${/([ \t]*)$/.exec(between)?.[1] ?? ""}  `;
  const comma = between.includes(",") ? "," : "";
  const rest = between.replace(/^\s*,/, "");
  return `${before},${rest.replace(/\n[ \t]*$/, "")}\n${indent}${item}${comma}\n${indent.slice(2)}${after}`;
}
