import type { FoundLoop } from "../loops/agent-loops.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { spanOf } from "../syntax/node.js";
import { readUnapproved } from "./approvals.js";
import { readEffects } from "../effects/effects.js";
import type { FoundEffect } from "../effects/effects.js";
import { readFailurePoints } from "../failures/failure-points.js";
import type { Effect, FileModel, Repetition } from "../model/file-model.js";
import { readKeys } from "../effects/idempotency-keys.js";
import { readRepetitions } from "../effects/repetitions.js";
import { findClientRetry, readRetriedClients } from "../effects/retried-clients.js";
import { calledToolsOf, readToolCallsBelow, readToolCallsOutside } from "./tool-calls.js";
import { readRememberedArguments } from "./remembered-arguments.js";
import { readTools } from "./tools.js";

export type ToolFacts = Pick<
  FileModel,
  "tools" | "toolCalls" | "effects" | "keys" | "failurePoints" | "unapproved" | "memoryWrites"
>;

/** What the model may set in motion in a file, what repeats it, and what becomes of it when it fails. */
export function readToolFacts(analysis: LoopAnalysis, loops: readonly FoundLoop[]): ToolFacts {
  const { context } = analysis;
  const called = calledToolsOf(analysis);
  const found = readTools(analysis, called);
  const repetitions = readRepetitions(analysis, loops, found);
  const effects = readEffects(analysis, repetitions);
  const clients = readRetriedClients(context);
  const cycles = loops.map(({ cycle }) => cycle.node);
  const toolCalls = readToolCallsOutside(analysis, cycles.map(spanOf));
  const inLoops = loops.flatMap(({ loop, cycle, region }) => [
    ...loop.tools,
    ...readToolCallsBelow(analysis, cycle, region),
  ]);
  return {
    tools: found.map(({ span, name, body, certainty, errors, approved, evidence }) => ({
      span,
      name,
      body,
      certainty,
      errors,
      approved,
      evidence,
    })),
    toolCalls,
    effects: effects.map((effect) => describe(effect, findClientRetry(context, clients, effect.node))),
    keys: readKeys(analysis, repetitions, effects),
    failurePoints: readFailurePoints(analysis, called, found, [...inLoops, ...toolCalls], cycles),
    unapproved: readUnapproved(analysis, called, effects, repetitions),
    memoryWrites: readRememberedArguments(analysis, called, repetitions),
  };
}

/** An effect as rules see it: without nodes. */
function describe(effect: FoundEffect, client: Repetition | undefined): Effect {
  const { span, callee, verb, certainty, statement, keyed, destructive, keyOption, repeatedBy, evidence, shape } =
    effect;
  return {
    span,
    callee,
    verb,
    certainty,
    statement,
    keyed,
    destructive,
    keyOption,
    repeatedBy: client === undefined ? repeatedBy : [...repeatedBy, client],
    evidence,
    shape,
  };
}
