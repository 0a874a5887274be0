import type { DeadLimit, Retry } from "./file-model.js";

export function readRetries(..._: readonly unknown[]): { readonly retries: readonly Retry[]; readonly dead: readonly DeadLimit[] } {
  return { retries: [], dead: [] };
}
