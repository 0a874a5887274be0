import type { Catalogue } from "../catalogue/catalogue.js";
import type { AnalysisSettings, CalleeName } from "../settings.js";

/** Signs by which a call of something unknown is taken for a model call, and contracts in comments. */
const SIGNS = ["tool_calls", "toolCalls", "stop_reason", "finish_reason", "finishReason", "stopReason", "functionCalls", "function_call", "usage", "@agentLoop"];

/**
 * Tells whether a text holds anything without which no model call can be in it: the name of a
 * package or a host of the catalogue, a sign of a reply, a name from the settings.
 */
export function hasWitness(catalogue: Catalogue, settings: AnalysisSettings): (text: string) => boolean {
  const names = [...settings.modelCalls, ...settings.toolCalls, ...settings.effects].map(lastName);
  const words = new Set([...catalogue.witnesses("model-call"), ...catalogue.witnesses("run"), ...catalogue.witnesses("returns"), ...catalogue.witnesses("endpoint"), ...SIGNS, ...names]);
  const pattern = new RegExp([...words].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"));
  return (text) => pattern.test(text);
}

function lastName(name: CalleeName): string {
  const written = typeof name === "string" ? name : name.export;
  return written.slice(written.lastIndexOf(".") + 1);
}
