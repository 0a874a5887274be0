import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCases } from "../kit/case-file.js";
import { overStdio, type LspClient } from "../kit/lsp-client.js";
import { throughEngine } from "../kit/through-engine.js";
import { throughServer } from "../kit/through-server.js";

const BIN = fileURLToPath(new URL("../../packages/language-server/dist/portable/server.cjs", import.meta.url));

it("what stands in for native modules and for Node has no type errors", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const { stdout } = spawnSync(process.execPath, ["node_modules/typescript-native/bin/tsc", "-p", "packages/language-server/portable"], { cwd: root, encoding: "utf8" });
  expect(stdout).toBe("");
});

describe("the server without native modules", () => {
  let client: LspClient;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "agent-loop-portable-"));
    client = overStdio(BIN).client;
    await client.start({ folders: [folder] });
  });

  afterAll(async () => {
    await client.request("shutdown", undefined);
    await client.connection.sendNotification("exit");
    rmSync(folder, { recursive: true });
  });

  it("finds what the engine finds", async () => {
    for (const file of readCases().filter((_, index) => index % 6 === 0)) expect(await throughServer(client, file), file.id).toEqual(throughEngine(file));
  });

  it("follows imports through path aliases, extensions, packages of the workspace and index files", async () => {
    const write = (path: string, text: string): string => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      return join(folder, path);
    };
    write("package.json", '{ "name": "root", "private": true, "workspaces": ["packages/*"] }');
    write("tsconfig.json", '{ "compilerOptions": { "paths": { "@app/*": ["./app/*"] } } }');
    write("packages/llm/package.json", '{ "name": "@own/llm", "exports": "./src/index.ts" }');
    const ask = 'import OpenAI from "openai";\nconst client = new OpenAI();\nexport const ask = (messages: any) => client.chat.completions.create({ model: "m", messages });\n';
    write("packages/llm/src/index.ts", ask);
    write("app/ask.ts", ask);
    write("near/ask.ts", ask);
    write("near/folder/index.ts", ask);
    for (const specifier of ["@app/ask", "./near/ask.js", "./near/ask", "./near/folder", "@own/llm"]) {
      const text = `import { ask } from "${specifier}";
export async function run(messages: any[]) {
  while (true) {
    const reply = await ask(messages);
    messages.push(reply.choices[0].message);
    if (!reply.choices[0].message.tool_calls) return;
  }
}
`;
      const path = write(`run-${specifier.replaceAll(/\W/g, "-")}.ts`, text);
      await client.open(path, text);
      const { diagnostics } = await client.diagnostics(path);
      expect(diagnostics.map(({ code }) => code), specifier).toContain("no-unbounded-loop");
    }
  });
});
