import type { Check } from "../check.js";
import { messageOf } from "../thrown.js";
import { inCleanCheckout } from "./clean-checkout.js";
import { runCommand } from "./run-command.js";

/** Work that an agent has committed. What it left uncommitted is not looked at. */
export interface CommittedWork {
  /** The commit: a hash, branch or tag. */
  readonly revision: string;
}

type Command = readonly [program: string, ...args: string[]];

export interface CommandCheckOptions {
  /** Path of the repository that the agent commits to. */
  readonly repository: string;
  /** A commit from before the agent began, by hash: a branch is something that an agent can move. */
  readonly base: string;
  /** Files and directories that decide, such as tests and their configuration, by path and not by pattern: always taken from `base`, and absent where it has none. */
  readonly protect: readonly string[];
  /** The command whose exit code decides, as program and arguments; no shell is involved. */
  readonly command: Command;
  /** Commands to run before it, such as `["npm", "ci", "--ignore-scripts"]`. One that fails leaves the verdict unknown. */
  readonly prepare?: readonly Command[];
  /** Most time for each command, in milliseconds. Default 10 minutes. */
  readonly timeoutMs?: number;
  /** Environment variables beside PATH, HOME and the temporary directory; nothing else of this process is handed on. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Lets the exit code of a command decide, run on the committed work in a clean checkout that the agent cannot reach.
 * 0 is yes, any other code is no; a command that cannot be run to its end leaves the verdict unknown.
 *
 * @throws {TypeError} when nothing is protected: the agent could then write the test that lets it through.
 */
export function commandCheck(name: string, options: CommandCheckOptions): Check<CommittedWork> {
  const { repository, base, protect, command, prepare = [], timeoutMs = 600_000 } = options;
  if (protect.length === 0)
    throw new TypeError(
      `commandCheck: "${name}" protects nothing, so the agent could edit the tests that judge it. Write for example protect: ["test", "package.json"].`,
    );
  const env = { ...inherited(), ...options.env };
  return {
    name,
    async run({ revision }, { signal }) {
      try {
        return await inCleanCheckout({ repository, revision, base, protect, env, timeoutMs }, async (cwd) => {
          const limits = { cwd, env, timeoutMs, ...(signal && { signal }) };
          for (const step of prepare) {
            const { exitCode, output } = await runCommand(step, limits);
            if (exitCode !== 0)
              return {
                passed: "unknown",
                confidence: 0,
                detail: `${name}: ${step.join(" ")} failed, so the check was not run. ${output}`,
              };
          }
          const { exitCode, output } = await runCommand(command, limits);
          if (exitCode === undefined)
            return {
              passed: "unknown",
              confidence: 0,
              detail: `${name}: ${command.join(" ")} did not finish: ${output}`,
            };
          return {
            passed: exitCode === 0 ? "yes" : "no",
            confidence: 1,
            detail: `${name}: ${command.join(" ")} exited with ${exitCode}. ${output}`.trim(),
          };
        });
      } catch (error) {
        return {
          passed: "unknown",
          confidence: 0,
          detail: `${name}: no clean checkout of ${revision} (${messageOf(error)})`,
        };
      }
    },
  };
}

/** What programs need to be found and to start; secrets and settings of this process stay here. */
function inherited(): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "USERPROFILE"];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
