import type { ForcedToolChoice } from "./file-model.js";

export function readForcedChoices(..._: readonly unknown[]): ForcedToolChoice[] {
  return [];
}
