import type { AnyRule } from "./rule.js";
import { noUnboundedLoop } from "./rules/no-unbounded-loop.js";

/** Every rule, in the order of the documentation. */
export const allRules: readonly AnyRule[] = [noUnboundedLoop];
