/**
 * The script of a component file, with everything else blanked out.
 *
 * Offsets and lines stay what they are in the whole file, so that spans of the analysis are spans
 * of the file. Two blocks of one component (`<script>` and `<script setup>`) make one module, as
 * they do for their compilers.
 */
export function embeddedScript(path: string, text: string): EmbeddedScript | undefined {
  const extension = /\.(?:vue|svelte|astro)$/.exec(path)?.[0];
  if (extension === undefined) return undefined;

  const blocks = extension === ".astro" ? frontmatter(text) : [];
  const tags = /<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script\s*>/dgi;
  let typed = extension === ".astro";
  for (const match of text.matchAll(tags)) {
    const [, attributes = ""] = match;
    // A script that is loaded from elsewhere or is data (`type="application/json"`) is not our text.
    if (/\bsrc\s*=/.test(attributes) || /\btype\s*=\s*["'](?!module|text\/(?:java|type)script)/.test(attributes))
      continue;
    typed ||= /\blang\s*=\s*["']?tsx?\b/.test(attributes);
    const [start, end] = match.indices?.[2] ?? [0, 0];
    blocks.push({ start, end });
  }

  let script = "";
  let at = 0;
  for (const { start, end } of blocks) {
    if (start < at) continue;
    script += blank(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return { script: script + blank(text.slice(at)), typed };
}

export interface EmbeddedScript {
  readonly script: string;
  /** Written in TypeScript. */
  readonly typed: boolean;
}

interface Block {
  readonly start: number;
  readonly end: number;
}

function frontmatter(text: string): Block[] {
  const range = /^\s*---[^\S\n]*\n([\s\S]*?)\n---/d.exec(text)?.indices?.[1];
  return range === undefined ? [] : [{ start: range[0], end: range[1] }];
}

/** The same lines with nothing on them. */
function blank(text: string): string {
  return text.replace(/[^\r\n\u2028\u2029]/g, " ");
}
