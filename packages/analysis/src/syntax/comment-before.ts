import type { Node } from "./node.js";
import type { Tree } from "./tree.js";

/** How far back the beginning of a comment is looked for. */
const REACH = 1_500;

/** The comment that stands before a declaration, before the outermost node that begins with it: `export const ask = async () => …`. */
export function commentBefore(text: string, tree: Tree, declaration: Node): string | undefined {
  let start = declaration.range[0];
  for (let up = tree.parentOf(declaration); up !== undefined; up = tree.parentOf(up)) {
    if (
      up.type === "Program" ||
      up.type === "BlockStatement" ||
      up.type === "ClassBody" ||
      up.type === "ObjectExpression"
    )
      break;
    start = Math.min(start, up.range[0]);
  }
  const before = text.slice(Math.max(0, start - REACH), start);
  return /(\/\*(?:[^*]|\*(?!\/))*\*\/|(?:\/\/[^\n]*\n\s*)+)\s*$/.exec(before)?.[0];
}
