import { performance } from "node:perf_hooks";

/** Before this nobody wonders whether anything happens. */
const PATIENCE_MS = 1000;
const BETWEEN_MS = 100;
const CELLS = 24;

/** Draws how far a long run is, on one line of the terminal, and takes it away at the end. */
export function progressBar(
  draw: (text: string) => void,
  now: () => number = () => performance.now(),
): (done: number, total: number) => void {
  let next = now() + PATIENCE_MS;
  let drawn = false;
  return (done, total) => {
    if (done === total) {
      if (drawn) draw("\r\u001B[K");
      return;
    }
    if (now() < next) return;
    next = now() + BETWEEN_MS;
    drawn = true;
    const full = Math.floor((done / total) * CELLS);
    draw(`\r\u001B[K[${"=".repeat(full)}${" ".repeat(CELLS - full)}] ${done} of ${total} files`);
  };
}
