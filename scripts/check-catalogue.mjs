#!/usr/bin/env node
/**
 * Resolves every row of the catalogue against the published types of the real packages.
 *
 *   node scripts/check-catalogue.mjs [--top | --sdk openai,stripe] [--arguments] [--replies]
 *
 * Each row's access path must lead to something in the version the row speaks about: the newest one checked or,
 * for a row with an end, the one its source names. `--arguments` and `--replies` also follow argument and reply
 * paths and print those that the types do not show; types are often wider than what an SDK reads, so these never fail the run.
 * Installed packages stay in a folder of the system's temporary directory and are used again.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";

/** The SDKs most programs use; they are checked for every change. */
const TOP = ["openai", "anthropic", "vercel-ai", "google-genai", "langchain", "langgraph", "openai-agents", "mastra", "stripe", "claude-agent-sdk"];

/** The catalogue as it stands in the sources, so that nothing has to be built before it is checked. */
async function load(file) {
  const entry = fileURLToPath(new URL(`../packages/analysis/src/catalogue/${file}`, import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: "esm", platform: "neutral" });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}
const { sdks } = await load("sdks.ts");
const { covers } = await load("versions.ts");

const options = process.argv.slice(2);
const flag = (name) => options.includes(`--${name}`);
const named = options[options.indexOf("--sdk") + 1];
const wanted = flag("top") ? TOP : flag("sdk") && named ? named.split(",") : sdks.map((sdk) => sdk.id);
for (const id of wanted) if (!sdks.some((sdk) => sdk.id === id)) throw new Error(`there is no SDK ${id}`);

const pathsOf = (row) => (typeof row.at === "string" ? [row.at] : row.at);
const splitTarball = (tarball) => {
  const at = tarball.lastIndexOf("@");
  return { name: tarball.slice(0, at), version: tarball.slice(at + 1) };
};

/** One set of packages for all rows that hold in the newest versions, and one for each older version that a row speaks about. */
function groupsOf(sdk) {
  const groups = new Map();
  for (const row of sdk.rows) {
    const packages = { ...sdk.checked };
    const { name, version } = splitTarball(row.source.tarball);
    const newest = sdk.checked[name];
    const old = newest !== undefined && (row.until !== undefined || row.since !== undefined) && !covers(newest, row.since, row.until);
    if (old) packages[name] = version;
    const key = old ? `${name}@${version}` : "";
    if (!groups.has(key)) groups.set(key, { packages: old ? { [name]: version } : packages, rows: [] });
    const group = groups.get(key);
    group.rows.push(row);
    // Some packages have their types in another one.
    if (name.startsWith("@types/")) group.packages[name] = version;
  }
  return [...groups.values()];
}

function install(packages) {
  const specs = Object.entries(packages).map(([name, version]) => `${name}@${version}`).sort();
  const hash = createHash("sha256").update(specs.join("\n")).digest("hex").slice(0, 12);
  const folder = join(tmpdir(), "agent-loop-catalogue", hash);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, "package.json"), JSON.stringify({ private: true, type: "module" }));
  try {
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--force", "--loglevel=error", ...specs], { cwd: unfinished, stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    console.log(`  without dependencies, which cannot be installed (${String(error.stderr ?? error).trim().split("\n")[1] ?? "no reason given"}): ${specs.join(" ")}`);
    for (const spec of specs) unpack(spec, unfinished);
  }
  renameSync(unfinished, folder);
  return folder;
}

const withoutExtension = (file) => file.replace(/\.(d\.[cm]?ts|[cm]?[jt]s)$/, "");

function targetsOf(value) {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(targetsOf) : [];
}

/** Some published packages ask for versions of others that do not exist; their own types can be read all the same. */
function unpack(spec, folder) {
  const target = join(folder, "node_modules", splitTarball(spec).name);
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--loglevel=error", spec], { cwd: folder, encoding: "utf8" }));
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, filename), "-C", target, "--strip-components=1"]);
}

/** The entry points of a package: its exports and, where these are a pattern, the files that sources of rows name. */
function entriesOf(folder, name, rows) {
  const entries = new Set([name]);
  let exports = {};
  try {
    ({ exports = {} } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")));
  } catch {
    // Not installed under this name, as `node:fs` is not: its types come from elsewhere.
  }
  const places = rows.filter((row) => splitTarball(row.source.tarball).name === name && row.source.place).map((row) => withoutExtension(row.source.place.replace(/:\d+$/, "")));
  for (const [key, value] of Object.entries(typeof exports === "object" ? exports : {})) {
    if (!key.startsWith("./") || /\.(json|css|cjs)$/.test(key)) continue;
    if (!key.includes("*")) entries.add(name + key.slice(1));
    else {
      for (const target of targetsOf(value)) {
        const [before = "", after = ""] = withoutExtension(target.replace(/^\.\//, "")).split("*");
        for (const place of places) {
          if (!place.startsWith(before) || !place.endsWith(after)) continue;
          // A target without an extension leaves it to whoever imports: `sdk/server/mcp.js`.
          const file = place.slice(before.length, place.length - after.length) + (target.endsWith("*") ? ".js" : "");
          entries.add(name + key.slice(1).replace("*", file));
        }
      }
    }
  }
  return [...entries];
}

/** Everything that can be reached from the packages of a group, by name. */
class Types {
  constructor(sdk, folder, rows) {
    this.sdk = sdk;
    const names = sdk.packages.filter((name) => name !== "globalThis");
    const entry = join(folder, "entry.mts");
    const specifiers = names.flatMap((name) => entriesOf(folder, name, rows));
    writeFileSync(entry, specifiers.map((specifier, n) => `import * as m${n} from ${JSON.stringify(specifier)};\nexport { m${n} };`).join("\n"));
    const program = ts.createProgram([entry], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
      types: existsSync(join(folder, "node_modules/@types/node")) ? ["node"] : [],
      typeRoots: [join(folder, "node_modules/@types")],
      strict: true,
      esModuleInterop: true,
      skipLibCheck: true,
      noEmit: true,
      jsx: ts.JsxEmit.Preserve,
    });
    this.checker = program.getTypeChecker();
    this.source = program.getSourceFile(entry);
    this.exported = new Map();
    const found = new Set();
    for (const statement of this.source.statements) {
      if (!ts.isImportDeclaration(statement)) continue;
      const symbol = this.checker.getSymbolAtLocation(statement.moduleSpecifier);
      if (!symbol) continue;
      this.addModule(symbol);
      for (const name of names) if (statement.moduleSpecifier.text === name || statement.moduleSpecifier.text.startsWith(`${name}/`)) found.add(name);
    }
    this.missing = names.filter((name) => !found.has(name));
    if (sdk.packages.includes("globalThis")) {
      for (const one of this.checker.getSymbolsInScope(this.source, ts.SymbolFlags.Value | ts.SymbolFlags.Type)) this.add(one.name, one);
    }
  }

  addModule(symbol) {
    const whole = this.resolved(symbol.exports?.get("export="));
    // `export =` is what a default import gives.
    if (whole) this.add("default", whole);
    for (const one of this.checker.getExportsOfModule(symbol)) this.add(one.name, this.resolved(one));
  }

  add(name, symbol) {
    if (!symbol) return;
    const there = this.exported.get(name) ?? [];
    if (!there.includes(symbol)) this.exported.set(name, [...there, symbol]);
  }

  resolved(symbol) {
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  awaited(type) {
    return this.checker.getAwaitedType(type) ?? type;
  }

  /** The types a call or a construction of something of this type gives. */
  made(type) {
    const all = this.parts(type).flatMap((part) => [...part.getCallSignatures(), ...part.getConstructSignatures()]);
    // What is chained further may be a promise too, as the queries of a query builder are.
    return all.flatMap((signature) => [...new Set([signature.getReturnType(), this.awaited(signature.getReturnType())])]);
  }

  parts(type) {
    const bare = this.checker.getNonNullableType(type);
    const constraint = bare.flags & ts.TypeFlags.TypeParameter ? (this.checker.getBaseConstraintOfType(bare) ?? bare) : bare;
    return constraint.isUnion() ? constraint.types : [this.checker.getApparentType(constraint)];
  }

  /** The types of the members of this name, which may hold `*`. */
  members(type, name) {
    const glob = name.includes("*") ? new RegExp(`^${name.replace(/[$()[\]]/g, "\\$&").replaceAll("*", name === "*" ? ".+" : ".*")}$`) : undefined;
    return this.parts(type).flatMap((part) => {
      if (part.flags & ts.TypeFlags.Any) return [part];
      const found = glob ? part.getProperties().filter((one) => glob.test(one.name)) : [part.getProperty(name)];
      const types = found.filter(Boolean).map((symbol) => this.checker.getTypeOfSymbol(symbol));
      const index = types.length === 0 ? part.getStringIndexType() : undefined;
      return index ? [index] : types;
    });
  }

  /** The types a path leads to; none when it leads nowhere. */
  resolve(path, depth = 0) {
    const [first, ...rest] = path.split(".");
    let types = this.root(first, depth);
    for (const segment of rest) types = this.step(types, segment);
    return types;
  }

  step(types, segment) {
    if (segment === "**") {
      let all = types;
      for (let n = 0; n < 3; n++) all = [...all, ...all.slice(0, 60).flatMap((type) => this.members(type, "*")).slice(0, 200)];
      return all;
    }
    const call = segment.endsWith("()");
    const found = types.slice(0, 400).flatMap((type) => this.members(type, call ? segment.slice(0, -2) : segment));
    return call ? found.flatMap((type) => this.made(type)) : found;
  }

  root(segment, depth) {
    const at = segment.search(/[#(]/);
    const name = at < 0 ? segment : segment.slice(0, at);
    let suffix = at < 0 ? "" : segment.slice(at);
    const aliases = Object.entries(this.sdk.same ?? {}).filter(([, other]) => other === name || other === segment);
    const symbols = [name, ...aliases.map(([alias]) => alias.replace(/#$/, ""))].flatMap((one) => this.matching(one));
    let types = [];
    if (suffix.startsWith("#")) {
      types = symbols.flatMap((symbol) => this.instances(symbol));
      if (types.length === 0 && depth < 6) types = this.pseudo(`${name}#`, depth);
      suffix = suffix.slice(1);
    } else types = symbols.flatMap((symbol) => (symbol.flags & ts.SymbolFlags.Value ? [this.checker.getTypeOfSymbol(symbol)] : [this.checker.getDeclaredTypeOfSymbol(symbol)]));
    for (; suffix.startsWith("()"); suffix = suffix.slice(2)) types = types.flatMap((type) => this.made(type));
    return types;
  }

  matching(name) {
    if (!name.includes("*")) return this.exported.get(name) ?? [];
    const glob = new RegExp(`^${name.replaceAll("*", ".*")}$`);
    return [...this.exported].filter(([one]) => glob.test(one)).flatMap(([, symbols]) => symbols);
  }

  instances(symbol) {
    const isType = symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias);
    const declared = isType ? [this.checker.getDeclaredTypeOfSymbol(symbol)] : [];
    if (!(symbol.flags & ts.SymbolFlags.Value)) return declared;
    const type = this.checker.getTypeOfSymbol(symbol);
    return [...declared, ...type.getConstructSignatures().map((signature) => signature.getReturnType())];
  }

  /** What the package does not export by name is what a row says some call, property or parameter of it is. */
  pseudo(rootName, depth) {
    return this.sdk.rows.flatMap((row) => {
      if (row.type === undefined || row.same || row.type.slice(row.type.lastIndexOf(":") + 1) !== rootName) return [];
      return pathsOf(row).flatMap((path) => {
        if (path.startsWith(rootName)) return [];
        const types = this.resolve(path, depth + 1);
        if (row.kind === "returns") return types.flatMap((type) => this.made(type));
        if (row.kind === "member") return types;
        return types.flatMap((type) => this.argument(this.signatures(type), row.function)).flatMap((type) => this.argument(this.signatures(type), row.parameter));
      });
    });
  }

  signatures(type) {
    return this.parts(type).flatMap((part) => [...part.getCallSignatures(), ...part.getConstructSignatures()]);
  }

  argument(signatures, path) {
    const [position, ...rest] = path.split(".");
    const index = Number(position.replace("[]", ""));
    let types = signatures.flatMap((signature) => {
      const parameters = signature.getParameters();
      const one = parameters.at(index) ?? parameters.at(-1);
      if (!one) return [];
      const type = this.checker.getTypeOfSymbol(one);
      const spread = one.valueDeclaration && ts.isParameter(one.valueDeclaration) && one.valueDeclaration.dotDotDotToken;
      return spread ? [type, ...this.elements(type)] : [type];
    });
    if (position.endsWith("[]")) types = types.flatMap((type) => this.elements(type));
    return this.properties(types, rest);
  }

  elements(type) {
    return this.parts(type).flatMap((part) => {
      if (part.flags & ts.TypeFlags.Any) return [part];
      const one = part.getNumberIndexType() ?? part.getStringIndexType();
      if (one) return [one];
      const iterated = part.getProperties().find((symbol) => symbol.name.startsWith("__@asyncIterator") || symbol.name.startsWith("__@iterator"));
      if (!iterated) return [];
      const iterator = this.made(this.checker.getTypeOfSymbol(iterated));
      return iterator.flatMap((type) => this.members(type, "next")).flatMap((type) => this.made(type)).flatMap((type) => this.members(type, "value"));
    });
  }

  properties(start, segments) {
    let types = start;
    for (const segment of segments) {
      const bare = segment.replace(/\[[^\]]*\]/g, "").replace("()", "");
      if (bare !== "") types = types.flatMap((type) => this.members(type, bare));
      if (segment.endsWith("()")) types = types.flatMap((type) => this.made(type));
      types = types.slice(0, 200).map((type) => this.awaited(type));
      for (const _ of segment.matchAll(/\[/g)) types = types.flatMap((type) => this.elements(type));
    }
    return types;
  }

  /** Whether a function's argument path is shown by the types. */
  showsArgument(path, argument) {
    if (argument === "new" || argument.startsWith("with.") || argument.startsWith("return.") || argument === "") return true;
    const types = argument.startsWith("new.") ? this.makersOf(path) : this.resolve(path);
    const position = argument.startsWith("new.") ? argument.slice(4) : argument;
    const signatures = types.flatMap((type) => this.signatures(type));
    return signatures.length === 0 || this.argument(signatures, position).length > 0;
  }

  makersOf(path) {
    const [first] = path.split(".");
    const name = first.slice(0, first.search(/[#(]/));
    const classes = this.matching(name).filter((symbol) => symbol.flags & ts.SymbolFlags.Value).map((symbol) => this.checker.getTypeOfSymbol(symbol));
    const rows = this.sdk.rows.filter((row) => row.kind === "returns" && !row.same && row.type === `${name}#`);
    return [...classes, ...rows.flatMap(pathsOf).flatMap((one) => this.resolve(one))];
  }

  showsReply(path, reply) {
    if (reply === "") return true;
    const types = this.resolve(path).flatMap((type) => this.made(type));
    return types.length === 0 || this.properties(types, reply.split(".")).length > 0;
  }
}

function argumentPathsOf(row) {
  const found = [];
  const visit = (value, key) => {
    if (Array.isArray(value)) value.forEach((one) => visit(one, key));
    else if (value && typeof value === "object") Object.entries(value).forEach(([name, one]) => visit(one, name));
    else if (typeof value === "string" && ARGUMENTS.has(key)) found.push(value);
  };
  for (const [key, value] of Object.entries(row)) if (!["at", "source", "reply", "chunk", "note", "type"].includes(key)) visit(value, key);
  return found;
}
const ARGUMENTS = new Set(["input", "tools", "execute", "signal", "timeout", "option", "or", "replaces", "overrides", "streamOption", "continues", "agent", "prepare", "approval", "key", "fakeKey", "method", "url", "body", "headers", "subject", "calls", "client", "condition", "when", "name", "schema", "handoffs", "model", "handler", "event", "count", "names", "value", "to", "args", "command", "function"]);

function replyPathsOf(row) {
  const reply = row.reply;
  if (!reply) return [];
  const lists = [reply.text, reply.toolCalls, reply.finish, reply.structured, reply.message, reply.usage?.parts].flatMap((list) => list ?? []);
  return [...lists, ...(reply.usage?.total ? [reply.usage.total] : [])];
}

let failures = 0;
for (const id of wanted) {
  const sdk = sdks.find((one) => one.id === id);
  let checked = 0;
  let resolved = 0;
  const lines = [];
  for (const group of groupsOf(sdk)) {
    let types;
    try {
      types = new Types(sdk, install(group.packages), group.rows);
    } catch (error) {
      lines.push(`  ${error.message}`);
      failures++;
      continue;
    }
    for (const name of types.missing) if (sdk.checked[name] !== undefined && group.packages[name] !== undefined) lines.push(`  no types: ${name}@${group.packages[name]}`);
    for (const row of group.rows) {
      for (const path of pathsOf(row)) {
        checked++;
        if (types.resolve(path).length > 0) resolved++;
        else if (row.untyped) lines.push(`  known: ${row.kind} ${path}: ${row.note ?? "no reason given"}`);
        else {
          failures++;
          lines.push(`  unresolved: ${row.kind} ${path} (${Object.entries(group.packages).map((pair) => pair.join("@")).slice(0, 3).join(" ")})`);
        }
        if (row.kind === "graph") {
          for (const method of [row.addNode, row.addEdge, row.addConditionalEdges, row.compile]) {
            if (types.resolve(`${path}#.${method}`).length === 0) lines.push(`  unresolved: ${row.kind} ${path}#.${method}`);
          }
        }
      }
      const path = pathsOf(row).find((one) => !one.includes("*") && types.resolve(one).length > 0);
      if (path === undefined) continue;
      if (flag("arguments")) {
        for (const argument of argumentPathsOf(row)) if (!types.showsArgument(path, argument)) lines.push(`  argument not shown: ${row.kind} ${path}: ${argument}`);
      }
      if (flag("replies") && (row.kind === "model-call" || row.kind === "run")) {
        const own = row.reply || row.streams ? row : { reply: sdk.reply };
        for (const reply of replyPathsOf(own)) if (!types.showsReply(path, reply)) lines.push(`  reply not shown: ${row.kind} ${path}: ${reply}`);
      }
    }
    for (const name of group.rows.some((row) => row.until === undefined) ? Object.keys(sdk.same ?? {}) : []) {
      if (name !== "default" && types.matching(name.replace(/[#(].*$/, "")).length === 0) lines.push(`  no such export: ${name}`);
    }
  }
  console.log(`${id}: ${resolved} of ${checked} access paths resolve`);
  for (const line of lines) console.log(line);
}
console.log(failures === 0 ? "all rows resolve" : `${failures} rows do not resolve`);
process.exitCode = failures === 0 ? 0 : 1;
