import type { FileContext } from "../file/file-context.js";
import { OWN_FILE } from "../project/module-summary.js";
import type { RemoteShape } from "../project/module-summary.js";
import { bare } from "../syntax/node.js";
import type { CallExpression } from "../syntax/node.js";

/** The object that a call of another file's method is called on: an object of that file, or of a class of this one that extends it. */
export function calledOn(
  { bindings, scopes, file, tree }: FileContext,
  { callee }: CallExpression,
): RemoteShape | undefined {
  const member = bare(callee);
  if (member.type !== "MemberExpression") return undefined;
  const object = bindings.entityOf(member.object);
  if (object.kind === "remote" && member.object.type !== "Super") return object.shape;
  const own =
    member.object.type === "Super" ? tree.classOf(member) : object.kind === "instance" ? object.node : undefined;
  const name = own?.id?.name;
  if (name === undefined || scopes.topLevel(name)?.definition !== own) return undefined;
  return { kind: "reference", from: file.path, specifier: OWN_FILE, name, steps: ["#"] };
}
