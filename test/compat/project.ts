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
  /** What else its package.json says. */
  readonly manifest?: object;
}

/** A project that knows nothing of the workspace, with packages as their users get them. */
export class Project {
  readonly folder: string = realpathSync(mkdtempSync(join(tmpdir(), "compat-")));

  constructor({ ours, others, files, type = "module", manager = "npm", manifest: rest = {} }: ProjectInput) {
    const tarballs = inject("tarballs");
    const dependencies = { ...Object.fromEntries(ours.map((name) => [name, `file:${tarballs[name] ?? ""}`])), ...others };
    // What ours depend on comes packed, too. npm takes what the project names itself for that; pnpm wants to be told.
    const overrides = Object.fromEntries(Object.entries(tarballs).flatMap(([name, path]) => (manager === "npm" && ours.includes(name) ? [] : [[name, `file:${path}`]])));
    const manifest = { private: true, type, ...rest, dependencies, ...(manager === "npm" ? { overrides } : { pnpm: { overrides } }) };
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

  /** Runs a script of the manifest. */
  npmRun(script: string, env: Readonly<Record<string, string>> = {}): Ran {
    return spawnSync("npm", ["run", script], { cwd: this.folder, encoding: "utf8", shell: process.platform === "win32", env: { ...process.env, ...env } });
  }

  git(...args: readonly string[]): Ran {
    return spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main", ...args], { cwd: this.folder, encoding: "utf8" });
  }

  /** The same project, whose programs another Node runs. */
  on(node: string): ProjectOnNode {
    return new ProjectOnNode(this, node);
  }

  /** What ESLint finds of ours, in order. */
  eslint(...args: readonly string[]): Place[] {
    return places(this.run("eslint", "--format", "json", ...args), this.folder);
  }

  /** What the command finds. */
  command(...args: readonly string[]): Place[] {
    return places(this.run("agent-loop", "check", "--format", "json", ...args), this.folder);
  }
}

/** A project whose programs are run by a Node that is not the one of the tests. */
class ProjectOnNode {
  readonly #project: Project;
  readonly #node: string;

  constructor(project: Project, node: string) {
    this.#project = project;
    this.#node = node;
  }

  node(script: string, ...args: readonly string[]): Ran {
    return spawnSync(this.#node, [script, ...args], { cwd: this.#project.folder, encoding: "utf8" });
  }

  run(command: string, ...args: readonly string[]): Ran {
    // Links to scripts, whose first line would start the Node that comes first on the path.
    return this.node(join("node_modules/.bin", command), ...args);
  }

  eslint(...args: readonly string[]): Place[] {
    return places(this.run("eslint", "--format", "json", ...args), this.#project.folder);
  }

  command(...args: readonly string[]): Place[] {
    return places(this.run("agent-loop", "check", "--format", "json", ...args), this.#project.folder);
  }
}

function places({ stdout, stderr, status }: Ran, folder: string): Place[] {
  if (status !== 0 && status !== 1) throw new Error(`${stdout}\n${stderr}`);
  const files = JSON.parse(stdout) as JsonFile[];
  return files
    .flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, message, line, column }) => {
        if (ruleId === null) throw new Error(`${filePath}: ${message}`);
        return `${filePath.slice(folder.length + 1).replaceAll("\\", "/")}:${line}:${column} ${ruleId.replace(/^agent-loop\//, "")}`;
      }),
    )
    .sort();
}
