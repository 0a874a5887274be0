import type { ClientCapabilities, InitializeParams } from "vscode-languageserver";

/** What the editor on the other side can do, as far as it matters to us. */
export interface Client {
  /** It asks for diagnostics itself; pushing them, too, would show each twice. */
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly showsRelatedPlaces: boolean;
  readonly showsCodeLinks: boolean;
  /** It answers `workspace/configuration`. */
  readonly answersConfiguration: boolean;
  readonly watchesFiles: boolean;
  readonly registersConfiguration: boolean;
  /** It takes edits that name the version they are meant for. */
  readonly takesVersionedEdits: boolean;
  readonly marksPreferred: boolean;
  readonly takesLiterals: boolean;
  /** It asks for the edit of an action when the person has chosen it. */
  readonly resolvesEdits: boolean;
  readonly showsProgress: boolean;
  readonly refreshesLenses: boolean;
  /** Settings given at the start by editors that answer no questions. */
  readonly initialSettings: unknown;
}

export function readClient({ capabilities, initializationOptions }: InitializeParams): Client {
  const { textDocument, workspace, window }: ClientCapabilities = capabilities;
  return {
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport ?? false,
    showsRelatedPlaces:
      textDocument?.publishDiagnostics?.relatedInformation ?? textDocument?.diagnostic?.relatedInformation ?? false,
    showsCodeLinks:
      textDocument?.publishDiagnostics?.codeDescriptionSupport ??
      textDocument?.diagnostic?.codeDescriptionSupport ??
      false,
    answersConfiguration: workspace?.configuration ?? false,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false,
    registersConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration ?? false,
    takesVersionedEdits: workspace?.workspaceEdit?.documentChanges ?? false,
    marksPreferred: textDocument?.codeAction?.isPreferredSupport ?? false,
    takesLiterals: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    resolvesEdits:
      textDocument?.codeAction?.dataSupport === true &&
      (textDocument.codeAction.resolveSupport?.properties.includes("edit") ?? false),
    showsProgress: window?.workDoneProgress ?? false,
    refreshesLenses: workspace?.codeLens?.refreshSupport ?? false,
    initialSettings: initializationOptions,
  };
}
