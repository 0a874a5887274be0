import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readDiff } from "../src/changed-lines.js";
import { Folder, LOOP } from "./kit/command.js";

const BUILT = fileURLToPath(new URL("../dist/bin.js", import.meta.url));

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => {
  folder.remove();
});

const OTHER = LOOP.slice(LOOP.indexOf("export")).replace("agent(", "other(");

function baseline(): { version: number; findings: Record<string, string[]> } {
  return JSON.parse(readFileSync(join(folder.path, "baseline.json"), "utf8")) as ReturnType<typeof baseline>;
}

describe("--baseline", () => {
  it("is made by the first run, which reports nothing", async () => {
    folder.put("src/a.js");
    const { code, err } = await folder.command("check", "--baseline", "baseline.json");
    expect(code).toBe(0);
    expect(err).toBe("baseline.json holds 1 finding; from now on only others are reported.\n");
    expect(baseline()).toEqual({ version: 1, findings: { "src/a.js": [expect.stringMatching(/^no-unbounded-loop [0-9a-f]{16}$/)] } });
  });

  it("leaves only what is new, wherever the old has moved to", async () => {
    folder.put("a.js");
    await folder.command("check", "--baseline", "baseline.json");
    folder.put("a.js", `// moved\n${LOOP}${OTHER}`);
    const { code, out } = await folder.command("check", "--baseline", "baseline.json");
    expect(code).toBe(1);
    expect(out.match(/no-unbounded-loop {2}/g)).toHaveLength(1);
    expect(out).toContain("a.js:14:3");
  });

  it("shrinks when a finding is mended or its file is gone, and the finding is new when it comes back", async () => {
    folder.put("a.js");
    folder.put("b.js");
    await folder.command("check", "--baseline", "baseline.json");
    folder.put("a.js", "export {};\n");
    rmSync(join(folder.path, "b.js"));
    expect((await folder.command("check", "--baseline", "baseline.json")).err).toBe("2 findings of baseline.json are gone, and were taken out of it; 0 left.\n");
    expect(baseline().findings).toEqual({});
    folder.put("a.js");
    expect((await folder.command("check", "--baseline", "baseline.json")).code).toBe(1);
  });

  it("keeps what this run did not ask about: other files, other rules, files that do not parse", async () => {
    folder.put("a.js");
    folder.put("b.js");
    await folder.command("check", "--baseline", "baseline.json", "--preset", "strict");
    const before = readFileSync(join(folder.path, "baseline.json"), "utf8");
    await folder.command("check", "a.js", "--baseline", "baseline.json");
    folder.put("b.js", "const = 1;\n");
    await folder.command("check", "--baseline", "baseline.json", "--preset", "strict");
    expect(readFileSync(join(folder.path, "baseline.json"), "utf8")).toBe(before);
  });

  it("accepts everything anew with --update-baseline", async () => {
    folder.put("a.js");
    await folder.command("check", "--baseline", "baseline.json");
    folder.put("a.js", LOOP + OTHER);
    expect((await folder.command("check", "--baseline", "baseline.json", "--update-baseline")).code).toBe(0);
    expect((await folder.command("check", "--baseline", "baseline.json")).code).toBe(0);
  });

  it("is not changed where nobody watches: what is gone is told", async () => {
    folder.put("a.js");
    await folder.command("check", "--baseline", "baseline.json");
    const before = baseline();
    folder.put("a.js", "export {};\n");
    folder.inCi = true;
    expect(await folder.command("check", "--baseline", "baseline.json")).toMatchObject({ code: 0, err: "1 finding of baseline.json is gone. Run this on your own machine and commit baseline.json, or they may come back unnoticed.\n" });
    expect(baseline()).toEqual(before);
  });

  it("is not made where nobody watches", async () => {
    folder.put("a.js");
    folder.inCi = true;
    expect(await folder.command("check", "--baseline", "baseline.json")).toMatchObject({ code: 2, err: expect.stringMatching(/^agent-loop: baseline\.json: there is no such baseline, .*\n$/) });
    expect((await folder.command("check", "--baseline", "baseline.json", "--update-baseline")).code).toBe(0);
  });

  it.each([
    ["text", "no JSON", /not valid JSON/],
    ["something else", "{}", /this is no baseline/],
    ["another version", '{"version": 9, "findings": {}}', /of another version/],
  ])("that is %s gets one clear line and exit 2", async (_, text, line) => {
    folder.put("a.js");
    folder.put("baseline.json", text);
    const { code, err } = await folder.command("check", "--baseline", "baseline.json");
    expect(code).toBe(2);
    expect(err.trimEnd().split("\n")).toEqual([expect.stringMatching(line)]);
    expect(readFileSync(join(folder.path, "baseline.json"), "utf8")).toBe(text);
  });

  it("that is a folder gets one clear line and exit 2", async () => {
    folder.put("a.js");
    expect(await folder.command("check", "--baseline", ".")).toMatchObject({ code: 2, err: expect.stringMatching(/: cannot be read: it is a folder\.\n$/) });
  });
});

describe("--since", () => {
  beforeEach(() => {
    folder.git("init", "-q");
    folder.put("package.json", "{}");
    folder.put("old.js", LOOP + OTHER);
    folder.commitAll();
  });

  async function places(ref = "HEAD"): Promise<string[]> {
    const { out, err, code } = await folder.command("check", "--since", ref);
    expect(err).toBe("");
    const found = [...out.matchAll(/^(\S+:\d+):\d+ {2}error/gm)].map(([, place = ""]) => place);
    expect(code).toBe(found.length > 0 ? 1 : 0);
    return found;
  }

  it("reports nothing when nothing has changed", async () => {
    expect(await places()).toEqual([]);
  });

  it("reports the loop that was touched, and not its neighbour", async () => {
    folder.put("old.js", LOOP + OTHER.replace("messages.push(reply.choices[0].message);", "messages.push(reply.choices[0].message); // kept"));
    expect(await places()).toEqual(["old.js:13"]);
  });

  it("reports a loop from which something was only taken away", async () => {
    folder.put("old.js", LOOP.replace("    messages.push", "    console.log(messages.length);\n    messages.push") + OTHER);
    folder.commitAll();
    folder.put("old.js", LOOP + OTHER);
    expect(await places()).toEqual(["old.js:6"]);
  });

  it("reports files that git does not know yet, and what the branch has committed", async () => {
    folder.git("checkout", "-q", "-b", "branch");
    folder.put("committed.js");
    folder.commitAll();
    folder.put("new file.js");
    const { out } = await folder.command("check", "--since", "main");
    expect(out).toContain("committed.js:6:3");
    expect(out).toContain("new file.js:6:3");
    expect(out).not.toContain("old.js");
  });

  it("reports a loop whose callee in another file was touched", async () => {
    const ask = 'import OpenAI from "openai";\nconst client = new OpenAI();\nexport const unrelated = 1;\n\nexport async function ask(messages) {\n  return await client.chat.completions.create({ model: "m", messages });\n}\n';
    folder.put("ask.js", ask);
    folder.put("caller.js", LOOP.replace('import OpenAI from "openai";', 'import { ask } from "./ask.js";').replace("const client = new OpenAI();\n", "").replace(/client\.chat\.completions\.create\(.*\);/, "ask(messages);"));
    folder.commitAll();
    expect(await places()).toEqual([]);
    folder.put("ask.js", ask.replace("unrelated = 1", "unrelated = 2"));
    expect(await places()).toEqual([]);
    folder.put("ask.js", ask.replace('"m"', '"n"'));
    expect(await places()).toEqual(["caller.js:5"]);
  });

  it.each(["nope", "--output=x", "HEAD:old.js"])("refuses %s, which is no commit", async (ref) => {
    expect(await folder.command("check", `--since=${ref}`)).toEqual({
      code: 2,
      out: "",
      err: `agent-loop: --since: git knows no commit "${ref}". In continuous integration it may have to be fetched first.\n`,
    });
    expect(existsSync(join(folder.path, "x"))).toBe(false);
  });
});

describe("--since without an answer of git", () => {
  it("says why in git's own words: a repository of another user", async () => {
    folder.git("init", "-q");
    folder.put("a.js");
    const known = { ...process.env };
    Object.assign(process.env, { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" });
    try {
      expect(await folder.command("check", "--since", "HEAD")).toEqual({ code: 2, out: "", err: expect.stringMatching(/^agent-loop: --since: git says of .*: detected dubious ownership in repository at .*\n$/) });
    } finally {
      process.env = known;
    }
  });

  it("says that git is missing", async () => {
    folder.put("a.js");
    const { PATH } = process.env;
    process.env["PATH"] = folder.path;
    try {
      expect(await folder.command("check", "--since", "HEAD")).toEqual({ code: 2, out: "", err: "agent-loop: --since: git is needed for this, and it could not be run.\n" });
    } finally {
      process.env["PATH"] = PATH;
    }
  });
});

describe("readDiff", () => {
  it("counts the lines of a hunk, so that code may look like a diff", () => {
    const diff = ["diff --git a/a b/a", "--- a/a", "+++ b/a", "@@ -1 +1,2 @@ x", "--- a/z", "+++ b/z", "+@@ -9 +9 @@", "@@ -7,2 +8,0 @@", "-a", "-b", "\\ No newline at end of file", 'diff --git "a/q\\"" "b/q\\""', '+++ "b/q\\""', "@@ -0,0 +1 @@", "+x", ""].join("\n");
    expect([...readDiff(diff)]).toEqual([
      ["a", [{ line: 1, count: 2 }, { line: 8, count: 0 }]],
      ['q"', [{ line: 1, count: 1 }]],
    ]);
  });
});

describe("--require-reasons", () => {
  it("reports a silenced rule without a reason, and no other", async () => {
    folder.put("a.js", LOOP.replace("  while", "  // eslint-disable-next-line agent-loop/no-unbounded-loop\n  while"));
    folder.put("b.js", LOOP.replace("  while", "  // eslint-disable-next-line agent-loop/no-unbounded-loop -- a person stops it\n  while"));
    expect((await folder.command("check")).code).toBe(0);
    const { code, out } = await folder.command("check", "--require-reasons");
    expect(code).toBe(1);
    expect(out).toContain("a.js:6:3  error  This comment silences a rule");
    expect(out).not.toContain("b.js");
  });
});

describe("--stats", () => {
  it("tells of the loops, what bounds them and how they were recognised, beside the report", async () => {
    folder.put("a.js");
    folder.put("b.js", LOOP.replace("while (true)", "for (let step = 0; step < 9; step++)"));
    const { out, err } = await folder.command("check", "--stats", "--format", "json");
    expect(JSON.parse(out)).toHaveLength(2);
    expect(err).toMatch(/^2 files in \d+\.\d s\.\n2 agent loops \(1 for, 1 while\)\.\nWith an effective limit: 1 \(1 steps\); without one: 1; not known: 0\.\n/);
    expect(err).toContain("Model calls in them: 2 (2 call an SDK, as their imports prove).");
  });
});

describe("--output", () => {
  it("writes the report and prints nothing", async () => {
    folder.put("a.js");
    expect(await folder.command("check", "--format", "json", "--output", "report.json")).toEqual({ code: 1, out: "", err: "" });
    expect(JSON.parse(readFileSync(join(folder.path, "report.json"), "utf8"))).toHaveLength(1);
    expect(readdirSync(folder.path).sort()).toEqual(["a.js", "report.json"]);
    expect(statSync(join(folder.path, "report.json")).mode & 0o111).toBe(0);
  });

  it.skipIf(process.platform === "win32")("leaves the old report whole when there is no room for the new one", () => {
    folder.put("a.js");
    folder.put("report.json", "old");
    // A shell that lets no file grow beyond a kilobyte stands in for a full disk.
    const { status, stderr } = spawnSync("bash", ["-c", `ulimit -f 1; "${process.execPath}" "${BUILT}" check --format sarif --output report.json`], { cwd: folder.path, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, "agent-loop: report.json: cannot be written: it would be larger than a file may be.\n"]);
    expect(readFileSync(join(folder.path, "report.json"), "utf8")).toBe("old");
    expect(readdirSync(folder.path).sort()).toEqual(["a.js", "report.json"]);
  });

  it.runIf(existsSync("/dev/full"))("says so when what it prints goes nowhere", () => {
    folder.put("a.js");
    const { status, stderr } = spawnSync("bash", ["-c", `"${process.execPath}" "${BUILT}" check > /dev/full`], { cwd: folder.path, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^agent-loop: the output cannot be written: .*\n$/)]);
  });

  it.runIf(existsSync("/dev/full"))("says in one line when the disk is full", async () => {
    folder.put("a.js");
    expect(await folder.command("check", "--output", "/dev/full")).toEqual({ code: 2, out: "", err: "agent-loop: /dev/full: cannot be written: there is no space left on the device.\n" });
  });
});
