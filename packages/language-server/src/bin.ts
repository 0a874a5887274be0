#!/usr/bin/env node
import process from "node:process";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `agent-loop-language-server needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exit(2);
} else if (process.argv.includes("--version")) {
  const { VERSION } = await import("./version.js");
  process.stdout.write(`${VERSION}\n`);
} else if (!process.argv.includes("--stdio")) {
  process.stderr.write(
    "Usage: agent-loop-language-server --stdio\nIt speaks the Language Server Protocol; editors start it.\n",
  );
  process.exit(2);
} else {
  const { serve } = await import("./serve.js");
  serve(process.stdin, process.stdout);
  // An editor that was killed closes the pipe and says nothing.
  process.stdin.on("end", () => process.exit(1));
  process.stdout.on("error", () => process.exit(1));
}
