import { bare, dottedName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";

const ENDS_PROGRAM = new Set(["process.exit", "exit", "Deno.exit"]);

/** Whether what stands behind a statement is not reached through it: it returns, throws, breaks, continues or ends the program. */
export function skipsTheRest(statement: Node): boolean {
  return always(statement, (last) => last.type === "ContinueStatement" || isExit(last));
}

/** Whether no further turn follows a statement in a loop: as `skipsTheRest`, but for `continue`. */
export function endsTheTurns(statement: Node): boolean {
  return always(statement, isExit);
}

function isExit(statement: Node): boolean {
  switch (statement.type) {
    case "ReturnStatement":
    case "ThrowStatement":
    case "BreakStatement":
      return true;
    case "ExpressionStatement": {
      const call = bare(statement.expression);
      return call.type === "CallExpression" && ENDS_PROGRAM.has(dottedName(call.callee) ?? "");
    }
    default:
      return false;
  }
}

/** On every way through a statement one is met that leaves. */
function always(statement: Node, leaves: (statement: Node) => boolean): boolean {
  switch (statement.type) {
    case "BlockStatement":
      return statement.body.some((one) => always(one, leaves));
    case "IfStatement":
      return (
        statement.alternate !== null && always(statement.consequent, leaves) && always(statement.alternate, leaves)
      );
    default:
      return leaves(statement);
  }
}
