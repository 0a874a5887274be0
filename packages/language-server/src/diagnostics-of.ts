import { ruleDocsUrl, shownSpan, type FileFinding } from "@agent-loop/engine";
import { DiagnosticSeverity, type Diagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client } from "./client.js";
import { uriOf } from "./document-paths.js";
import { rangeBetween, rangeOf } from "./ranges.js";

/**
 * A finding as the protocol shows it.
 *
 * @param document the text it was found in.
 * @param path where the analysis believes the document to be: its own name may differ (`untitled:`, links, escapes).
 */
export function diagnosticOf(finding: FileFinding, document: TextDocument, path: string, client: Client): Diagnostic {
  const { rule, severity, message, span, related } = finding;
  return {
    range: rangeOf(document, shownSpan(span, document.getText())),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    source: "agent-loop",
    code: rule,
    message,
    ...(client.showsCodeLinks && { codeDescription: { href: ruleDocsUrl(rule) } }),
    ...(client.showsRelatedPlaces && {
      relatedInformation: related.map((place) => ({
        location: {
          uri: place.path === path ? document.uri : uriOf(place.path),
          range: rangeBetween(place.from, place.to),
        },
        message: place.what,
      })),
    }),
  };
}
