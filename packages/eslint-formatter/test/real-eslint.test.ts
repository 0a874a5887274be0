import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Ajv from "ajv";
import type { Log, Result } from "sarif";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Folder, LOOP } from "../../cli/test/kit/command.js";

const require = createRequire(import.meta.url);
const PACKAGES = fileURLToPath(new URL("../..", import.meta.url));
const NAMES = ["sarif", "github", "gitlab", "junit", "rdjson", "markdown", "html"] as const;

/** Uses what is recommended here, a rule of ESLint itself, and one with a fix. */
const CONFIG = 'import agentLoop from "eslint-plugin-agent-loop";\nexport default [agentLoop.configs.recommended, { rules: { "no-unused-vars": "warn", "prefer-const": "error" } }];\n';
const OTHERS = "export function other() {\n  let unused = 1;\n}\n";

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
  folder.put("package.json", '{ "type": "module" }\n');
  folder.put("eslint.config.js", CONFIG);
  mkdirSync(join(folder.path, "node_modules/@agent-loop"), { recursive: true });
  symlinkSync(join(PACKAGES, "eslint-plugin"), join(folder.path, "node_modules/eslint-plugin-agent-loop"), "dir");
  symlinkSync(join(PACKAGES, "eslint-formatter"), join(folder.path, "node_modules/@agent-loop/eslint-formatter"), "dir");
});
afterEach(() => {
  folder.remove();
});

/** Runs an ESLint as continuous integration would; `version` is the name under which it is installed here. */
function eslint(version: string, ...args: readonly string[]): { status: number | null; out: string; err: string } {
  const bin = join(dirname(require.resolve(`${version}/package.json`)), "bin/eslint.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: folder.path, encoding: "utf8", env: { ...process.env, CI: "true" } });
  return { status, out: stdout, err: stderr };
}

function report(format: string, ...args: readonly string[]): string {
  const { out, err } = eslint("eslint", "-f", `@agent-loop/eslint-formatter/${format}`, ...args);
  expect(err).toBe("");
  return out;
}

describe.each(["eslint9", "eslint"])("under %s", (version) => {
  it("each formatter is found by its name and prints what ESLint found, of all rules", () => {
    folder.put("loop.js");
    folder.put("other.js", OTHERS);
    const names = NAMES.map((name) => `@agent-loop/eslint-formatter/${name}`);
    const script = `
      const { ESLint } = require(${JSON.stringify(require.resolve(version))});
      const eslint = new ESLint();
      eslint.lintFiles(["."]).then(async (results) => {
        const printed = [];
        for (const name of ${JSON.stringify(names)}) printed.push(await (await eslint.loadFormatter(name)).format(results));
        process.stdout.write(JSON.stringify(printed));
      });`;
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", script], { cwd: folder.path, encoding: "utf8" });
    expect(stderr).toBe("");
    for (const [index, text] of (JSON.parse(stdout) as string[]).entries()) {
      expect(text, NAMES[index]).toContain("agent-loop/no-unbounded-loop");
      expect(text, NAMES[index]).toContain("no-unused-vars");
    }
  });

  it("people are shown the code, the reasons and the mends", () => {
    folder.put("loop.js");
    folder.put("other.js", OTHERS);
    const { status, out } = eslint(version, "-f", "@agent-loop", ".");
    expect(status).toBe(1);
    expect(out).toContain("> 6 |   while (true) {");
    expect(out).toContain("why: ");
    expect(out).toContain("can be mended: ");
    // In continuous integration there is no terminal either.
    expect(out).not.toContain("\u001B");
    expect(out).toMatch(/^ {2}no-unused-vars {2}https:\/\/eslint\.org\/docs\/latest\/rules\/no-unused-vars$/m);
  });
});

describe("sarif", () => {
  const ajv = new Ajv({ schemaId: "id", meta: false, unknownFormats: ["uri", "uri-reference"], logger: false });
  ajv.addMetaSchema(require("ajv/lib/refs/json-schema-draft-04.json") as object);
  const isValid = ajv.compile(require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json") as object);

  function results(...args: readonly string[]): readonly Result[] {
    const log = JSON.parse(report("sarif", ...args)) as Log;
    expect(isValid(log), JSON.stringify(isValid.errors)).toBe(true);
    expect(log.runs[0]?.tool.driver).toMatchObject({ name: "ESLint", semanticVersion: expect.stringMatching(/^\d+\./) });
    return log.runs[0]?.results ?? [];
  }

  function ofCommand(text: string): readonly Result[] {
    return (JSON.parse(text) as Log).runs[0]?.results ?? [];
  }

  it("says of a loop what the command says: reasons, code flow, mends, fingerprint", async () => {
    folder.put("ask.js", 'import OpenAI from "openai";\nconst client = new OpenAI();\nexport async function ask(messages) {\n  return await client.chat.completions.create({ model: "m", messages });\n}\n');
    folder.put("loop.js", LOOP.replace('import OpenAI from "openai";', 'import { ask } from "./ask.js";').replace("const client = new OpenAI();\n", "").replace(/client\.chat\.completions\.create\(.*\);/, "ask(messages);"));
    const command = ofCommand((await folder.command("check", "--format", "sarif")).out);
    const own = results(".").filter(({ ruleId }) => ruleId?.startsWith("agent-loop/"));
    expect(own).toHaveLength(1);
    expect(own[0]?.codeFlows?.[0]?.threadFlows[0]?.locations.map(({ location }) => location?.physicalLocation?.artifactLocation?.uri)).toContain("ask.js");
    const comparable = ({ ruleIndex: _, ...result }: Result): object => result;
    expect(own.map(comparable)).toEqual(command.map(comparable));
  });

  it("asks under the settings of the configuration", () => {
    folder.put("loop.js", LOOP.replace('import OpenAI from "openai";', 'import { llm } from "elsewhere";').replace("const client = new OpenAI();\n", "").replace(/client\.chat\.completions\.create\(.*\);/, "llm.complete(messages);"));
    folder.put("eslint.config.js", CONFIG.replace("[agentLoop", '[{ settings: { "agent-loop": { modelCalls: ["llm.complete"] } } }, agentLoop'));
    const [result] = results("loop.js");
    expect(result?.ruleId).toBe("agent-loop/no-unbounded-loop");
    expect(result?.codeFlows).toHaveLength(1);
  });

  it("holds fixes of any rule, files that do not parse, and messages of no rule", () => {
    folder.put("other.js", OTHERS);
    folder.put("stale.js", "// eslint-disable-next-line no-undef\nexport {};\n");
    folder.put("broken.js", "const = 1;\n");
    const found = results(".");
    expect(found.map(({ ruleId, level }) => `${ruleId ?? ""} ${level ?? ""}`).sort()).toEqual(["eslint warning", "no-unused-vars warning", "prefer-const error"]);
    expect(found.find(({ ruleId }) => ruleId === "eslint")?.fixes).toHaveLength(1);
    const log = JSON.parse(report("sarif", ".")) as Log;
    expect(log.runs[0]?.invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toBe("This file does not parse: Unexpected token =");
  });

  it("puts what is said of a whole file at its beginning", () => {
    folder.put("throws.mjs", 'const failing = { meta: { name: "failing" }, parseForESLint() { throw new Error("No."); } };\nexport default failing;\n');
    folder.put("eslint.config.js", 'import failing from "./throws.mjs";\nexport default [{ files: ["a.js"], languageOptions: { parser: failing } }, { ignores: ["*.mjs"] }];\n');
    folder.put("a.js", "export {};\n");
    const log = JSON.parse(report("sarif", "a.js")) as Log;
    expect(log.runs[0]?.invocations?.[0]?.toolExecutionNotifications?.[0]).toMatchObject({ message: { text: "This file does not parse: No." }, locations: [{ physicalLocation: { region: { startLine: 1, startColumn: 1 } } }] });
    expect(report("markdown", "a.js")).toContain("`a.js:1`");
  });

  it("knows a finding by the same fingerprint when its lines move", () => {
    folder.put("other.js", OTHERS);
    const before = results("other.js").map(({ partialFingerprints }) => partialFingerprints);
    folder.put("other.js", `// moved\n\n${OTHERS}`);
    expect(results("other.js").map(({ partialFingerprints }) => partialFingerprints)).toEqual(before);
    expect(new Set(before.map((each) => JSON.stringify(each))).size).toBe(before.length);
  });

  it("has the same reasons when ESLint takes its results from its cache or from threads", () => {
    folder.put("loop.js");
    const wanted = results(".");
    expect(wanted[0]?.codeFlows).toHaveLength(1);
    const cached = ["--cache", "--cache-location", join(mkdtempSync(join(realpathSync(tmpdir()), "cache-")), "c"), "."];
    expect(results(...cached)).toEqual(wanted);
    expect(results(...cached)).toEqual(wanted);
    rmSync(dirname(cached[2] ?? ""), { recursive: true });
    const threaded = eslint("eslint", "-f", "@agent-loop/eslint-formatter/sarif", "--concurrency", "2", ".");
    expect(ofCommand(threaded.out)).toEqual(wanted);
  });
});

describe("what a text on standard input or a fix changes", () => {
  it("a finding without its file on the disk is printed without reasons", () => {
    const bin = join(dirname(require.resolve("eslint/package.json")), "bin/eslint.js");
    const { stdout, stderr } = spawnSync(process.execPath, [bin, "-f", "@agent-loop/eslint-formatter/markdown", "--stdin", "--stdin-filename", "none.js"], { cwd: folder.path, encoding: "utf8", input: LOOP });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^\| error \| `none\.js:6` \| .+ \| \[agent-loop\/no-unbounded-loop\]\(https:.+\) \|$/m);
  });

  it("what --fix has left is shown in the text as it has become", () => {
    folder.put("other.js", "let a = 1;\nexport { a };\n// eslint-disable-next-line no-undef\nexport function f() {\n  const unused = 1;\n}\n");
    const { out } = eslint("eslint", "-f", "@agent-loop", "--fix", "other.js");
    expect(readFileSync(join(folder.path, "other.js"), "utf8")).toMatch(/^const a = 1;/);
    expect(out).toContain("const unused = 1;");
    expect(out).not.toContain("let a");
  });
});

it("the README names every formatter", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const { exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { exports: object };
  expect(Object.keys(exports)).toEqual([".", ...NAMES.map((name) => `./${name}`), "./package.json"]);
  for (const name of NAMES) expect(readme).toContain(`@agent-loop/eslint-formatter/${name}`);
  writeFileSync(join(folder.path, "loop.js"), LOOP);
  for (const [, args = ""] of readme.matchAll(/^npx eslint (.*?)(?: +#.*)?$/gm)) {
    const { status, err } = eslint("eslint", ...args.split(" "));
    expect([status, err], args).toEqual([1, ""]);
  }
});
