import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Folder, LOOP } from "./kit/command.js";

const BUILT = fileURLToPath(new URL("../dist/bin.js", import.meta.url));
const MENDED = "MAX_STEPS";

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => {
  folder.remove();
});

/** The built command, in whose process a function of `node:fs` first does something else. */
function run(args: readonly string[], preload = ""): { status: number | null; out: string; err: string } {
  const url = `data:text/javascript,${encodeURIComponent(preload)}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", url, BUILT, ...args], { cwd: folder.path, encoding: "utf8" });
  return { status, out: stdout, err: stderr };
}

/** Sends the process a signal when it is about to read a file, or to write one. */
function signalAt(name: "readFileSync" | "renameSync", path: string, signal: string): string {
  return `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const real = fs.${name};
    fs.${name} = (first, ...rest) => {
      if (String(first).includes(${JSON.stringify(path)})) process.kill(process.pid, ${JSON.stringify(signal)});
      return real(first, ...rest);
    };
    syncBuiltinESMExports();`;
}

describe.skipIf(process.platform === "win32")("an interrupted run", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("by %s ends with %i and leaves every file as it was", (signal, code) => {
    for (let i = 10; i < 50; i++) folder.put(`src/${i}.js`);
    folder.put("report.json", "old");
    const before = folder.put("baseline.json", '{ "version": 1, "findings": {} }\n');
    expect(run(["check", "--output", "report.json", "--baseline", "baseline.json", "--update-baseline"], signalAt("readFileSync", "src/12.js", signal))).toEqual({ status: code, out: "", err: "agent-loop: interrupted.\n" });
    expect(readFileSync(join(folder.path, "report.json"), "utf8")).toBe("old");
    expect(readFileSync(before, "utf8")).toBe('{ "version": 1, "findings": {} }\n');
    expect(readdirSync(folder.path).sort()).toEqual(["baseline.json", "report.json", "src"]);
  });

  it("that is about to write writes the whole file, and nothing beside it", () => {
    folder.put("a.js");
    folder.put("report.json", "old");
    const { status } = run(["check", "--format", "json", "--output", "report.json"], signalAt("renameSync", "report.json", "SIGINT"));
    // Nothing is left to do behind the write: the process may be through before the signal is looked at.
    expect([1, 130]).toContain(status);
    expect(JSON.parse(readFileSync(join(folder.path, "report.json"), "utf8"))).toHaveLength(1);
    expect(readdirSync(folder.path).sort()).toEqual(["a.js", "report.json"]);
  });

  it("of fix leaves each file mended or as it was", () => {
    for (let i = 10; i < 30; i++) folder.put(`src/${i}.js`);
    const { status } = run(["fix", "--yes"], signalAt("renameSync", "12.js", "SIGTERM"));
    expect(status).toBe(143);
    const texts = readdirSync(join(folder.path, "src")).map((name) => readFileSync(join(folder.path, "src", name), "utf8"));
    expect(texts).toHaveLength(20);
    for (const text of texts) expect(text === LOOP || text.includes(MENDED)).toBe(true);
    expect(texts[2]).toContain(MENDED);
  });
});

/** Whether this process may put a small disk somewhere; elsewhere other tests stand in for a full one. */
function canMount(): boolean {
  const probe = new Folder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", probe.path], { stdio: "ignore" });
    execFileSync("umount", [probe.path], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    probe.remove();
  }
}

describe.runIf(process.platform === "linux" && canMount())("on a disk that is full", () => {
  let disk: string;
  beforeEach(() => {
    disk = join(folder.path, "disk");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", disk]);
  });
  afterEach(() => {
    execFileSync("umount", [disk]);
  });

  /** Leaves no room for another file. */
  function fill(): void {
    try {
      writeFileSync(join(disk, "filler"), "x".repeat(16 * 1024));
    } catch {
      // It is as large as it may be.
    }
  }

  const NO_ROOM = "there is no space left on the device.\n";

  it("a report, a baseline and a manifest are the old ones, and one line says why", () => {
    const at = folder.put("src/a.js");
    expect(existsSync(at)).toBe(true);
    folder.put("disk/report.json", "old");
    folder.put("disk/baseline.json", '{ "version": 1, "findings": {} }\n');
    folder.put("disk/package.json", "{}\n");
    fill();
    expect(run(["check", "--output", "disk/report.json"])).toEqual({ status: 2, out: "", err: `agent-loop: disk/report.json: cannot be written: ${NO_ROOM}` });
    expect(run(["check", "--baseline", "disk/baseline.json", "--update-baseline"])).toEqual({ status: 2, out: "", err: `agent-loop: ${join(disk, "baseline.json")}: cannot be written: ${NO_ROOM}` });
    const { status, stderr } = spawnSync(process.execPath, [BUILT, "init", "--yes"], { cwd: disk, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, `agent-loop: package.json: cannot be written: ${NO_ROOM}`]);
    expect(readFileSync(join(disk, "report.json"), "utf8")).toBe("old");
    expect(readFileSync(join(disk, "baseline.json"), "utf8")).toBe('{ "version": 1, "findings": {} }\n');
    expect(readFileSync(join(disk, "package.json"), "utf8")).toBe("{}\n");
    expect(readdirSync(disk).sort()).toEqual(["baseline.json", "filler", "package.json", "report.json"]);
  });

  it("fix leaves the source as it was", () => {
    folder.put("disk/a.js");
    fill();
    const { status, err } = run(["fix", "--yes", "disk"]);
    expect([status, err.trimEnd().split("\n")]).toEqual([2, [expect.stringMatching(/^agent-loop: .*a\.js.*no space left/)]]);
    expect(readFileSync(join(disk, "a.js"), "utf8")).toBe(LOOP);
    expect(readdirSync(disk).sort()).toEqual(["a.js", "filler"]);
  });
});
