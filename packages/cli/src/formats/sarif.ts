import { pathToFileURL } from "node:url";
import { Positions, type FileReport, type Position, type RelatedPlace, type ReportedFinding } from "@agent-loop/engine";
import { failureText } from "./failures.js";
import type { Formatter } from "./formatter.js";
import { touchingJoined } from "./joined-edits.js";
import type { RuleFacts } from "./rule-facts.js";
import { shownPath } from "./shown-path.js";

/** SARIF 2.1.0, for code scanning: rules with their help, related places, the way to the model as a code flow, mends. */
export const formatSarif: Formatter = (results, { root, tool }) => {
  const ids = [...new Set(results.flatMap(({ findings }) => findings.map(({ rule }) => rule)))].sort();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: tool.name,
            semanticVersion: tool.version,
            informationUri: tool.home,
            rules: ids.map((id) => ruleEntry(tool.rule(id))),
          },
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { ROOT: { uri: `${pathToFileURL(root).href}/` } },
        invocations: [
          {
            executionSuccessful: results.every(({ failure }) => failure?.kind !== "crash"),
            toolExecutionNotifications: results.flatMap((result) => notificationsOf(result, root)),
          },
        ],
        results: results.flatMap((result) =>
          result.findings.map((finding) =>
            resultEntry(finding, result, tool.rule(finding.rule).name, ids.indexOf(finding.rule), root),
          ),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
};

function ruleEntry({ name, label, summary, severity, page, messages, tags }: RuleFacts): object {
  const said = messages.map((message) => `- ${message.replace(/\{\{\s*(\w+)\s*\}\}/g, "…")}`);
  const link = page === undefined ? [] : ["", `[What it reports, and why](${page})`];
  return {
    id: name,
    name: label,
    shortDescription: { text: `${summary}.` },
    ...(page !== undefined && { helpUri: page }),
    help: {
      text: [`${summary}.`, ...said, ...(page === undefined ? [] : [page])].join("\n"),
      markdown: [`${summary}.`, "", ...said, ...link].join("\n"),
    },
    ...(severity !== undefined && { defaultConfiguration: { level: severity === "error" ? "error" : "warning" } }),
    properties: { tags },
  };
}

function resultEntry(
  { severity, message, from, to, related, suggestions, fingerprint }: ReportedFinding,
  { path, text }: FileReport,
  name: string,
  index: number,
  root: string,
): object {
  const positions = new Positions(text);
  const fixes = suggestions.map(({ title, edits }) => ({
    description: { text: title },
    artifactChanges: [
      {
        artifactLocation: artifact(path, root),
        replacements: touchingJoined(edits).map(({ span, text: inserted }) => ({
          deletedRegion: region(positions.at(span.start), positions.at(span.end)),
          ...(inserted !== "" && { insertedContent: { text: inserted } }),
        })),
      },
    ],
  }));
  return {
    ruleId: name,
    ruleIndex: index,
    level: severity === "error" ? "error" : "warning",
    message: { text: message },
    locations: [{ physicalLocation: physical(path, from, to, root) }],
    partialFingerprints: { "agentLoop/v1": fingerprint },
    ...(related.length > 0 && {
      relatedLocations: related.map((place, id) => ({ id, ...location(place, root) })),
      codeFlows: [
        {
          threadFlows: [
            {
              locations: [
                ...related.map((place) => ({ location: location(place, root) })),
                { location: { physicalLocation: physical(path, from, to, root), message: { text: message } } },
              ],
            },
          ],
        },
      ],
    }),
    ...(fixes.length > 0 && { fixes }),
  };
}

function notificationsOf({ path, failure }: FileReport, root: string): object[] {
  if (failure === undefined) return [];
  return [
    {
      level: "error",
      message: { text: failureText(failure) },
      locations: [{ physicalLocation: physical(path, failure.at, failure.at, root) }],
    },
  ];
}

function location({ what, path, from, to }: RelatedPlace, root: string): object {
  return { physicalLocation: physical(path, from, to, root), message: { text: what } };
}

function physical(path: string, from: Position, to: Position, root: string): object {
  return { artifactLocation: artifact(path, root), region: region(from, to) };
}

function artifact(path: string, root: string): object {
  const shown = shownPath(path, root);
  // A full path stays one; everything else is a relative reference, whose parts may hold any character.
  if (shown === path) return { uri: pathToFileURL(path).href };
  return { uri: shown.split("/").map(encodeURIComponent).join("/"), uriBaseId: "ROOT" };
}

function region(from: Position, to: Position): object {
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
}
