// Lists the licences of foreign packages that bundles hold.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * Writes `third-party-notices.txt` and, for the test that holds it to be complete, `bundle.meta.json`, which is not shipped.
 *
 * @param metafiles what esbuild tells of each bundle.
 * @param folder what their paths are relative to.
 * @param out the folder of the two files, from there.
 * @param copied files of foreign packages that are shipped as they are.
 * @throws Error when a package does not say under which licence it stands, or does not bring its text.
 */
export function writeBundledLicences({ metafiles, folder, out, copied = [] }) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  const foreign = [...new Set([...inputs.map((input) => resolve(folder, input)), ...copied])].filter((path) => /[\\/]node_modules[\\/]/.test(path));
  const packages = new Map(foreign.map((path) => noticeOf(packageFolder(path))));
  const parts = [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, notice]) => `${id}\n${notice}`);
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  // Not called a licence: a file of that name would count as the licence of the whole package.
  writeFileSync(join(folder, out, "third-party-notices.txt"), `${["Code of these packages is part of what lies in this folder.", ...parts].join(rule)}\n`);
  writeFileSync(join(folder, out, "bundle.meta.json"), JSON.stringify({ inputs: foreign, outputs: metafiles.flatMap(({ outputs }) => Object.keys(outputs).map((output) => resolve(folder, output))), copied }));
}

function packageFolder(file) {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    // A package.json inside of a package may say no more than its module type.
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version !== undefined) return folder;
  }
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|notice)(?:[.-]|$)/i.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (typeof license !== "string" || texts.length === 0) throw new Error(`${name}@${version} is bundled, and ${texts.length === 0 ? "brings no text of its licence" : "names no licence"}.`);
  return [`${name}@${version}`, [`Licence: ${license}`, ...texts].join("\n\n")];
}
