import type { FileReport } from "@agent-loop/engine";
import type { ReportingTool } from "./reporting-tool.js";

/** Prints results as one text. */
export type Formatter = (results: readonly FileReport[], options: FormatOptions) => string;

export interface FormatOptions {
  /** Where the command runs: people and reviewdog are told paths relative to it. */
  readonly cwd: string;
  /** The repository, or `cwd` outside of one: code hosts are told paths relative to it. */
  readonly root: string;
  readonly colour: boolean;
  readonly tool: ReportingTool;
}
