import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { allRules } from "@agent-loop/rules";
import { describe, expect, it } from "vitest";
import { throughEngine } from "./kit/through-engine.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGES = join(ROOT, "packages/eslint-plugin/docs/rules");
const SECTIONS = ["Why", "Incorrect", "Correct", "How it decides", "What it cannot see", "Options", "When not to use it"];

interface Block {
  readonly section: string;
  readonly code: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The fenced blocks of TypeScript below each second-level heading. */
function blocksOf(page: string): Block[] {
  return page.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf("\n"));
    return [...part.matchAll(/^```(?:ts|tsx|js)\n([\s\S]*?)^```/gm)].map(([, code = ""]) => {
      const settings = /^\/\/ settings: (\{.*\})$/m.exec(code)?.[1];
      return { section, code, settings: settings ? (JSON.parse(settings) as Record<string, unknown>) : {} };
    });
  });
}

describe.each(allRules.map(({ id }) => id))("the page of %s", (id) => {
  const path = join(PAGES, `${id}.md`);
  const page = existsSync(path) ? readFileSync(path, "utf8") : "";

  it("has its sections in the fixed order", () => {
    expect(page.startsWith(`# agent-loop/${id}\n`)).toBe(true);
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(SECTIONS);
  });

  const blocks = blocksOf(page);

  it("shows code that is wrong and code that is right", () => {
    expect(blocks.some(({ section }) => section === "Incorrect")).toBe(true);
    expect(blocks.some(({ section }) => section === "Correct")).toBe(true);
  });

  it.each(blocks.filter(({ section }) => section === "Incorrect").map(({ code, settings }, i) => ({ name: `block ${i + 1}`, code, settings })))(
    "reports what it calls incorrect: $name",
    ({ code, settings }) => {
      expect(throughEngine({ path: `/${id}.ts`, text: code, settings }).map(({ rule }) => rule)).toContain(id);
    },
  );

  it.each(blocks.filter(({ section }) => section === "Correct").map(({ code, settings }, i) => ({ name: `block ${i + 1}`, code, settings })))(
    "is silent on what it calls correct: $name",
    ({ code, settings }) => {
      expect(throughEngine({ path: `/${id}.ts`, text: code, settings }).map(({ rule }) => rule)).not.toContain(id);
    },
  );
});

it("every page belongs to a rule", () => {
  const ids = new Set(allRules.map(({ id }) => `${id}.md`));
  expect(readdirSync(PAGES).map((name) => basename(name)).filter((name) => !ids.has(name))).toEqual([]);
});

it("generated documentation is up to date", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/generate-docs.mjs", "--check"], { cwd: ROOT, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
