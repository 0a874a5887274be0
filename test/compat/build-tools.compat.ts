import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Project } from "./project.js";

const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));
/** Neither tool is to phone home or to leave a process behind. */
const QUIETLY = { TURBO_TELEMETRY_DISABLED: "1", NX_DAEMON: "false", DO_NOT_TRACK: "1", CI: "true" };
const PACKAGES = ["app", "clock", "model"];

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The files of an example, as a person would copy them. */
function exampleFiles(name: string): Record<string, string> {
  const folder = join(EXAMPLES, name);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => !/(?:^|[\\/])node_modules[\\/]/.test(path) && statSync(join(folder, path)).isFile());
  return Object.fromEntries(paths.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path), "utf8")]));
}

describe.each([
  // What each says of a package whose task it did not run.
  ["turborepo", (out: string, name: string) => new RegExp(`^@example/${name}:lint:agents: cache hit`, "m").test(out)],
  ["nx", (out: string, name: string) => new RegExp(`@example/${name}:"?lint:agents"? +\\[(?:local cache|existing outputs match the cache, left as is)\\]`).test(out)],
] as const)("the example for %s", (tool, isHit) => {
  let project: Project;
  beforeAll(() => {
    const { "package.json": manifest = "", ...files } = exampleFiles(tool);
    const { devDependencies, ...rest } = JSON.parse(manifest) as Manifest;
    const { "agent-loop": own, ...others } = devDependencies;
    expect(own).toBe((JSON.parse(readFileSync(join(EXAMPLES, "../packages/cli/package.json"), "utf8")) as { version: string }).version);
    project = new Project({ ours: ["agent-loop"], others, files, manifest: rest });
    project.git("init", "-q");
    project.git("add", ".");
  });
  afterAll(() => {
    project.remove();
  });

  /** Runs the root's script: what the tool and the merge print, and which packages were not linted anew. */
  function lint(): { readonly status: number | null; readonly findings: readonly string[]; readonly hits: readonly string[] } {
    const { status, stdout, stderr } = project.npmRun("lint:agents", QUIETLY);
    // eslint-disable-next-line no-control-regex -- what terminals are told about colour
    const out = (stdout + stderr).replace(/\u001B\[[\d;]*m/g, "");
    return { status, findings: out.match(/^(?:packages\/\S+:\d+:\d+ {2}(?:error|warning)| {2}why:) .*$/gm) ?? [], hits: PACKAGES.filter((name) => isHit(out, name)) };
  }

  let first: ReturnType<typeof lint>;
  it("finds a loop whose model call lies in another package", () => {
    first = lint();
    expect(first.hits).toEqual([]);
    expect(first.status).toBe(1);
    expect(first.findings).toContainEqual(expect.stringMatching(/^packages\/app\/src\/agent\.js:4:3 {2}error {2}Nothing but the model ends this loop/));
  });

  it("takes everything from the cache the second time, with the same findings", () => {
    expect(lint()).toEqual({ ...first, hits: PACKAGES });
  });

  it("brings back the reports when they are gone", () => {
    for (const name of PACKAGES) rmSync(join(project.folder, "packages", name, "agent-loop.json"));
    expect(lint()).toEqual({ ...first, hits: PACKAGES });
    expect(PACKAGES.every((name) => existsSync(join(project.folder, "packages", name, "agent-loop.json")))).toBe(true);
  });

  it("lints the package anew when the function of the other one changes, and no package that does not use it", () => {
    const path = "packages/model/src/model.js";
    const text = readFileSync(join(project.folder, path), "utf8");
    expect(first.findings).toContainEqual(expect.stringContaining("openai default#.chat.completions.create"));
    project.put(path, text.replace("OpenAI from \"openai\"", "Anthropic from \"@anthropic-ai/sdk\"").replace("new OpenAI()", "new Anthropic()").replace("chat.completions.create", "messages.create"));
    const changed = lint();
    expect(changed.hits).toEqual(["clock"]);
    expect(changed.findings).toContainEqual(expect.stringMatching(/^ {2}why: `ask` asks the model: .*@anthropic-ai\/sdk/));
    expect(changed.findings).not.toContainEqual(expect.stringContaining("openai"));
    project.put(path, text);
    expect(lint()).toEqual({ ...first, hits: PACKAGES });
  });

  it("lints everything anew when the settings change", () => {
    project.put("agent-loop.config.json", '{ "preset": "strict", "rules": { "no-unbounded-loop": "off" } }\n');
    const { findings, hits } = lint();
    expect(hits).toEqual([]);
    expect(first.findings.join("\n")).toContain("Nothing but the model ends this loop");
    expect(findings.join("\n")).not.toContain("Nothing but the model ends this loop");
  });

  it("lints only the package whose own files change", () => {
    appendFileSync(join(project.folder, "packages/clock/src/clock.js"), "// more\n");
    expect(lint().hits).toEqual(["app", "model"]);
  });
});
