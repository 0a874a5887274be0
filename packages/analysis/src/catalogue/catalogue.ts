import { isPattern, patternTest, segmentsOf, splitPackage, splitRoot } from "./access-path.js";
import type { EndpointRow, MemberRow, ReplyShape, Row, Sdk } from "./schema.js";
import { sdks } from "./sdks.js";
import { covers, isLater, isNewerMajor } from "./versions.js";

/** An export of a package, or something reached from one. */
export interface PackagePath {
  readonly packageName: string;
  readonly path: string;
}

export interface FoundRows {
  /** The rows that hold, in the order of the data; model calls and runs have their SDK's reply shape filled in. */
  readonly rows: readonly Row[];
  /** False when a newer major is installed than the rows were checked against: what they say may no longer hold. */
  readonly certain: boolean;
}

export interface FoundType extends PackagePath {
  /** The result is the object the call was made on, with more options. */
  readonly same: boolean;
  readonly certain: boolean;
}

export interface FoundEndpoint {
  readonly row: EndpointRow;
  readonly sdk: string;
}

export interface Catalogue {
  /** The SDKs it was built from, in the order given. */
  readonly sdks: readonly Sdk[];
  /** The name under which the catalogue knows the package of an import (`ai/rsc` is `ai`); undefined for all others. */
  packageOf(specifier: string): string | undefined;
  /** The rows for an access path; `installedVersion` undefined stands for the newest one that was checked. */
  findRows(specifier: string, path: string, installedVersion?: string): FoundRows;
  /** What a call (or construction) of the path gives. */
  findType(specifier: string, path: string, installedVersion?: string): FoundType | undefined;
  /** The path in the words of the rows: `default.chat` of `openai` is `OpenAI.chat`, `app.client` of Bolt is a `WebClient`. */
  normalise(specifier: string, path: string): PackagePath;
  /** The endpoint a URL (or the literal part of one) belongs to. */
  findEndpoint(url: string): FoundEndpoint | undefined;
  /** Texts of which one must be in a file (or in a file it leads to) before a row can hold there; of one kind of row, or of all. */
  witnesses(kind?: Row["kind"] | "endpoint"): readonly string[];
}

/** The package whose exports are the global names of the platform. */
export const GLOBALS = "globalThis";

interface PlacedRow {
  readonly row: Row;
  readonly checked: string | undefined;
}

interface Pattern {
  readonly matches: (path: string) => boolean;
  readonly placed: PlacedRow;
}

/** What is known about one package. */
interface Table {
  readonly exact: Map<string, PlacedRow[]>;
  readonly patterns: Pattern[];
  /** What patterns gave for paths that were asked for before. */
  readonly matched: Map<string, readonly PlacedRow[]>;
  readonly members: Map<string, MemberRow>;
  readonly same: Map<string, string>;
  checked: string | undefined;
}

// A chain of members (`ctx.octokit.rest`) is short; the limit only guards against data that leads in a circle.
const MAX_REWRITES = 8;
const MAX_REMEMBERED = 2_000;

function withReply(row: Row, reply: ReplyShape | undefined): Row {
  // A stream is read piece by piece: its row says itself what it gives.
  const takesReply = (row.kind === "model-call" || row.kind === "run") && row.streams !== true;
  return takesReply && row.reply === undefined && reply !== undefined ? { ...row, reply } : row;
}

function addSdk(tables: Map<string, Table>, sdk: Sdk): void {
  const rows = sdk.rows.map((row) => withReply(row, sdk.reply));
  for (const packageName of sdk.packages) {
    let table = tables.get(packageName);
    if (!table)
      tables.set(
        packageName,
        (table = {
          exact: new Map(),
          patterns: [],
          matched: new Map(),
          members: new Map(),
          same: new Map(),
          checked: undefined,
        }),
      );
    const checked = sdk.checked[packageName];
    table.checked ??= checked;
    for (const [name, other] of Object.entries(sdk.same ?? {})) table.same.set(name, other);
    for (const row of rows) {
      const placed: PlacedRow = { row, checked };
      for (const path of typeof row.at === "string" ? [row.at] : row.at) {
        if (row.kind === "member") table.members.set(path, row);
        if (isPattern(path)) table.patterns.push({ matches: patternTest(path), placed });
        else {
          const there = table.exact.get(path);
          if (there) there.push(placed);
          else table.exact.set(path, [placed]);
        }
      }
    }
  }
}

/** A row holds for the installed version; with none installed, or one nobody has checked, the newest checked one stands for it. */
function holds({ row, checked }: PlacedRow, installed: string | undefined): boolean {
  const version = installed ?? checked;
  // Without any version the newest rows are those without an end.
  if (version === undefined) return row.until === undefined;
  return covers(version, row.since, row.until);
}

/** Of rows that have all come to an end, those that did so last. */
function newestOf(placed: readonly PlacedRow[]): readonly PlacedRow[] {
  const ends = placed.map((one) => one.row.until).filter((until) => until !== undefined);
  const last = ends.reduce<string | undefined>(
    (newest, until) => (newest === undefined || isLater(until, newest) ? until : newest),
    undefined,
  );
  return placed.filter((one) => one.row.until === last);
}

export function buildCatalogue(all: readonly Sdk[]): Catalogue {
  const tables = new Map<string, Table>();
  for (const sdk of all) addSdk(tables, sdk);
  const generated = new Set(all.flatMap((sdk) => (sdk.generated === true ? sdk.packages : [])));
  const packages = new Map<string, string | undefined>();
  const endpoints = all
    .flatMap((sdk) => (sdk.endpoints ?? []).map((row) => ({ row, sdk: sdk.id, pattern: endpointPattern(row.url) })))
    // The longest text says most: `api.groq.com` before `/chat/completions`, which any gateway may have.
    .sort((a, b) => b.row.url.length - a.row.url.length);

  function packageOf(specifier: string): string | undefined {
    if (packages.has(specifier)) return packages.get(specifier);
    let name: string | undefined = specifier;
    while (name !== undefined && !tables.has(name)) {
      const slash: number = name.lastIndexOf("/");
      name = slash > 0 ? name.slice(0, slash) : undefined;
    }
    name ??= specifier.split("/").find((part) => generated.has(part));
    packages.set(specifier, name);
    return name;
  }

  function placedAt(table: Table, path: string): readonly PlacedRow[] {
    const known = table.exact.get(path) ?? table.matched.get(path);
    if (known) return known;
    if (table.patterns.length === 0) return [];
    const found = table.patterns.filter((pattern) => pattern.matches(path)).map((pattern) => pattern.placed);
    // Paths come from the code that is read; in a process that lives for hours the memory of them must not grow for ever.
    if (table.matched.size >= MAX_REMEMBERED) table.matched.clear();
    table.matched.set(path, found);
    return found;
  }

  function withSameRoot(table: Table, path: string): string {
    const [root = "", ...rest] = segmentsOf(path);
    const whole = table.same.get(root);
    if (whole === "") return rest.join(".");
    if (whole !== undefined) return [whole, ...rest].join(".");
    const { name, suffix } = splitRoot(root);
    const other = table.same.get(name);
    return other === undefined ? path : [other + suffix, ...rest].join(".");
  }

  /** Replaces the longest beginning of the path that is a member of known type by that type. */
  function withMember(table: Table, at: PackagePath): PackagePath | undefined {
    if (table.members.size === 0) return undefined;
    const segments = segmentsOf(at.path);
    for (let end = segments.length; end > 1; end--) {
      const row = table.members.get(segments.slice(0, end).join("."));
      if (row === undefined) continue;
      const type = splitPackage(row.type, at.packageName);
      return { packageName: type.packageName, path: [type.path, ...segments.slice(end)].join(".") };
    }
    return undefined;
  }

  function normalise(specifier: string, path: string): PackagePath {
    let at: PackagePath = { packageName: packageOf(specifier) ?? specifier, path };
    for (let n = 0; n < MAX_REWRITES; n++) {
      const table = tables.get(at.packageName);
      if (!table) return at;
      const same = withSameRoot(table, at.path);
      const next: PackagePath | undefined =
        same === at.path ? withMember(table, at) : { packageName: at.packageName, path: same };
      if (!next) return at;
      at = { packageName: packageOf(next.packageName) ?? next.packageName, path: next.path };
    }
    return at;
  }

  function find(specifier: string, path: string, installed: string | undefined): { at: PackagePath; found: FoundRows } {
    const at = normalise(specifier, path);
    const table = tables.get(at.packageName);
    if (!table) return { at, found: { rows: [], certain: true } };
    // The installed version is that of the package asked about; a member of another package comes with a version nobody told.
    const version = at.packageName === packageOf(specifier) ? installed : undefined;
    const newer = version !== undefined && table.checked !== undefined && isNewerMajor(version, table.checked);
    const all = placedAt(table, at.path);
    const current = all.filter((one) => holds(one, newer ? undefined : version));
    // With none installed, what the newest version no longer has still tells what the code was written for.
    const placed = current.length === 0 && version === undefined ? newestOf(all) : current;
    return { at, found: { rows: placed.map((one) => one.row), certain: !newer } };
  }

  return {
    sdks: all,
    packageOf,
    normalise,
    findRows: (specifier, path, installedVersion) => find(specifier, path, installedVersion).found,
    findType(specifier, path, installedVersion) {
      const { at, found } = find(specifier, path, installedVersion);
      for (const row of found.rows) {
        if (row.kind !== "returns") continue;
        const type = splitPackage(row.type, at.packageName);
        return { ...normalise(type.packageName, type.path), same: row.same ?? false, certain: found.certain };
      }
      return undefined;
    },
    findEndpoint: (url) => endpoints.find(({ pattern }) => pattern.test(url)),
    witnesses(kind) {
      const texts = new Set<string>();
      for (const sdk of all) {
        if (kind === undefined || kind === "endpoint") for (const { url } of sdk.endpoints ?? []) texts.add(url);
        const rows = kind === undefined ? sdk.rows : sdk.rows.filter((row) => row.kind === kind);
        if (rows.length === 0) continue;
        for (const name of sdk.packages) {
          if (name !== GLOBALS) texts.add(name);
          // Nothing imports a global: its own name has to be there.
          else
            for (const row of rows)
              for (const path of typeof row.at === "string" ? [row.at] : row.at)
                texts.add(splitRoot(segmentsOf(path)[0] ?? path).name);
        }
      }
      return [...texts];
    },
  };
}

/** What follows the end of a path may be a query, or a part of the text that is not known; another segment leads elsewhere. */
function endpointPattern(url: string): RegExp {
  return new RegExp(
    `${url
      .split("*")
      .map((part) => part.replace(/[.?+^$()[\]{}|\\/-]/g, "\\$&"))
      .join(".*")}(?![\\w/-])`,
  );
}

/** The catalogue of everything we know, built when it is first asked for. */
export function catalogue(): Catalogue {
  return (built ??= buildCatalogue(sdks));
}

let built: Catalogue | undefined;
