import { spawnSync, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readCases } from "../kit/case-file.js";
import { overStdio, type LspClient } from "../kit/lsp-client.js";
import { throughEngine } from "../kit/through-engine.js";
import { throughServer } from "../kit/through-server.js";

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

  it("writes nothing to stdout but the protocol, and explains itself without --stdio", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN], { encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("--stdio");
  });

  it("answers what is no message with silence or an end, not with a hang", async () => {
    const { server, exit } = await started();
    server.stdin?.write("Content-Length: nonsense\r\n\r\n{}");
    server.stdin?.end();
    expect(await exit).not.toBeNull();
  });
});
