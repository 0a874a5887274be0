import type { Program } from "../syntax/node.js";

/** One version of one file. */
export interface SourceFile {
  /** Absolute path, with `/` between the parts. */
  readonly path: string;
  readonly text: string;
  readonly program: Program;
}

/** `missing`: there is no such file, or it cannot be read or parsed; `not-loaded`: ask again later. */
export type SourceAnswer<T> =
  { readonly state: "found"; readonly value: T } | { readonly state: "missing" | "not-loaded" };

/**
 * How the analysis reaches other files.
 *
 * The analysis has no disk of its own: a host answers from the disk, from open editor buffers, or
 * says `not-loaded`, loads the file and runs the analysis again.
 */
export interface SourcePort {
  /** The file an import leads to; `missing` for packages outside the workspace. */
  resolve(specifier: string, from: string): SourceAnswer<string>;
  text(path: string): SourceAnswer<string>;
  /** The parsed file; `missing` also when it does not parse. */
  parse(path: string): SourceAnswer<SourceFile>;
  /** The installed version of a package as seen from a file. */
  packageVersion(name: string, from: string): SourceAnswer<string>;
  /**
   * Grows whenever the host learns of a change. A host that has it lets answers about other files
   * stand for a moment; without it they are checked again for every file that is analysed.
   */
  changes?(): number;
  /** Files of the project that may hold something which stands for a type of that name: a class that implements or extends it, a function that gives one back, a constant. */
  filesMentioning?(name: string): readonly string[];
}
