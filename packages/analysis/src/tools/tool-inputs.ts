import { bare, isFunction, keyName, propertyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { readArgument } from "../file/arguments.js";
import { findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";

/** A function that a model calls with arguments of its choice, and the text of the schema they have to fit. */
interface ToolFunction {
  readonly fn: Node;
  readonly schema: string;
}

const known = new WeakMap<FileContext, readonly ToolFunction[]>();

/** Whether a value is an argument that the model fills in when it calls a tool, with no upper end in the schema. */
export function isChosenInToolInput(context: FileContext, node: Node): boolean {
  const input = inputOf(context, node);
  return input !== undefined && isOpenInSchema(input.tool.schema, input.name);
}

/** Whether a value is an argument that the model fills in when it calls a tool. */
export function isToolInput(context: FileContext, node: Node): boolean {
  return inputOf(context, node) !== undefined;
}

/** The tool whose input a value is a part of, and the name of that part. */
function inputOf(context: FileContext, node: Node): { readonly tool: ToolFunction; readonly name: string } | undefined {
  const value = bare(node);
  const root = value.type === "MemberExpression" ? bare(value.object) : value;
  const variable = root.type === "Identifier" ? context.scopes.variableOf(root) : undefined;
  if (root.type !== "Identifier" || variable?.kind !== "parameter") return undefined;
  const tool = toolFunctions(context).find(({ fn }) => fn === variable.definition);
  const input = tool !== undefined && isFunction(tool.fn) ? tool.fn.params[0] : undefined;
  if (
    tool === undefined ||
    input === undefined ||
    variable.identifier.range[0] < input.range[0] ||
    variable.identifier.range[1] > input.range[1]
  )
    return undefined;
  const name = value.type === "MemberExpression" ? propertyName(value) : boundKey(input, root.name);
  return name === undefined ? undefined : { tool, name };
}

/** The key under which a destructured parameter takes a name. */
function boundKey(pattern: Node, name: string): string | undefined {
  if (pattern.type === "AssignmentPattern") return boundKey(pattern.left, name);
  if (pattern.type !== "ObjectPattern") return undefined;
  for (const property of pattern.properties) {
    if (property.type !== "Property") continue;
    const target = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    if (target.type === "Identifier" && target.name === name) return keyName(property);
    // Older tools get their input inside of a wrapper: `({ context: { task } })`.
    const inner = boundKey(target, name);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Whether the schema takes any number for the key: it names the key and gives it no upper end. */
function isOpenInSchema(schema: string, name: string): boolean {
  const start = schema.search(new RegExp(`(?:^|[{,\\s"'])${name.replace(/\W/g, "\\$&")}["']?\\s*:`));
  if (start < 0) return false;
  const rest = schema.slice(start + 1);
  const end = rest.search(/[,}]\s*(?:\w+|"\w+")\s*:|\n\s*\}/);
  return !/\.(?:max|lte|lt)\(|maximum|enum|literal/.test(end < 0 ? rest : rest.slice(0, end));
}

function toolFunctions(context: FileContext): readonly ToolFunction[] {
  let found = known.get(context);
  if (found === undefined) known.set(context, (found = readToolFunctions(context)));
  return found;
}

function readToolFunctions(context: FileContext): ToolFunction[] {
  const found: ToolFunction[] = [];
  for (const call of context.tree.calls) {
    for (const { row } of findRows(context, context.bindings.entityOf(call.callee), "tool")) {
      if (row.schema === undefined) continue;
      const schema = readArgument(context, call, row.schema).flatMap((way) =>
        way.state === "given" ? [context.file.text.slice(way.value.range[0], way.value.range[1])] : [],
      );
      for (const path of typeof row.execute === "string" ? [row.execute] : row.execute) {
        for (const way of readArgument(context, call, path)) {
          if (way.state === "given" && isFunction(bare(way.value)))
            found.push({ fn: bare(way.value), schema: schema.join(" ") });
        }
      }
    }
  }
  return found;
}
