// One measured run of ESLint in a process of its own: with the parser alone, or with the strict preset.
// argv: mode ("parser" | "strict"), path of a JSON file with the list of files.
import { readFileSync } from "node:fs";
import process from "node:process";
import parser from "@typescript-eslint/parser";
import { ESLint } from "eslint";
import plugin from "../../packages/eslint-plugin/dist/index.js";

const [mode, list] = process.argv.slice(2);
const files = JSON.parse(readFileSync(list, "utf8"));
const eslint = new ESLint({
  cwd: "/",
  overrideConfigFile: true,
  errorOnUnmatchedPattern: false,
  ignore: false,
  overrideConfig: [
    {
      ...(mode === "strict" ? plugin.configs.strict : {}),
      files: ["**/*.{ts,tsx,js,jsx,mts,cts,mjs,cjs}"],
      languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      linterOptions: { reportUnusedDisableDirectives: "off" },
    },
  ],
});
const results = await eslint.lintFiles(files);
const findings = results.flatMap(({ messages }) => messages).filter(({ ruleId }) => ruleId?.startsWith("agent-loop/"));
const { userCPUTime, maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ seconds: userCPUTime / 1e6, megabytes: maxRSS / 1024, findings: findings.length }));
