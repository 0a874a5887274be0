/** The stations of a loop, in the order in which a turn passes them. */
export type GateId = "entry" | "ceiling" | "budget" | "call" | "tools" | "recovery" | "progress" | "oracle" | "exit";

/** The gate that each rule keeps. */
export const GATE_OF_RULE: Readonly<Record<string, GateId>> = {
  "no-unbounded-loop": "ceiling",
  "no-unbounded-run": "ceiling",
  "no-unbounded-retry": "ceiling",
  "no-ineffective-limit": "ceiling",
  "no-delegation-cycle": "ceiling",
  "no-self-trigger": "ceiling",
  "require-budget": "budget",
  "require-abort-signal": "budget",
  "no-ignored-finish-reason": "call",
  "no-forced-tool-choice": "call",
  "no-state-amnesia": "call",
  "no-unbounded-history": "call",
  "no-unverified-memory": "tools",
  "require-idempotency-key": "tools",
  "no-unstable-idempotency-key": "tools",
  "require-tool-approval": "tools",
  "require-handoff-check": "tools",
  "require-tool-error-handling": "recovery",
  "require-progress-check": "progress",
  "no-model-text-stop": "oracle",
  "require-completion-check": "oracle",
  "no-self-verification": "oracle",
  "no-gameable-oracle": "oracle",
  "no-false-success": "exit",
};
