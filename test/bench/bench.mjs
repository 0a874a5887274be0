// npm run bench -- <folder…> [--files 500] [--rounds 5]
// What the rules cost: ESLint with the parser alone, with `strict` looking at one file at a time, with
// `strict` reading across files, and the engine, over the same real files; the same once more in a process
// that has seen them (warm); and how the time of one file grows with its size. Runs are interleaved, each
// in a process of its own; medians of user CPU time.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ConfigFiles, discoverFiles } from "../../packages/engine/dist/index.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: "string", default: "500" }, rounds: { type: "string", default: "5" } },
});
const folders = positionals.length > 0 ? positionals : (process.env.AGENT_LOOP_BENCH ?? "").split(":").filter(Boolean);
if (folders.length === 0) {
  console.error("Give folders of real code: npm run bench -- path/to/repositories (or set AGENT_LOOP_BENCH).");
  process.exit(2);
}

const all = discoverFiles(folders, process.cwd(), new ConfigFiles()).filter((path) => /\.[cm]?[jt]sx?$/.test(path));
const wanted = Math.min(Number(values.files), all.length);
// Spread over the folders, so that no one repository decides.
const files = Array.from({ length: wanted }, (_, i) => all[Math.floor((i * all.length) / wanted)]);

const scratch = mkdtempSync(join(tmpdir(), "bench-"));
const list = join(scratch, "files.json");
writeFileSync(list, JSON.stringify(files));
const script = (name) => fileURLToPath(new URL(name, import.meta.url));
const PARSER = "ESLint, parser alone";
const ALONE = "ESLint, strict, one file at a time";
const STRICT = "ESLint, strict";
const GROWTH = "growth";
const CANDIDATES = {
  [PARSER]: [script("eslint-run.mjs"), "parser", list],
  [ALONE]: [script("eslint-run.mjs"), "alone", list],
  [STRICT]: [script("eslint-run.mjs"), "strict", list],
  "engine, strict": [script("engine-run.mjs"), list],
  [GROWTH]: [script("growth-run.mjs"), list],
};

const runs = Object.fromEntries(Object.keys(CANDIDATES).map((name) => [name, []]));
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, args] of Object.entries(CANDIDATES)) {
      runs[name].push(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 26 })));
    }
  }
} finally {
  rmSync(scratch, { recursive: true });
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const of = (name, what) => median(runs[name].map((result) => result[what]));
console.log(`${files.length} files of ${all.length}, ${values.rounds} rounds, medians of user CPU time\n`);
for (const [name, results] of Object.entries(runs)) {
  if (name === GROWTH) continue;
  const warm = results[0].warm === undefined ? "" : `  warm ${of(name, "warm").toFixed(2).padStart(6)} s`;
  console.log(
    `${name.padEnd(36)} ${of(name, "seconds").toFixed(2).padStart(7)} s  ${(of(name, "seconds") / of(PARSER, "seconds")).toFixed(3).padStart(6)} ×  ${of(name, "megabytes").toFixed(0).padStart(5)} MB${warm}  ${results[0].findings} findings`,
  );
}
console.log(
  `\nreading across files: ${(of(STRICT, "seconds") / of(ALONE, "seconds")).toFixed(2)} × cold, ${(of(STRICT, "warm") / of(ALONE, "warm")).toFixed(2)} × warm, ${(of(STRICT, "megabytes") - of(ALONE, "megabytes")).toFixed(0)} MB more`,
);
console.log(`time grows with the size of a file to the power of ${of(GROWTH, "generated").toFixed(2)} (generated), ${of(GROWTH, "real").toFixed(2)} (these files)`);
