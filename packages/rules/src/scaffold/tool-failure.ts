import type { FailurePoint, FileModel } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import type { ScaffoldContext } from "./suggest.js";

export function suggestObservation(_model: FileModel, _point: FailurePoint, _context: ScaffoldContext): Suggestion[] {
  return [];
}
