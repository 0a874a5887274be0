import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

const rule = "no-gameable-oracle";
const preset = "strict";

describe("no-gameable-oracle reports a check where the agent can write", () => {
  it("exec promisified with tool write template path", () => {
    check(
      `
      import { exec } from "node:child_process";
      import { promisify } from "node:util";
      import fs from "node:fs/promises";
      import { generateText, tool, stepCountIs } from "ai";
      const execAsync = promisify(exec);
      export async function f(model: any, repo: string) {
        const tools = { write: tool({ inputSchema: {} as any, execute: async ({ file, body }: any) => { await fs.writeFile(\`\${repo}/\${file}\`, body); return "ok"; } }) };
        for (let i = 0; i < 4; i++) {
          await generateText({ model, prompt: "fix", tools, stopWhen: stepCountIs(10) });
          try {
            await execAsync("npm test", { cwd: repo });
            //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-gameable-oracle
            return true;
          } catch {}
        }
        return false;
      }
      `,
      { rule, preset },
    );
  });

  it("shell tool and spawnSync", () => {
    check(
      `
      import { execSync, spawnSync } from "node:child_process";
      const ROOT = "/srv/work";
      export async function f(agent: any) {
        const shell = { name: "shell", execute: ({ cmd }: any) => execSync(cmd, { cwd: ROOT }).toString() };
        await agent.run({ task: "fix", tools: [shell] });
        const res = spawnSync("npm", ["test"], { cwd: ROOT });
        //          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-gameable-oracle
        if (res.status !== 0) throw new Error("red");
        return "green";
      }
      `,
      { rule, preset, settings: { modelCalls: ["agent.run"] } },
    );
  });

  it("class method tool", () => {
    check(
      `
      import { writeFileSync } from "node:fs";
      import { execSync } from "node:child_process";
      import path from "node:path";
      export class Fixer {
        constructor(private agent: any, private dir: string) {}
        async run() {
          const write = (p: string, text: string) => writeFileSync(path.join(this.dir, p), text);
          for (let i = 0; i < 5; i++) {
            await this.agent.step({ tools: { write } });
            try {
              execSync("npm test", { cwd: this.dir });
              //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-gameable-oracle
              return true;
            } catch (e) {
              continue;
            }
          }
          return false;
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["this.agent.step"] } },
    );
  });
});

describe("no-gameable-oracle is silent about a check out of its reach", () => {
  it("host writes, not the agent", () => {
    checkSilent(
      `
      import { writeFile } from "node:fs/promises";
      import { spawnSync } from "node:child_process";
      import { join } from "node:path";
      export async function f(agent: any, dir: string) {
        const r = await agent.run({ task: "fix" });
        await writeFile(join(dir, "src/index.ts"), r.text);
        const res = spawnSync("npm", ["test"], { cwd: dir });
        if (res.status !== 0) throw new Error("red");
        return "green";
      }
      `,
      { rule, preset, settings: { modelCalls: ["agent.run"] } },
    );
  });

  it("read only tools", () => {
    checkSilent(
      `
      import { readFile } from "node:fs/promises";
      import { spawnSync } from "node:child_process";
      import { join } from "node:path";
      export async function f(agent: any, dir: string) {
        const read = { name: "read", execute: ({ p }: any) => readFile(join(dir, p), "utf8") };
        await agent.run({ task: "explain", tools: [read] });
        const res = spawnSync("npm", ["test"], { cwd: dir });
        if (res.status !== 0) throw new Error("red");
        return "green";
      }
      `,
      { rule, preset, settings: { modelCalls: ["agent.run"] } },
    );
  });

  it("other dir", () => {
    checkSilent(
      `
      import { execSync, spawnSync } from "node:child_process";
      export async function f(agent: any, work: string, judge: string) {
        const shell = { name: "shell", execute: ({ cmd }: any) => execSync(cmd, { cwd: work }).toString() };
        await agent.run({ task: "fix", tools: [shell] });
        const res = spawnSync("npm", ["test"], { cwd: judge });
        if (res.status !== 0) throw new Error("red");
        return "green";
      }
      `,
      { rule, preset, settings: { modelCalls: ["agent.run"] } },
    );
  });

  it("not deciding", () => {
    checkSilent(
      `
      import { execSync } from "node:child_process";
      export async function f(agent: any, work: string) {
        const shell = { name: "shell", execute: ({ cmd }: any) => execSync(cmd, { cwd: work }).toString() };
        await agent.run({ task: "fix", tools: [shell] });
        const diff = execSync("git diff", { cwd: work }).toString();
        return diff;
      }
      `,
      { rule, preset, settings: { modelCalls: ["agent.run"] } },
    );
  });
});
