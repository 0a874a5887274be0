import { type FileReport, type LoopOutline, type ReportedFinding } from "@agent-loop/engine";
import { counted } from "../counted.js";
import { tally } from "../tally.js";
import { codeFrame } from "./code-frame.js";
import { failureText } from "./failures.js";
import type { Formatter } from "./formatter.js";
import { HTML_SCRIPT, HTML_STYLE } from "./html-page.js";
import { drawLoop } from "./loop-picture.js";
import { escapeMarkup } from "./markup.js";
import type { ReportingTool } from "./reporting-tool.js";
import { shownPath } from "./shown-path.js";

/** One page that needs nothing else: findings by loop, a picture of each loop, filters. It works without a network and, but for the filters, without scripts. */
export const formatHtml: Formatter = (results, { cwd, tool }) => {
  const { errors, warnings, files } = tally(results);
  const loops = results.flatMap((result) => result.loops).length;
  const rules = [...new Set(results.flatMap(({ findings }) => findings.map(({ rule }) => rule)))].sort();
  const sections = results.flatMap((result) => fileSection(result, cwd, tool));
  const title = `${tool.name}: ${counted(errors, "error")}, ${counted(warnings, "warning")}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeMarkup(title)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<header>
<h1>${escapeMarkup(tool.name)}</h1>
<p>${counted(errors, "error")} and ${counted(warnings, "warning")} in ${counted(files, "file")}${tool.seesAllLoops ? ` with ${counted(loops, "agent loop")}` : ""}.</p>
<form hidden>
<label>Text <input type="search" name="text" autocomplete="off"></label>
<label>Severity <select name="severity"><option value="">all</option><option>error</option><option>warning</option></select></label>
<label>Rule <select name="rule"><option value="">all</option>${rules.map((rule) => `<option>${escapeMarkup(rule)}</option>`).join("")}</select></label>
<output name="shown" aria-live="polite"></output>
</form>
</header>
<main>
${sections.length === 0 ? "<p>Nothing to report.</p>" : sections.join("\n")}
</main>
<script>${HTML_SCRIPT}</script>
</body>
</html>
`;
};

function fileSection(result: FileReport, cwd: string, tool: ReportingTool): string[] {
  const { path, findings, failure } = result;
  if (findings.length === 0 && failure === undefined) return [];
  const file = shownPath(path, cwd);
  const inLoop = new Map<LoopOutline | undefined, ReportedFinding[]>();
  for (const finding of findings) {
    const loop = loopOf(finding, result);
    inLoop.set(loop, [...(inLoop.get(loop) ?? []), finding]);
  }
  const groups = [...inLoop].map(([loop, some]) => {
    const picture =
      loop === undefined
        ? ""
        : `<figure>${drawLoop(loop, some)}<figcaption>${escapeMarkup(loopTitle(loop))}</figcaption></figure>`;
    return `<div class="loop">${picture}${some.map((finding) => findingArticle(finding, result, cwd, tool)).join("")}</div>`;
  });
  if (failure !== undefined)
    groups.unshift(
      `<article data-severity="error" data-rule=""><p class="message"><b class="error">error</b> ${escapeMarkup(failureText(failure))}</p></article>`,
    );
  return [`<section><h2>${escapeMarkup(file)}</h2>${groups.join("")}</section>`];
}

/** The innermost loop that a finding stands in. */
function loopOf({ from }: ReportedFinding, { loops }: FileReport): LoopOutline | undefined {
  return loops
    .filter(({ lines }) => lines.from <= from.line && from.line <= lines.to)
    .sort((a, b) => a.lines.to - a.lines.from - (b.lines.to - b.lines.from))[0];
}

function loopTitle({ kind, lines, bounded }: LoopOutline): string {
  const limit = {
    yes: "with an effective limit",
    no: "without an effective limit",
    unknown: "whose limit cannot be read",
  }[bounded];
  return `${kind === "run" ? "run of a framework" : `${kind} loop`} in lines ${lines.from} to ${lines.to}, ${limit}`;
}

function findingArticle(
  { rule, severity, message, from, to, related, suggestions }: ReportedFinding,
  { path, text }: FileReport,
  cwd: string,
  tool: ReportingTool,
): string {
  const { label, page } = tool.rule(rule);
  const name = severity === "error" ? "error" : "warning";
  const frame = codeFrame(text, from, to)
    .map(({ kind, text: line }) => `<span class="${kind}">${escapeMarkup(line)}</span>`)
    .join("\n");
  const why = related.map(
    ({ what, path: at, from: start }) =>
      `<li>${escapeMarkup(what)} <small>${escapeMarkup(at === path ? `line ${start.line}` : `${shownPath(at, cwd)}:${start.line}`)}</small></li>`,
  );
  const mends = suggestions.map(({ title }) => `<li>${escapeMarkup(title)}</li>`);
  return [
    `<article data-severity="${name}" data-rule="${escapeMarkup(rule)}">`,
    `<p class="message"><b class="${name}">${name}</b> ${escapeMarkup(message)} ${page === undefined ? escapeMarkup(label) : `<a href="${escapeMarkup(page)}">${escapeMarkup(label)}</a>`}</p>`,
    `<pre>${frame}</pre>`,
    why.length > 0 ? `<details><summary>Why this is believed</summary><ul>${why.join("")}</ul></details>` : "",
    mends.length > 0 ? `<details><summary>Can be mended</summary><ul>${mends.join("")}</ul></details>` : "",
    "</article>",
  ].join("");
}
