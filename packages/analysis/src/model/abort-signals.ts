import type { MissedSignal } from "./file-model.js";

export function readAbortSignals(..._: readonly unknown[]): MissedSignal[] {
  return [];
}
