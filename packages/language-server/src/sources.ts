import { dirname } from "node:path";
import { DiskSources, ProjectRoots, workspaceRoot } from "@agent-loop/engine";

/**
 * The files of all workspaces that are open, with the texts of open buffers over those of the disk.
 *
 * Each workspace has sources of its own: what lies in one is not read for another.
 */
export class Sources {
  readonly #byRoot = new Map<string, DiskSources>();
  readonly #rootOfFolder = new Map<string, string>();
  readonly #projects = new Map<string, ProjectRoots>();
  #folders: readonly string[] = [];

  /** @param folders the folders that the editor has opened. */
  setFolders(folders: readonly string[]): void {
    this.#folders = folders;
    this.#rootOfFolder.clear();
    this.#projects.clear();
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  /** The sources of the workspace that a file belongs to. */
  of(path: string): DiskSources {
    const root = this.rootOf(path);
    let sources = this.#byRoot.get(root);
    if (sources === undefined) this.#byRoot.set(root, (sources = new DiskSources([root])));
    return sources;
  }

  rootOf(path: string): string {
    const folder = dirname(path);
    let root = this.#rootOfFolder.get(folder);
    if (root === undefined) {
      const opened = this.#folders.find((each) => path.startsWith(`${each}/`));
      root = opened === undefined ? workspaceRoot(folder) : this.#projectsIn(workspaceRoot(opened)).of(folder);
      this.#rootOfFolder.set(folder, root);
    }
    return root;
  }

  #projectsIn(top: string): ProjectRoots {
    let projects = this.#projects.get(top);
    if (projects === undefined) this.#projects.set(top, (projects = new ProjectRoots(top)));
    return projects;
  }

  /** Lets the next question about each file look at the disk again. */
  recheck(): void {
    for (const sources of this.#byRoot.values()) sources.recheck();
  }

  forget(path: string): void {
    for (const sources of this.#byRoot.values()) sources.forget(path);
  }
}
