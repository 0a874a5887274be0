import type { AnyRule } from "./rule.js";
import { noDelegationCycle } from "./rules/no-delegation-cycle.js";
import { noModelTextStop } from "./rules/no-model-text-stop.js";
import { noUnboundedLoop } from "./rules/no-unbounded-loop.js";
import { requireBudget } from "./rules/require-budget.js";
import { noUnstableIdempotencyKey } from "./rules/no-unstable-idempotency-key.js";
import { requireIdempotencyKey } from "./rules/require-idempotency-key.js";
import { requireToolApproval } from "./rules/require-tool-approval.js";
import { requireToolErrorHandling } from "./rules/require-tool-error-handling.js";

/** Every rule, in the order of the documentation. */
export const allRules: readonly AnyRule[] = [noUnboundedLoop, noDelegationCycle, requireBudget, noModelTextStop, requireToolErrorHandling, requireIdempotencyKey, noUnstableIdempotencyKey, requireToolApproval];
