import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@google-cloud/tasks@7.1.0")("build/protos/protos.d.ts:2984");

export const googleTasks: Sdk = {
  id: "google-tasks",
  packages: ["@google-cloud/tasks"],
  checked: { "@google-cloud/tasks": "7.1.0" },
  rows: [
    {
      kind: "effect",
      at: "CloudTasksClient#.createTask",
      verb: "create",
      key: ["0.task.name"],
      topic: "0.parent",
      source,
    },
  ],
};
