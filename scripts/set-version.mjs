// node scripts/set-version.mjs [version]: writes it wherever a release says it; without one, what the command's manifest says.
// --check [version] writes nothing and fails when a place says another one.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");
const given = process.argv.slice(2).find((argument) => argument !== "--check");
const version = given ?? JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8")).version;
if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
  console.error(`"${version}" is no version. Write one like: node scripts/set-version.mjs [--check] 0.2.0`);
  process.exit(2);
}

/** Each file with the text before a version in it. */
const PLACES = [
  ...readdirSync(join(root, "packages")).map((name) => [`packages/${name}/package.json`, /"version": "/]),
  ...["cli", "eslint-plugin", "language-server"].map((name) => [`packages/${name}/src/version.ts`, /VERSION = "/]),
  ["action/action.yml", /default: "(?=\d)/],
  [".pre-commit-hooks.yaml", /agent-loop@/],
  ...["turborepo", "nx"].map((name) => [`examples/${name}/package.json`, /"agent-loop": "/]),
  ["packages/cli/README.md", /(?:rev: v|action@v)/],
];

let wrong = 0;
for (const [file, before] of PLACES) {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const after = text.replace(new RegExp(`(${before.source})\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?`, "g"), `$1${version}`);
  if (after === text) continue;
  wrong++;
  if (check) console.error(`${file} says another version than ${version}.`);
  else writeFileSync(path, after);
}
if (check && wrong > 0) process.exit(1);
