import type { Severity } from "@agent-loop/engine";

/** What reports tell of a rule beside its findings. */
export interface RuleFacts {
  /** `agent-loop/no-unbounded-loop` */
  readonly name: string;
  /** What people are shown: `no-unbounded-loop` where nobody else has rules. */
  readonly label: string;
  /** A sentence without a full stop. */
  readonly summary: string;
  /** Of its findings, where nothing else is said. */
  readonly severity: Severity | undefined;
  readonly page: string | undefined;
  /** What its findings say, with `{{gaps}}`. */
  readonly messages: readonly string[];
  readonly tags: readonly string[];
}
