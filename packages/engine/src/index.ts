export type {
  AgentLoop,
  AnalysisSettings,
  Bound,
  Evidence,
  Exit,
  FileModel,
  Judgement,
  ModelCall,
  Run,
  SourcePort,
  Span,
  ToolCall,
} from "@agent-loop/analysis";
export { isNewerMajor, modelPackages, printModel } from "@agent-loop/analysis";
export { DiskSources, isSourcePath, parseText, posix, ProjectRoots, workspaceRoot } from "@agent-loop/disk";
export {
  activeRules,
  allRules,
  configSchema,
  DEFAULT_CONFIG,
  didYouMean,
  engineerLoop,
  findProblems,
  readConfig,
  ruleDocsUrl,
  shownSpan,
} from "@agent-loop/rules";
export type {
  Config,
  Edit,
  Finding,
  JsonSchema,
  Preset,
  SettingsProblem,
  Severity,
  Suggestion,
  Unfinished,
} from "@agent-loop/rules";
export { applyEdits } from "./apply-edits.js";
export type { CacheOptions } from "./cache/result-cache.js";
export { CONFIG_FILE, ConfigFiles, readConfigFile } from "./config-files.js";
export { discoverFiles } from "./discover-files.js";
export { explainFile } from "./explain-file.js";
export type { ExplainInput } from "./explain-file.js";
export { FileLinter } from "./file-linter.js";
export type { FileReport, LintJob, PlannedFile, ReportedFinding } from "./file-linter.js";
export { digest, fingerprintsOf } from "./fingerprints.js";
export { RememberedResults } from "./remembered-results.js";
export { InputError } from "./input-error.js";
export { lintPaths } from "./lint-paths.js";
export type { LintPathsInput } from "./lint-paths.js";
export { lintText } from "./lint-text.js";
export type { FileFailure, FileFinding, FileResult, LintedText, LintTextInput } from "./lint-text.js";
export type { LineRange, LineRangeOfFile, LoopOutline } from "./loop-outlines.js";
export { mendText, preferredSuggestion } from "./mend-text.js";
export type { MendedText } from "./mend-text.js";
export { Positions } from "./positions.js";
export type { Position } from "./positions.js";
export { REQUIRE_REASONS } from "./missing-reasons.js";
export type { RelatedPlace } from "./related-places.js";
export type { Shard } from "./shards.js";
