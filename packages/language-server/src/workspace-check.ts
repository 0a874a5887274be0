import { dirname } from "node:path";
import { readFile } from "node:fs/promises";
import { ConfigFiles, discoverFiles, InputError } from "@agent-loop/engine";
import type { CancellationToken, Diagnostic } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { showMistake } from "./asking.js";
import { diagnosticOf } from "./diagnostics-of.js";
import { uriOf } from "./document-paths.js";
import type { ServerContext } from "./feature.js";

export interface CheckedFile {
  readonly uri: string;
  /** Of the open document; `null` for a file on the disk. */
  readonly version: number | null;
  readonly diagnostics: Diagnostic[];
  /** How much of the work is done, 0 to 1. */
  readonly done: number;
}

/** Lints every file of the open folders, open documents as they are in the editor; ends early when it is cancelled. */
export async function* checkWorkspace(context: ServerContext, token: CancellationToken): AsyncGenerator<CheckedFile> {
  const files = filesOf(context);
  for (const [index, path] of files.entries()) {
    // Lets what the person does meanwhile come between two files.
    await new Promise((resume) => setImmediate(resume));
    if (token.isCancellationRequested) return;
    yield { ...(await checkFile(context, path)), done: (index + 1) / files.length };
  }
}

function filesOf({ connection, sources }: ServerContext): string[] {
  try {
    return sources.folders.flatMap((folder) => discoverFiles([folder], folder, new ConfigFiles()));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    showMistake(connection, error.message);
    return [];
  }
}

async function checkFile(
  { client, documents, linted, settings, sources }: ServerContext,
  path: string,
): Promise<Omit<CheckedFile, "done">> {
  const uri = uriOf(path);
  const open = documents.get(uri);
  if (open !== undefined) {
    const found = await linted.of(open);
    const findings = found?.settings.showsDiagnostics ? found.findings : [];
    return {
      uri,
      version: open.version,
      diagnostics: findings.map((finding) => diagnosticOf(finding, open, path, client)),
    };
  }
  // One question for each folder, not for each file.
  const { config, showsDiagnostics } = await settings.of(uriOf(dirname(path)), { path, onDisk: true });
  if (!showsDiagnostics) return { uri, version: null, diagnostics: [] };
  const text = await readFile(path, "utf8").catch(() => "");
  const document = TextDocument.create(uri, "", 0, text);
  const findings = linted.findingsOf({ path, text, config, port: sources.of(path) });
  return { uri, version: null, diagnostics: findings.map((finding) => diagnosticOf(finding, document, path, client)) };
}
