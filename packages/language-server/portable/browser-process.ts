/** What shared code reads of Node's `process`: paths are those of a POSIX system, whatever the browser runs on. */
export const process = {
  platform: "linux",
  env: {} as Record<string, string>,
  versions: {},
  cwd: (): string => "/",
  nextTick: (run: (...given: unknown[]) => void, ...given: unknown[]): void => {
    queueMicrotask(() => {
      run(...given);
    });
  },
};

/** `setImmediate` lets what waits come first. */
export const setImmediate = (run: () => void): unknown => setTimeout(run, 0);
