import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseText } from "@agent-loop/disk";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Node } from "../packages/analysis/src/syntax/node.js";
import { readScopes } from "../packages/analysis/src/syntax/scopes.js";
import { readTree } from "../packages/analysis/src/syntax/tree.js";
import { readCases, type CaseFile } from "./kit/case-file.js";
import { applyEdits, type TextEdit } from "./kit/seen-finding.js";
import { throughEngine } from "./kit/through-engine.js";

/** Rules whose verdict must not depend on how a program is written down. */
const LIMITS = new Set(["no-unbounded-loop", "no-unbounded-run", "no-unbounded-retry", "no-ineffective-limit", "require-budget"]);

/** A change of the text that changes nothing of what the program does; `undefined` when it does not apply. */
type Rewrite = (text: string, path: string) => string | undefined;

function verdict({ path, settings }: CaseFile, text: string): string[] {
  return throughEngine({ path, text, settings })
    .map(({ rule }) => rule)
    .filter((rule) => LIMITS.has(rule))
    .sort();
}

function parsed(text: string, path: string): ReturnType<typeof readTree> {
  const result = parseText(path, text);
  if (!result.ok) throw new Error(`${path} does not parse: ${result.failure.message}`);
  return readTree(result.program);
}

const reformatted: Rewrite = (text, path) => {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const printer = ts.createPrinter({ removeComments: true });
  return printer.printFile(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind));
};

/** Every local name gets another one; the word in it stays, as it would in a real renaming. */
const renamed: Rewrite = (text, path) => {
  const tree = parsed(text, path);
  const scopes = readScopes(tree.program);
  const edits: TextEdit[] = [];
  const visited = new Set<number>();
  const visit = (node: Node): void => {
    if (node.type !== "Identifier" || visited.has(node.range[0])) return;
    const variable = scopes.variableOf(node);
    if (variable === undefined || variable.kind === "import" || variable.kind === "type" || variable.kind === "enum") return;
    if (tree.isExported(variable.name, variable.definition) && scopes.topLevel(variable.name) === variable) return;
    const parent = tree.parentOf(node);
    // Callees that the settings name keep their names.
    if (parent?.type === "CallExpression" || parent?.type === "MemberExpression" || variable.kind === "parameter") return;
    if (variable.reads.some((read) => ["CallExpression", "MemberExpression"].includes(tree.parentOf(read)?.type ?? ""))) return;
    const uses = [variable.identifier, ...variable.reads, ...variable.writes.map(({ target }) => target)];
    if (uses.some((use) => tree.parentOf(use)?.type === "Property" || tree.parentOf(use)?.type === "TSParameterProperty" || isInPattern(tree, use))) return;
    for (const use of uses) {
      if (visited.has(use.range[0])) continue;
      visited.add(use.range[0]);
      edits.push({ start: use.range[0], end: use.range[0] + variable.name.length, text: `${variable.name}2` });
    }
  };
  forEveryNode(tree.program, visit);
  return edits.length === 0 ? undefined : applyEdits(text, edits);
};

function isInPattern(tree: ReturnType<typeof readTree>, node: Node): boolean {
  const parent = tree.parentOf(node);
  return parent?.type === "AssignmentPattern" && tree.parentOf(parent)?.type === "Property";
}

const withDeadCode: Rewrite = (text, path) => {
  const tree = parsed(text, path);
  const blocks = [...tree.functions.map(({ body }) => body), ...tree.loops.map(({ body }) => body)].filter((body) => body.type === "BlockStatement");
  const starts = [...new Set(blocks.map((body) => body.range[0] + 1))];
  return starts.length === 0 ? undefined : applyEdits(text, starts.map((start) => ({ start, end: start, text: ' if (false) { console.log("never"); } ' })));
};

const insideTry: Rewrite = (text, path) => {
  const tree = parsed(text, path);
  const bodies = tree.functions.map(({ body }) => body).filter((body) => body.type === "BlockStatement" && body.body.length > 0);
  // Only the outermost: inner functions would make nothing new of it.
  const outer = bodies.filter((body) => !bodies.some((other) => other !== body && other.range[0] < body.range[0] && other.range[1] > body.range[1]));
  if (outer.length === 0) return undefined;
  return applyEdits(text, outer.flatMap((body) => [
    { start: body.range[0] + 1, end: body.range[0] + 1, text: " try {" },
    { start: body.range[1] - 1, end: body.range[1] - 1, text: '} finally { console.log("left"); } ' },
  ]));
};

const otherLoopForm: Rewrite = (text, path) => {
  const tree = parsed(text, path);
  const edits: TextEdit[] = [];
  for (const loop of tree.loops) {
    if (loop.type === "WhileStatement") {
      edits.push({ start: loop.range[0], end: loop.test.range[0], text: "for (; " }, { start: loop.test.range[1], end: loop.body.range[0], text: "; ) " });
    } else if (loop.type === "ForStatement" && !loop.init && !loop.update && !loop.test) {
      edits.push({ start: loop.range[0], end: loop.body.range[0], text: "while (true) " });
    }
  }
  return edits.length === 0 ? undefined : applyEdits(text, edits);
};

const conditionNegatedTwice: Rewrite = (text, path) => {
  const tree = parsed(text, path);
  const edits: TextEdit[] = [];
  for (const loop of tree.loops) {
    if (loop.type !== "WhileStatement" || loop.test.type === "Literal") continue;
    edits.push({ start: loop.test.range[0], end: loop.test.range[0], text: "!(!(" }, { start: loop.test.range[1], end: loop.test.range[1], text: "))" });
  }
  return edits.length === 0 ? undefined : applyEdits(text, edits);
};

function forEveryNode(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node) as unknown[]) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof child === "object" && child !== null && "type" in child && "range" in child) forEveryNode(child as Node, visit);
    }
  }
}

const REWRITES: Readonly<Record<string, Rewrite>> = {
  reformatted,
  "given other names": renamed,
  "with dead code": withDeadCode,
  "inside try and finally": insideTry,
  "with the other form of its loops": otherLoopForm,
  "with its conditions negated twice": conditionNegatedTwice,
};

const cases = readCases();

describe.each(Object.entries(REWRITES))("a program %s", (_name, rewrite) => {
  it("gets the same verdict on its limits", () => {
    const changed: string[] = [];
    let applied = 0;
    for (const example of cases) {
      const text = rewrite(example.text, example.path);
      if (text === undefined) continue;
      applied++;
      const [before, after] = [verdict(example, example.text), verdict(example, text)];
      if (before.join() !== after.join()) changed.push(`${example.id}: ${before.join() || "nothing"} became ${after.join() || "nothing"}`);
    }
    expect(applied).toBeGreaterThan(20);
    expect(changed).toEqual([]);
  });
});

/** The same bounded loop, with its limit in every place a limit can be; `/*bound*\/…/*end*\/` marks what bounds it. */
const BOUNDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "in the head": { "main.ts": `for (let n = 0; /*bound*/n < 20/*end*/; n++) { const r = await ask(log); if (!r.calls.length) break; log.push(...(await act(r.calls))); }` },
  "in the body": { "main.ts": `let n = 0; while (true) { /*bound*/if (++n > 20) throw new Error("limit");/*end*/ const r = await ask(log); if (!r.calls.length) break; log.push(...(await act(r.calls))); }` },
  "in a helper that throws": { "main.ts": `let n = 0; function count() { /*bound*/if (++n > 20) throw new Error("limit");/*end*/ } while (true) { count(); const r = await ask(log); if (!r.calls.length) break; log.push(...(await act(r.calls))); }` },
  "in a predicate": { "main.ts": `const state = { n: 0 }; const goesOn = () => /*bound*/state.n < 20 && /*end*/true; while (goesOn()) { state.n++; const r = await ask(log); if (!r.calls.length) break; log.push(...(await act(r.calls))); }` },
  "in a class": { "main.ts": `class Budget { n = 0; step() { /*bound*/if (++this.n > 20) throw new Error("limit");/*end*/ } } const budget = new Budget(); while (true) { budget.step(); const r = await ask(log); if (!r.calls.length) break; log.push(...(await act(r.calls))); }` },
  "in a flag": { "main.ts": `let n = 0; let done = false; while (!done) { n += 1; const r = await ask(log); log.push(...(await act(r.calls))); done = /*bound*/n >= 20 || /*end*/!r.calls.length; }` },
  "in a depth": { "main.ts": `export async function run(log, depth = 0) { /*bound*/if (depth > 20) throw new Error("limit");/*end*/ const r = await ask(log); if (!r.calls.length) return r; return run([...log, ...(await act(r.calls))], depth + 1); }` },
  "in a field of options": { "main.ts": `export async function run(log, opts = { left: 20 }) { /*bound*/if (opts.left <= 0) throw new Error("limit");/*end*/ const r = await ask(log); if (!r.calls.length) return r; return run([...log, ...(await act(r.calls))], { ...opts, left: opts.left - 1 }); }` },
  "on the clock": { "main.ts": `const end = Date.now() + 60_000; while (true) { /*bound*/if (Date.now() > end) throw new Error("late");/*end*/ const r = await ask(log); if (!r.calls.length) break; log.push(...(await act(r.calls))); }` },
  "counting down": { "main.ts": `let left = 20; while (true) { /*bound*/if (left-- <= 0) break;/*end*/ const r = await ask(log); if (!r.calls.length) break; log.push(...(await act(r.calls))); }` },
  "in a generator": { "main.ts": `export async function* run(log) { let n = 0; while (true) { /*bound*/if (n++ >= 20) return;/*end*/ const r = await ask(log); yield r; if (!r.calls.length) return; log.push(...(await act(r.calls))); } }` },
  "in the length of what is handed on": { "main.ts": `export async function run(log, steps = []) { /*bound*/if (steps.length >= 5) throw new Error("limit");/*end*/ const r = await ask(log); if (!r.calls.length) return r; return run(log, [...steps, await act(r.calls)]); }` },
  "in options made before the call": { "main.ts": `export async function run(log, purse = { depth: 0 }) { /*bound*/if (purse.depth > 20) throw new Error("limit");/*end*/ const r = await ask(log); if (!r.calls.length) return r; const rest = { depth: purse.depth + 1 }; return run([...log, ...(await act(r.calls))], rest); }` },
  "handed through a partner": { "main.ts": `async function left(log, asked = 0) { /*bound*/if (asked >= 4) throw new Error("limit");/*end*/ const r = await ask(log); return r.calls.length ? right([...log, ...(await act(r.calls))], asked + 1) : r; } async function right(log, asked) { const r = await ask(log); return r.calls.length ? left([...log, ...(await act(r.calls))], asked) : r; } export { left };` },
  "in those who are left": { "main.ts": `export const speak = async ([who, ...rest], talk) => { /*bound*/if (!who) return talk;/*end*/ const r = await ask(talk); return speak(rest, [...talk, r.text]); };` },
  "in the least of two": { "main.ts": `let left = 16; while (true) { /*bound*/if (left <= 0) break;/*end*/ const r = await ask(log); if (!r.calls.length) break; log.push(...(await act(r.calls))); left = Math.min(left - 1, r.left); }` },
  "in a finally": { "main.ts": `let n = 0; while (true) { try { const r = await ask(log); if (!r.calls.length) break; log.push(...(await act(r.calls))); } finally { n++; } /*bound*/if (n >= 20) throw new Error("limit");/*end*/ }` },
  "behind a label": { "main.ts": `let n = 0; outer: while (true) { /*bound*/if (++n > 20) break outer;/*end*/ const r = await ask(log); if (!r.calls.length) break; for (const c of r.calls) { if (c.skip) continue outer; log.push(await act([c])); } }` },
};

const HEAD = `import { ask, act } from "./setup.js";\nconst log = [];\n`;
const SETTINGS = { modelCalls: ["ask"] };

describe("the one loop, bounded in many places", () => {
  it.each(Object.entries(BOUNDED))("a limit %s is enough", (_where, files) => {
    expect(throughEngine({ path: "/main.ts", text: HEAD + (files["main.ts"] ?? ""), settings: SETTINGS }).map(({ rule }) => rule)).not.toContain("no-unbounded-loop");
  });

  it.each(Object.entries(BOUNDED))("without its limit %s it is unbounded", (_where, files) => {
    const text = HEAD + (files["main.ts"] ?? "").replace(/\/\*bound\*\/[\s\S]*?\/\*end\*\//, "");
    const found = throughEngine({ path: "/main.ts", text, settings: SETTINGS }).map(({ rule }) => rule);
    expect(found.some((rule) => rule === "no-unbounded-loop" || rule === "no-ineffective-limit")).toBe(true);
  });
});

/** Two functions that call each other: `main.ts` and `partner.ts`, or both in one file. */
const PARTNERS: Readonly<Record<string, { readonly main: string; readonly partner: string }>> = {
  "a runner of tools": {
    main: `export async function turn(log, depth = 0) { /*bound*/if (depth > 20) throw new Error("limit");/*end*/ const r = await ask(log); if (!r.calls.length) return r; return carryOut([...log, r], r.calls, depth); }`,
    partner: `export async function carryOut(log, calls, depth) { return turn([...log, ...(await act(calls))], depth + 1); }`,
  },
  "a critic": {
    main: `let drafts = 0; export async function write(log) { /*bound*/if (++drafts > 5) return log;/*end*/ const r = await ask(log); return judge([...log, r.text]); }`,
    partner: `export async function judge(log) { const verdict = await check(log); return verdict.good ? log : write([...log, verdict.text]); }`,
  },
  "a timer": {
    main: `let ticks = 0; export async function tick(log) { /*bound*/if (++ticks > 9) return;/*end*/ const r = await ask(log); if (r.calls.length) later([...log, r, ...(await act(r.calls))]); }`,
    partner: `export function later(log) { setTimeout(() => tick(log), 500); }`,
  },
};

const names = (text: string): string[] => [...text.matchAll(/export (?:async )?function (\w+)/g)].map(([, name]) => name ?? "");

/** The verdicts of every file of a folder that is made for them. */
function verdictsOf(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), "moved-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    return Object.entries(files)
      .flatMap(([name, text]) => throughEngine({ path: join(root, name), text, settings: SETTINGS, root }))
      .map(({ rule }) => rule)
      .filter((rule) => rule === "no-unbounded-loop" || rule === "no-ineffective-limit");
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe.each(Object.entries(PARTNERS))("a recursion with %s", (_name, { main, partner }) => {
  const head = `import { ask, act, check } from "./setup.js";\n`;
  const together = (text: string): Record<string, string> => ({ "main.ts": `${head}${text}\n${partner}` });
  const apart = (text: string): Record<string, string> => ({
    "main.ts": `${head}import { ${names(partner).join()} } from "./partner.js";\n${text}`,
    "partner.ts": `${head}import { ${names(main).join()} } from "./main.js";\n${partner}`,
  });
  const unbounded = main.replace(/\/\*bound\*\/[\s\S]*?\/\*end\*\//, "");

  it("is told once when it is unbounded, in one file and across two", () => {
    expect(verdictsOf(together(unbounded))).toHaveLength(1);
    expect(verdictsOf(apart(unbounded))).toHaveLength(1);
  });

  it("is silent when it is bounded, in one file and across two", () => {
    expect(verdictsOf(together(main))).toEqual([]);
    expect(verdictsOf(apart(main))).toEqual([]);
  });
});
