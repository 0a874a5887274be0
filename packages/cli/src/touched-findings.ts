import { Positions, type FileReport, type LineRange, type LoopOutline, type ReportedFinding } from "@agent-loop/engine";
import type { ChangedLines } from "./changed-lines.js";

/**
 * Only the findings that a change may have to do with: its own lines or those of its evidence were
 * touched, or its loop was, or a function that the loop calls.
 */
export function touchedFindings(results: readonly FileReport[], changed: ChangedLines): FileReport[] {
  return results.map((result) => {
    const positions = new Positions(result.text);
    return {
      ...result,
      findings: result.findings.filter((finding) => isTouched(finding, result, positions, changed)),
      failure: changed.has(result.path) ? result.failure : undefined,
    };
  });
}

function isTouched(
  { span, from, related }: ReportedFinding,
  { path, loops }: FileReport,
  positions: Positions,
  changed: ChangedLines,
): boolean {
  if (changed.touch(path, from.line, positions.at(span.end).line)) return true;
  if (related.some((place) => changed.touch(place.path, place.from.line, place.to.line))) return true;
  const loop = innermost(loops, from.line);
  return (
    loop !== undefined &&
    [{ path, ...loop.lines }, ...loop.reaches].some((place) => changed.touch(place.path, place.from, place.to))
  );
}

function innermost(loops: readonly LoopOutline[], line: number): LoopOutline | undefined {
  const [loop] = loops
    .filter(({ lines }) => lines.from <= line && line <= lines.to)
    .sort((a, b) => length(a.lines) - length(b.lines));
  return loop;
}

function length({ from, to }: LineRange): number {
  return to - from;
}
