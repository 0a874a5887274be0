import type { TSESTree } from "@typescript-eslint/types";
import type { FileContext } from "../file/file-context.js";
import type { Identifier, Node } from "../syntax/node.js";

const ITEM = /\b(?:\w*Tool_?Call\w*|\w*FunctionCall\w*|\w*ToolUse\w*|ToolInvocation\w*|CallToolRequest\w*)\b/;
const NO_ITEM = /\[\]|Array<|Result|Record<|Map</;
const MAX_DEPTH = 5;

/** Whether a name or pattern is declared with the type of a tool call, also through a type of this file: `type Call = OpenAI.…ToolCall`. */
export function isTypedAsToolCall(
  context: FileContext,
  { typeAnnotation }: Identifier | TSESTree.ObjectPattern,
): boolean {
  // Parsers of plain JavaScript leave the property out or make it `null`.
  return typeAnnotation ? namesToolCall(context, typeAnnotation.typeAnnotation, 0) : false;
}

/** Whether a name is declared with the type of a list of tool calls. */
export function isTypedAsToolCalls(context: FileContext, { typeAnnotation }: Identifier): boolean {
  return typeAnnotation ? namesToolCalls(context, typeAnnotation.typeAnnotation, 0) : false;
}

function namesToolCall(context: FileContext, type: Node, depth: number): boolean {
  const alias = aliasedBy(context, type);
  // An object or a function that has to do with tool calls is none.
  if (alias !== undefined)
    return (
      depth < MAX_DEPTH &&
      alias.type !== "TSTypeLiteral" &&
      alias.type !== "TSFunctionType" &&
      namesToolCall(context, alias, depth + 1)
    );
  const text = context.file.text.slice(type.range[0], type.range[1]);
  return ITEM.test(text) && !NO_ITEM.test(text);
}

function namesToolCalls(context: FileContext, type: Node, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  switch (type.type) {
    case "TSArrayType":
      return namesToolCall(context, type.elementType, depth + 1);
    case "TSTypeOperator":
      return type.typeAnnotation ? namesToolCalls(context, type.typeAnnotation, depth + 1) : false;
    case "TSUnionType":
      return type.types.some((one) => namesToolCalls(context, one, depth + 1));
    case "TSTypeReference": {
      const [element] = type.typeArguments?.params ?? [];
      if (type.typeName.type === "Identifier" && /^(?:Readonly)?Array$/.test(type.typeName.name))
        return element !== undefined && namesToolCall(context, element, depth + 1);
      const alias = aliasedBy(context, type);
      return alias !== undefined && namesToolCalls(context, alias, depth + 1);
    }
    default:
      return false;
  }
}

/** The type that a name of this file stands for. */
function aliasedBy(context: FileContext, type: Node): Node | undefined {
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return undefined;
  const definition = context.scopes.variableOf(type.typeName)?.definition;
  return definition?.type === "TSTypeAliasDeclaration" ? definition.typeAnnotation : undefined;
}
