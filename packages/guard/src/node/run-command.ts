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

/**
 * Runs a command without a shell and never rejects. When it ends, or at the time limit, whatever is left of its
 * process group is killed: test runners have children, and some leave them behind.
 */
export function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env, timeoutMs, signal }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    let output = "";
    let exitCode: number | undefined;
    let problem = "it was ended by the system";
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });

    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString("utf8")).slice(-KEPT_OUTPUT);
    };
    const killGroup = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
      } catch {
        // Nothing is left of it.
      }
    };
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      resolve({ exitCode, output: (exitCode === undefined ? `${problem}. ${output}` : output).trim() });
    };
    // A grandchild that left the group can hold the streams open for ever, so nothing waits for them past this point.
    const giveUp = (why: string): void => {
      problem = why;
      killGroup();
      settle();
    };
    const onAbort = (): void => giveUp("it was aborted");
    const timer = setTimeout(() => giveUp(`it did not end within ${timeoutMs} ms`), timeoutMs);

    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => giveUp(error.message));
    child.on("exit", (code, killedBy) => {
      exitCode = code ?? undefined;
      if (killedBy) problem = `it was ended by ${killedBy}`;
      killGroup();
    });
    child.on("close", settle);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
