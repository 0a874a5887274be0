import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import { expect, it } from "vitest";
import config from "../eslint.config.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The part of our own configuration that needs no type information. */
const contract = (config as { rules?: Record<string, unknown> }[]).find((part) => part.rules !== undefined && "no-restricted-syntax" in part.rules);

it("the analysis reads of a node only what every parser gives", async () => {
  const parser = (await import("@typescript-eslint/parser")) as unknown;
  const eslint = new ESLint({
    cwd: ROOT,
    // Comments in the sources are about rules that need types.
    allowInlineConfig: false,
    overrideConfigFile: true,
    overrideConfig: [{ files: ["**/*.ts"], languageOptions: { parser: parser as never } }, { ...(contract as object), files: ["packages/analysis/src/**/*.ts"] }] as never,
  });
  const results = await eslint.lintFiles(["packages/analysis/src/**/*.ts"]);
  expect(results.length).toBeGreaterThan(100);
  expect(results.flatMap(({ filePath, messages }) => messages.map(({ line, message }) => `${filePath}:${line} ${message}`))).toEqual([]);
});

it("the contract names the properties that parsers disagree about", async () => {
  const parser = (await import("@typescript-eslint/parser")) as unknown;
  const eslint = new ESLint({ cwd: ROOT, overrideConfigFile: true, overrideConfig: [{ files: ["**/*.ts"], languageOptions: { parser: parser as never } }, { ...(contract as object), files: ["**/*.ts"] }] as never });
  const [result] = await eslint.lintText("export const up = (node: { parent: unknown }) => node.parent;", { filePath: `${ROOT}packages/analysis/src/x.ts` });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain("no-restricted-syntax");
});
