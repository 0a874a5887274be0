export { type CommandCheckOptions, commandCheck, type CommittedWork } from "./command-check.js";
