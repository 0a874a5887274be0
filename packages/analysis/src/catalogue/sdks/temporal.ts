import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const client = readIn("@temporalio/client@1.24.0");
const common = readIn("@temporalio/common@1.24.0");
const workflow = readIn("@temporalio/workflow@1.24.0")("lib/workflow.d.ts:203");

export const temporal: Sdk = {
  id: "temporal",
  packages: ["@temporalio/client", "@temporalio/common", "@temporalio/workflow", "@temporalio/activity"],
  checked: { "@temporalio/client": "1.24.0", "@temporalio/common": "1.24.0", "@temporalio/workflow": "1.24.0" },
  rows: [
    {
      kind: "effect",
      at: [
        "Client#.workflow.start",
        "Client#.workflow.execute",
        "WorkflowClient#.start",
        "WorkflowClient#.execute",
        "Client#.workflow.signalWithStart",
      ],
      verb: "run",
      key: ["1.workflowId"],
      source: client("lib/workflow-options.d.ts:19"),
    },
    {
      kind: "effect",
      at: ["startChild", "executeChild"],
      verb: "run",
      key: ["1.workflowId"],
      idempotent: true,
      source: workflow,
      note: "Inside a workflow its result is kept and replayed.",
    },
    {
      kind: "retry",
      at: ["proxyActivities", "proxyLocalActivities"],
      limit: { option: "0.retry.maximumAttempts", measure: "steps", default: null, unlimited: [0, "Infinity"] },
      timeLimit: { option: "0.scheduleToCloseTimeout", measure: "time", default: null },
      source: common("lib/retry-policy.d.ts:27"),
      note: "An activity is repeated without end by default: an effect in it needs a key.",
    },
    { kind: "human-gate", at: ["condition"], source: workflow, note: "Waits for a signal, often from a person." },
    { kind: "error-class", at: "ApplicationFailure", means: "other", source: common("lib/retry-policy.d.ts:27") },
  ],
};
