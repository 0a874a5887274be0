import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it("writes zip files that other programs read", async () => {
  const { zipFile } = (await import("../zip-file.mjs")) as { zipFile: (files: readonly { name: string; bytes: Uint8Array }[]) => Uint8Array };
  const files = [
    { name: "[Content_Types].xml", bytes: Buffer.from("<Types/>") },
    { name: "extension/ünïcode.txt", bytes: Buffer.from("ä".repeat(10_000)) },
    { name: "extension/empty", bytes: Buffer.alloc(0) },
    { name: "extension/noise", bytes: Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 31) % 251)) },
  ];
  const zip = zipFile(files);
  expect(Buffer.from(zip).equals(Buffer.from(zipFile(files)))).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), "zip-"));
  try {
    writeFileSync(join(folder, "a.zip"), zip);
    const { status, stderr } = spawnSync("python3", ["-m", "zipfile", "-e", "a.zip", "out"], { cwd: folder, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const { name, bytes } of files) expect(readFileSync(join(folder, "out", name)).equals(Buffer.from(bytes)), name).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
