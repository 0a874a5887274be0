import { describe, it } from "vitest";
import { DEFAULT_SETTINGS, type AnalysisSettings } from "@agent-loop/analysis";
import { readCases } from "./kit/case-file.js";
import { checkLoop } from "./kit/check-loop.js";

describe("the model is the same on every tree of", () => {
  it.each(readCases())("$id", ({ path, text, settings }) => {
    checkLoop(text, { path, settings: { ...DEFAULT_SETTINGS, ...(settings as Partial<AnalysisSettings>) } });
  });
});
