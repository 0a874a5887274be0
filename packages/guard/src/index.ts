export {
  type Budget,
  type BudgetOptions,
  type BudgetReason,
  type BudgetSnapshot,
  createBudget,
  type TokenPrice,
} from "./budget.js";
export type { Answer, Check, CheckContext } from "./check.js";
export { type Cycle, type CycleOptions, findCycle, findOscillation } from "./cycle.js";
export type { EffectOutcome, EffectRecord, EffectStore } from "./effect-store.js";
export { fingerprint, type FingerprintOptions, type ToolCall, volatileFields } from "./fingerprint.js";
export { type Assertions, handoff } from "./handoff.js";
export { EffectInDoubt, idempotent, type IdempotentOptions, type WorldAnswer } from "./idempotent.js";
export { keyFor, type KeyParts } from "./idempotency-key.js";
export { invariantCheck } from "./invariant-check.js";
export type { Judgement, Verdict } from "./judgement.js";
export type {
  ActionContext,
  Decision,
  EscalationReason,
  LoopOptions,
  LoopResult,
  LoopState,
  Observation,
  Outcome,
  Proposal,
  Proposed,
  Ruling,
  Turn,
  TurnContext,
  VerifyCompletionContext,
} from "./loop-contract.js";
export { memoryStore, type MemoryStore } from "./memory-store.js";
export { metamorphicCheck, type MetamorphicRelation } from "./metamorphic-check.js";
export { modelCheck } from "./model-check.js";
export {
  createProgressMonitor,
  type ProgressMonitor,
  type ProgressOptions,
  type ProgressReason,
  type ProgressSnapshot,
  type Stuck,
} from "./progress.js";
export { runLoop } from "./run-loop.js";
export type { Parsed, Schema, StandardSchema } from "./schema.js";
export { schemaCheck } from "./schema-check.js";
export type { SpanAttributes, Telemetry } from "./telemetry.js";
export {
  type CheckReport,
  tieredVerifier,
  type TieredVerifierOptions,
  type Verification,
  type Verifier,
  type VerifyContext,
} from "./tiered-verifier.js";
export { type Usage, usageOf } from "./usage.js";
