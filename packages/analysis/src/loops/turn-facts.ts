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
import { readSentInputs } from "./sent-input.js";

/** What happens in a turn and between turns. */
export type TurnFacts = Pick<AgentLoop, "acts" | "progress" | "history" | "lost">;

export function readTurnFacts(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[], exits: readonly FoundExit[], tools: readonly ToolCall[]): TurnFacts {
  const sent = readSentInputs(analysis, cycle, region);
  return {
    acts: readActing(analysis, region, tools),
    progress: readProgress(analysis, cycle, region, readQuantities(analysis, cycle, region), sent),
    history: readHistory(analysis, cycle, region, sent),
    lost: readLostState(analysis, cycle, region, sent, exits, tools),
  };
}
