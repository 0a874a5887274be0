export type { Console, ExitCode } from "./console.js";
export { run } from "./run.js";
