// One measured run of ESLint in a process of its own, over the files once and then once more.
// argv: mode ("parser" | "alone" | "strict"), path of a JSON file with the list of files.
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
      ...(mode === "parser" ? {} : plugin.configs.strict),
      files: ["**/*.{ts,tsx,js,jsx,mts,cts,mjs,cjs}"],
      languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      linterOptions: { reportUnusedDisableDirectives: "off" },
      ...(mode === "alone" && { settings: { "agent-loop": { crossFile: false } } }),
    },
  ],
});
const results = await eslint.lintFiles(files);
const findings = results.flatMap(({ messages }) => messages).filter(({ ruleId }) => ruleId?.startsWith("agent-loop/"));
const { userCPUTime, maxRSS } = process.resourceUsage();
const measured = { seconds: userCPUTime / 1e6, megabytes: maxRSS / 1024, findings: findings.length };
if (mode !== "parser") {
  await eslint.lintFiles(files);
  measured.warm = (process.resourceUsage().userCPUTime - userCPUTime) / 1e6;
}
process.stdout.write(JSON.stringify(measured));
