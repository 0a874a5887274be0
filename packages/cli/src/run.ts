import { explainFile, InputError } from "@agent-loop/engine";
import { check } from "./check.js";
import { readCommandLine } from "./command-line.js";
import type { Console, ExitCode } from "./console.js";
import { fix } from "./fix.js";
import { HELP } from "./help.js";
import { init } from "./init.js";
import { merge } from "./merge.js";
import { VERSION } from "./version.js";

/** Runs the command with the arguments that follow its name. */
export async function run(args: readonly string[], io: Console): Promise<ExitCode> {
  try {
    const command = readCommandLine(args);
    switch (command.name) {
      case "help":
        io.out(HELP);
        return 0;
      case "version":
        io.out(`${VERSION}\n`);
        return 0;
      case "check":
        return await check(command, io);
      case "fix":
        return await fix(command, io);
      case "init":
        return await init(command, io);
      case "merge":
        return merge(command, io);
      case "explain":
        io.out(explainFile({ ...command, cwd: io.cwd }));
        return 0;
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    io.err(`${error.message.replace(/^/gm, "agent-loop: ")}\n`);
    return 2;
  }
}
