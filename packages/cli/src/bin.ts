#!/usr/bin/env node
import process from "node:process";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`| head`) is no error.
    if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
    process.stderr.write(`agent-loop: the output cannot be written: ${error.message}\n`);
    process.exit(2);
  });
  // Files are written in one step that no signal can come between; a second signal ends at once.
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.once(signal, () => {
      process.stderr.write(`${process.stderr.isTTY ? "\r\u001B[K" : ""}agent-loop: interrupted.\n`);
      process.exit(code);
    });
  }
  const { run } = await import("./run.js");
  const { askOnTerminal } = await import("./terminal.js");
  process.exitCode = await run(process.argv.slice(2), {
    cwd: process.cwd(),
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    ...(process.stderr.isTTY && { draw: (text: string) => process.stderr.write(text) }),
    inCi: !["", "false", "0", undefined].includes(process.env["CI"]),
    // Where there is no terminal `isTTY` is not even there, and "unknown" would leave the choice to others.
    colour: process.stdout.isTTY ? process.env["NO_COLOR"] === undefined : false,
    ...(process.stdin.isTTY && process.stdout.isTTY && { ask: askOnTerminal }),
  });
} else {
  process.stderr.write(`agent-loop needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
}
