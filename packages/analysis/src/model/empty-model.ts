import type { FileModel } from "./file-model.js";

/** The model of a file of which nothing is known, or in which nothing can be found. */
export function emptyModel(path: string, needs: readonly string[], failure?: string): FileModel {
  return {
    path,
    loops: [],
    passed: [],
    runs: [],
    retries: [],
    deadLimits: [],
    forcedChoices: [],
    missedSignals: [],
    effects: [],
    falseSuccesses: [],
    uncheckedWork: [],
    gameableChecks: [],
    textStops: [],
    ignoredStops: [],
    tools: [],
    toolCalls: [],
    keys: [],
    failurePoints: [],
    unapproved: [],
    delegationCycles: [],
    selfTriggers: [],
    handoffs: [],
    memoryWrites: [],
    names: new Set(),
    layout: { imports: [], headEnd: undefined, firstStatement: undefined, usesRequire: false, constants: [] },
    needs,
    ...(failure !== undefined && { failure }),
  };
}
