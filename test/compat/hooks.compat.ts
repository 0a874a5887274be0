import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JAVASCRIPT } from "./agents.js";
import { Project } from "./project.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const README = readFileSync(join(ROOT, "packages/cli/README.md"), "utf8");

/** The recipe of the README that stands behind these words. */
function recipe(words: string): string {
  const [, block] = /^```\w+\n(.*?)^```/ms.exec(README.slice(README.indexOf(words))) ?? [];
  if (block === undefined) throw new Error(`The README has no recipe behind "${words}".`);
  return block;
}

const hasPreCommit = spawnSync("pre-commit", ["--version"]).status === 0;

describe("before a commit", () => {
  let project: Project;
  beforeAll(() => {
    const { "src/agent.js": agent = "", ...files } = JAVASCRIPT;
    project = new Project({
      ours: ["agent-loop"],
      others: { "lint-staged": "16.4.0", lefthook: "2.2.1" },
      // What is committed already is not looked at again.
      files: { ...files, "src/old.js": agent, ".gitignore": "node_modules\n" },
      manifest: JSON.parse(recipe("With lint-staged")) as object,
    });
    project.git("init", "-q");
    project.git("config", "user.name", "t");
    project.git("config", "user.email", "t@example.com");
    project.git("add", ".");
    project.git("commit", "-q", "-m", "all");
  });
  afterAll(() => {
    project.remove();
  });

  /** Stages a file, commits, and takes the file back. */
  function commit(name: string, text: string): { readonly status: number | null; readonly out: string } {
    const before = project.git("rev-parse", "HEAD").stdout.trim();
    project.put(name, text);
    project.git("add", "--", name);
    const { status, stdout, stderr } = project.git("commit", "-m", "one more");
    project.git("reset", "-q", "--hard", before);
    return { status, out: stdout + stderr };
  }

  function expectGuarded(): void {
    const bad = commit("src/a new file.js", JAVASCRIPT["src/agent.js"] ?? "");
    expect(bad.out).toContain("src/a new file.js:4:3  error");
    expect(bad.out).not.toContain("old.js");
    expect(bad.status).not.toBe(0);
    const good = commit("src/good.js", "export {};\n");
    expect([good.status, good.out.includes("error")]).toEqual([0, false]);
  }

  it("lint-staged lints what is staged, by the recipe of the README", () => {
    project.put(".git/hooks/pre-commit", "#!/bin/sh\nnpx --no-install lint-staged\n");
    spawnSync("chmod", ["+x", join(project.folder, ".git/hooks/pre-commit")]);
    expectGuarded();
  });

  it("lefthook does, too", () => {
    project.put("lefthook.yml", recipe("With lefthook"));
    expect(project.run("lefthook", "install", "--force").status).toBe(0);
    expectGuarded();
    project.run("lefthook", "uninstall");
    rmSync(join(project.folder, "lefthook.yml"));
  });

  it.runIf(hasPreCommit)("so does pre-commit, with the hook that this repository offers", () => {
    const hooks = new Project({ ours: [], others: {}, files: { ".pre-commit-hooks.yaml": readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8") } });
    try {
      const config = recipe("With [pre-commit]");
      const [, rev = ""] = /rev: (\S+)/.exec(config) ?? [];
      hooks.git("init", "-q");
      hooks.git("add", ".");
      hooks.git("commit", "-q", "-m", "hooks");
      hooks.git("tag", rev);
      project.put(".pre-commit-config.yaml", config.replace(/repo: \S+/, `repo: ${hooks.folder}`));
      project.git("add", ".pre-commit-config.yaml");
      project.git("commit", "-q", "--no-verify", "-m", "configuration");
      rmSync(join(project.folder, ".git/hooks/pre-commit"), { force: true });
      expect(spawnSync("pre-commit", ["install"], { cwd: project.folder }).status).toBe(0);
      expectGuarded();
    } finally {
      hooks.remove();
    }
  });
});
