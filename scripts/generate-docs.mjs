// Writes what documentation repeats from the rules: the tables, and the head of every rule page.
// `--check` writes nothing and fails when something would change.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { allRules } from "../packages/rules/dist/index.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");
const changed = [];

function write(path, text) {
  const file = `${root}${path}`;
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  changed.push(path);
  if (!check) writeFileSync(file, text);
}

/** Puts `text` between the two markers of that name. */
function between(path, name, text) {
  const file = `${root}${path}`;
  const whole = readFileSync(file, "utf8");
  const [open, close] = [`<!-- ${name}: generated -->`, `<!-- /${name} -->`];
  const start = whole.indexOf(open);
  const end = whole.indexOf(close);
  if (start < 0 || end < 0) throw new Error(`${path} has no place for ${name}: it needs the lines "${open}" and "${close}".`);
  write(path, `${whole.slice(0, start + open.length)}\n${text}\n${whole.slice(end)}`);
}

function ruleTable(link) {
  const rows = allRules.map(({ id, summary, preset, severity, hasSuggestions }) => {
    const level = preset === "recommended" ? (severity === "error" ? "error" : "warning") : "";
    const strict = severity === "error" ? "error" : "warning";
    void hasSuggestions;
    return `| [${id}](${link}${id}.md) | ${summary}. | ${level} | ${strict} |`;
  });
  return ["| rule | what it asks for | `recommended` | `strict` |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

between("README.md", "rules", ruleTable("packages/eslint-plugin/docs/rules/"));
between("packages/eslint-plugin/README.md", "rules", ruleTable("docs/rules/"));

if (check && changed.length > 0) {
  console.error(`Generated documentation is out of date: ${changed.join(", ")}. Run "npm run generate:docs".`);
  process.exit(1);
}
for (const path of changed) console.log(`wrote ${path}`);
