import { keyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { FileContext } from "../file/file-context.js";
import type { OwnCheck } from "../model/handlers.js";
import type { Handler } from "./self-triggers.js";

/** The check that leaves out the program's own events, in the names of a handler, and the place for it. */
export function ownCheckOf(context: FileContext, { found: { row }, fn }: Handler): OwnCheck | undefined {
  if (row.ownCheck === undefined || fn.body.type !== "BlockStatement") return undefined;
  const [first] = fn.body.body;
  const name = nameOf(fn.params, row.ownCheck.of);
  if (first === undefined || name === undefined) return undefined;
  return {
    test: row.ownCheck.test.replaceAll("$", () => name),
    leave: row.ownCheck.leave ?? "return;",
    at: fn.body.range[0] + 1,
    indent: context.file.text.slice(fn.body.range[0] + 1, first.range[0]),
  };
}

/** How a handler calls one of its parameters, or a property of one. */
function nameOf(parameters: readonly Node[], path: string): string | undefined {
  const [index, ...names] = path.split(".");
  let pattern: Node | undefined = parameters[Number(index)];
  for (const [depth, name] of names.entries()) {
    if (pattern?.type === "Identifier") return [pattern.name, ...names.slice(depth)].join(".");
    if (pattern?.type !== "ObjectPattern") return undefined;
    const property: Node | undefined = pattern.properties.find(
      (one) => one.type === "Property" && keyName(one) === name,
    );
    pattern = property?.type === "Property" ? property.value : undefined;
  }
  return pattern?.type === "Identifier" ? pattern.name : undefined;
}
