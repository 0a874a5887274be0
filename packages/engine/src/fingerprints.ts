import type { Program } from "@agent-loop/analysis";
import type { Finding } from "@agent-loop/rules";
import { ownersOf } from "./named-owners.js";

/**
 * What a finding is known by when the lines of its file move: the rule, the text of its line, the
 * name of the function round it, and which of several alike it is.
 *
 * One fingerprint for each finding, in the same order. They are told apart within a file, not between files.
 */
export function fingerprintsOf(findings: readonly Finding[], text: string, program: Program): string[] {
  const seen = new Map<string, number>();
  return findings.map(({ rule, span }) => {
    const owner = ownersOf(program, span.start).findLast(({ name }) => name !== "")?.name ?? "";
    const key = JSON.stringify([rule, owner, withoutStyle(lineAt(text, span.start))]);
    const alike = seen.get(key) ?? 0;
    seen.set(key, alike + 1);
    return digest(`${key}${alike}`);
  });
}

/** The line of an offset. */
function lineAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const [line = ""] = text.slice(start).split(/[\n\r]/, 1);
  return line;
}

/** What a formatter may change is left out. */
function withoutStyle(line: string): string {
  return line.replace(/\s+/g, "").replace(/['`]/g, '"').replace(/[;,]$/, "");
}

/**
 * Sixteen hexadecimal digits. Two runs of FNV-1a and no module of Node: the engine also runs where there is none.
 */
export function digest(text: string): string {
  return [0x811c9dc5, 0x9747b28c].map((seed) => fnv(text, seed).toString(16).padStart(8, "0")).join("");
}

function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
    // Mixes the high bits down, so that the two runs are not the same sequence shifted.
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
