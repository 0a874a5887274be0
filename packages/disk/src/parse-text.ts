import { parseSync } from "oxc-parser";
import type { Program } from "@agent-loop/analysis";
import { embeddedScript } from "./embedded-scripts.js";
import { isTooDeep } from "./nesting.js";

/** A comment; `value` is its text without the marks, the offsets include them. */
export interface Comment {
  readonly type: "Line" | "Block";
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export interface ParseFailure {
  readonly message: string;
  /** Offset of the place that could not be read. */
  readonly at: number;
}

/** The tree of a text that parses is made when it is first asked for. */
export type ParsedText =
  | { readonly ok: true; readonly program: Program; readonly comments: readonly Comment[] }
  | { readonly ok: false; readonly failure: ParseFailure };

/** Whether a file of that name is one we read: scripts, and components that hold one. */
export function isSourcePath(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path);
}

/**
 * Parses one file; the language follows from its name.
 *
 * Spans are offsets into `text` in UTF-16 units. Never throws.
 */
export function parseText(path: string, text: string): ParsedText {
  const embedded = embeddedScript(path, text);
  const code = embedded?.script ?? text;
  if (isTooDeep(code)) return { ok: false, failure: { message: "The code is nested too deeply to be read.", at: 0 } };

  const lang = languageOf(path, embedded?.typed ?? false);
  const result = parse(path, code, lang, "module");
  if (result.ok || !/\.c?js$/.test(path)) return result;
  // Scripts may do what modules may not: return at the top level, `with`, `await` as a name.
  const script = parse(path, code, lang, "commonjs");
  return script.ok ? script : result;
}

type Language = "js" | "jsx" | "ts" | "tsx" | "dts";

function languageOf(path: string, typed: boolean): Language {
  if (/\.(?:vue|svelte|astro)$/.test(path)) return typed ? "ts" : "jsx";
  if (/\.d\.[cm]?ts$/.test(path)) return "dts";
  if (/\.[cm]?ts$/.test(path)) return "ts";
  return path.endsWith(".tsx") ? "tsx" : "jsx";
}

function parse(path: string, text: string, lang: Language, sourceType: "module" | "commonjs"): ParsedText {
  try {
    const result = parseSync(path, text, { lang, sourceType, astType: "ts", range: true, preserveParens: false });
    const [error] = result.errors;
    // The parser answers an error it cannot recover from with an empty program.
    if (error !== undefined && result.program.body.length === 0) {
      const { labels, message } = error;
      return { ok: false, failure: { message, at: labels[0]?.start ?? 0 } };
    }
    // The tree follows the same contract as typescript-estree's; only the type declarations differ.
    return {
      ok: true,
      get program() {
        return result.program as unknown as Program;
      },
      get comments() {
        return result.comments;
      },
    };
  } catch (error) {
    return { ok: false, failure: { message: error instanceof Error ? error.message : String(error), at: 0 } };
  }
}
