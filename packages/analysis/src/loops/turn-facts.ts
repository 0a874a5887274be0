import type { AgentLoop, ToolCall } from "../model/file-model.js";
import { readActing } from "./acting.js";
import type { Cycle } from "./cycle.js";
import type { FoundExit } from "./exits.js";
import { readHistory } from "./history.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { readLostState } from "./lost-state.js";
import { readProgress } from "./progress.js";
import { readQuantities } from "./quantities.js";
import type { RegionNode } from "./region.js";
import { readSelfVerdict } from "./self-verdicts.js";
import { readSentInputs } from "./sent-input.js";
import { readIgnoredStop } from "./stop-reasons.js";
import { readUncheckedWork } from "./unchecked-work.js";

/** What happens in a turn and between turns. */
export type TurnFacts = Pick<
  AgentLoop,
  "acts" | "progress" | "history" | "lost" | "ignoredStop" | "unchecked" | "selfVerdict"
>;

export function readTurnFacts(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  exits: readonly FoundExit[],
  tools: readonly ToolCall[],
  onlyRetries: boolean,
): TurnFacts {
  const sent = readSentInputs(analysis, cycle, region);
  const acts = readActing(analysis, region, tools);
  return {
    acts,
    progress: readProgress(analysis, cycle, region, readQuantities(analysis, cycle, region), sent),
    history: readHistory(analysis, cycle, region, sent),
    // What failed on its way is sent again as it was.
    lost: onlyRetries ? undefined : readLostState(analysis, cycle, region, sent, exits, tools),
    ignoredStop: readIgnoredStop(analysis, cycle, region, exits),
    unchecked: readUncheckedWork(analysis, cycle, region, exits, tools, acts),
    selfVerdict: readSelfVerdict(analysis, exits, sent),
  };
}
