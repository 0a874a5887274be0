import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readCases } from "../kit/case-file.js";
import { overStdio, type LspClient } from "../kit/lsp-client.js";
import { throughEngine } from "../kit/through-engine.js";
import { throughServer } from "../kit/through-server.js";
import { NAIVE } from "../vscode/workspace-files.mjs";

const BIN = fileURLToPath(new URL("../../packages/language-server/dist/bin.js", import.meta.url));

function exitOf(server: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => server.once("exit", resolve));
}

async function started(): Promise<{ client: LspClient; server: ChildProcess; exit: Promise<number | null> }> {
  const { client, server } = overStdio();
  const exit = exitOf(server);
  await client.start();
  return { client, server, exit };
}

describe("the built server over stdio", () => {
  it("finds what the engine finds", async () => {
    const { client, exit } = await started();
    for (const file of readCases().filter(({ id }) => id.startsWith("_seed/"))) {
      expect(await throughServer(client, file)).toEqual(throughEngine(file));
    }
    await client.request("shutdown", undefined);
    await client.connection.sendNotification("exit");
    expect(await exit).toBe(0);
  });

  it("refuses requests after shutdown, and exits with 1 when told to exit without it", async () => {
    const down = await started();
    await down.client.request("shutdown", undefined);
    await expect(down.client.request("textDocument/hover", {})).rejects.toThrow("shut down");
    await down.client.connection.sendNotification("exit");
    expect(await down.exit).toBe(0);
    const rude = await started();
    await rude.client.connection.sendNotification("exit");
    expect(await rude.exit).toBe(1);
  });

  it("goes when its editor is gone", async () => {
    const { server, exit } = await started();
    server.stdin?.destroy();
    expect(await exit).toBe(1);
  });

  it("goes when its editor was killed and somebody else still holds the pipe", { timeout: 20_000 }, async () => {
    const editor = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const { client, server } = overStdio();
    const exit = exitOf(server);
    await client.request("initialize", { processId: editor.pid, rootUri: null, capabilities: {} });
    editor.kill("SIGKILL");
    expect(await exit).not.toBeNull();
  });

  it("writes nothing to stdout but the protocol, and explains itself without --stdio", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN], { encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("--stdio");
  });

  it("executes nothing of the workspace, opens no socket and writes no file", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "untouched-")));
    const trap = `require("node:fs").writeFileSync(${JSON.stringify(join(folder, "executed"))}, "");\n`;
    const files = {
      "package.json": '{ "name": "trap", "main": "./trap.cjs" }',
      "trap.cjs": trap,
      "eslint.config.cjs": trap,
      "agent-loop.config.json": '{ "preset": "strict" }',
      "agent-loop.config.js": trap,
      "a.ts": `import "./trap.cjs";\n${NAIVE}`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { client, server } = overStdio(undefined, ["--require", fileURLToPath(new URL("../kit/nothing-but-reading.cjs", import.meta.url))]);
    const exit = exitOf(server);
    let complaints = "";
    server.stderr?.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
    await client.start({ folders: [folder] });
    const path = join(folder, "a.ts");
    await client.open(path, files["a.ts"]);
    expect((await client.diagnostics(path)).diagnostics.map(({ code }) => code)).toContain("no-unbounded-loop");
    expect(await client.actions(path, { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } })).not.toEqual([]);
    expect(await client.request("workspace/executeCommand", { command: "agentLoop.checkWorkspace" })).toMatchObject({ files: 4 });
    await client.request("shutdown", undefined);
    await client.connection.sendNotification("exit");
    expect(await exit).toBe(0);
    expect(complaints).toBe("");
    expect(readdirSync(folder).sort()).toEqual(Object.keys(files).sort());
    rmSync(folder, { recursive: true });
  });

  it("answers what is no message with silence or an end, not with a hang", async () => {
    const { server, exit } = await started();
    server.stdin?.write("Content-Length: nonsense\r\n\r\n{}");
    server.stdin?.end();
    expect(await exit).not.toBeNull();
  });
});
