import type { Effect, FileModel, ToolCall } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import type { ScaffoldContext } from "./suggest.js";

export function suggestEffectKey(_model: FileModel, _effect: Effect, _context: ScaffoldContext): Suggestion[] {
  return [];
}

export function suggestDispatchKey(_model: FileModel, _tool: ToolCall, _context: ScaffoldContext): Suggestion[] {
  return [];
}
