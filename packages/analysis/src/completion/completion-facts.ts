import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { FoundLoop } from "../loops/agent-loops.js";
import type { FileModel } from "../model/file-model.js";
import { readGameableChecks } from "./gameable-checks.js";
import { readRunEndings } from "../runs/run-endings.js";
import { readIgnoredStops } from "../replies/single-replies.js";
import { readUnreadFlags } from "./unread-flags.js";
import { readTextStops, readUncheckedRoutes } from "./text-stops.js";

/** How work is brought to an end outside of hand-written loops, and who has looked at it. */
export type CompletionFacts = Pick<
  FileModel,
  "falseSuccesses" | "uncheckedWork" | "gameableChecks" | "textStops" | "ignoredStops"
>;

export function readCompletionFacts(analysis: LoopAnalysis, loops: readonly FoundLoop[]): CompletionFacts {
  const { falseSuccesses, uncheckedWork } = readRunEndings(analysis);
  return {
    falseSuccesses: [...falseSuccesses, ...readUnreadFlags(analysis)],
    uncheckedWork: [...uncheckedWork, ...readUncheckedRoutes(analysis)],
    gameableChecks: readGameableChecks(analysis),
    textStops: readTextStops(analysis),
    ignoredStops: readIgnoredStops(
      analysis,
      loops.map(({ loop }) => loop.shape.statement),
    ),
  };
}
