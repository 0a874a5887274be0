// One measured scan of a folder in a process of its own.
// argv: "eslint" | "engine", folder, path of a JSON file with the list of files, JSON of options for the engine.
import { readFileSync } from "node:fs";
import process from "node:process";

const [host, folder, list, options = "{}"] = process.argv.slice(2);
const files = JSON.parse(readFileSync(list, "utf8"));

async function throughEngine() {
  const { lintPaths } = await import("../../packages/engine/dist/index.js");
  const results = await lintPaths({ targets: files, cwd: folder, preset: "strict", ...JSON.parse(options) });
  return results.flatMap(({ path, findings }) => findings.map(({ rule, from }) => `${path}:${from.line}:${from.column} ${rule}`));
}

async function throughEslint() {
  const [{ ESLint }, { default: plugin }, parser] = await Promise.all([import("eslint"), import("../../packages/eslint-plugin/dist/index.js"), import("@typescript-eslint/parser")]);
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    ignore: false,
    overrideConfig: [
      {
        ...plugin.configs.strict,
        files: ["**/*.{ts,tsx,js,jsx,mts,cts,mjs,cjs}"],
        languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
        linterOptions: { reportUnusedDisableDirectives: "off" },
      },
    ],
  });
  const results = await eslint.lintFiles(files);
  return results.flatMap(({ filePath, messages }) =>
    messages.filter(({ ruleId }) => ruleId?.startsWith("agent-loop/")).map(({ ruleId, line, column }) => `${filePath}:${line}:${column} ${ruleId.slice("agent-loop/".length)}`),
  );
}

const start = performance.now();
const findings = host === "eslint" ? await throughEslint() : await throughEngine();
const wall = (performance.now() - start) / 1000;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ wall, cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024, findings: findings.sort() }));
