// Builds the extension, packs it into one VSIX for all platforms, and says what fills it.
//   node package.mjs [--out FILE] [--built]
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { zipFile } from "./zip-file.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));

const TYPES = { ".json": "application/json", ".vsixmanifest": "text/xml", ".md": "text/markdown", ".txt": "text/plain", ".js": "application/javascript", ".cjs": "application/javascript", ".css": "text/css", ".png": "image/png", ".wasm": "application/wasm" };
const LIMIT = 4 * 1024 * 1024;

const escape = (text) => text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/** The manifest as users get it: everything is bundled, so that nothing is left to install or to build. */
function shippedManifest() {
  const { private: _private, type: _type, scripts: _scripts, dependencies: _dependencies, devDependencies: _dev, ...rest } = manifest;
  return `${JSON.stringify(rest, null, 2)}\n`;
}

function gallery() {
  const { name, publisher, version, displayName, description, keywords, categories, engines, repository, galleryBanner, icon } = manifest;
  const property = (id, value) => `      <Property Id="Microsoft.VisualStudio.${id}" Value="${escape(value)}" />`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escape(name)}" Version="${escape(version)}" Publisher="${escape(publisher)}" />
    <DisplayName>${escape(displayName)}</DisplayName>
    <Description xml:space="preserve">${escape(description)}</Description>
    <Tags>${escape([...keywords, "__web_extension"].join(","))}</Tags>
    <Categories>${escape(categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${property("Code.Engine", engines.vscode)}
${property("Code.ExtensionDependencies", "")}
${property("Code.ExtensionPack", "")}
${property("Code.ExtensionKind", "workspace,web")}
${property("Code.ExecutesCode", "true")}
${property("Services.Links.Source", repository.url)}
${property("Services.GitHubFlavoredMarkdown", "true")}
${property("Services.Branding.Color", galleryBanner.color)}
${property("Services.Branding.Theme", galleryBanner.theme)}
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${escape(icon)}</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code" /></Installation>
  <Dependencies />
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" Path="extension/CHANGELOG.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/${escape(icon)}" Addressable="true" />
  </Assets>
</PackageManifest>
`;
}

function contentTypes(names) {
  const extensions = [...new Set([".vsixmanifest", ...names.map((name) => extname(name))])];
  const defaults = extensions.map((extension) => {
    if (!(extension in TYPES)) throw new Error(`There is no content type for ${extension}.`);
    return `<Default Extension="${extension}" ContentType="${TYPES[extension]}" />`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join("")}</Types>\n`;
}

function filesIn(folder, isWanted = () => true) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && isWanted(path))
    .map((path) => ({ name: `extension/${relative(here, path).replaceAll("\\", "/")}`, bytes: readFileSync(path) }));
}

/** What goes into the package, from the sources on. */
function build() {
  const root = join(here, "../..");
  const steps = [
    [root, "node_modules/typescript-native/bin/tsc", "-b", "packages/vscode"],
    [join(here, "../language-server"), "portable/bundle.mjs"],
    [here, "bundle.mjs"],
  ];
  for (const [cwd, ...args] of steps) {
    const { status } = spawnSync(process.execPath, args, { cwd, stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
}

if (!process.argv.includes("--built")) build();
const built = join(here, "dist");
for (const needed of [manifest.main, manifest.browser, "dist/server/server.cjs", "dist/server/worker.js", "dist/server/oxc-parser.wasm", "dist/webview/loop-view.js"]) {
  if (!existsSync(join(here, needed))) throw new Error(`${needed} has not been built.`);
}
const content = [
  { name: "extension/package.json", bytes: Buffer.from(shippedManifest()) },
  { name: "extension/README.md", bytes: readFileSync(join(here, "README.md")) },
  { name: "extension/CHANGELOG.md", bytes: readFileSync(join(here, "CHANGELOG.md")) },
  { name: "extension/LICENSE.txt", bytes: readFileSync(join(here, "LICENSE")) },
  ...filesIn(join(here, "media"), (path) => !path.endsWith(".svg")),
  ...filesIn(built, (path) => !relative(built, path).startsWith("types") && !path.endsWith(".meta.json")),
].sort((a, b) => (a.name < b.name ? -1 : 1));
const files = [
  { name: "extension.vsixmanifest", bytes: Buffer.from(gallery()) },
  { name: "[Content_Types].xml", bytes: Buffer.from(contentTypes(content.map(({ name }) => name))) },
  ...content,
];

const vsix = zipFile(files);
const named = process.argv.indexOf("--out");
const out = named > 0 ? process.argv[named + 1] : join(here, `${manifest.name}-${manifest.version}.vsix`);
writeFileSync(out, vsix);

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0)} kB`;
console.table(
  Object.fromEntries(
    files.map(({ name, bytes }) => [name, { bytes: bytes.length, packed: deflateRawSync(bytes, { level: 9 }).length }]).sort(([, a], [, b]) => b.packed - a.packed).map(([name, { bytes, packed }]) => [name, { unpacked: kilobytes(bytes), packed: kilobytes(packed) }]),
  ),
);
console.log(`${out}: ${kilobytes(vsix.length)}`);
if (vsix.length > LIMIT) throw new Error(`The package has more than ${kilobytes(LIMIT)}.`);
