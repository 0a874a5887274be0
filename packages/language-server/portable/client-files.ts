/** What the editor says of one place. */
export type ClientFile =
  | { readonly kind: "file"; readonly text: string }
  | { readonly kind: "folder"; readonly entries: readonly (readonly [name: string, kind: "file" | "folder"])[] }
  | { readonly kind: "missing" };

/** Above this many places the rest of the workspace counts as missing: each is a question over the network. */
const MOST_PLACES = 4000;

const NOT_READ = /^(?:node_modules|\.git|dist|build|out|coverage|\.next)$/;

/**
 * The files of the editor's workspace, as far as it has told of them.
 *
 * The analysis asks at once and cannot wait: what is not known yet is missing for now, and noted as
 * wanted; it is asked for, and then everything that depends on it is looked at again. Whether a
 * place exists is read from the folder that holds it, so that guesses at names cost nothing.
 */
export class ClientFiles {
  readonly #known = new Map<string, ClientFile>();
  readonly #versions = new Map<string, number>();
  readonly #wanted = new Set<string>();
  readonly #asked = new Set<string>();
  #roots: readonly string[] = [];
  #version = 0;
  /** Called when something has become wanted. */
  onWanted: () => void = () => undefined;

  /** Only places inside of these folders are asked for. */
  setRoots(roots: readonly string[]): void {
    this.#roots = roots.map((root) => root.replace(/\/$/, ""));
  }

  get roots(): readonly string[] {
    return this.#roots;
  }

  get isWanting(): boolean {
    return this.#wanted.size > 0;
  }

  /** What is wanted and not known, each once; none of it is wanted again until it is learnt, given up or forgotten. */
  takeWanted(): string[] {
    const paths = [...this.#wanted];
    this.#wanted.clear();
    for (const path of paths) this.#asked.add(path);
    return paths;
  }

  /** Takes an answer to what was asked, unless the place was forgotten meanwhile: then the answer may be out of date. */
  learn(path: string, file: ClientFile): void {
    if (!this.#asked.delete(path)) return;
    this.#known.set(path, file);
    this.#versions.set(path, ++this.#version);
  }

  /** No answer came: whoever needs these places next wants them again. */
  giveUp(paths: readonly string[]): void {
    for (const path of paths) this.#asked.delete(path);
  }

  /** The place has changed, come or gone: it is asked for again, and so is the folder that holds it. */
  forget(path: string): void {
    for (const place of [path, parentOf(path)]) {
      this.#known.delete(place);
      this.#asked.delete(place);
    }
    this.#versions.set(path, ++this.#version);
  }

  /** Grows whenever something new is learnt of the place. */
  versionOf(path: string): number {
    return this.#versions.get(path) ?? 0;
  }

  kindOf(path: string): "file" | "folder" | undefined {
    if (this.#roots.some((root) => root === path || root.startsWith(`${path}/`)) || path === "/") return "folder";
    if (!this.#isInside(path)) return undefined;
    const own = this.#known.get(path);
    if (own !== undefined) return own.kind === "missing" ? undefined : own.kind;
    const parent = parentOf(path);
    if (this.kindOf(parent) !== "folder") return undefined;
    const folder = this.#known.get(parent);
    if (folder?.kind !== "folder") {
      this.#want(parent);
      return undefined;
    }
    return folder.entries.find(([name]) => `${parent}/${name}` === path)?.[1];
  }

  textOf(path: string): string | undefined {
    if (this.kindOf(path) !== "file") return undefined;
    const known = this.#known.get(path);
    if (known?.kind === "file") return known.text;
    if (known === undefined) this.#want(path);
    return undefined;
  }

  entriesOf(path: string): readonly (readonly [string, "file" | "folder"])[] | undefined {
    if (this.kindOf(path) !== "folder") return undefined;
    const known = this.#known.get(path);
    if (known?.kind === "folder") return known.entries;
    // Of the folders above the roots only the way down is known.
    const below = this.#roots.filter((root) => root.startsWith(path === "/" ? "/" : `${path}/`));
    if (below.length > 0) return [...new Set(below.map((root) => root.slice(path === "/" ? 1 : path.length + 1).split("/")[0] ?? ""))].map((name) => [name, "folder"]);
    this.#want(path);
    return undefined;
  }

  /** Wants everything that a look at the whole workspace reads. */
  wantAll(isRead: (path: string) => boolean): void {
    const visit = (folder: string): void => {
      for (const [name, kind] of this.entriesOf(folder) ?? []) {
        const path = `${folder}/${name}`;
        if (kind === "file" && isRead(path)) this.textOf(path);
        else if (kind === "folder" && !NOT_READ.test(name)) visit(path);
      }
    };
    for (const root of this.#roots) visit(root);
  }

  #isInside(path: string): boolean {
    return this.#roots.some((root) => path.startsWith(`${root}/`)) && !path.includes("/node_modules/.");
  }

  #want(path: string): void {
    if (this.#wanted.has(path) || this.#asked.has(path) || this.#known.size + this.#asked.size + this.#wanted.size >= MOST_PLACES) return;
    this.#wanted.add(path);
    this.onWanted();
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0)) || "/";
}

/** Those of the editor that this worker serves. */
export const clientFiles: ClientFiles = new ClientFiles();
