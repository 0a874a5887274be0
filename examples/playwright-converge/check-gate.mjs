/** Holds the suite to its promise: green with an agent that converges, red with one that oscillates, for that reason. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const playwright = fileURLToPath(new URL("./cli.js", import.meta.resolve("@playwright/test/package.json")));

function suite(model) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [playwright, "test"], {
    cwd: import.meta.dirname,
    encoding: "utf8",
    env: { ...process.env, MODEL: model },
  });
  return { status, output: `${stdout}${stderr}` };
}

const steady = suite("steady");
const wavering = suite("wavering");
const reason = "goes back and forth between search(";
console.log(steady.output);
console.log(wavering.output);
if (steady.status !== 0) throw new Error("the suite fails with an agent that converges");
if (wavering.status === 0) throw new Error("the suite passes with an agent that oscillates");
if (!wavering.output.includes(reason)) throw new Error(`the suite fails for another reason than "${reason}"`);
console.log("The gate holds: a converging agent passes, an oscillating one fails the build.");
