import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overStdio } from "../kit/lsp-client.js";
import { TYPESCRIPT } from "./agents.js";
import { Project, type Place } from "./project.js";

/** The oldest one that is served, and the newest of each line that Node's own project keeps. */
const VERSIONS = ["20.19.0", "22.23.5", "24.22.3"];

/** What brings Node itself; for other systems not every version is packed. */
const PACKAGE = `node-linux-${process.arch}`;

describe.runIf(process.platform === "linux")("every Node", () => {
  let home: string;
  let project: Project;
  let wanted: Place[];
  beforeAll(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "compat-node-")));
    project = new Project({
      ours: ["eslint-plugin-agent-loop", "agent-loop", "@agent-loop/eslint-formatter", "@agent-loop/guard", "agent-loop-language-server"],
      others: { eslint: "10.15.0", typescript: "5.9.3", "@typescript-eslint/parser": "8.72.0" },
      files: {
        ...TYPESCRIPT,
        "eslint.config.js": 'import agentLoop from "eslint-plugin-agent-loop";\nimport * as parser from "@typescript-eslint/parser";\nexport default [{ files: ["**/*.ts"], languageOptions: { parser } }, agentLoop.configs.strict];\n',
        "guarded.mjs": 'import { runLoop } from "@agent-loop/guard";\nimport { toConverge } from "@agent-loop/guard/testing";\nconsole.log(typeof runLoop, typeof toConverge);\n',
        "required.cjs": 'console.log(Object.keys(require("eslint-plugin-agent-loop").configs).join(), typeof require("@agent-loop/guard").runLoop);\n',
      },
    });
    wanted = project.command("src", "--preset", "strict");
    expect(wanted.length).toBeGreaterThan(0);
  });
  afterAll(() => {
    project.remove();
    rmSync(home, { recursive: true, force: true });
  });

  describe.each(VERSIONS)("%s", (version) => {
    let node: string;
    beforeAll(() => {
      const folder = join(home, version);
      execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--prefix", folder, `${PACKAGE}@${version}`], { stdio: "pipe" });
      node = join(folder, `node_modules/${PACKAGE}/bin/node`);
      expect(execFileSync(node, ["--version"], { encoding: "utf8" }).trim()).toBe(`v${version}`);
    });

    it("runs the command, the plugin and the formatter with the same findings", () => {
      const on = project.on(node);
      expect(on.command("src", "--preset", "strict")).toEqual(wanted);
      expect(on.eslint("src")).toEqual(wanted);
      expect(on.run("eslint", "-f", "@agent-loop", "src").stdout).toContain("why: ");
    });

    it("loads the guard library and the plugin, also by require", () => {
      const on = project.on(node);
      expect(on.node("guarded.mjs").stdout).toBe("function function\n");
      expect(on.node("required.cjs")).toMatchObject({ stdout: "recommended,strict,autofix function\n", stderr: expect.not.stringContaining("Error") });
    });

    it("runs the server with the same findings", async () => {
      const { client, server } = overStdio(join(project.folder, "node_modules/agent-loop-language-server/dist/bin.js"), [], node);
      try {
        await client.start({ folders: [project.folder], settings: { diagnostics: "on", preset: "strict" } });
        const path = join(project.folder, "src/agent.ts");
        await client.open(path, readFileSync(path, "utf8"), "typescript");
        const { diagnostics } = await client.diagnostics(path);
        const shown = diagnostics.map(({ code, range }) => `src/agent.ts:${range.start.line + 1}:${range.start.character + 1} ${code ?? ""}`);
        expect(shown.sort()).toEqual(wanted.filter((place) => place.startsWith("src/agent.ts:")));
      } finally {
        server.kill();
      }
    });
  });
});
