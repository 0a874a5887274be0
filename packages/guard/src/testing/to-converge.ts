import { findCycle, findOscillation } from "../cycle.js";
import type { ToolCall } from "../fingerprint.js";

export interface ConvergeOptions {
  /** Most calls that the run may take. */
  readonly maxSteps: number;
  /** Longest repeating block looked for, in calls. Default 6. */
  readonly maxPeriod?: number;
  /** How many times a block must come back to back to count. Default 3; two different calls that take turns count from 2 pairs on. */
  readonly times?: number;
  /** What makes two calls the same. Default: tool and arguments; give `(call) => call.tool` to compare tools alone. */
  readonly by?: (call: ToolCall) => unknown;
}

/** What a matcher gives back, in Vitest, Jest and Playwright alike. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** For the declaration of the matcher: `declare module "vitest" { interface Matchers<T> extends ConvergeMatchers<T> {} }`. */
export interface ConvergeMatchers<Result = unknown> {
  /** Asserts that a list of tool calls came to an end: within `maxSteps`, without repeating itself, without going back and forth. */
  toConverge(options: ConvergeOptions): Result;
}

/** The matcher: `expect.extend({ toConverge })`, then `expect(calls).toConverge({ maxSteps: 12 })`. */
export function toConverge(received: unknown, options: ConvergeOptions): MatcherResult {
  const problem = isCalls(received)
    ? convergenceProblem(received, options)
    : `expect(...).toConverge takes a list of calls such as [{ tool: "search", args: { q: "x" } }], and was given ${typeof received}`;
  return { pass: problem === undefined, message: () => problem ?? `the run converges, and it was expected not to` };
}

/** Says in one sentence why a run does not converge; `undefined` when it does. */
export function convergenceProblem(calls: readonly ToolCall[], options: ConvergeOptions): string | undefined {
  const { maxSteps, by = (call: ToolCall): unknown => ({ tool: call.tool, args: call.args }) } = options;
  const settings = {
    by,
    ...(options.maxPeriod !== undefined && { maxPeriod: options.maxPeriod }),
    ...(options.times !== undefined && { times: options.times }),
  };
  const oscillation = findOscillation(calls, settings.times === undefined ? { by } : { by, times: settings.times });
  if (oscillation)
    return `the run goes back and forth between ${oscillation.calls.map(show).join(" and ")} from call ${oscillation.start + 1} on`;
  const cycle = findCycle(calls, settings);
  if (cycle)
    return `the run repeats ${cycle.calls.map(show).join(", ")} ${cycle.times} times from call ${cycle.start + 1} on`;
  if (calls.length > maxSteps)
    return `the run took ${calls.length} calls, and at most ${maxSteps} are allowed; the last was ${calls.slice(-1).map(show).join()}`;
  return undefined;
}

function show({ tool, args }: ToolCall): string {
  const text = args === undefined ? "" : typeof args === "string" ? args : JSON.stringify(args);
  return `${tool}(${text.length > 80 ? `${text.slice(0, 79)}…` : text})`;
}

function isCalls(value: unknown): value is readonly ToolCall[] {
  return (
    Array.isArray(value) &&
    value.every(
      (call: unknown) => typeof call === "object" && call !== null && "tool" in call && typeof call.tool === "string",
    )
  );
}
