import { asksOnly } from "../effects/written-statements.js";
import { definedAs, readArgument } from "../file/argument-paths.js";
import type { FileContext } from "../file/file-context.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, findProperty, keyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";

/** Subjects about which a tool can only tell. */
const TELLS =
  /(?:^|[^a-z])(?:weather|meteo|forecast|wikipedia|news|stock|currency|exchange|calculator|clock|time|date|location|dictionary)(?:$|[^a-z])/i;

/** Whether the model calls among some nodes are given tools that only look something up: such work has no outcome in the world. */
export function onlyAsks({ context, calls }: LoopAnalysis, nodes: readonly Node[]): boolean {
  const names = nodes.flatMap((node): (string | undefined)[] => {
    const call = calls.at(node);
    const place = call?.row?.row.tools;
    if (call === undefined || place === undefined) return [];
    const given = readArgument(context, call.node, place);
    return given.state === "given" ? namesIn(context, definedAs(context, given.node)) : [];
  });
  return (
    names.length > 0 &&
    names.every(
      (name) => name !== undefined && (asksOnly(name) || TELLS.test(name.replace(/([a-z])([A-Z])/g, "$1 $2"))),
    )
  );
}

/** The names of the tools in a list or an object of tools, as far as they can be read. */
function namesIn(context: FileContext, list: Node): (string | undefined)[] {
  if (list.type === "ArrayExpression")
    return list.elements.map((element) => (element === null ? undefined : nameOf(context, element)));
  if (list.type === "ObjectExpression")
    return list.properties.map((property) => (property.type === "Property" ? keyName(property) : undefined));
  return [undefined];
}

/** `new SearchTool()`, `searchTool`, `{ name: "search", … }`, `tool({ name: "search", … })` */
function nameOf(context: FileContext, element: Node): string | undefined {
  const value = bare(element);
  const object =
    value.type === "CallExpression" && value.arguments[0]?.type === "ObjectExpression" ? value.arguments[0] : value;
  if (object.type === "ObjectExpression") {
    const named = findProperty(object, "name") ?? findProperty(object, "function");
    const name = named && definedAs(context, named.value);
    if (name?.type === "ObjectExpression") return nameOf(context, name);
    return name?.type === "Literal" && typeof name.value === "string" ? name.value : undefined;
  }
  return dottedName(value.type === "NewExpression" ? value.callee : value);
}
