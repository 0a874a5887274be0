import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { DiskSources, isSourcePath, readConfig, workspaceRoot } from "@agent-loop/engine";
import { checkSuggestions, type SuggestionCheck } from "./suggestion-checks.js";
import { TypeChecker } from "./type-errors.js";

/** `--types <folder>` names a folder with the SDKs installed; `--guard` scaffolds on the guard library; `--verbose` prints every mended file. */
const given = process.argv.slice(2);
const option = (name: string): string | undefined => (given.includes(name) ? given[given.indexOf(name) + 1] : undefined);
const types = option("--types");
const folders = given.filter((word, index) => !word.startsWith("--") && given[index - 1] !== "--types");
const checker = new TypeChecker(types === undefined ? undefined : resolve(types));

const ports = new Map<string, DiskSources>();
let failed = 0;
const byRule = new Map<string, number>();
const counts = { files: 0, findings: 0, applied: 0, parses: 0, gone: 0, nothingNew: 0, noTypeError: 0 };
const checked: Record<SuggestionCheck["typesChecked"], number> = { all: 0, "without own files": 0, "without packages": 0, nothing: 0 };

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(?:node_modules|dist|\..*)$/.test(entry.name) ? [] : sourcesIn(path);
    return isSourcePath(path) && !path.endsWith(".d.ts") ? [path] : [];
  });
}

function printFailure(path: string, check: SuggestionCheck): void {
  console.log(`${relative(".", path)}:${check.line} ${check.rule}: ${check.title}`);
  if (check.parseError !== undefined) console.log(`  does not parse: ${check.parseError}`);
  else if (!check.gone) console.log("  the finding is still there");
  if (check.fresh.length > 0) console.log(`  new: ${check.fresh.join(", ")}`);
  for (const error of check.typeErrors) console.log(`  ${error}`);
}

function portOf(path: string): DiskSources {
  const root = workspaceRoot(dirname(path));
  let port = ports.get(root);
  if (port === undefined) ports.set(root, (port = new DiskSources([root])));
  return port;
}

/** Words without which no file asks a model; most files of a large repository have none of them. */
const WITNESSES = /tool_?calls|tool_?use|generateText|streamText|generateObject|ToolLoopAgent|messages\.(?:create|stream)|completions|responses\.|\binvoke\(|sendMessage|generateContent|stop_?reason|finish_?reason|agentLoop|settings:|openai|anthropic|langchain|genai|ollama|mistral|cohere|\bllm|bedrock|groq|Agent\b/i;

function checkFile(path: string): void {
  const text = readFileSync(path, "utf8");
  if (!WITNESSES.test(text)) return;
  const written = /^\s*\/\/ settings: (\{.*\})\s*$/m.exec(text)?.[1];
  const own = written === undefined ? {} : (JSON.parse(written) as object);
  const { config } = readConfig({ preset: "strict", ...own, scaffold: given.includes("--guard") ? "guard" : "inline" });
  const checks = checkSuggestions({ path, text, config, port: portOf(path) }, checker);
  if (checks.length === 0) return;
  counts.files++;
  counts.findings += new Set(checks.map(({ rule, line }) => `${rule}:${line}`)).size;
  for (const check of checks) {
    counts.applied++;
    byRule.set(check.rule, (byRule.get(check.rule) ?? 0) + 1);
    if (check.parseError === undefined) counts.parses++;
    if (check.gone) counts.gone++;
    if (check.fresh.length === 0) counts.nothingNew++;
    checked[check.typesChecked]++;
    if (check.typeErrors.length === 0) counts.noTypeError++;
    if (check.parseError !== undefined || !check.gone || check.fresh.length > 0 || check.typeErrors.length > 0) {
      failed++;
      printFailure(path, check);
    }
    if (given.includes("--verbose")) console.log(`== ${relative(".", path)}:${check.line} ${check.rule}: ${check.title}\n${check.text ?? ""}`);
  }
}

for (const folder of folders.length > 0 ? folders : ["test/cases", "examples"]) {
  for (const path of isSourcePath(folder) ? [resolve(folder)] : sourcesIn(resolve(folder))) checkFile(path);
}

console.log(
  [
    `${counts.findings} findings with suggestions in ${counts.files} files; ${counts.applied} suggestions applied:`,
    `  ${counts.parses} parse, ${counts.gone} end their finding, ${counts.nothingNew} bring up nothing new,`,
    `  ${counts.noTypeError} without a new type error (types checked: ${Object.entries(checked).map(([what, count]) => `${what} ${count}`).join(", ")})`,
    `  ${[...byRule].map(([rule, count]) => `${rule} ${count}`).join(", ")}`,
    `${failed} failed`,
  ].join("\n"),
);
process.exitCode = failed > 0 ? 1 : 0;
