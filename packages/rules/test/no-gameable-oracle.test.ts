import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

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

describe("no-gameable-oracle follows a check into its helper", () => {
  const work = (helper: string, decide: string): string => `
    import { execFile, execSync, spawnSync } from "node:child_process";
    import { writeFile } from "node:fs/promises";
    import { join } from "node:path";
    import { promisify } from "node:util";
    const run = promisify(execFile);
    const HELD = "/opt/held";
    ${helper}
    export async function implement(dir: string, coder: any) {
      const write = (path: string, text: string) => writeFile(join(dir, path), text);
      for (let i = 0; i < 5; i++) {
        await coder.work({ goal: "make the tests pass", tools: { write } });
        ${decide}
      }
      throw new Error("x");
    }
  `;
  const options = { rule, preset, settings: { modelCalls: ["coder.work"] } } as const;
  const helpers = {
    "a promise turned into yes and no":
      'const passes = (cwd: string) => run("bun", ["test"], { cwd }).then(() => true, () => false);',
    "a status that is compared":
      'async function passes(cwd: string) { return spawnSync("npm", ["test"], { cwd }).status === 0; }',
    "a try":
      'async function passes(cwd: string) { try { execSync("npm test", { cwd }); return true; } catch { return false; } }',
    "a helper of a helper":
      'const suite = (cwd: string) => spawnSync("npm", ["test"], { cwd });\n    async function passes(cwd: string) { const result = suite(cwd); return result.status === 0; }',
  };
  for (const [name, helper] of Object.entries(helpers)) {
    it(name, () => {
      expect(found(work(helper, 'if (await passes(dir)) return "done";'), options)).toEqual(["passes(dir)"]);
    });
  }

  it("the answer with a name", () => {
    expect(
      found(
        work(helpers["a try"], 'const ok = await passes(dir);\n        if (!ok) continue;\n        return "done";'),
        options,
      ),
    ).toEqual(["passes(dir)"]);
  });

  it("a helper that looks elsewhere", () => {
    checkSilent(
      work(
        'const passes = (subject: string) => run("bun", ["test", HELD], { cwd: HELD, env: { SUBJECT: subject } }).then(() => true, () => false);',
        'if (await passes(dir)) return "done";',
      ),
      options,
    );
  });

  it("a helper that is only one of two", () => {
    checkSilent(work(helpers["a try"], 'if ((await passes(dir)) && (await passes(HELD))) return "done";'), options);
  });
});

describe("no-gameable-oracle and what is compared or run", () => {
  const shell = (body: string): string => `
    import { execSync, spawnSync } from "node:child_process";
    import { readFileSync, writeFileSync } from "node:fs";
    import { archive } from "./t.js";
    const TREE = "/workspace/report";
    export async function reproduce(agent: any) {
      const shell = { name: "shell", execute: ({ command }: any) => execSync(command, { cwd: TREE }) };
      const save = { name: "save", execute: ({ name, text }: any) => writeFileSync(\`scripts/\${name}\`, text) };
      for (let i = 0; i < 3; i++) {
        await agent.run({ task: "x", tools: [shell, save] });
        ${body}
      }
      throw new Error("x");
    }
  `;
  const options = { rule, preset, settings: { modelCalls: ["agent.run"] } } as const;
  it("a golden file in the agent's tree", () => {
    const golden = 'readFileSync(`${TREE}/golden.csv`, "utf8")';
    expect(
      found(
        shell(
          `const golden = ${golden};\n        if (readFileSync(\`\${TREE}/out.csv\`, "utf8") === golden) return golden;`,
        ),
        options,
      ),
    ).toEqual([golden]);
  });
  it("a golden file from elsewhere", () => {
    checkSilent(
      shell('if (readFileSync(`${TREE}/out.csv`, "utf8") === (await archive.read("golden.csv"))) return true;'),
      options,
    );
  });
  for (const code of [
    'spawnSync("sh", ["scripts/check.sh"])',
    'spawnSync("./scripts/check.sh")',
    'spawnSync("node", ["--no-warnings", "scripts/check.mjs"])',
  ]) {
    it(`runs what the agent may write: ${code}`, () => {
      expect(found(shell(`if (${code}.status === 0) return true;`), options)).toEqual([code]);
    });
  }
  for (const code of [
    'spawnSync("/opt/held/check", ["scripts"])',
    'spawnSync("node", ["/opt/held/check.mjs", "scripts/a.sh"])',
    'spawnSync("check", ["scripts/a.sh"])',
  ]) {
    it(`only looks at it: ${code}`, () => {
      checkSilent(shell(`if (${code}.status === 0) return true;`), options);
    });
  }
});

describe("no-gameable-oracle accepts files that are put back first", () => {
  const fix = (restore: string): string => `
    import { execSync } from "node:child_process";
    import { cp } from "node:fs/promises";
    import { execa, $ } from "execa";
    export async function fix(agent: any, dir: string) {
      const shell = { name: "shell", execute: ({ command }: any) => execSync(command, { cwd: dir }) };
      await agent.run({ task: "fix", tools: [shell] });
      ${restore}
      const { exitCode } = await execa("pytest", ["-q"], { cwd: dir, reject: false });
      if (exitCode !== 0) throw new Error("x");
    }
  `;
  const options = { rule, preset, settings: { modelCalls: ["agent.run"] } } as const;
  for (const restore of [
    'await execa("git", ["checkout", "origin/main", "--", "tests"], { cwd: dir });',
    'execSync("git restore --source=origin/main tests", { cwd: dir });',
    "await $`git checkout origin/main -- tests`;",
    'await cp("/opt/held/tests", `${dir}/tests`, { recursive: true });',
    'execSync("cp -r /opt/held/tests .", { cwd: dir });',
  ]) {
    it(restore, () => {
      checkSilent(fix(restore), options);
    });
  }
  for (const other of ["", 'await execa("git", ["status"], { cwd: dir });', 'execSync("npm ci", { cwd: dir });']) {
    it(`but not ${other === "" ? "nothing" : other}`, () => {
      expect(found(fix(other), options)).toEqual(['execa("pytest", ["-q"], { cwd: dir, reject: false })']);
    });
  }
});

describe("no-gameable-oracle and a verdict that is kept in a store", () => {
  const work = (statement: string, look: string): string => `
    import { Pool } from "pg";
    import { worker } from "./setup.js";
    const pool = new Pool();
    const setStatus = {
      name: "set_status",
      run: ({ id, status }: { id: string; status: string }) => pool.query(${statement}, [id, status]),
    };
    export async function work(id: string) {
      for (let i = 0; i < 5; i++) {
        await worker.turn({ id, tools: [setStatus] });
        const { rows } = await pool.query(${look}, [id]);
        if (rows[0].status === "verified") return rows[0];
      }
      throw new Error("not verified");
    }
  `;
  const settings = { modelCalls: ["worker.turn"] };
  const sets = '"UPDATE tasks SET status = $2, touched = now() WHERE id = $1"';

  it("reports the look at the column that the agent's tool sets", () => {
    expect(found(work(sets, '"SELECT status FROM tasks WHERE id = $1"'), { rule, preset, settings })).toHaveLength(1);
  });

  it.each([
    ["another column", sets, '"SELECT reviewed FROM tasks WHERE id = $1"'],
    ["another table", sets, '"SELECT status FROM reviews WHERE task = $1"'],
    [
      "a tool that can only propose",
      "\"UPDATE tasks SET status = 'proposed', note = $2 WHERE id = $1\"",
      '"SELECT status FROM tasks WHERE id = $1"',
    ],
  ])("is silent about %s", (_what, statement, look) => {
    checkSilent(work(statement, look), { rule, preset, settings });
  });

  it.each([
    ["workspace-write", 1],
    ["read-only", 0],
  ])("a thread in the sandbox %s", (mode, count) => {
    expect(
      found(
        `
        import { execFileSync } from "node:child_process";
        import { Codex } from "@openai/codex-sdk";
        export async function implement(repo: string, prompt: string) {
          const thread = new Codex().startThread({ workingDirectory: repo, sandboxMode: "${mode}" });
          for (let i = 0; i < 4; i++) {
            await thread.run(prompt);
            try {
              execFileSync("go", ["test", "./..."], { cwd: repo });
              return true;
            } catch (error) {
              prompt = String(error);
            }
          }
          return false;
        }
        `,
        { rule, preset },
      ),
    ).toHaveLength(count);
  });
});

describe("no-gameable-oracle knows an agent's tools by how they are called", () => {
  const options = { rule, preset } as const;
  const loop = (setting: string, dispatch: string, decide: string): string => `
    import { exec, execSync, spawnSync } from "node:child_process";
    import { existsSync, readFileSync, writeFileSync } from "node:fs";
    import path from "node:path";
    import OpenAI from "openai";
    import { specs } from "./specs.js";
    const openai = new OpenAI();
    const ROOT = "/srv/work";
    ${setting}
    export async function work(task: string, goal: number) {
      const messages: any[] = [{ role: "user", content: task }];
      for (let i = 0; i < 5; i++) {
        const reply = await openai.chat.completions.create({ model: "gpt-5", messages, tools: specs });
        messages.push(reply.choices[0].message);
        for (const call of reply.choices[0].message.tool_calls ?? []) {
          ${dispatch}
        }
        ${decide}
      }
      throw new Error("x");
    }
  `;
  const answer = (made: string): string =>
    `messages.push({ role: "tool", tool_call_id: call.id, content: String(${made}) });`;
  const run = 'spawnSync("npm", ["test"], { cwd: ROOT })';
  const decide = `if (${run}.status === 0) return "done";`;
  const tools = {
    "a function that is given name and arguments": [
      `function act(name: string, args: any) { if (name === "read") return readFileSync(path.join(ROOT, args.path), "utf8"); writeFileSync(path.join(ROOT, args.path), args.text); return "ok"; }`,
      answer("act(call.function.name, JSON.parse(call.function.arguments))"),
    ],
    "a record of functions": [
      `const handlers: Record<string, (args: any) => unknown> = { sh: ({ line }) => execSync(line, { cwd: ROOT }) };`,
      answer("handlers[call.function.name](JSON.parse(call.function.arguments))"),
    ],
    "a switch in the loop itself": [
      "",
      `const args = JSON.parse(call.function.arguments);
       if (call.function.name === "write") { writeFileSync(path.join(ROOT, args.path), args.text); ${answer('"ok"')} }
       else ${answer('readFileSync(path.join(ROOT, args.path), "utf8")')}`,
    ],
    "a helper that keeps paths inside": [
      `function inside(p: string) { const full = path.resolve(ROOT, p); if (!full.startsWith(ROOT + path.sep)) throw new Error("outside"); return full; }
       function act(args: any) { const file = inside(args.path); if (!existsSync(file)) return "none"; writeFileSync(file, args.text); return "ok"; }`,
      answer("act(JSON.parse(call.function.arguments))"),
    ],
  } as const;
  for (const [name, [setting, dispatch]] of Object.entries(tools)) {
    it(name, () => {
      expect(found(loop(setting, dispatch, decide), options)).toEqual([run]);
    });
  }

  it.each([
    [
      "a tool that refuses the tests",
      `function act(args: any) { if (args.path.startsWith("tests/")) return "refused"; writeFileSync(path.join(ROOT, args.path), args.text); return "ok"; }`,
    ],
    [
      "a tool that writes below another folder",
      'function act(args: any) { if (!args.path.startsWith("src/")) return "refused"; writeFileSync(path.join(ROOT, args.path), args.text); return "ok"; }',
    ],
    [
      "a tool that asks a policy",
      'import { policy } from "./policy.js";\n function act(args: any) { if (policy.mayWrite(args)) { writeFileSync(path.join(ROOT, args.path), args.text); } return "ok"; }',
    ],
    [
      "one file of the code's choice",
      'function act(args: any) { writeFileSync(path.join(ROOT, "answer.txt"), args.text); return "ok"; }',
    ],
    ["nothing but reads", 'function act(args: any) { return readFileSync(path.join(ROOT, args.path), "utf8"); }'],
  ])("is silent about %s", (_what, setting) => {
    checkSilent(loop(setting, answer("act(JSON.parse(call.function.arguments))"), decide), options);
  });

  const shell = "const sh = ({ line }: any) => execSync(line).toString();";
  const called = answer("sh(JSON.parse(call.function.arguments))");
  it("the folder of the process itself", () => {
    const [first, second] = ['execSync("npm test -- --json")', 'execSync("date +%H")'];
    expect(found(loop(shell, called, `if (${first}.toString().includes("ok")) return 1;`), options)).toEqual([first]);
    checkSilent(loop(shell, called, `if (${second}.toString().includes("ok")) return 1;`), options);
  });

  it.each([
    'execSync("git status --porcelain").toString() === ""',
    'execSync("docker run --rm judge npm test").toString().includes("ok")',
    'execSync("npm test", { cwd: "/srv/judge" }).toString().includes("ok")',
  ])("is silent about %s", (test) => {
    checkSilent(loop(shell, called, `if (${test}) return 1;`), options);
  });

  it("a mark that a helper reads", () => {
    const mark = (folder: string): string =>
      `const mark = () => Number(JSON.parse(readFileSync("${folder}/mark.json", "utf8")).mark);`;
    const write = "function act(args: any) { writeFileSync(`${ROOT}/${args.path}`, args.text); return 1; }";
    const dispatch = answer("act(JSON.parse(call.function.arguments))");
    const test = "if (mark() >= goal) return 1;";
    expect(found(loop(`${mark("/srv/work/out")} ${write}`, dispatch, test), options)).toEqual(["mark()"]);
    checkSilent(loop(`${mark("/srv/judge")} ${write}`, dispatch, test), options);
  });

  it("one machine for the agent and the check", () => {
    const machine =
      'import { Sandbox } from "e2b";\n const box = await Sandbox.create(); const judge = await Sandbox.create();';
    const dispatch = answer("await box.commands.run(JSON.parse(call.function.arguments).line)");
    const test = (name: string): string => `if ((await ${name}.commands.run("npm test")).exitCode === 0) return 1;`;
    expect(found(loop(machine, dispatch, test("box")), options)).toEqual(['box.commands.run("npm test")']);
    checkSilent(loop(machine, dispatch, test("judge")), options);
  });
});
