// Loaded before a program: whatever goes beyond reading files is told on stderr, and fails.
const { syncBuiltinESMExports } = require("node:module");

function forbid(owner, names) {
  for (const name of names) {
    if (typeof owner[name] !== "function") throw new Error(`There is no ${name} to forbid.`);
    owner[name] = (...given) => {
      process.stderr.write(`FORBIDDEN: ${name} ${String(given[0])}\n`);
      throw new Error(`${name} is forbidden.`);
    };
  }
}

const fs = require("node:fs");
const WRITES = ["writeFile", "appendFile", "mkdir", "mkdtemp", "rename", "rm", "rmdir", "unlink", "copyFile", "symlink", "link", "truncate", "chmod"];
forbid(fs, [...WRITES.flatMap((name) => [name, `${name}Sync`]), "createWriteStream"]);
forbid(fs.promises, WRITES);
forbid(require("node:child_process"), ["spawn", "exec", "execFile", "fork", "spawnSync", "execSync", "execFileSync"]);
forbid(require("node:net").Socket.prototype, ["connect"]);
forbid(require("node:net").Server.prototype, ["listen"]);
forbid(require("node:dgram"), ["createSocket"]);
forbid(require("node:vm"), ["runInThisContext", "runInNewContext", "runInContext"]);
syncBuiltinESMExports();
