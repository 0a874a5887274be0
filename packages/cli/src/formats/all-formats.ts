import type { Formatter } from "./formatter.js";
import { formatGithub } from "./github.js";
import { formatGitlab } from "./gitlab.js";
import { formatHtml } from "./html.js";
import { formatJson } from "./json.js";
import { formatJunit } from "./junit.js";
import { formatMarkdown } from "./markdown.js";
import { formatRdjson } from "./rdjson.js";
import { formatSarif } from "./sarif.js";
import { formatStylish } from "./stylish.js";

/** What `--format` takes. */
export type Format = "stylish" | "json" | "sarif" | "github" | "gitlab" | "junit" | "rdjson" | "markdown" | "html";

export const FORMATS: Readonly<Record<Format, Formatter>> = {
  stylish: formatStylish,
  json: formatJson,
  sarif: formatSarif,
  github: formatGithub,
  gitlab: formatGitlab,
  junit: formatJunit,
  rdjson: formatRdjson,
  markdown: formatMarkdown,
  html: formatHtml,
};

export const FORMAT_NAMES: readonly Format[] = [
  "stylish",
  "json",
  "sarif",
  "github",
  "gitlab",
  "junit",
  "rdjson",
  "markdown",
  "html",
];
