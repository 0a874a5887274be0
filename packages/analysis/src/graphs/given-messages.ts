import type { FileContext } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import type { Origin } from "../flow/origins.js";
import { bare } from "../syntax/node.js";

/** Whether a question is about what a graph was given, the first of a list that its steps add to: `state.messages[0].content`. */
export function asksAboutInput(
  { scopes }: FileContext,
  { node, subject }: Origin & { readonly kind: "question" },
): boolean {
  return walk(node, (part) => {
    if (part.type !== "MemberExpression" || !part.computed) return false;
    if (part.property.type !== "Literal" || part.property.value !== 0) return false;
    const list = bare(part.object);
    const state = list.type === "MemberExpression" ? bare(list.object) : list;
    return state.type === "Identifier" && scopes.variableOf(state) === subject.variable;
  });
}
