import { isSourcePath, posix } from "@agent-loop/engine";
import { URI } from "vscode-uri";

const EXTENSIONS: Readonly<Record<string, string>> = {
  typescript: ".ts",
  typescriptreact: ".tsx",
  javascript: ".js",
  javascriptreact: ".jsx",
  vue: ".vue",
  svelte: ".svelte",
  astro: ".astro",
};

/** Where a document lies for the analysis. */
export interface DocumentPath {
  /** Its path; for a document that is no file, one that at least tells its language. */
  readonly path: string;
  /** Whether it is a file, so that its imports lead somewhere. */
  readonly onDisk: boolean;
}

/** `undefined` for languages that we do not read. */
export function documentPath(uri: string, languageId: string): DocumentPath | undefined {
  const { scheme, path, fsPath } = URI.parse(uri);
  const onDisk = scheme === "file";
  const place = onDisk ? posix(fsPath) : `/${scheme}/${path.replace(/^\//, "")}`;
  if (isSourcePath(place)) return { path: place, onDisk };
  const extension = EXTENSIONS[languageId];
  return extension === undefined ? undefined : { path: `${place}${extension}`, onDisk };
}

export function uriOf(path: string): string {
  return URI.file(path).toString();
}
