import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCommandLine } from "../src/command-line.js";
import { Folder } from "./kit/command.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const BUILT = join(ROOT, "packages/cli/dist/bin.js");

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
  folder.put("agent.js");
});
afterEach(() => {
  folder.remove();
});

interface Ran {
  readonly status: number | null;
  readonly out: string;
  /** What the script says in its outputs. */
  readonly code: string | undefined;
}

/** Runs the script of the action as GitHub would. */
function action(inputs: Readonly<Record<string, string>> = {}): Ran {
  const output = join(folder.path, "out.txt");
  rmSync(output, { force: true });
  const { status, stdout, stderr } = spawnSync("bash", [join(ROOT, "action/check.sh")], {
    cwd: folder.path,
    encoding: "utf8",
    env: { ...process.env, CI: "true", AGENT_LOOP: BUILT, REPORTS: join(folder.path, "reports"), GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(folder.path, "summary.md"), ...inputs },
  });
  const said = existsSync(output) ? readFileSync(output, "utf8") : "";
  return { status, out: stdout + stderr, code: /^code=(.*)$/m.exec(said)?.[1] };
}

describe.skipIf(process.platform === "win32")("the script of the action", () => {
  it("annotates, and writes the summary, SARIF and suggestions from one run", () => {
    const { status, out, code } = action();
    expect(out).toMatch(/^::error file=agent\.js,line=6,/m);
    expect([status, code]).toEqual([0, "1"]);
    const reports = ["agent-loop.json", "agent-loop.sarif", "agent-loop.rdjson"].map((name) => readFileSync(join(folder.path, "reports", name), "utf8"));
    for (const report of reports) expect(JSON.parse(report)).toBeTruthy();
    expect(readFileSync(join(folder.path, "summary.md"), "utf8")).toContain("## agent-loop: 1 error");
  });

  it("takes paths with spaces, one a line, that are never options", () => {
    folder.put("a folder/b.js");
    const { out } = action({ INPUT_PATHS: "a folder\nagent.js\n" });
    expect(out).toContain("file=a folder/b.js");
    expect(action({ INPUT_PATHS: "--help" })).toMatchObject({ status: 0, code: "2" });
  });

  it("reports only what a committed baseline does not hold, and does not make one", async () => {
    expect(action({ INPUT_BASELINE: "baseline.json" })).toMatchObject({ code: "2", out: expect.stringContaining("there is no such baseline") });
    await folder.command("check", "--baseline", "baseline.json");
    expect(action({ INPUT_BASELINE: "baseline.json" })).toMatchObject({ code: "0" });
  });

  it("keeps silent when it is told to", () => {
    expect(action({ INPUT_ANNOTATE: "false" })).toMatchObject({ code: "1", out: "" });
  });
});

it("the command prints no colour where there is no terminal, in continuous integration neither", () => {
  const { stdout } = spawnSync(process.execPath, [BUILT, "check"], { cwd: folder.path, encoding: "utf8", env: { ...process.env, CI: "true" } });
  expect(stdout).toContain("agent.js:6:3  error");
  expect(stdout).not.toContain("\u001B");
});

describe("what is said elsewhere", () => {
  it("hands the script every input of the action that it reads", () => {
    const script = readFileSync(join(ROOT, "action/check.sh"), "utf8");
    const definition = readFileSync(join(ROOT, "action/action.yml"), "utf8");
    for (const [input] of script.matchAll(/INPUT_[A-Z_]+/g)) expect(definition).toContain(`${input}: \${{ inputs.${input.slice(6).toLowerCase().replaceAll("_", "-")} }}`);
    // An expression inside of a script would be code of whoever chose its value.
    for (const [, run = ""] of definition.matchAll(/^\s+run: (.*)$/gm)) expect(run).not.toContain("${{");
  });

  it("the pre-commit hook runs a command that exists", () => {
    const [, entry = ""] = /entry: npx --yes agent-loop@\S+ (.*)/.exec(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8")) ?? [];
    expect(readCommandLine([...entry.split(" "), "a.ts"])).toMatchObject({ name: "check", paths: ["a.ts"] });
  });

  it("every place says the version of this package", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8")) as { version: string };
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, "scripts/set-version.mjs"), "--check", version], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });
});
