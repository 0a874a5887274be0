import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { packageManager } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { packageManager: string };

/** `src/agent.js:6:3 no-unbounded-loop` */
export type Place = string;

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What ESLint, oxlint and the command write as JSON, as far as it is compared. */
interface JsonFile {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string; readonly line: number; readonly column: number }[];
}

export interface ProjectInput {
  /** Of our packages. */
  readonly ours: readonly string[];
  /** Of others', with their versions. */
  readonly others: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly type?: "module" | "commonjs";
  readonly manager?: "npm" | "pnpm";
}

/** A project that knows nothing of the workspace, with packages as their users get them. */
export class Project {
  readonly folder: string = realpathSync(mkdtempSync(join(tmpdir(), "compat-")));

  constructor({ ours, others, files, type = "module", manager = "npm" }: ProjectInput) {
    const tarballs = inject("tarballs");
    const dependencies = { ...Object.fromEntries(ours.map((name) => [name, `file:${tarballs[name] ?? ""}`])), ...others };
    // What ours depend on comes packed, too.
    const overrides = Object.fromEntries(Object.entries(tarballs).flatMap(([name, path]) => (ours.includes(name) ? [] : [[name, `file:${path}`]])));
    const manifest = { private: true, type, dependencies, ...(manager === "npm" ? { overrides } : { pnpm: { overrides } }) };
    this.put("package.json", JSON.stringify(manifest));
    for (const [name, text] of Object.entries(files)) this.put(name, text);
    const [command, ...args] = manager === "npm" ? ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline"] : ["npx", "--yes", packageManager, "install", "--prefer-offline", "--ignore-workspace"];
    execFileSync(command ?? "", args, { cwd: this.folder, stdio: "pipe", shell: process.platform === "win32" });
  }

  put(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  run(command: string, ...args: readonly string[]): Ran {
    return spawnSync("npx", ["--no-install", command, ...args], { cwd: this.folder, encoding: "utf8", shell: process.platform === "win32" });
  }

  /** What ESLint finds of ours, in order. */
  eslint(...args: readonly string[]): Place[] {
    return this.#places(this.run("eslint", "--format", "json", ...args));
  }

  /** What the command finds. */
  command(...args: readonly string[]): Place[] {
    return this.#places(this.run("agent-loop", "check", "--format", "json", ...args));
  }

  #places({ stdout, stderr, status }: Ran): Place[] {
    if (status !== 0 && status !== 1) throw new Error(`${stdout}\n${stderr}`);
    const files = JSON.parse(stdout) as JsonFile[];
    return files
      .flatMap(({ filePath, messages }) =>
        messages.map(({ ruleId, message, line, column }) => {
          if (ruleId === null) throw new Error(`${filePath}: ${message}`);
          return `${filePath.slice(this.folder.length + 1).replaceAll("\\", "/")}:${line}:${column} ${ruleId.replace(/^agent-loop\//, "")}`;
        }),
      )
      .sort();
  }
}
