export type * from "./catalogue/schema.js";
export type * from "./model/file-model.js";
export type { Evidence, Judgement, SymbolId } from "./model/judgement.js";
export type { SourceAnswer, SourceFile, SourcePort } from "./project/source-port.js";
export { DEFAULT_SETTINGS } from "./settings.js";
export type { AnalysisSettings, CalleeName, NamedExport } from "./settings.js";
export type { Program, Span } from "./syntax/node.js";
export { analyse } from "./analyse.js";
export type { AnalysisInput } from "./analyse.js";
