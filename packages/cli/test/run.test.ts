import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../src/run.js";
import { VERSION } from "../src/version.js";

let cwd: string;

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "cli-")));
});
afterEach(() => {
  rmSync(cwd, { recursive: true });
});

function write(path: string, text: string): void {
  writeFileSync(join(cwd, path), text);
}

async function command(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const code = await run(args, { cwd, colour: false, out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

describe("a mistaken command line gets one clear line and exit 2", async () => {
  it.each([
    [["chekc"], 'agent-loop: Unknown command "chekc". Did you mean "check"? Commands are check, fix, explain, merge and init; see agent-loop --help.\n'],
    [["check", "--frobnicate"], "agent-loop: Unknown option '--frobnicate'. See agent-loop --help.\n"],
    [["check", "none"], "agent-loop: none: no such file or folder.\n"],
    [["check", "--preset", "all"], 'agent-loop: --preset must be recommended or strict, not "all".\n'],
    [["check", "--format", "xml"], 'agent-loop: --format must be stylish, json, sarif, github, gitlab, junit, rdjson, markdown or html, not "xml".\n'],
    [["check", "--fromat", "json"], "agent-loop: Unknown option '--fromat'. Did you mean \"--format\"? See agent-loop --help.\n"],
    [["check", "--preset", "strcit"], 'agent-loop: --preset must be recommended or strict, not "strcit". Did you mean "strict"?\n'],
    [["check", "--rule", "no-unbounded-loop"], "agent-loop: --rule is an option of fix, not of check.\n"],
    [["fix", "--format", "json"], "agent-loop: --format is an option of check and merge, not of fix.\n"],
    [["check", "--format", "sarfi"], 'agent-loop: --format must be stylish, json, sarif, github, gitlab, junit, rdjson, markdown or html, not "sarfi". Did you mean "sarif"?\n'],
    [["check", "--update-baseline"], "agent-loop: --update-baseline needs --baseline <file>.\n"],
    [["check", "--shard", "3/2"], 'agent-loop: --shard must be a part and their number, like 1/3, not "3/2".\n'],
    [["check", "--since", "HEAD"], /^agent-loop: --since: .* does not lie in a git repository\.\n$/],
    [["check", "--output", "none/report.txt"], "agent-loop: none/report.txt: cannot be written: there is no such file or folder.\n"],
    [["merge"], "agent-loop: merge takes reports that check --format json has written: agent-loop merge <report…>\n"],
    [["merge", "none.json"], "agent-loop: none.json: cannot be read: there is no such file or folder.\n"],
    [["check", "--max-warnings", "few"], 'agent-loop: --max-warnings must be a whole number, not "few".\n'],
    [["check", "--max-warnings"], "agent-loop: Option '--max-warnings <value>' argument missing. See agent-loop --help.\n"],
    [["explain"], "agent-loop: explain takes one file: agent-loop explain <file>[:line]\n"],
  ])("%j", async (args, err) => {
    expect(await command(...args)).toEqual({ code: 2, out: "", err: typeof err === "string" ? err : expect.stringMatching(err) });
  });

  it("so do mistaken settings, one line for each mistake", async () => {
    write("agent-loop.config.json", '{ "maxRound": 3, "crossFile": 1 }');
    const { code, err } = await command("check");
    expect(code).toBe(2);
    expect(err.trimEnd().split("\n")).toEqual([
      `agent-loop: ${join(cwd, "agent-loop.config.json")}: Unknown key "maxRound". Did you mean "maxRounds"?`,
      `agent-loop: ${join(cwd, "agent-loop.config.json")}: "crossFile" must be true or false; it is 1.`,
    ]);
  });

  it("so does a settings file that is not there", async () => {
    expect((await command("check", "--config", "none.json")).code).toBe(2);
  });
});

describe("check", async () => {
  it("exits 0 and says so when there is nothing to report", async () => {
    write("a.ts", "export const a = 1;");
    expect(await command("check")).toEqual({ code: 0, out: "Nothing to report in 1 file.\n", err: "" });
  });

  it("reports a file that does not parse with a code frame, and exits 1", async () => {
    write("a.ts", "const a = 1;\nconst = 2;\n");
    write("b.ts", "export const b = 1;");
    const { code, out } = await command("check", ".");
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "a.ts:2:7  error  This file does not parse: Unexpected token
          1 | const a = 1;
        > 2 | const = 2;
            |       ^
          3 |

      1 error and 0 warnings in 2 files.
      "
    `);
  });

  it("prints JSON for programs", async () => {
    write("a.ts", "const = 2;\n");
    expect(JSON.parse((await command("check", "--format", "json")).out)).toMatchObject([
      { filePath: join(cwd, "a.ts"), errorCount: 1, warningCount: 0, messages: [{ fatal: true, line: 1, column: 7 }] },
    ]);
  });
});

describe("explain", async () => {
  const text = `import OpenAI from "openai";
const client = new OpenAI();
for (let turn = 0; turn < 5; turn++) {
  await client.chat.completions.create({});
}
`;

  it("prints what was understood of a file, or of one line of it", async () => {
    write("a.ts", text);
    const { code, out } = await command("explain", "a.ts");
    expect(code).toBe(0);
    expect(out).toContain(":3");
    expect((await command("explain", "a.ts:4")).out).toBe(out);
    expect((await command("explain", "a.ts:1")).out).not.toBe(out);
  });

  it.each([
    [["explain", "none.ts"], "agent-loop: none.ts: no such file.\n"],
    [["explain", "a.md"], "agent-loop: a.md: not a TypeScript or JavaScript file.\n"],
    [["explain", "broken.ts"], "agent-loop: broken.ts:1: Unexpected token\n"],
  ])("refuses what it cannot read: %j", async (args, err) => {
    write("a.md", "");
    write("broken.ts", "const = 1;");
    expect(await command(...args)).toEqual({ code: 2, out: "", err });
  });
});

describe("the rest", async () => {
  it("prints help when asked, and when asked nothing", async () => {
    expect(await command("--help")).toMatchObject({ code: 0, err: "" });
    expect(await command()).toEqual(await command("--help"));
  });

  it("prints the version of the manifest", async () => {
    const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
    expect(VERSION).toBe(manifest.version);
    expect(await command("--version")).toEqual({ code: 0, out: `${VERSION}\n`, err: "" });
  });
});
