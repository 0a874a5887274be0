import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const node = readIn("@types/node@24")("util.d.ts:1120");

/** Functions that give back what they are given: promises instead of callbacks, tracing, memory of results. */
export const wrappers: Sdk = {
  id: "wrappers",
  packages: [
    "node:util",
    "util",
    "langsmith",
    "langfuse",
    "@langfuse/openai",
    "braintrust",
    "weave",
    "lodash",
    "lodash-es",
    "p-memoize",
    "p-throttle",
    "p-debounce",
  ],
  checked: {},
  rows: [
    { kind: "wraps", at: "promisify", of: "0", source: node },
    {
      kind: "wraps",
      at: "default.promisify",
      of: "0",
      untyped: true,
      source: node,
      note: "A default import of a builtin is the module itself, which its types do not say.",
    },
    {
      kind: "wraps",
      at: [
        "wrapOpenAI",
        "wrapAnthropic",
        "wrapSDK",
        "traceable",
        "wrapAISDK",
        "wrapAISDKModel",
        "wrapTraced",
        "observeOpenAI",
        "op",
      ],
      of: "0",
      untyped: true,
      source: unverified("langsmith@0.3.0"),
      note: "Tracing packages, which are not installed for the check.",
    },
    {
      kind: "wraps",
      at: [
        "memoize",
        "once",
        "debounce",
        "throttle",
        "default.memoize",
        "default.once",
        "default.debounce",
        "default.throttle",
        "default",
      ],
      of: "0",
      untyped: true,
      source: unverified("lodash@4.17.21"),
      note: "Packages with types elsewhere, which are not installed for the check.",
    },
  ],
};
