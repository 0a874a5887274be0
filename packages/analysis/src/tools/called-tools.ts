import type { TSESTree } from "@typescript-eslint/types";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, findProperty, isFunction, isWithin, keyName, propertyName, settled } from "../syntax/node.js";
import type { FunctionNode, Identifier, Node, ObjectExpression } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { isTypedAsToolCall, isTypedAsToolCalls } from "./tool-call-types.js";

/** Which expressions hold the tool calls of a reply: the list, one call of it, the name the model chose. */
export interface CalledTools {
  isList(node: Node): boolean;
  isItem(node: Node): boolean;
  /** `filter` or `find`, by the tag that tool calls have. */
  picksItems(call: TSESTree.CallExpression): boolean;
  isName(node: Node): boolean;
  /** The arguments the model wrote, as text or as an object. */
  isArguments(node: Node): boolean;
  /** The list a statement or callback goes through, when it is one of tool calls. */
  iterationOf(node: Node): Iteration | undefined;
}

/** One pass over the tool calls of a reply. */
export interface Iteration {
  /** The `for … of`, or the callback of `map`. */
  readonly node: TSESTree.ForOfStatement | FunctionNode;
  readonly list: Node;
}

const LIST_NAME =
  /^(?:tool_?calls?|pending_?tool_?calls|function_?calls|tool_?uses|tool_?use_?blocks|tool_?invocations|tool_?requests)$/i;
const ITEM_TAGS = new Set([
  "function_call",
  "tool_use",
  "tool-call",
  "toolCall",
  "tool_call",
  "functionCall",
  "server_tool_use",
]);
const NAME_KEYS = new Set(["name", "toolName", "tool_name", "tool"]);
const ARGUMENT_KEYS = new Set(["arguments", "args", "input", "parameters", "params"]);
const GOES_THROUGH = new Set(["map", "forEach", "filter", "flatMap", "some", "every", "find"]);
const MAX_DEPTH = 8;

export function readCalledTools(analysis: LoopAnalysis): CalledTools {
  const { context, origins } = analysis;
  const { tree, scopes } = context;

  function isFromReply(node: Node): boolean {
    return origins.aspectsOf(node).has("tool-calls");
  }

  function isList(node: Node, depth = 0): boolean {
    const value = settled(node);
    if (depth > MAX_DEPTH) return false;
    switch (value.type) {
      case "MemberExpression": {
        const name = propertyName(value);
        return (name !== undefined && LIST_NAME.test(name)) || isFromReply(value);
      }
      case "Identifier": {
        if (LIST_NAME.test(value.name) || isFromReply(value)) return true;
        const variable = scopes.variableOf(value);
        if (variable !== undefined && isTypedAsToolCalls(context, variable.identifier)) return true;
        const init = initOf(variable);
        return init !== undefined && isList(init, depth + 1);
      }
      case "CallExpression": {
        const callee = bare(value.callee);
        if (callee.type !== "MemberExpression") return isFromReply(value);
        return (
          isFromReply(value) ||
          (/^(?:filter|slice|values|entries|concat)$/.test(propertyName(callee) ?? "") &&
            (isList(callee.object, depth + 1) || keepsItems(value)))
        );
      }
      case "LogicalExpression":
        return isList(value.left, depth + 1) || isList(value.right, depth + 1);
      default:
        return false;
    }
  }

  /** `content.filter((part) => part.type === "tool_use")` */
  function keepsItems(call: TSESTree.CallExpression): boolean {
    const [callback] = call.arguments;
    return (
      callback !== undefined && isFunction(callback) && tree.returnsOf(callback).some((value) => comparesTag(value))
    );
  }

  function comparesTag(test: Node): boolean {
    const value = bare(test);
    if (value.type === "LogicalExpression") return comparesTag(value.left) || comparesTag(value.right);
    if (value.type !== "BinaryExpression") return false;
    return [value.left, value.right].some(
      (side) => side.type === "Literal" && typeof side.value === "string" && ITEM_TAGS.has(side.value),
    );
  }

  function initOf(variable: Variable | undefined): Node | undefined {
    const definition = variable?.definition;
    if (definition?.type !== "VariableDeclarator" || definition.id !== variable?.identifier) return undefined;
    return definition.init ?? undefined;
  }

  function isItem(node: Node, depth = 0): boolean {
    const value = settled(node);
    if (depth > MAX_DEPTH) return false;
    if (value.type === "MemberExpression") {
      const name = propertyName(value);
      // `call.function`, and `message.tool_calls[0]`.
      if (name === "function" || name === "functionCall" || name === "params") return isItem(value.object, depth + 1);
      return value.computed && name === undefined
        ? isList(value.object, depth + 1)
        : isFromReply(value) && !isPart(name);
    }
    if (value.type !== "Identifier") return false;
    const variable = scopes.variableOf(value);
    if (variable === undefined) return false;
    if (isTypedAsToolCall(context, variable.identifier) || isNarrowed(variable)) return true;
    const iteration = iterationThatBinds(variable);
    if (iteration !== undefined) return isList(iteration.list, depth + 1) || isTakenOut(variable);
    const init = initOf(variable);
    if (init !== undefined && isItem(init, depth + 1)) return true;
    return isFromReply(value) && variable.identifier.name !== "name";
  }

  /** `for (const { toolUse } of message.content)`: the part of each element of a reply that is a call. */
  function isTakenOut({ definition, identifier }: Variable): boolean {
    if (definition.type !== "VariableDeclarator" || definition.id.type !== "ObjectPattern") return false;
    const key = keyThatBinds(definition.id, identifier);
    return key !== undefined && !isPart(key) && isFromReply(identifier);
  }

  function isPart(name: string | undefined): boolean {
    return name !== undefined && (NAME_KEYS.has(name) || ARGUMENT_KEYS.has(name) || name === "id");
  }

  /** `if (item.type !== "function_call") continue;` */
  function isNarrowed(variable: Variable): boolean {
    return variable.reads.some((read) => {
      const member = tree.parentOf(read);
      const comparison = member && tree.parentOf(member);
      return (
        member?.type === "MemberExpression" &&
        member.object === read &&
        propertyName(member) === "type" &&
        comparison?.type === "BinaryExpression" &&
        comparesTag(comparison)
      );
    });
  }

  function iterationThatBinds(variable: Variable): Iteration | undefined {
    const { definition } = variable;
    if (definition.type === "VariableDeclarator") {
      const loop = tree.parentOf(tree.parentOf(definition) ?? definition);
      return loop?.type === "ForOfStatement" && isWithin(definition, loop.left)
        ? { node: loop, list: loop.right }
        : undefined;
    }
    return isFunction(definition) &&
      definition.params[0] !== undefined &&
      isWithin(variable.identifier, definition.params[0])
      ? callbackIteration(definition)
      : undefined;
  }

  function callbackIteration(fn: FunctionNode): Iteration | undefined {
    const call = tree.parentOf(fn);
    if (call?.type !== "CallExpression" || call.arguments[0] !== fn) return undefined;
    const callee = bare(call.callee);
    if (callee.type !== "MemberExpression" || !GOES_THROUGH.has(propertyName(callee) ?? "")) return undefined;
    return { node: fn, list: callee.object };
  }

  function iterationOf(node: Node): Iteration | undefined {
    for (let up = tree.parentOf(node); up !== undefined; up = tree.parentOf(up)) {
      if (up.type === "ForOfStatement" && isWithin(node, up.body)) {
        if (isList(up.right) || bindsItem(up)) return { node: up, list: up.right };
      } else if (isFunction(up)) {
        const iteration = callbackIteration(up);
        if (iteration === undefined) return undefined;
        if (isList(iteration.list)) return iteration;
      }
    }
    return undefined;
  }

  /** A loop over all parts of a reply that picks out the tool calls. */
  function bindsItem(loop: TSESTree.ForOfStatement): boolean {
    const declarator = loop.left.type === "VariableDeclaration" ? loop.left.declarations[0] : undefined;
    if (declarator?.id.type === "ObjectPattern") {
      return declarator.id.properties.some((part) => {
        const variable =
          part.type === "Property" && part.value.type === "Identifier" ? scopes.variableOf(part.value) : undefined;
        return variable !== undefined && isTakenOut(variable);
      });
    }
    const variable = declarator?.id.type === "Identifier" ? scopes.variableOf(declarator.id) : undefined;
    return variable !== undefined && isNarrowed(variable);
  }

  function isPartOfItem(node: Node, keys: ReadonlySet<string>, depth = 0): boolean {
    const value = settled(node);
    if (depth > MAX_DEPTH) return false;
    if (value.type === "MemberExpression") {
      const name = propertyName(value);
      return name !== undefined && keys.has(name) && isItem(value.object);
    }
    if (value.type !== "Identifier") return false;
    const variable = scopes.variableOf(value);
    const definition = variable?.definition;
    if (variable === undefined) return false;
    if (definition?.type === "VariableDeclarator") {
      if (definition.id.type === "ObjectPattern") {
        const key = keyThatBinds(definition.id, variable.identifier);
        if (key === undefined || !keys.has(key)) return false;
        const iteration = iterationThatBinds(variable);
        if (iteration !== undefined) return isList(iteration.list);
        return definition.init !== null && isItem(definition.init);
      }
      const init = initOf(variable);
      return init !== undefined && isPartOfItem(init, keys, depth + 1);
    }
    if (definition !== undefined && isFunction(definition)) return isPartParameter(variable, definition, keys, depth);
    return false;
  }

  /** A parameter that every call in the file fills with that part of a tool call. */
  function isPartParameter(variable: Variable, fn: FunctionNode, keys: ReadonlySet<string>, depth: number): boolean {
    const index = fn.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
    const parameter = fn.params[index];
    if (parameter?.type === "ObjectPattern") {
      const key = keyThatBinds(parameter, variable.identifier);
      if (key === undefined || !keys.has(key)) return false;
      if (isTypedAsToolCall(context, parameter)) return true;
      const iteration = callbackIteration(fn);
      return iteration !== undefined && isList(iteration.list);
    }
    const sites = context.bindings.callsOf(fn) ?? [];
    return (
      sites.length > 0 &&
      sites.every((site) => {
        const argument = site.arguments[index];
        return argument !== undefined && argument.type !== "SpreadElement" && isPartOfItem(argument, keys, depth + 1);
      })
    );
  }

  return {
    isList: (node) => isList(node),
    isItem: (node) => isItem(node),
    picksItems: keepsItems,
    isName: (node) => isPartOfItem(node, NAME_KEYS),
    isArguments: (node) => isPartOfItem(node, ARGUMENT_KEYS),
    iterationOf,
  };
}

/** The key under which an object pattern hands a value to a name. */
export function keyThatBinds(pattern: TSESTree.ObjectPattern, target: Identifier): string | undefined {
  for (const property of pattern.properties) {
    if (property.type === "Property" && isWithin(target, property.value)) return keyName(property);
  }
  return undefined;
}

/** The value of a property that is a function, by the first of several names. */
export function findFunction(object: ObjectExpression, names: readonly string[]): FunctionNode | undefined {
  for (const name of names) {
    const value = findProperty(object, name)?.value;
    if (value !== undefined && isFunction(value)) return value;
  }
  return undefined;
}
