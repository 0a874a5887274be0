/**
 * Waits for work, but no longer than a signal allows: a call that ignores its signal must not outlive the time limit
 * of the loop that waits for it.
 *
 * @throws the reason of the signal when it aborts first.
 */
export async function unlessAborted<Result>(
  signal: AbortSignal,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  signal.throwIfAborted();
  let giveUp: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- The reason is whatever the one who aborted gave, as in `throwIfAborted`.
    giveUp = (): void => reject(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
