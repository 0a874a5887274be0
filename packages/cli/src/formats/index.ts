export { FORMATS, type Format } from "./all-formats.js";
export type { FormatOptions, Formatter } from "./formatter.js";
export { ownRule, type ReportingTool } from "./reporting-tool.js";
export type { RuleFacts } from "./rule-facts.js";
export { repositoryRoot } from "../repository-root.js";
