import type { AnyRule } from "./rule.js";
import { noForcedToolChoice } from "./rules/no-forced-tool-choice.js";
import { noIneffectiveLimit } from "./rules/no-ineffective-limit.js";
import { noUnboundedRetry } from "./rules/no-unbounded-retry.js";
import { noUnboundedRun } from "./rules/no-unbounded-run.js";
import { noUnverifiedMemory } from "./rules/no-unverified-memory.js";
import { requireAbortSignal } from "./rules/require-abort-signal.js";
import { noDelegationCycle } from "./rules/no-delegation-cycle.js";
import { noGameableOracle } from "./rules/no-gameable-oracle.js";
import { noSelfVerification } from "./rules/no-self-verification.js";
import { noFalseSuccess } from "./rules/no-false-success.js";
import { noIgnoredFinishReason } from "./rules/no-ignored-finish-reason.js";
import { noModelTextStop } from "./rules/no-model-text-stop.js";
import { noStateAmnesia } from "./rules/no-state-amnesia.js";
import { noUnboundedHistory } from "./rules/no-unbounded-history.js";
import { noSelfTrigger } from "./rules/no-self-trigger.js";
import { noUnboundedLoop } from "./rules/no-unbounded-loop.js";
import { requireCompletionCheck } from "./rules/require-completion-check.js";
import { requireProgressCheck } from "./rules/require-progress-check.js";
import { requireBudget } from "./rules/require-budget.js";
import { noUnstableIdempotencyKey } from "./rules/no-unstable-idempotency-key.js";
import { requireHandoffCheck } from "./rules/require-handoff-check.js";
import { requireIdempotencyKey } from "./rules/require-idempotency-key.js";
import { requireToolApproval } from "./rules/require-tool-approval.js";
import { requireToolErrorHandling } from "./rules/require-tool-error-handling.js";

/** Every rule, in the order of the documentation. */
export const allRules: readonly AnyRule[] = [
  noUnboundedLoop,
  noUnboundedRun,
  noUnboundedRetry,
  noIneffectiveLimit,
  noDelegationCycle,
  noSelfTrigger,
  requireBudget,
  requireAbortSignal,
  noForcedToolChoice,
  noModelTextStop,
  noIgnoredFinishReason,
  noFalseSuccess,
  requireCompletionCheck,
  noSelfVerification,
  noGameableOracle,
  requireProgressCheck,
  noStateAmnesia,
  noUnboundedHistory,
  requireToolErrorHandling,
  requireIdempotencyKey,
  noUnstableIdempotencyKey,
  requireToolApproval,
  noUnverifiedMemory,
  requireHandoffCheck,
];
