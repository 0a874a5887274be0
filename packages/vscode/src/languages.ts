import type { DocumentFilter } from "vscode-languageclient";
import { workspace, type TextDocument } from "vscode";

/** The languages that the server reads; activation follows the same list. */
export const LANGUAGES: readonly string[] = [
  "typescript",
  "typescriptreact",
  "javascript",
  "javascriptreact",
  "vue",
  "svelte",
  "astro",
];

/** Files, drafts, and what the folders of a virtual workspace hold; not the old side of a comparison. */
export function documentSelector(): DocumentFilter[] {
  return LANGUAGES.flatMap((language) => schemes().map((scheme) => ({ language, scheme })));
}

export function isRead({ languageId, uri }: TextDocument): boolean {
  return LANGUAGES.includes(languageId) && schemes().includes(uri.scheme);
}

function schemes(): string[] {
  return [...new Set(["file", "untitled", ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)])];
}
