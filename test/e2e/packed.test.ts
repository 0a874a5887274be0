import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overStdio } from "../kit/lsp-client.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PNPM = (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { packageManager: string }).packageManager;

const NAIVE = `import OpenAI from "openai";

const client = new OpenAI();

export async function run(messages) {
  while (true) {
    const reply = await client.chat.completions.create({ model: "gpt-5", messages });
    messages.push(reply.choices[0].message);
    if (!reply.choices[0].message.tool_calls) return messages;
  }
}
`;

/** A folder that knows nothing of the workspace, with the packages as a user would get them. */
let folder: string;

function versionOf(name: string): string {
  return (JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")) as { version: string }).version;
}

function run(command: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8", shell: process.platform === "win32" });
  return { status, output: stdout + stderr };
}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "packed-")));
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs);
  execFileSync("npx", ["--yes", PNPM, "-r", "--filter", "./packages/*", "pack", "--pack-destination", tarballs], { cwd: ROOT, stdio: "pipe", shell: process.platform === "win32" });
  const packed = readdirSync(tarballs).map((name) => join(tarballs, name));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, "agent.js"), NAIVE);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packed, `eslint@${versionOf("eslint")}`], { cwd: folder, stdio: "pipe", shell: process.platform === "win32" });
}, 85_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("from tarballs in a clean folder", () => {
  it("ESLint runs the plugin from a configuration of one line", () => {
    writeFileSync(join(folder, "eslint.config.js"), 'import agentLoop from "eslint-plugin-agent-loop";\nexport default [agentLoop.configs.recommended];\n');
    const { status, output } = run("npx", "eslint", "agent.js");
    expect(output).toContain("agent-loop/no-unbounded-loop");
    expect(status).toBe(1);
  });

  it("a CommonJS configuration can require the plugin", () => {
    const { output } = run("node", "-e", 'const plugin = require("eslint-plugin-agent-loop"); console.log(plugin.meta.name, Object.keys(plugin.configs).join());');
    expect(output).toBe("eslint-plugin-agent-loop recommended,strict,autofix\n");
  });

  it("the command lints the folder, without colour", () => {
    const { status, output } = run("npx", "agent-loop", "check");
    expect(output).toContain("agent.js:6:3  error");
    expect(output).toContain("> 6 |   while (true) {");
    expect(output).not.toContain("\u001B");
    expect(status).toBe(1);
  });

  it("the command explains a loop", () => {
    const { status, output } = run("npx", "agent-loop", "explain", "agent.js:6");
    expect(output).toContain("client.chat.completions.create");
    expect(status).toBe(0);
  });

  it("the server shows the same finding", async () => {
    const bin = join(folder, "node_modules/agent-loop-language-server/dist/bin.js");
    const { client, server } = overStdio(bin);
    try {
      await client.start({ folders: [folder], settings: { diagnostics: "on" } });
      const path = join(folder, "agent.js");
      await client.open(path, NAIVE, "javascript");
      const { diagnostics } = await client.diagnostics(path);
      expect(diagnostics.map(({ code, range }) => [code, range.start.line])).toContainEqual(["no-unbounded-loop", 5]);
    } finally {
      server.kill();
    }
  });

  it("every package brings its licence", () => {
    const ours = readdirSync(join(folder, "tarballs")).length;
    const homes = ["agent-loop", "agent-loop-language-server", "agent-loop-vscode", "eslint-plugin-agent-loop", ...readdirSync(join(folder, "node_modules/@agent-loop")).map((name) => `@agent-loop/${name}`)];
    expect(homes).toHaveLength(ours);
    for (const home of homes) expect(readdirSync(join(folder, "node_modules", home)), home).toContain("LICENSE");
  });

  it("nothing is installed for the plugin but parsers and our own packages", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "node_modules/eslint-plugin-agent-loop/package.json"), "utf8")) as { dependencies: object };
    expect(Object.keys(manifest.dependencies).filter((name) => !/^(?:@agent-loop\/|oxc-)/.test(name))).toEqual([]);
  });
});
