// Lists the licences of foreign packages that a bundle holds.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * @param metafile what esbuild tells of a bundle, its paths relative to `folder`.
 * @param outfile where the texts go.
 */
export function writeBundledLicences(metafile, folder, outfile) {
  const packages = new Map();
  for (const input of Object.keys(metafile.inputs)) {
    if (!input.includes("node_modules/")) continue;
    const home = packageFolder(resolve(folder, input));
    const { name, version, license } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    packages.set(`${name}@${version}`, { license, text: licenceText(home) });
  }
  const parts = [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, { license, text }]) => `${id}\nLicence: ${license}\n\n${text}`.trim());
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  writeFileSync(join(folder, outfile), `${["Code of these packages is part of the bundle beside this file.", ...parts].join(rule)}\n`);
}

function packageFolder(file) {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    // A package.json inside of a package may say no more than its module type.
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version !== undefined) return folder;
  }
}

function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:\.|$)/i.test(name));
  return file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
}
