import { createRequire } from "node:module";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { RDFormatValidator } from "@umbrelladocs/rdformat-validator";
import Ajv from "ajv";
import type { Log } from "sarif";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Folder, LOOP } from "./kit/command.js";

const require = createRequire(import.meta.url);

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => {
  folder.remove();
});

async function report(format: string, ...args: readonly string[]): Promise<string> {
  return (await folder.command("check", "--format", format, ...args)).out;
}

/** Applies 1-based line and column ranges to a text, as a consumer of a report would. */
function offsetOf(text: string, line: number, column: number): number {
  return text.split("\n").slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}

describe("sarif", () => {
  const ajv = new Ajv({ schemaId: "id", meta: false, unknownFormats: ["uri", "uri-reference"], logger: false });
  ajv.addMetaSchema(require("ajv/lib/refs/json-schema-draft-04.json") as object);
  const isValid = ajv.compile(require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json") as object);

  function read(text: string): Log {
    const log = JSON.parse(text) as Log;
    expect(isValid(log), JSON.stringify(isValid.errors)).toBe(true);
    return log;
  }

  it("is valid by the schema with findings, without any, and with files that do not parse", async () => {
    folder.put("a.js", "export {};\n");
    expect(read(await report("sarif")).runs[0]?.results).toEqual([]);
    folder.put("loop.js");
    folder.put("broken.ts", "const = 1;\n");
    const [run] = read(await report("sarif", "--preset", "strict")).runs;
    expect(run?.results?.length).toBeGreaterThan(0);
    expect(run?.invocations?.[0]?.toolExecutionNotifications).toHaveLength(1);
  });

  it("tells the rule with its help, the reasons as related places and code flow, and a stable fingerprint", async () => {
    folder.put("src/loop ü.js");
    const [run] = read(await report("sarif")).runs;
    const [result] = run?.results ?? [];
    const rule = run?.tool.driver.rules?.[result?.ruleIndex ?? -1];
    expect(rule).toMatchObject({ id: "agent-loop/no-unbounded-loop", helpUri: expect.stringMatching(/no-unbounded-loop\.md$/), help: { text: expect.any(String), markdown: expect.any(String) } });
    expect(result).toMatchObject({ ruleId: rule?.id, level: "error", partialFingerprints: { "agentLoop/v1": expect.stringMatching(/^[0-9a-f]{16}$/) } });
    expect(result?.locations?.[0]?.physicalLocation).toMatchObject({
      artifactLocation: { uri: "src/loop%20%C3%BC.js", uriBaseId: "ROOT" },
      region: { startLine: 6, startColumn: 3 },
    });
    expect(run?.originalUriBaseIds?.["ROOT"]?.uri).toBe(`${pathToFileURL(folder.path).href}/`);
    const flow = result?.codeFlows?.[0]?.threadFlows[0]?.locations ?? [];
    expect(flow.length).toBe((result?.relatedLocations?.length ?? 0) + 1);
    expect(flow.at(-1)?.location?.message?.text).toBe(result?.message.text);
    folder.put("src/loop ü.js", `// moved\n\n${LOOP}`);
    expect(read(await report("sarif")).runs[0]?.results?.[0]?.partialFingerprints).toEqual(result?.partialFingerprints);
  });

  it("has fixes that mend the finding when they are applied", async () => {
    const path = folder.put("loop.js");
    const [result] = read(await report("sarif")).runs[0]?.results ?? [];
    const replacements = result?.fixes?.[0]?.artifactChanges[0]?.replacements ?? [];
    const text = readFileSync(path, "utf8");
    const edits = replacements.map(({ deletedRegion: at, insertedContent }) => ({
      start: offsetOf(text, at.startLine ?? 0, at.startColumn ?? 0),
      end: offsetOf(text, at.endLine ?? 0, at.endColumn ?? 0),
      text: insertedContent?.text ?? "",
    }));
    const mended = edits.sort((a, b) => b.start - a.start).reduce((code, edit) => code.slice(0, edit.start) + edit.text + code.slice(edit.end), text);
    folder.put("loop.js", mended);
    expect(read(await report("sarif")).runs[0]?.results?.map(({ ruleId }) => ruleId)).not.toContain("agent-loop/no-unbounded-loop");
  });

  it("names files from the root of the repository, wherever the command runs", async () => {
    folder.git("init", "-q");
    folder.put("packages/a/loop.js");
    const inner = Object.assign(Object.create(folder) as Folder, { path: join(folder.path, "packages/a") });
    expect((await inner.command("check", "--format", "sarif")).out).toContain('"uri": "packages/a/loop.js"');
    expect((await inner.command("check")).out).toContain("loop.js:6:3  error");
  });
});

describe("github", () => {
  it("prints one command for each finding, and no text of a file can add another", async () => {
    folder.put("a,b:c.js");
    folder.put("broken.ts", "const = 1;\n");
    const lines = (await report("github")).trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^::error file=a%2Cb%3Ac\.js,line=6,endLine=6,col=3,endColumn=17,title=agent-loop\/no-unbounded-loop::\S/);
    expect(lines[1]).toMatch(/^::error file=broken\.ts,line=1,col=7,title=agent-loop::This file does not parse/);
    expect(lines[2]).toBe("2 errors and 0 warnings in 2 files.");
  });
});

describe("gitlab", () => {
  it("has what code quality asks for, and no fingerprint twice", async () => {
    folder.put("a.js");
    folder.put("b.js");
    const issues = JSON.parse(await report("gitlab")) as { fingerprint: string }[];
    expect(issues).toHaveLength(2);
    expect(issues[0]).toEqual({
      description: expect.any(String),
      check_name: "agent-loop/no-unbounded-loop",
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      severity: "major",
      location: { path: "a.js", lines: { begin: 6, end: 6 } },
    });
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });
});

describe("junit", () => {
  it("is well-formed, counts right, and passes files without findings", async () => {
    folder.put("clean.js", "export {};\n");
    folder.put("loop.js", LOOP.replace("client.chat", 'client /* "<&>" */.chat'));
    folder.put("broken.ts", "const = 1;\n");
    const xml = await report("junit");
    expect(tagsOf(xml)).toEqual(["testsuites", "testsuite", "testcase", "error", "testsuite", "testcase", "testsuite", "testcase", "failure"]);
    expect(xml).toContain('<testsuites name="agent-loop" tests="3" failures="1" errors="1">');
    expect(xml).toContain('<testcase name="agent-loop" classname="clean.js"/>');
  });

  /** The elements in order; throws when they are not closed as they were opened. */
  function tagsOf(xml: string): string[] {
    const open: string[] = [];
    const seen: string[] = [];
    expect(xml.replace(/<[^<>]*>|&#\d+;/g, "")).not.toMatch(/[<>&]/);
    for (const [, end, name = "", alone] of xml.matchAll(/<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
      if (end === "/") expect(open.pop()).toBe(name);
      else {
        seen.push(name);
        if (alone !== "/") open.push(name);
      }
    }
    expect(open).toEqual([]);
    return seen;
  }
});

describe("rdjson", () => {
  interface Range {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  }
  interface Diagnostic {
    readonly location: { readonly path: string; readonly range: Range };
    readonly severity: string;
    readonly suggestions?: readonly { readonly range: Range; readonly text: string }[];
  }

  it("is what reviewdog's format says, with findings, without any, and with files that do not parse", async () => {
    const validator = new RDFormatValidator({ strictMode: true, allowExtraFields: false });
    const mistakes = async (text: string): Promise<unknown> => (await validator.validateString(text)).errors;
    folder.put("a.js", "export {};\n");
    expect(await mistakes(await report("rdjson"))).toEqual([]);
    folder.put("loop.js");
    folder.put("broken.ts", "const = 1;\n");
    const text = await report("rdjson", "--preset", "strict");
    expect(text).toContain("no-unbounded-loop");
    // The validator knows the format as it was before related places were added to it.
    const known = JSON.parse(text, (key, value: unknown) => (key === "related_locations" ? undefined : value)) as object;
    expect(await mistakes(JSON.stringify(known))).toEqual([]);
    expect(await mistakes(JSON.stringify(known).replaceAll('"ERROR"', '"BAD"'))).not.toEqual([]);
  });

  it("suggests the mend as one change, with columns in bytes", async () => {
    const text = LOOP.replace("  while", "  /* ü😀 */ while");
    const path = folder.put("loop.js", text);
    const { source, diagnostics } = JSON.parse(await report("rdjson")) as { source: object; diagnostics: readonly Diagnostic[] };
    expect(source).toMatchObject({ name: "agent-loop" });
    const [diagnostic] = diagnostics;
    // `/* ü😀 */ ` is 9 characters, 10 UTF-16 units, and 13 bytes.
    expect(diagnostic).toMatchObject({ severity: "ERROR", location: { path: "loop.js", range: { start: { line: 6, column: 3 + 13 } } } });
    const [suggestion] = diagnostic?.suggestions ?? [];
    if (suggestion === undefined) throw new Error("There is no suggestion.");
    const bytes = Buffer.from(text);
    const at = ({ line, column }: Range["start"]): number => Buffer.byteLength(text.split("\n").slice(0, line - 1).map((each) => `${each}\n`).join("")) + column - 1;
    folder.put("loop.js", bytes.subarray(0, at(suggestion.range.start)).toString() + suggestion.text + bytes.subarray(at(suggestion.range.end)).toString());
    expect(readFileSync(path, "utf8")).toContain("MAX_STEPS");
    expect(await report("github")).not.toContain("no-unbounded-loop");
  });
});

describe("markdown", () => {
  it("sums up findings and loops, with code as code and everything else as words", async () => {
    folder.put("loop.js");
    const text = await report("markdown");
    expect(text).toContain("## agent-loop: 1 error, 0 warnings");
    expect(text).toContain("1 file, 1 agent loop, 0 of them with an effective limit.");
    expect(text).toMatch(/^\| error \| `loop\.js:6` \| .+ \| \[no-unbounded-loop\]\(https:.+\) \|$/m);
  });

  it("says so when there is nothing", async () => {
    folder.put("a.js", "export {};\n");
    expect(await report("markdown")).toBe("## agent-loop: nothing to report\n\n1 file, no agent loops.\n");
  });
});

describe("html", () => {
  it("shows each finding with its loop, and loads nothing", async () => {
    folder.put("loop.js");
    const page = await report("html");
    expect(page).toContain("<h2>loop.js</h2>");
    expect(page).toContain('<article data-severity="error" data-rule="no-unbounded-loop">');
    expect(page).toContain("while loop in lines 6 to 10, without an effective limit");
    expect(page).toContain('aria-label="while; asks client.chat.completions.create; limits: none"');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/\ssrc=|@import|url\(/);
  });

  it("holds nothing of the code that a browser would obey", async () => {
    folder.put("<img onerror=1>.js", LOOP.replace("  while (true) {", "  while (true) { /* </pre><script>alert(1)</script> */"));
    const page = await report("html");
    expect(page).toContain("&#60;/pre&#62;&#60;script&#62;alert(1)");
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).not.toContain("<img");
  });
});

describe("merge", () => {
  it.each(["json", "sarif", "stylish", "rdjson", "markdown", "junit", "html"])("prints saved parts as %s just as one run prints it", async (format) => {
    for (const name of ["a.js", "b.js", "c/d.js", "e.js"]) folder.put(name);
    folder.put("broken.ts", "const = 1;\n");
    const parts = await Promise.all(
      [1, 2, 3].map(async (part) => {
        await folder.command("check", "--preset", "strict", "--shard", `${part}/3`, "--format", "json", "--output", `part-${part}.json`);
        return `part-${part}.json`;
      }),
    );
    const whole = await folder.command("check", "--preset", "strict", "--format", format);
    expect(await folder.command("merge", ...parts, "--format", format)).toEqual(whole);
    expect(whole.code).toBe(1);
  });

  it.each(["json", "stylish", "sarif", "rdjson"])("prints as %s a report from where the repository lies elsewhere", async (format) => {
    folder.git("init", "-q");
    folder.put("src/ask.js", 'import OpenAI from "openai";\nconst client = new OpenAI();\nexport async function ask(messages) {\n  return await client.chat.completions.create({ model: "m", messages });\n}\n');
    folder.put("src/loop.js", LOOP.replace('import OpenAI from "openai";', 'import { ask } from "./ask.js";').replace("const client = new OpenAI();\n", "").replace(/client\.chat\.completions\.create\(.*\);/, "ask(messages);"));
    expect(await folder.command("check", "--format", "json", "--output", "report.json", "--exit-zero")).toEqual({ code: 0, out: "", err: "" });
    const other = new Folder();
    try {
      cpSync(folder.path, other.path, { recursive: true });
      const whole = await other.command("check", "--format", format);
      expect(whole.out).toContain("ask.js");
      expect(await other.command("merge", "report.json", "--format", format)).toEqual(whole);
      expect(whole.code).toBe(1);
    } finally {
      other.remove();
    }
  });

  it("keeps the paths of a report that was written in a folder of the same project", async () => {
    folder.put("packages/a/src/loop.js");
    folder.put("src/loop.js", "export {};\n");
    const inner = Object.assign(Object.create(folder) as Folder, { path: join(folder.path, "packages/a") });
    await inner.command("check", "--format", "json", "--output", "report.json");
    expect((await folder.command("merge", "packages/a/report.json")).out).toContain("packages/a/src/loop.js:6:3  error");
  });

  it("refuses what is no report", async () => {
    folder.put("report.json", '{"a": 1}');
    expect(await folder.command("merge", "report.json")).toEqual({ code: 2, out: "", err: 'agent-loop: report.json: this is no report of "agent-loop check --format json".\n' });
  });
});
