import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const options = { rule: "require-tool-approval", preset: "strict" } as const;

const tool = (schema: string, body: string, rest = ""): string => `
  import { rm } from "node:fs/promises";
  import { execSync } from "node:child_process";
  import { tool } from "ai";
  import { z } from "zod";
  import Stripe from "stripe";
  import { confirmDelete, ALLOWED, policy } from "./setup.js";
  const stripe = new Stripe("");
  export const work = tool({ inputSchema: z.object({ ${schema} }),${rest} execute: async (input) => {
    ${body}
  } });
`;

describe("require-tool-approval reports", () => {
  it("what the model names freely", () => {
    check(
      tool(
        "path: z.string(), charge: z.string()",
        `
    await rm(input.path);
    //    ^^^^^^^^^^^^^^ require-tool-approval: on the model's word alone
    await stripe.refunds.create({ charge: input.charge });
    //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-approval
      `,
      ),
      options,
    );
  });

  it("a command whose first word the model writes", () => {
    check(
      tool(
        "command: z.string(), args: z.string()",
        `
    execSync(\`git log \${input.args}\`);
    execSync(\`\${input.command} \${input.args}\`);
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-approval
      `,
      ),
      options,
    );
  });
});

describe("require-tool-approval reports what a tool does", () => {
  const inputs = "import { rm } from 'node:fs/promises'; import { execFile, execFileSync } from 'node:child_process'; import { promisify } from 'node:util'; import { Pool } from 'pg'; import axios from 'axios'; import { z } from 'zod';";

  it("in a method, when LangChain or Strands run it", () => {
    check(
      `
      ${inputs}
      import { tool } from "@langchain/core/tools";
      import { tool as strandsTool } from "@strands-agents/sdk";
      export class Janitor {
        private async wipe(dir: string) {
          await rm(dir, { recursive: true });
          //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-approval: on the model's word alone
        }
        readonly clean = tool(({ dir }) => this.wipe(dir), { name: "clean", schema: z.object({ dir: z.string() }) });
        readonly purge = strandsTool({ name: "purge", inputSchema: z.object({ id: z.string() }), callback: async ({ id }) => axios.delete(\`https://a.example/accounts/\${id}\`) });
        //                                                                                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-approval
      }
      `,
      options,
    );
  });

  it("by HTTP, by a statement that the model writes, by a command that cannot be taken back", () => {
    check(
      `
      ${inputs}
      import { tool } from "ai";
      const pool = new Pool();
      const run = promisify(execFile);
      export const work = tool({
        inputSchema: z.object({ id: z.string(), sql: z.string(), branch: z.string() }),
        execute: async ({ id, sql, branch }) => {
          await fetch(\`https://a.example/accounts/\${id}\`, { method: "DELETE" });
          //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-approval
          await pool.query(sql);
          //    ^^^^^^^^^^^^^^^ require-tool-approval
          await run("git", ["push", "--force", "origin", branch]);
          //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-approval
          execFileSync("kubectl", ["delete", "pod", branch]);
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-approval
        },
      });
      `,
      options,
    );
  });

  it.each([
    ["a statement of the program", 'await pool.query("SELECT * FROM a WHERE id = $1", [id]);'],
    ["a statement that is looked at first", 'if (!/^select/i.test(sql)) return "no"; await pool.query(sql);'],
    ["a folder of a list", "if (!FOLDERS.includes(id)) return 'no'; await rm(id);"],
    ["a push that overwrites nothing", 'await run("git", ["push", "origin", id]);'],
    ["a request that only reads", 'await fetch(`https://a.example/accounts/${id}`);'],
  ])("but not %s", (_, body) => {
    checkSilent(`${inputs} import { tool } from "ai"; const FOLDERS = ["/a"]; const pool = new Pool(); const run = promisify(execFile); export const work = tool({ inputSchema: z.object({ id: z.string(), sql: z.string() }), execute: async ({ id, sql }) => { ${body} } });`, options);
  });

  it("but not where an agent of the file is stopped before its tools run", () => {
    checkSilent(
      `
      ${inputs}
      import { createAgent, humanInTheLoopMiddleware, tool } from "langchain";
      const wipe = tool(({ dir }) => rm(dir), { name: "wipe", schema: z.object({ dir: z.string() }) });
      export const agent = createAgent({ model: "m", tools: [wipe], middleware: [humanInTheLoopMiddleware({ interruptOn: { wipe: true } })] });
      `,
      options,
    );
  });
});

describe("require-tool-approval and programs that do what they are told", () => {
  const kubectl = (run: string): string => `
    import { execFile } from "node:child_process";
    import { promisify } from "node:util";
    import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
    import { z } from "zod";
    const run = promisify(execFile);
    export const cluster = betaZodTool({
      name: "cluster",
      description: "looks after the cluster",
      inputSchema: z.object({ args: z.array(z.string()), pod: z.string() }),
      run: async ({ args, pod }) => (await ${run}).stdout,
    });
  `;

  it.each(['run("kubectl", args)', 'run("/usr/bin/git", args)', 'run("bash", args, { timeout: 9 })'])("reports the model's own list of arguments: %s", (call) => {
    expect(found(kubectl(call), options)).toHaveLength(1);
  });

  it.each(['run("kubectl", ["get", "pod", pod])', 'run("cat", args)', 'run("kubectl", ["logs", ...args])'])("is silent about %s", (call) => {
    checkSilent(kubectl(call), options);
  });

  it.each([
    ["input.keys.map((Key) => ({ Key }))", 1],
    ["input.keys.filter((key) => ALLOWED.has(key)).map((Key) => ({ Key }))", 0],
  ])("looks at what is made of the model's list: %s", (objects, count) => {
    const code = tool("keys: z.array(z.string())", `await s3.send(new DeleteObjectsCommand({ Bucket: "b", Delete: { Objects: ${objects} } }));`);
    const imports = 'import { DeleteObjectsCommand, S3Client } from "@aws-sdk/client-s3";\nconst s3 = new S3Client({});';
    expect(found(`${imports}\n${code}`, options)).toHaveLength(count);
  });
});

describe("require-tool-approval is silent", () => {
  it.each([
    ["where somebody is asked", tool("path: z.string()", "await rm(input.path);", " needsApproval: true,")],
    ["where a function decides who is asked", tool("path: z.string()", "await rm(input.path);", " needsApproval: ({ path }) => path !== '/tmp',")],
    ["where a list says what may be removed", tool("path: z.string()", "if (!ALLOWED.includes(input.path)) return 'no'; await rm(input.path);").replace("ALLOWED", "isAllowed").replaceAll("ALLOWED.includes", "isAllowed")],
    ["where a policy is asked", tool("path: z.string()", "if (!policy.permits(input)) return 'no'; await rm(input.path);")],
    ["where a helper confirms", tool("path: z.string()", "await confirmDelete(input.path); await rm(input.path);")],
    ["where the choice is among a few", tool("kind: z.enum(['dist', 'cache'])", "await rm(`/srv/${input.kind}`);")],
    ["where nothing of it is the model's", tool("kind: z.string()", "await rm('/srv/cache'); return input.kind;")],
  ])("%s", (_, code) => {
    checkSilent(code, options);
  });

  it("about a deletion that no model asks for", () => {
    checkSilent(
      `
      import { rm } from "node:fs/promises";
      export const clean = (path: string) => rm(path);
      `,
      options,
    );
  });
});

describe("require-tool-approval and what stands further away", () => {
  const files = {
    "shell.ts": `import childProcess from "node:child_process"; export const run = (command: string, options = {}) => new Promise<string>((resolve) => childProcess.exec(command, options, (_, out) => resolve(out)));`,
  };
  const bash = (call: string): string => `
    import { tool } from "ai";
    import { z } from "zod";
    import { run } from "./shell.js";
    import { confirm } from "./ask.js";
    export const bash = tool({ inputSchema: z.object({ command: z.string() }), execute: async ({ command }) => ${call} });
  `;
  it("reports a command that a function of another file runs", () => {
    expect(found(bash("run(command)"), { ...options, files })).toEqual(["run(command)"]);
  });
  it.each(['run("git status")', '(await confirm(command)) ? run(command) : "no"', 'ALLOWED.includes(command) ? run(command) : "no"'])("is silent about %s", (call) => {
    checkSilent(bash(call), { ...options, files });
  });

  const chat = (before: string): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { execSync } from "node:child_process";
    import readline from "node:readline/promises";
    const rl = readline.createInterface({ input: process.stdin });
    const client = new Anthropic();
    async function step(messages: Anthropic.MessageParam[]) {
      const reply = await client.messages.create({ model: "m", max_tokens: 900, messages });
      for (const part of reply.content) {
        if (part.type === "tool_use" && part.name === "bash") {
          const { command } = part.input as { command: string };
          ${before}
          messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: part.id, content: String(execSync(command)) }] });
        }
      }
    }
    while (true) await step([{ role: "user", content: await rl.question("> ") }]);
  `;
  it("takes a prompt for the next task for no approval", () => {
    expect(found(chat(""), options)).toEqual(["execSync(command)"]);
    checkSilent(chat('if ((await rl.question(`run ${command}? `)) !== "y") continue;'), options);
  });
});
