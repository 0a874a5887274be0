import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SERVER = fileURLToPath(new URL("../../packages/language-server/dist/bin.js", import.meta.url));
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

let folder: string;
let file: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "editor-")));
  file = join(folder, "agent.js");
  writeFileSync(file, NAIVE);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function isThere(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

function run(command: string, args: readonly string[], input = ""): SpawnSyncReturns<string> {
  return spawnSync(command, args, {
    encoding: "utf8",
    input,
    timeout: 55_000,
    env: { ...process.env, FILE: file, SERVER, RESULT: join(folder, "result.txt"), HOME: folder },
  });
}

/** The steps that went wrong, and that the mended file was written. */
function expectMended(output: string, status: number | null): void {
  expect(output).not.toContain("not ok");
  expect(status).toBe(0);
  expect(readFileSync(file, "utf8")).not.toBe(NAIVE);
}

// An editor that is not installed cannot be tested; the ones that are must work.
describe("a finding is shown, mended and saved in", () => {
  it.skipIf(!isThere("nvim", "--version"))("Neovim", () => {
    const { stdout, stderr, status } = run("nvim", ["--clean", "--headless", "-S", script("neovim.lua")]);
    expectMended(stdout + stderr, status);
  });

  it.skipIf(!isThere("emacs", "-q", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"))("Emacs with eglot", () => {
    const { stdout, stderr, status } = run("emacs", ["-q", "--batch", "-l", script("eglot.el")]);
    expectMended(stdout + stderr, status);
  });

  it.skipIf(!isThere("vim.nox", "--version") || !existsSync("/usr/share/vim-ale"))("Vim with ALE", () => {
    const { status } = run("vim.nox", ["-N", "-u", "NONE", "-i", "NONE", "-n", "-es", "-S", script("ale.vim")], "1\n");
    expectMended(readFileSync(join(folder, "result.txt"), "utf8"), status);
  });
});
