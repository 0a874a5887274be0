import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "sarif";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JAVASCRIPT, TYPESCRIPT } from "./agents.js";
import { Project, type Place } from "./project.js";

const OURS = ["eslint-plugin-agent-loop", "agent-loop", "@agent-loop/eslint-formatter"];
const PARSER = "8.72.0";

const ESM = 'import agentLoop from "eslint-plugin-agent-loop";\nexport default [agentLoop.configs.strict];\n';
const CJS = 'const agentLoop = require("eslint-plugin-agent-loop");\nmodule.exports = [agentLoop.configs.strict];\n';
const TYPED = `import agentLoop from "eslint-plugin-agent-loop";
import * as parser from "@typescript-eslint/parser";
export default [{ files: ["**/*.ts"], languageOptions: { parser } }, agentLoop.configs.strict];
`;

/** What has to be found, whoever looks: the command says it, and it is not nothing. */
function expected(project: Project): Place[] {
  const places = project.command("src", "--preset", "strict");
  expect(places).toContainEqual(expect.stringMatching(/^src\/agent\.[jt]s:4:3 no-unbounded-loop$/));
  expect(places).not.toContainEqual(expect.stringMatching(/bounded\.[jt]s:\d+:\d+ no-unbounded-loop/));
  return places;
}

/** Where the code flows of a SARIF log lead. */
function codeFlows(sarif: string): unknown[] {
  return (JSON.parse(sarif) as Log).runs.flatMap(({ results = [] }) => results.flatMap(({ ruleId, codeFlows: flows = [] }) => flows.map(({ threadFlows }) => [ruleId, threadFlows])));
}

describe.each([
  ["9.0.0", "the oldest 9"],
  ["9.39.5", "the newest 9"],
  ["10.15.0", "10"],
])("in a JavaScript project, ESLint %s (%s)", (eslint) => {
  let project: Project;
  beforeAll(() => {
    project = new Project({ ours: OURS, others: { eslint }, files: JAVASCRIPT });
  });
  afterAll(() => {
    project.remove();
  });

  it("finds with an ESM and with a CommonJS configuration what the command finds", () => {
    const wanted = expected(project);
    project.put("eslint.config.mjs", ESM);
    expect(project.eslint("-c", "eslint.config.mjs", "src")).toEqual(wanted);
    project.put("eslint.config.cjs", CJS);
    expect(project.eslint("-c", "eslint.config.cjs", "src")).toEqual(wanted);
  });

  it("prints its findings as SARIF with the reasons that the command has", () => {
    project.put("eslint.config.mjs", ESM);
    const { stdout, stderr } = project.run("eslint", "-c", "eslint.config.mjs", "-f", "@agent-loop/eslint-formatter/sarif", "src");
    expect(stderr).toBe("");
    const flows = codeFlows(stdout);
    expect(flows.length).toBeGreaterThan(0);
    expect(flows).toEqual(codeFlows(project.run("agent-loop", "check", "src", "--preset", "strict", "--format", "sarif").stdout));
  });

  it("can print the configuration, so the inspector can show it", () => {
    project.put("eslint.config.mjs", ESM);
    const { stdout, status } = project.run("eslint", "-c", "eslint.config.mjs", "--print-config", "src/agent.js");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ plugins: expect.arrayContaining([expect.stringMatching(/agent-loop/)]) });
  });
});

describe("the newest ESLint", () => {
  let project: Project;
  beforeAll(() => {
    project = new Project({ ours: OURS, others: { eslint: "10.15.0" }, files: { ...JAVASCRIPT, "eslint.config.js": 'import { defineConfig } from "eslint/config";\nimport agentLoop from "eslint-plugin-agent-loop";\nexport default defineConfig({ files: ["**/*.js"], plugins: { "agent-loop": agentLoop }, extends: ["agent-loop/strict"] });\n' } });
  });
  afterAll(() => {
    project.remove();
  });

  it("finds the same through defineConfig and extends by name", () => {
    expect(project.eslint("src")).toEqual(expected(project));
  });

  it("finds the same in two threads", () => {
    expect(project.eslint("--concurrency", "2", "src")).toEqual(expected(project));
  });

  it("finds the same from its cache, which looks anew at a file only when that file changes", () => {
    const loop = "src/plain.js:4:3 no-unbounded-loop";
    const text = JAVASCRIPT["src/model.js"] ?? "";
    project.put("src/text.js", text.replace("ask(", "next(").replace("return await", "return (await").replace("});", "})).choices[0].message.content;"));
    project.put("src/plain.js", 'import { next } from "./text.js";\n\nexport async function plain(items) {\n  while (true) {\n    const item = await next(items);\n    if (item === "END") return items;\n    items.push(item);\n  }\n}\n');
    const cached = ["--cache", "--cache-location", ".cache/eslint", "src"];
    const wanted = expected(project);
    expect(wanted).toContain(loop);
    expect(project.eslint(...cached)).toEqual(wanted);
    expect(existsSync(join(project.folder, ".cache/eslint"))).toBe(true);
    // As the README of the plugin says: what another file changes is not seen.
    project.put("src/text.js", "export async function next(items) {\n  return items.pop();\n}\n");
    expect(project.eslint(...cached)).toContain(loop);
    expect(project.eslint("src")).not.toContain(loop);
  });
});

describe("installed by pnpm", () => {
  it("finds the same", () => {
    const project = new Project({ ours: OURS, others: { eslint: "10.15.0" }, files: { ...JAVASCRIPT, "eslint.config.js": ESM }, manager: "pnpm" });
    try {
      expect(project.eslint("src")).toEqual(expected(project));
    } finally {
      project.remove();
    }
  });
});

describe.each([
  ["5.4.5", "9.39.5"],
  ["5.9.3", "10.15.0"],
  ["6.0.3", "10.15.0"],
])("with TypeScript %s and ESLint %s", (typescript, eslint) => {
  it("finds what the command finds", () => {
    const project = new Project({ ours: OURS, others: { eslint, typescript, "@typescript-eslint/parser": PARSER }, files: { ...TYPESCRIPT, "eslint.config.js": TYPED } });
    try {
      expect(project.eslint("src")).toEqual(expected(project));
    } finally {
      project.remove();
    }
  });
});

describe("with TypeScript 7", () => {
  it("the command finds what it finds without: it brings its own parser", () => {
    const project = new Project({ ours: ["agent-loop"], others: { typescript: "7.0.2" }, files: TYPESCRIPT });
    try {
      expected(project);
    } finally {
      project.remove();
    }
  });
});
