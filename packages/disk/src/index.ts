export { DiskSources, MAX_BYTES, readText } from "./disk-sources.js";
export { isSourcePath, parseText } from "./parse-text.js";
export type { Comment, ParsedText, ParseFailure } from "./parse-text.js";
export { posix } from "./posix-path.js";
export { workspaceRoot } from "./workspace-root.js";
export { ProjectRoots } from "./project-roots.js";
