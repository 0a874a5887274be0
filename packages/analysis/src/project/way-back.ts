import type { FunctionShape } from "./module-summary.js";

/** A function of another file, and which functions it calls. */
export interface Follower<Called> {
  shapeOf(called: Called): FunctionShape;
  keyOf(called: Called): string;
  calledBy(called: Called): readonly Called[];
}

/** How a call that leaves a file comes back into it. */
export interface WayBack {
  /** The function of the file that runs again, as it is called within the file: `Class.method`. */
  readonly to: string;
  /** The functions of other files on the way, the called one first. */
  readonly through: readonly FunctionShape[];
}

/** Through how many functions of other files: whatever is further away is an application, and no cycle of anybody. */
const MAX_WAY = 3;
const MAX_VISITED = 120;

/** Every function of a file to which a function of another file leads back, each by its shortest way. */
export function findWaysBack<Called>(start: Called, home: string, follow: Follower<Called>): WayBack[] {
  const back = new Map<string, WayBack>();
  const seen = new Set([follow.keyOf(start)]);
  const steps: { readonly called: Called; readonly through: readonly FunctionShape[] }[] = [
    { called: start, through: [follow.shapeOf(start)] },
  ];
  for (const { called, through } of steps) {
    for (const next of follow.calledBy(called)) {
      const { id } = follow.shapeOf(next);
      if (id.startsWith(`${home}#`)) {
        const to = id.slice(home.length + 1);
        if (!back.has(to)) back.set(to, { to, through });
        continue;
      }
      const key = follow.keyOf(next);
      if (seen.has(key) || through.length >= MAX_WAY || steps.length > MAX_VISITED) continue;
      seen.add(key);
      steps.push({ called: next, through: [...through, follow.shapeOf(next)] });
    }
  }
  return [...back.values()];
}
