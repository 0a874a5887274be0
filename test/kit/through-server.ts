import { type CodeAction, type Diagnostic } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { uri, type LspClient } from "./lsp-client.js";
import { inOrder, type SeenFinding } from "./seen-finding.js";

export interface ServerInput {
  readonly path: string;
  readonly text: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly preset?: "recommended" | "strict";
}

/** Lints as an editor would see it: opens the document, reads what is pushed, asks for the actions. */
export async function throughServer(client: LspClient, { path, text, settings = {}, preset = "strict" }: ServerInput): Promise<SeenFinding[]> {
  client.settingsFor(path, { preset, ...settings, diagnostics: "on" });
  await client.open(path, text);
  const { diagnostics } = await client.diagnostics(path);
  const document = TextDocument.create(uri(path), "typescript", 1, text);
  const findings = await Promise.all(diagnostics.map((diagnostic) => seen(client, path, document, diagnostic)));
  await client.close(path);
  return inOrder(findings);
}

async function seen(client: LspClient, path: string, document: TextDocument, diagnostic: Diagnostic): Promise<SeenFinding> {
  const { range, severity, message, code } = diagnostic;
  const actions = await client.actions(path, range, ["quickfix"]);
  const own = actions.filter((action) => JSON.stringify(action.diagnostics) === JSON.stringify([diagnostic]));
  return {
    rule: String(code),
    severity: severity === 1 ? "error" : "warn",
    message: typeof message === "string" ? message : message.value,
    place: `${range.start.line + 1}:${range.start.character + 1}-${range.end.line + 1}:${range.end.character + 1}`,
    line: range.start.line + 1,
    mends: own
      .filter(({ title }) => !title.startsWith("Disable "))
      .map((action) => ({ title: action.title, result: TextDocument.applyEdits(document, editsOf(action)) })),
  };
}

function editsOf({ edit }: CodeAction): { range: Diagnostic["range"]; newText: string }[] {
  return (edit?.documentChanges ?? []).flatMap((change) => ("edits" in change ? change.edits : [])) as {
    range: Diagnostic["range"];
    newText: string;
  }[];
}
