import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, isFunction, isWithin, propertyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, Node, Span } from "../syntax/node.js";
import type { CalledTools } from "./called-tools.js";

/** How a turn uses a tool call, as scaffolds have to know it. */
export interface ToolUse {
  /** The innermost statement round the call, in the function that makes it. */
  readonly statement: Span;
  /** It stands in a list of statements. */
  readonly inBlock: boolean;
  /** The call, with its `await`. */
  readonly value: Span;
  readonly awaited: boolean;
  /** What becomes of the result. */
  readonly result: "declared" | "assigned" | "dropped" | "used";
  /** The variable it is put into. */
  readonly name: string | undefined;
  /** An expression that is the same for the same action: the tool and its arguments. */
  readonly action: string | undefined;
  /** The arguments in it are text, in whatever order the model wrote them. */
  readonly actionIsText: boolean;
}

export function readToolUse({ context }: LoopAnalysis, called: CalledTools, call: CallExpression): ToolUse | undefined {
  const { tree } = context;
  let value: Node = call;
  for (let up = tree.parentOf(value); up !== undefined && settled(up) === call; up = tree.parentOf(up)) value = up;
  let statement = value;
  while (!isStatement(statement)) {
    const up = tree.parentOf(statement);
    if (up === undefined || isFunction(up)) return undefined;
    statement = up;
  }
  if (!/^(?:ExpressionStatement|VariableDeclaration|ReturnStatement)$/.test(statement.type)) return undefined;
  const holder = tree.parentOf(statement);
  // The head of a loop is no place for statements.
  if (holder === undefined || (statement.type === "VariableDeclaration" && holder.type.startsWith("For"))) return undefined;
  const action = readAction();
  return {
    statement: spanOf(statement),
    inBlock: /^(?:BlockStatement|Program|SwitchCase|StaticBlock)$/.test(holder.type),
    value: spanOf(value),
    awaited: value.type === "AwaitExpression",
    ...resultOf(statement, value),
    action,
    actionIsText: action !== undefined && /\.arguments\b|\btool_calls\b/.test(context.file.text),
  };

  function readAction(): string | undefined {
    const parts = [...chosenName(bare(call.callee)), ...call.arguments.flatMap((argument) => (argument.type === "SpreadElement" ? [] : [argument]))];
    const chosen = parts.filter((part) => called.isItem(part) || called.isList(part) || called.isName(part) || called.isArguments(part) || isMadeOfArguments(part));
    const [only] = chosen;
    if (only === undefined) return named(parts);
    if (chosen.length > 1) return list(chosen);
    // Arguments alone are the same for two tools that take none; the call they are part of has the name, too.
    const whole = called.isName(only) || called.isArguments(only) || isMadeOfArguments(only) ? partOf(only) : only;
    return whole === undefined ? list(chosen) : (withoutId(whole) ?? (called.isArguments(only) ? list(chosen) : undefined));
  }

  /** `tools[call.name](…)`, `registry.get(call.name).run(…)`. */
  function chosenName(callee: Node): Node[] {
    if (callee.type === "MemberExpression") {
      if (callee.computed && propertyName(callee) === undefined) return [callee.property];
      return chosenName(bare(callee.object));
    }
    if (callee.type === "CallExpression") return callee.arguments.filter((argument) => argument.type !== "SpreadElement" && called.isName(argument));
    return [];
  }

  /** `call` of `call.args`, `call.function` of `JSON.parse(call.function.arguments)`. */
  function partOf(node: Node): Node | undefined {
    const expression = bare(node);
    if (expression.type === "MemberExpression") return expression.object;
    const inner = expression.type === "CallExpression" ? expression.arguments.find((argument) => called.isArguments(argument)) : undefined;
    return inner === undefined ? undefined : partOf(inner);
  }

  function isMadeOfArguments(node: Node): boolean {
    const expression = bare(node);
    return expression.type === "CallExpression" && expression.arguments.some((argument) => called.isArguments(argument));
  }

  /** In-house replies are not known by their fields: whatever a plain name stands for is the action. */
  function named(parts: readonly Node[]): string | undefined {
    const names = parts.filter((part) => bare(part).type === "Identifier" || bare(part).type === "MemberExpression");
    const [only] = names;
    if (names.length !== 1 || parts.length !== 1 || only === undefined) return undefined;
    return isGoneThrough(only) ? undefined : withoutId(only);
  }

  function isGoneThrough(node: Node): boolean {
    const text = textAt(node).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`\\bof ${text}\\b|${text}\\??\\.(?:length|map|filter|forEach)\\b`).test(context.file.text);
  }

  /** The id of a tool call differs each time the model asks. */
  function withoutId(node: Node): string | undefined {
    const text = textAt(node);
    if (bare(node).type !== "Identifier" && bare(node).type !== "MemberExpression") return undefined;
    if ((called.isList(node) && !called.isItem(node)) || isGoneThrough(node)) return undefined;
    const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const id = new RegExp(`\\b${escaped}\\??\\.(id|toolCallId|callId|call_id|tool_call_id|toolUseId)\\b`).exec(context.file.text)?.[1] ?? "id";
    return `{ ...${text}, ${id}: undefined }`;
  }

  function list(nodes: readonly Node[]): string {
    return `[${nodes.map(textAt).join(", ")}]`;
  }

  function textAt(node: Node): string {
    return context.file.text.slice(node.range[0], node.range[1]);
  }
}

function isStatement(node: Node): boolean {
  return node.type.endsWith("Statement") || node.type === "VariableDeclaration";
}

function resultOf(statement: Node, value: Node): Pick<ToolUse, "result" | "name"> {
  if (statement.type === "VariableDeclaration") {
    const [only] = statement.declarations;
    if (statement.declarations.length === 1 && only.init != null && isSame(only.init, value) && only.id.type === "Identifier") {
      return { result: "declared", name: only.id.name };
    }
  }
  if (statement.type === "ExpressionStatement") {
    const { expression } = statement;
    if (isSame(expression, value)) return { result: "dropped", name: undefined };
    if (expression.type === "AssignmentExpression" && expression.operator === "=" && isSame(expression.right, value) && expression.left.type === "Identifier") {
      return { result: "assigned", name: expression.left.name };
    }
  }
  return { result: "used", name: undefined };
}

function isSame(a: Node, b: Node): boolean {
  return isWithin(a, b) && isWithin(b, a);
}
