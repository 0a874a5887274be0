import { spawn } from "node:child_process";

export interface CommandResult {
  /** The exit code; `undefined` when the command could not be started, was killed or ran out of time. */
  readonly exitCode: number | undefined;
  /** The end of what it printed on both streams, or why there is none. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Most time, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

const KEPT_OUTPUT = 4_000;

/** Runs a command without a shell and never rejects. At the time limit the whole process group is killed: test runners have children. */
export function runCommand([program, ...args]: readonly [string, ...string[]], { cwd, env, timeoutMs, signal }: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve) => {
    let output = "";
    let ended: string | undefined;
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: process.platform !== "win32" });
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString("utf8")).slice(-KEPT_OUTPUT);
    };
    const kill = (why: string): void => {
      ended = why;
      if (child.pid === undefined) return;
      try {
        process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
      } catch {
        // It ended by itself in this very moment.
      }
    };
    const onAbort = (): void => kill("it was aborted");
    const timer = setTimeout(() => kill(`it did not end within ${timeoutMs} ms`), timeoutMs);
    const settle = (result: CommandResult): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      resolve(result);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => settle({ exitCode: undefined, output: error.message }));
    child.on("close", (code, killedBy) => {
      if (ended === undefined && code !== null) settle({ exitCode: code, output: output.trim() });
      else settle({ exitCode: undefined, output: `${ended ?? `it was ended by ${killedBy ?? "the system"}`}. ${output}`.trim() });
    });
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
