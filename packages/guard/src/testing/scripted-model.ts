import type { ToolCall } from "../fingerprint.js";
import type { Proposal, TurnContext } from "../loop-contract.js";

/** A `propose` for `runLoop` that plays a script, and remembers what it was asked with. */
export interface ScriptedModel<Action extends ToolCall, Output> {
  (context: TurnContext<Action, Output>): Promise<Proposal<Action, Output>>;
  /** The context of every call, in order. */
  readonly asked: readonly TurnContext<Action, Output>[];
}

/**
 * Makes a model that says what it is told to say: for tests of a loop and its gates, without a network or a key.
 *
 * @param script one proposal per call, or an error to throw. The last entry is repeated, so that a loop without an
 *   effective limit shows itself.
 * @throws {TypeError} for an empty script.
 */
export function scriptedModel<Action extends ToolCall, Output>(
  ...script: readonly (Proposal<Action, Output> | Error)[]
): ScriptedModel<Action, Output> {
  const last = script.at(-1);
  if (last === undefined) throw new TypeError("scriptedModel: the script is empty. Write at least one proposal.");
  const asked: TurnContext<Action, Output>[] = [];
  const propose = async (context: TurnContext<Action, Output>): Promise<Proposal<Action, Output>> => {
    const line = script[asked.length] ?? last;
    asked.push(context);
    if (line instanceof Error) throw line;
    return line;
  };
  return Object.assign(propose, { asked });
}
