import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const guard = fileURLToPath(new URL("..", import.meta.url));
const folder = `${guard}node_modules/.readme`; // inside the package, so that what the snippets import is found

const text = readFileSync(`${guard}README.md`, "utf8");
const snippets = [...text.matchAll(/^## (?<title>.*)$|^```ts\n(?<code>[^]*?)^```$/gm)].reduce<{ title: string; code: string }[]>((found, { groups }) => {
  const title = groups?.["title"] ?? found.at(-1)?.title ?? "";
  return [...found, { title, code: groups?.["code"] ?? "" }];
}, []).filter(({ code }) => code !== "").map((snippet, index) => ({ ...snippet, name: `${index + 1} ${snippet.title}`, file: `${folder}/${index + 1}` }));

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const { file, code } of snippets) writeFileSync(`${file}.ts`, code);
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({
    extends: "../../test/tsconfig.json",
    compilerOptions: { paths: { "@agent-loop/guard": ["../../src/index.ts"], "@agent-loop/guard/*": ["../../src/*/index.ts"] } },
    include: [],
    files: snippets.map(({ file }) => `${file}.ts`),
  }));
  writeFileSync(`${folder}/package.json`, JSON.stringify({ type: "module" }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a snippet of the README", () => {
  test.each(snippets)("prints what it says: $name", async ({ file, code }) => {
    await build({
      entryPoints: [`${file}.ts`],
      outfile: `${file}.mjs`,
      bundle: true,
      format: "esm",
      platform: "node",
      external: ["zod", "expect", "@electric-sql/pglite", "@opentelemetry/api"],
      alias: { "@agent-loop/guard": `${guard}src/index.ts`, ...Object.fromEntries(["node", "otel", "sql", "testing"].map((entry) => [`@agent-loop/guard/${entry}`, `${guard}src/${entry}/index.ts`])) },
    });
    const { stdout } = await run(process.execPath, [`${file}.mjs`]);
    const promised = [...code.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
    expect(stdout.trimEnd().split("\n")).toEqual(promised);
  });

  test("prints something, so that there is something to hold it to", () => {
    expect(snippets.filter(({ code }) => !code.includes("console.log("))).toEqual([]);
  });

  test("type-checks under the strictest settings", async () => {
    const compile = run(process.execPath, [`${guard}../../node_modules/typescript-native/bin/tsc`, "-p", folder], { cwd: guard });
    const { stdout } = await compile.catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  });
});

test("the README lists every entry of the package", () => {
  const { exports } = JSON.parse(readFileSync(`${guard}package.json`, "utf8")) as { exports: Record<string, unknown> };
  for (const entry of Object.keys(exports).filter((each) => each !== "./package.json")) expect(text).toContain(`| \`@agent-loop/guard${entry.slice(1)}\` |`);
});
