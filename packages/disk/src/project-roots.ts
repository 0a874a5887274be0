import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** What tells that a folder is the top of a project. */
const MARKS = [".git", "pnpm-workspace.yaml", "package.json"];

/**
 * The projects within one folder: files of one project are not read for those of another.
 *
 * A repository that was cloned into the folder is a project of its own. Where the folder itself is
 * none, because somebody keeps all projects in it, each of the outermost projects in it is one.
 */
export class ProjectRoots {
  readonly #top: string;
  readonly #isProject: boolean;
  readonly #roots = new Map<string, string>();

  /** @param top the folder that holds all files that are asked about. */
  constructor(top: string) {
    this.#top = top;
    this.#isProject = MARKS.some((mark) => existsSync(`${top}/${mark}`));
  }

  /** The root of the project that a folder belongs to. */
  of(folder: string): string {
    if (folder === this.#top || folder.length <= this.#top.length || dirname(folder) === folder) return this.#top;
    let root = this.#roots.get(folder);
    if (root === undefined) this.#roots.set(folder, (root = this.#find(folder)));
    return root;
  }

  #find(folder: string): string {
    if (this.#isProject) return isClone(folder) ? folder : this.of(dirname(folder));
    const above = this.of(dirname(folder));
    if (above !== this.#top) return above;
    return MARKS.some((mark) => existsSync(`${folder}/${mark}`)) ? folder : this.#top;
  }
}

/** A submodule has a file of that name: it is a part of the repository around it. */
function isClone(folder: string): boolean {
  return statSync(`${folder}/.git`, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
