// One measured run of the engine over the same files, in a process of its own.
// argv: path of a JSON file with the list of files, number of threads.
import { readFileSync } from "node:fs";
import process from "node:process";
import { lintPaths } from "../../packages/engine/dist/index.js";

const [list, threads = "1"] = process.argv.slice(2);
const targets = JSON.parse(readFileSync(list, "utf8"));
let findings = 0;
for (const result of await lintPaths({ targets, cwd: "/", preset: "strict", threads: Number(threads) })) findings += result.findings.length;
const { userCPUTime, maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ seconds: userCPUTime / 1e6, megabytes: maxRSS / 1024, findings }));
