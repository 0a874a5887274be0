import { ruleDocsUrl, type FileFinding } from "@agent-loop/engine";
import { DiagnosticSeverity, type Diagnostic } from "vscode-languageserver";
import type { Client } from "./client.js";
import { uriOf } from "./document-paths.js";
import { rangeBetween } from "./ranges.js";

/** A finding as the protocol shows it. */
export function diagnosticOf({ rule, severity, message, from, to, related }: FileFinding, client: Client, ownUri?: { path: string; uri: string }): Diagnostic {
  return {
    range: rangeBetween(from, to),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    source: "agent-loop",
    code: rule,
    message,
    ...(client.showsCodeLinks && { codeDescription: { href: ruleDocsUrl(rule) } }),
    ...(client.showsRelatedPlaces && {
      relatedInformation: related.map((place) => ({
        // The document's own name may differ from that of its file: `untitled:`, links, escapes.
        location: { uri: place.path === ownUri?.path ? ownUri.uri : uriOf(place.path), range: rangeBetween(place.from, place.to) },
        message: place.what,
      })),
    }),
  };
}
