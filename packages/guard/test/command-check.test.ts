import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { commandCheck, type CommandCheckOptions } from "../src/node/index.js";
import { runCommand } from "../src/node/run-command.js";

let root: string;
let repository: string;
let base: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "guard-oracle-"));
  vi.stubEnv("TMPDIR", root); // so that what others do in the temporary directory is not mistaken for ours
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

const git = (...args: string[]): string => execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", "-C", repository, ...args], { encoding: "utf8" }).trim();

/** Writes files and commits them as the agent would. @returns the commit. */
function commit(files: Readonly<Record<string, string | null>>): string {
  for (const [path, text] of Object.entries(files)) {
    const file = join(repository, path);
    mkdirSync(dirname(file), { recursive: true });
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
  }
  git("add", "--all", "--force");
  git("commit", "--quiet", "--message", "work");
  return git("rev-parse", "HEAD");
}

/** The task: make `add` add. The test that judges it is protected. */
const TEST = `import { add } from "../src/add.mjs"; process.exit(add(2, 2) === 4 ? 0 : 1);`;
const GOOD = "export const add = (a, b) => a + b;";
const BAD = "export const add = () => 5;";
const oracle = (options: Partial<CommandCheckOptions> = {}) => commandCheck("tests", { repository, base, protect: ["test"], command: [process.execPath, "test/add.mjs"], ...options });

beforeEach(() => {
  repository = mkdtempSync(join(root, "repository-"));
  git("init", "--quiet", "--initial-branch", "main");
  base = commit({ "src/add.mjs": BAD, "test/add.mjs": TEST });
});

describe("a command in a clean checkout", () => {
  test("that exits with 0 is a yes", async () => {
    expect(await oracle().run({ revision: commit({ "src/add.mjs": GOOD }) }, {})).toMatchObject({ passed: "yes", confidence: 1 });
  });

  test("that exits with anything else is a no, with the code", async () => {
    const verdict = await oracle().run({ revision: base }, {});
    expect([verdict.passed, verdict.detail]).toEqual(["no", `tests: ${process.execPath} test/add.mjs exited with 1.`]);
  });

  test("shows the end of what it printed", async () => {
    const verdict = await oracle({ command: [process.execPath, "-e", "console.log('expected 4'); process.exit(3)"] }).run({ revision: base }, {});
    expect(verdict.detail).toContain("exited with 3. expected 4");
  });

  test("that cannot be started decides nothing", async () => {
    expect((await oracle({ command: ["no-such-program"] }).run({ revision: base }, {})).passed).toBe("unknown");
  });

  test("that does not end in time decides nothing", async () => {
    const verdict = await oracle({ command: [process.execPath, "-e", "setInterval(() => {}, 1000)"], timeoutMs: 4_000 }).run({ revision: base }, {});
    expect([verdict.passed, verdict.detail]).toEqual(["unknown", expect.stringContaining("did not finish: it did not end within 4000 ms")]);
  });

  test("that is aborted decides nothing", async () => {
    expect((await oracle().run({ revision: base }, { signal: AbortSignal.abort() })).passed).toBe("unknown");
  });

  test("of a commit that does not exist decides nothing", async () => {
    const verdict = await oracle().run({ revision: "0123456789012345678901234567890123456789" }, {});
    expect([verdict.passed, verdict.detail]).toEqual(["unknown", expect.stringContaining("there is no commit 0123456789")]);
  });

  test("finds a branch by its name", async () => {
    git("checkout", "--quiet", "-b", "agent/fix");
    commit({ "src/add.mjs": GOOD });
    expect((await oracle().run({ revision: "agent/fix" }, {})).passed).toBe("yes");
  });

  test("is prepared first", async () => {
    const prepare = [[process.execPath, "-e", "require('node:fs').writeFileSync('src/add.mjs', 'export const add = (a, b) => a + b;')"]] as const;
    expect((await oracle({ prepare }).run({ revision: base }, {})).passed).toBe("yes");
  });

  test("that cannot be prepared decides nothing", async () => {
    const verdict = await oracle({ prepare: [[process.execPath, "-e", "process.exit(1)"]] }).run({ revision: commit({ "src/add.mjs": GOOD }) }, {});
    expect([verdict.passed, verdict.detail]).toEqual(["unknown", expect.stringContaining("failed, so the check was not run")]);
  });

  test("leaves nothing behind", async () => {
    await oracle().run({ revision: base }, {});
    expect(readdirSync(root).filter((name) => name.startsWith("agent-loop-checkout-"))).toEqual([]);
  });
});

describe("an agent cannot get a yes", () => {
  test("by editing the test that judges it", async () => {
    expect((await oracle().run({ revision: commit({ "test/add.mjs": "process.exit(0);" }) }, {})).passed).toBe("no");
  });

  test("by deleting the test that judges it", async () => {
    expect((await oracle().run({ revision: commit({ "test/add.mjs": null, "other.txt": "x" }) }, {})).passed).toBe("no");
  });

  test("by adding a file beside the protected ones", async () => {
    const command = [process.execPath, "-e", "process.exit(require('node:fs').existsSync('test/setup.mjs') ? 0 : 1)"] as const;
    expect((await oracle({ command }).run({ revision: commit({ "test/setup.mjs": "process.exit(0);" }) }, {})).passed).toBe("no");
  });

  test("by adding a protected path that the base does not have", async () => {
    const command = [process.execPath, "-e", "process.exit(require('node:fs').existsSync('vitest.config.ts') ? 0 : 1)"] as const;
    const revision = commit({ "vitest.config.ts": "export default {};" });
    expect((await oracle({ protect: ["test", "vitest.config.ts"], command }).run({ revision }, {})).passed).toBe("no");
  });

  test("by work that it did not commit", async () => {
    writeFileSync(join(repository, "src/add.mjs"), GOOD);
    expect((await oracle().run({ revision: base }, {})).passed).toBe("no");
  });

  test("by moving the branch that is named as the base, when the base is named by its hash", async () => {
    commit({ "test/add.mjs": "process.exit(0);" });
    expect((await oracle({ base }).run({ revision: "main" }, {})).passed).toBe("no");
  });

  test("by a hook or a filter in its repository, none of which is run", async () => {
    const trace = join(root, "hook-was-run");
    const hook = `#!/bin/sh\ntouch ${trace}\n`;
    for (const name of ["post-checkout", "pre-commit"]) writeFileSync(join(repository, ".git/hooks", name), hook, { mode: 0o755 });
    git("config", "filter.evil.smudge", `sh -c "touch ${trace}; cat"`);
    const revision = commit({ ".gitattributes": "* filter=evil" });
    git("config", "core.fsmonitor", `touch ${trace}`);
    rmSync(trace, { force: true });
    await oracle().run({ revision }, {});
    expect(existsSync(trace)).toBe(false);
  });

  test("by the environment of the process that checks", async () => {
    vi.stubEnv("GUARD_TEST_SECRET", "x");
    const command = [process.execPath, "-e", "process.exit(process.env.GUARD_TEST_SECRET ? 0 : 1)"] as const;
    expect((await oracle({ command }).run({ revision: base }, {})).passed).toBe("no");
  });

  test("of a check that protects nothing, which is refused", () => {
    expect(() => oracle({ protect: [] })).toThrow('"tests" protects nothing');
  });
});

describe("a command", () => {
  // A child that holds on to the streams of its parent: they close, and the promise settles, only once it is dead too.
  const withChild = (then: string): readonly [string, ...string[]] => [
    process.execPath,
    "-e",
    `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" }); ${then}`,
  ];

  test("that runs out of time is reported as such", async () => {
    expect(await runCommand(withChild(""), { cwd: root, env: {}, timeoutMs: 1_500 })).toEqual({ exitCode: undefined, output: "it did not end within 1500 ms." });
  });

  test("takes the children that it leaves behind with it", async () => {
    expect(await runCommand(withChild("setTimeout(() => process.exit(3), 200);"), { cwd: root, env: {}, timeoutMs: 50_000 })).toEqual({ exitCode: 3, output: "" });
  });

  test("that is killed has no exit code", async () => {
    expect(await runCommand([process.execPath, "-e", "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)"], { cwd: root, env: {}, timeoutMs: 50_000 })).toEqual({ exitCode: undefined, output: "it was ended by SIGTERM." });
  });

  test("that prints much is cut to the end of it", async () => {
    const { output } = await runCommand([process.execPath, "-e", "console.log('x'.repeat(100_000) + 'the end')"], { cwd: root, env: {}, timeoutMs: 50_000 });
    expect([output.length < 5_000, output.endsWith("the end")]).toEqual([true, true]);
  });
});
