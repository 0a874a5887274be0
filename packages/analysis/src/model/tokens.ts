import type { ReplyShape } from "../catalogue/schema.js";
import { bare, settled } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { FileContext } from "./file-context.js";
import type { RecognisedCall } from "./model-calls.js";

/** The variable a reply is kept in, and the expression that counts its tokens. */
export function readTokens(context: FileContext, call: RecognisedCall): { replyName: string | undefined; tokens: string | undefined } {
  const replyName = nameOfReply(context, call.node);
  const shape = call.reply;
  if (replyName === undefined || shape === undefined || call.streams) return { replyName, tokens: undefined };
  return { replyName, tokens: usageExpression(replyName, shape) };
}

function nameOfReply(context: FileContext, node: Node): string | undefined {
  let value = node;
  for (let up = context.tree.parentOf(value); up !== undefined && settled(up) === settled(node); up = context.tree.parentOf(up)) value = up;
  const parent = context.tree.parentOf(value);
  if (parent?.type === "VariableDeclarator" && parent.init === value && parent.id.type === "Identifier") return parent.id.name;
  if (parent?.type === "AssignmentExpression" && parent.operator === "=" && bare(parent.left).type === "Identifier") {
    return parent.left.type === "Identifier" ? parent.left.name : undefined;
  }
  return undefined;
}

/** `reply.usage?.total_tokens ?? 0`, or the sum of the parts where there is no total. */
function usageExpression(name: string, shape: ReplyShape): string | undefined {
  const { usage } = shape;
  if (usage?.total !== undefined) return `(${name}.${optional(usage.total)} ?? 0)`;
  const parts = usage?.parts ?? [];
  return parts.length > 0 ? parts.map((part) => `(${name}.${optional(part)} ?? 0)`).join(" + ") : undefined;
}

/** Usage may be missing, so every step below the first is optional. */
function optional(path: string): string {
  return path.split(".").join("?.");
}
