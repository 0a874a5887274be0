import { asksOnly } from "./written-statements.js";

/** Functions that write down what happened, keep a connection or a copy, or look something up: a second time is no second deed. */
const BESIDE_THE_WORK =
  /^_?#?(?:log|record|track|trace|audit|persist|remember|cache|report|emit|capture|measure|debug|info|warn|error|telemetry|metric|observe|flush|init|connect|open|close|start|stop|ensure|upsert|getOr|findOr|createIf|set|sync|refresh|subscribe|authenticate|login|load|save|restore)/i;

/** Whether the name of a function says that what it does is nobody's work: it asks, writes a log, or makes sure of something. */
export function isBesideTheWork(name: string): boolean {
  return BESIDE_THE_WORK.test(name) || asksOnly(name);
}
