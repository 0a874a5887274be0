import type { FunctionShape } from "../project/module-summary.js";
import type { LoopKind } from "../model/file-model.js";
import type { CallExpression, FunctionNode, LoopNode, Node } from "../syntax/node.js";

/** One way control comes round again, before anything is known about it. */
export interface Cycle {
  readonly kind: LoopKind;
  /** The loop statement, or the function that comes round by calling or booking itself. */
  readonly node: LoopNode | FunctionNode;
  /** Where a finding is shown. */
  readonly head: Node;
  /** The label of the loop statement. */
  readonly label: string | undefined;
  /** The functions of a recursion, the first one included. */
  readonly members: readonly FunctionNode[];
  /** Functions of other files that the way round leads through. */
  readonly abroad: readonly FunctionShape[];
  /**
   * Calls that run one of these functions without naming it: a timer, a model call that is handed it as `onFinish`,
   * a function of another file that comes back.
   */
  readonly booked: ReadonlyMap<CallExpression, FunctionNode>;
  /** It comes round whenever it returns: the callback of `setInterval`. */
  readonly repeats: boolean;
}
