import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../src/run.js";
import { unifiedDiff } from "../src/unified-diff.js";

const LOOP = `import OpenAI from "openai";

const client = new OpenAI();

export async function agent(messages) {
  while (true) {
    const reply = await client.chat.completions.create({ model: "m", messages });
    messages.push(reply.choices[0].message);
    if (!reply.choices[0].message.tool_calls) return messages;
  }
}
`;

/** A loop that acts, and lacks everything. */
const ACTING = `import OpenAI from "openai";
import { handlers, tools } from "./tools.js";

const client = new OpenAI();

export async function agent(messages) {
  while (true) {
    const reply = await client.chat.completions.create({ model: "m", messages, tools });
    const { message } = reply.choices[0];
    messages.push(message);
    if (!message.tool_calls) {
      return message.content;
    }
    for (const call of message.tool_calls) {
      const content = await handlers[call.function.name](call.function.arguments);
      messages.push({ role: "tool", tool_call_id: call.id, content });
    }
  }
}
`;

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-loop-fix-")));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(name: string, text = LOOP): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function git(...args: string[]): void {
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: folder, stdio: "ignore" });
}

async function fix(args: readonly string[], answers?: string[]): Promise<{ code: number; out: string; err: string; asked: number }> {
  const said = { out: "", err: "", asked: 0 };
  const code = await run(["fix", ...args], {
    cwd: folder,
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    colour: false,
    ...(answers && {
      ask: async () => {
        said.asked++;
        return answers.shift();
      },
    }),
  });
  return { code, ...said };
}

describe("fix --dry-run", () => {
  it("prints a diff that git can apply, and changes nothing", async () => {
    const path = put("loop.js");
    const { code, out, err } = await fix(["--dry-run"]);
    expect(code).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(LOOP);
    expect(err).toMatch(/^Would mend 1 finding in 1 file/m);
    git("init");
    writeFileSync(join(folder, "fix.diff"), out);
    git("apply", "fix.diff");
    expect(readFileSync(path, "utf8")).toContain("step < MAX_STEPS");
  });
});

describe("fix --yes", () => {
  it("mends every finding of every file, until nothing is left", async () => {
    const paths = [put("a.js"), put("b.js", LOOP + LOOP.slice(LOOP.indexOf("export")).replace("agent", "other"))];
    expect((await fix(["--yes"])).err).toMatch(/Mended 3 findings in 2 files/);
    for (const path of paths) expect(readFileSync(path, "utf8")).not.toContain("while (true)");
    expect((await fix(["--yes"])).err).toMatch(/Mended 0 findings in 0 files/);
    // No file is left half-written beside another.
    expect(readdirSync(folder).sort()).toEqual(["a.js", "b.js"]);
  });

  it("keeps permissions, links, line ends and a byte order mark", async () => {
    const path = put("a.js", `\uFEFF${LOOP.replaceAll("\n", "\r\n")}`);
    chmodSync(path, 0o755);
    symlinkSync(path, join(folder, "link.js"));
    await fix(["--yes", "link.js"]);
    const text = readFileSync(path, "utf8");
    expect(text).toContain("step < MAX_STEPS");
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect(statSync(path).mode & 0o777).toBe(0o755);
  });

  it("mends findings of the named rules only", async () => {
    const path = put("a.js");
    await fix(["--yes", "--rule", "require-budget"]);
    expect(readFileSync(path, "utf8")).toBe(LOOP);
    await fix(["--yes", "--rule", "agent-loop/no-unbounded-loop"]);
    expect(readFileSync(path, "utf8")).not.toBe(LOOP);
    expect(await fix(["--yes", "--rule", "no-such-rule"])).toMatchObject({ code: 2, err: expect.stringContaining('no rule "no-such-rule"') });
    expect((await fix(["--yes", "--rule", "no-unbouned-loop"])).err).toContain('Did you mean "no-unbounded-loop"?');
  });

  it("refuses a dirty git tree unless it may", async () => {
    const path = put("a.js");
    git("init");
    expect(await fix(["--yes"])).toMatchObject({ code: 2, err: expect.stringContaining("not committed") });
    expect(readFileSync(path, "utf8")).toBe(LOOP);
    expect(await fix(["--yes", "--allow-dirty"])).toMatchObject({ code: 0 });
    expect(readFileSync(path, "utf8")).not.toBe(LOOP);
    git("add", ".");
    git("commit", "-m", "all");
    expect(await fix(["--yes"])).toMatchObject({ code: 0 });
  });
});

describe("what is left to write", () => {
  it.each([["--yes"], ["--dry-run"]])("is listed at the end with its place, %s", async (how) => {
    const path = put("a.js", ACTING);
    const { out, err } = await fix([how, "--preset", "strict"]);
    const [, line, order] = /^Left for you to write:\n  a\.js:(\d+) (.+)\n/m.exec(err.slice(err.indexOf("Left"))) ?? [];
    expect(order).toBe("tell the model what is missing");
    expect(err).toMatch(/\n  a\.js:\d+ write the check `isDone`; until then it throws\n/);
    if (how === "--yes") expect(readFileSync(path, "utf8").split("\n")[Number(line) - 1]).toContain("// Say here what is missing");
    else expect(out).toContain("+      // Say here what is missing");
  });

  it("is nothing where nothing is", async () => {
    put("a.js");
    expect((await fix(["--yes"])).err).not.toContain("Left for you");
  });
});

describe("fix in more than one place", () => {
  it("refuses a dirty git tree that is not the one round the current folder", async () => {
    mkdirSync(join(folder, "here"));
    mkdirSync(join(folder, "there"));
    const path = put("there/a.js");
    execFileSync("git", ["init"], { cwd: join(folder, "there"), stdio: "ignore" });
    const err: string[] = [];
    const code = await run(["fix", "--yes", "../there/a.js"], { cwd: join(folder, "here"), out: () => undefined, err: (text) => void err.push(text), colour: false });
    expect({ code, err: err.join("") }).toMatchObject({ code: 2, err: expect.stringContaining("not committed") });
    expect(readFileSync(path, "utf8")).toBe(LOOP);
  });

  it("says how many findings nobody but the reader can mend", async () => {
    put("a.js");
    expect((await fix(["--dry-run", "--preset", "strict"])).err).toMatch(/^Would mend \d findings in 1 file\.\n1 finding can be mended by nobody but you: agent-loop check shows it\.\n$/);
    expect((await fix(["--dry-run", "--preset", "strict", "--rule", "no-unbounded-loop"])).err).toBe("Would mend 1 finding in 1 file.\n");
  });
});

describe("fix on a terminal", () => {
  it("lets no text of a file steer the terminal", async () => {
    put("a.js", LOOP.replace("while (true) {", "while (true) { // \u001b[2J\u001b[31m"));
    const { out } = await fix([], ["n"]);
    expect(out).toContain("while (true)");
    expect(out).not.toContain("\u001b");
  });


  it("shows the place, the words and the diff of one loop at a time", async () => {
    const path = put("a.js");
    const { out, asked } = await fix([], ["maybe", "y"]);
    expect(out).toContain("a.js:6:3 no-unbounded-loop");
    expect(out).toMatch(/> +6 \| +while \(true\)/);
    expect(out).toContain("+  for (let step = 0; step < MAX_STEPS; step++) {");
    expect(asked).toBe(2);
    expect(readFileSync(path, "utf8")).toContain("MAX_STEPS");
  });

  it("asks once for all that a loop needs, and for each loop", async () => {
    const path = put("a.js", ACTING + ACTING.slice(ACTING.indexOf("export")).replace("agent", "other"));
    const { out, err, asked } = await fix(["--preset", "strict"], ["y", "n"]);
    expect(asked).toBe(2);
    const [first = "", second = ""] = out.split("--- a/a.js").slice(0, 2);
    // Every finding with its place, the loop's line once, one diff.
    expect(first).not.toContain("Then it would be");
    expect(first.match(/^a\.js:\d+:\d+ /gm)?.length).toBeGreaterThan(2);
    expect(first.match(/> +7 \|/g)).toHaveLength(1);
    expect(second).toContain("+const MAX_STEPS = 20;");
    expect(second).toContain("isDone");
    const text = readFileSync(path, "utf8");
    expect(text.slice(0, text.indexOf("other"))).not.toContain("while (true)");
    expect(text.slice(text.indexOf("other"))).toContain("while (true)");
    expect(err).toMatch(/^Mended \d findings in 1 file\.$/m);
  });

  it("leaves what is not wanted, and goes on", async () => {
    const [a, b, c] = [put("a.js"), put("b.js"), put("c.js")];
    const { asked } = await fix([], ["n", "a"]);
    expect(asked).toBe(2);
    expect(readFileSync(a, "utf8")).toBe(LOOP);
    for (const path of [b, c]) expect(readFileSync(path, "utf8")).not.toBe(LOOP);
  });

  it.each([["quit", ["y", "quit"]], ["the end of the input", ["y"]]])("keeps what was wanted before %s", async (_, answers) => {
    const [a, b] = [put("a.js"), put("b.js")];
    await fix([], answers);
    expect(readFileSync(a, "utf8")).not.toBe(LOOP);
    expect(readFileSync(b, "utf8")).toBe(LOOP);
  });

  it("says what to do where there is no terminal", async () => {
    put("a.js");
    expect(await fix([])).toMatchObject({ code: 2, err: expect.stringContaining("--dry-run") });
  });
});

describe("unifiedDiff", () => {
  it("shows each change with the lines around it", () => {
    const before = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join("");
    const after = before.replace("line 3\n", "line 3\nnew\n").replace("line 15\n", "");
    expect(unifiedDiff("f.ts", before, after)).toMatchInlineSnapshot(`
      "--- a/f.ts
      +++ b/f.ts
      @@ -2,6 +2,7 @@
       line 1
       line 2
       line 3
      +new
       line 4
       line 5
       line 6
      @@ -13,7 +14,6 @@
       line 12
       line 13
       line 14
      -line 15
       line 16
       line 17
       line 18
      "
    `);
  });

  it("shows changes at both ends of a long text as two", () => {
    const before = Array.from({ length: 6_000 }, (_, i) => `line ${i}\n`).join("");
    const after = before.replace("line 3\n", "line 3\nnew\n").replace("line 5990\n", "other\nand more\n");
    expect(unifiedDiff("f.ts", before, after).split("\n").filter((line) => /^(?:[-+]|@@)/.test(line))).toEqual([
      "--- a/f.ts", "+++ b/f.ts", "@@ -2,6 +2,7 @@", "+new", "@@ -5988,7 +5989,8 @@", "-line 5990", "+other", "+and more",
    ]);
  });

  it("is a way from one text to the other, whatever they are", () => {
    const texts = fc.array(fc.constantFrom("a\n", "b\n", "c\n"), { maxLength: 6 }).map((lines) => lines.join(""));
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        // Texts this short have one hunk, which begins with their first line.
        const lines = unifiedDiff("f.ts", `x\n${before}`, `y\n${after}`).split("\n").slice(3, -1);
        const side = (other: string): string => lines.filter((line) => line[0] !== other).map((line) => `${line.slice(1)}\n`).join("");
        expect(`x\n${before}`.startsWith(side("+"))).toBe(true);
        expect(`y\n${after}`.startsWith(side("-"))).toBe(true);
      }),
    );
  });

  it("tells of a missing last line break", () => {
    expect(unifiedDiff("f.ts", "a", "a\nb\n")).toBe("--- a/f.ts\n+++ b/f.ts\n@@ -1,1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n");
  });
});
