import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../../src/run.js";

/** A loop with one error and nothing else under `recommended`, and with a mend. */
export const LOOP = `import OpenAI from "openai";

const client = new OpenAI();

export async function agent(messages) {
  while (true) {
    const reply = await client.chat.completions.create({ model: "m", messages });
    messages.push(reply.choices[0].message);
    if (!reply.choices[0].message.tool_calls) return messages;
  }
}
`;

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own, with the command run in it. */
export class Folder {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), "agent-loop-cli-")));
  inCi = false;

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  put(name: string, text: string = LOOP): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  git(...args: readonly string[]): string {
    return execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main", ...args], { cwd: this.path, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  }

  commitAll(): void {
    this.git("add", ".");
    this.git("commit", "-q", "-m", "all");
  }

  async command(...args: readonly string[]): Promise<Said> {
    const said = { out: "", err: "" };
    const code = await run(args, { cwd: this.path, colour: false, inCi: this.inCi, out: (text) => (said.out += text), err: (text) => (said.err += text) });
    return { code, ...said };
  }
}
