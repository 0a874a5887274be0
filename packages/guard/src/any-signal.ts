/** A signal that aborts with the first of several. Some edge runtimes and older browsers cannot combine signals themselves. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if ("any" in AbortSignal) return AbortSignal.any([...signals]);
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = (): void => controller.abort(signal.reason);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
  }
  return controller.signal;
}
