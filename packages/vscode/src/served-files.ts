import { FileType, workspace, type Uri } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

/** What the server is told of one place; it has the same shape there. */
type ServedFile =
  | { readonly kind: "file"; readonly text: string }
  | { readonly kind: "folder"; readonly entries: readonly (readonly [name: string, kind: "file" | "folder"])[] }
  | { readonly kind: "missing" };

/** Larger files are generated; they are not worth their way over the network. */
const MOST_BYTES = 1024 * 1024;

/** Answers the worker's questions for files of the workspace. */
export function serveFiles(client: BaseLanguageClient): void {
  client.onRequest(
    "agentLoop/files",
    async ({ uris }: { uris: readonly string[] }) =>
      await Promise.all(uris.map((uri) => read(client.protocol2CodeConverter.asUri(uri)))),
  );
}

async function read(uri: Uri): Promise<ServedFile> {
  try {
    const { type, size } = await workspace.fs.stat(uri);
    if (type & FileType.Directory) {
      const entries = await workspace.fs.readDirectory(uri);
      return {
        kind: "folder",
        entries: entries.map(([name, kind]) => [name, kind & FileType.Directory ? "folder" : "file"]),
      };
    }
    if (size > MOST_BYTES) return { kind: "missing" };
    return { kind: "file", text: new TextDecoder().decode(await workspace.fs.readFile(uri)) };
  } catch {
    return { kind: "missing" };
  }
}
