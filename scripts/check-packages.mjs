// Packs every package that is published and checks the tarballs: publint, Are the types wrong?, and
// what has to lie in them. Prints their sizes. Needs a build.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { pack, publicPackages } from "./packed.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const attw = join(dirname(createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json")), "dist/index.js");
const folder = mkdtempSync(join(tmpdir(), "packages-"));
let faults = 0;

function fault(name, message) {
  faults++;
  console.error(`${name}: ${message}`);
}

try {
  const tarballs = pack(folder);
  for (const { folder: pkgDir, manifest } of publicPackages()) {
    const { name, exports, bin } = manifest;
    const tarball = tarballs.get(name);
    const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n").map((file) => file.replace(/^package\//, ""));

    for (const wanted of ["package.json", "README.md", "LICENSE"]) if (!files.includes(wanted)) fault(name, `${wanted} is not in the tarball`);
    for (const file of files) if (/(?:\.map|\.tsbuildinfo)$|\.meta\.json$|^(?:src|test)\//.test(file)) fault(name, `${file} does not belong in the tarball`);
    for (const field of ["description", "license", "repository", "exports", "files", "sideEffects", "engines"]) if (!(field in manifest)) fault(name, `package.json has no "${field}"`);
    for (const target of Object.values(bin ?? {})) {
      if (!readFileSync(join(pkgDir, target), "utf8").startsWith("#!/usr/bin/env node\n")) fault(name, `${target} does not say that Node runs it`);
    }

    const { messages, pkg } = await publint({ pack: { tarball: toArrayBuffer(readFileSync(tarball)) }, strict: true });
    for (const message of messages) if (!isMistakenFormat(message, pkgDir)) fault(name, formatMessage(message, pkg, { color: false }));

    // Two kinds of callers are served where `require` has types of its own; the others get ESM, also by `require`.
    const profile = exports["."].require === undefined ? "esm-only" : "node16";
    const { status, stdout, stderr } = spawnSync(process.execPath, [attw, tarball, "--profile", profile, "--no-color", "--format", "ascii"], { cwd: root, encoding: "utf8" });
    if (status !== 0) fault(name, `the types are wrong for some:\n${stdout}${stderr}`);

    console.log(`${name}: ${files.length} files, ${Math.round(statSync(tarball).size / 1024)} kB packed`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = faults === 0 ? 0 : 1;

/** The format of a file is guessed by its text, in which a minified parser has plenty of `import … from`; Node itself knows. */
function isMistakenFormat({ code, args }, pkgDir) {
  const file = args?.actualFilePath;
  return code === "FILE_INVALID_EXPLICIT_FORMAT" && file?.endsWith(".cjs") && spawnSync(process.execPath, ["--check", join(pkgDir, file)]).status === 0;
}

function toArrayBuffer(buffer) {
  return buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);
}
