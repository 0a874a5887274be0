import { dottedName } from "../syntax/node.js";
import type { CallExpression } from "../syntax/node.js";

/** Names of things that notice a repetition or a standstill. Only used to stay silent. */
export const NOTICES: RegExp =
  /repeat|repetit|stuck|stall|detector|loop_?(?:detect|break)|detect_?(?:loop|cycle)|cycle_?(?:check|found|detect)|loop_?guard|no_?progress|(?:check|track|assess|measure|has|made|without|monitor)\w*progress|progress_?(?:monitor|check|guard|track)|duplicat|dedup|\bsame|fingerprint|signature|doom|cycling|identical|redundan|thrash|circular|oscillat|already_?(?:called|ran|run|seen|tried|done|executed)|seen/i;

/** Names that can only mean somebody who looks for repetitions: beyond a turn's own code a mere `signature` or `seen` may be about anything. */
const LOOKS_FOR_LOOPS =
  /repetition|(?:loop|stuck|stall|cycle)_?(?:detect|guard)|detect_?(?:loop|repetition|stall|stuck)|no_?progress|progress_?(?:monitor|guard)/i;

/** Whether a call asks something that is there to find repetitions. */
export function looksForLoops(call: CallExpression): boolean {
  return soundsNoticing(call) && LOOKS_FOR_LOOPS.test(dottedName(call.callee) ?? "");
}

/** Whether the name of a call says that it notices something: telling somebody, and writing something down, is not noticing it. */
export function soundsNoticing(call: CallExpression): boolean {
  const name = dottedName(call.callee);
  if (name === undefined || /(?:^|\.)(?:on|emit|show|update|report)[A-Z]|\.(?:push|unshift|add|set|append)$/.test(name))
    return false;
  return NOTICES.test(name);
}
