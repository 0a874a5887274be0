import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, isFunction, isWithin, propertyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, Identifier, MemberExpression, Node, Span } from "../syntax/node.js";
import type { CalledTools } from "./called-tools.js";
import { isParse } from "./tool-failures.js";

/** How a turn uses a tool call, as scaffolds have to know it. */
export interface ToolUse {
  /** The innermost statement round the call, in the function that makes it. */
  readonly statement: Span;
  /** It stands in a list of statements. */
  readonly inBlock: boolean;
  /** The call, with its `await`. */
  readonly value: Span;
  readonly awaited: boolean;
  /** What becomes of the result; `part`: it is a property, an argument or a piece of text of what the statement says. */
  readonly result: "declared" | "assigned" | "dropped" | "part" | "used";
  /** The variable it is put into. */
  readonly name: string | undefined;
  /** The type it is declared with, as written. */
  readonly type: string | undefined;
  /** Parts of that variable are read, which a text in its place does not have. */
  readonly takenApart: boolean;
  /** Functions inside of this one read that variable. */
  readonly captured: boolean;
  /** What the call gives, or that variable, is turned into JSON text. */
  readonly stringified: boolean;
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
  if (holder === undefined || (statement.type === "VariableDeclaration" && holder.type.startsWith("For")))
    return undefined;
  const action = readAction();
  const parses = call.arguments.some((argument) => isParse(bare(argument)));
  return {
    statement: spanOf(statement),
    inBlock: /^(?:BlockStatement|Program|SwitchCase|StaticBlock)$/.test(holder.type),
    value: spanOf(value),
    awaited: value.type === "AwaitExpression",
    ...resultOf(),
    action,
    actionIsText: action !== undefined && (parses || /\.arguments\b|\btool_calls\b/.test(context.file.text)),
  };

  function resultOf(): Pick<ToolUse, "result" | "name" | "type" | "takenApart" | "captured" | "stringified"> {
    const name = resultName(statement, value);
    if (name === undefined) {
      const dropped = statement.type === "ExpressionStatement" && isSame(statement.expression, value);
      return {
        result: dropped ? "dropped" : isPart() ? "part" : "used",
        name: undefined,
        type: undefined,
        takenApart: false,
        captured: false,
        stringified: isStringified(value),
      };
    }
    const reads = context.scopes.variableOf(name)?.reads ?? [];
    const annotation = name.typeAnnotation?.typeAnnotation;
    return {
      result: statement.type === "VariableDeclaration" ? "declared" : "assigned",
      name: name.name,
      type: annotation && textAt(annotation),
      // A value that goes into the next call is no answer to this one.
      takenApart: reads.some((read) => isTakenApart(read) || isWithin(read, value)),
      captured: reads.some((read) => tree.ownerOf(read) !== tree.ownerOf(name)),
      stringified: reads.some(isStringified),
    };
  }

  /** Whether another value can stand in its place, and it is asked for whatever the rest of the statement comes to. */
  function isPart(): boolean {
    const parent = tree.parentOf(value);
    const isPlace =
      (parent?.type === "Property" && parent.value === value) ||
      (parent?.type === "CallExpression" && parent.callee !== value && !keepsElements(parent)) ||
      parent?.type === "TemplateLiteral";
    for (let child = value, up = parent; up !== undefined && up !== statement; child = up, up = tree.parentOf(up)) {
      if (up.type === "ConditionalExpression" && up.test !== child) return false;
      if (up.type === "LogicalExpression" && up.right === child) return false;
    }
    return isPlace;
  }

  function isTakenApart(read: Node): boolean {
    let whole: Node = read;
    for (let up = tree.parentOf(whole); up !== undefined && bare(up) === bare(read); up = tree.parentOf(up)) whole = up;
    const parent = tree.parentOf(whole);
    switch (parent?.type) {
      case "MemberExpression":
        return parent.object === whole;
      case "SpreadElement":
        return true;
      case "ForOfStatement":
      case "ForInStatement":
        return parent.right === whole;
      case "VariableDeclarator":
        return parent.init === whole && parent.id.type !== "Identifier";
      default:
        return false;
    }
  }

  /** What is put into a list as it is has the form of its elements, which a text has not. */
  function keepsElements({ callee }: CallExpression): boolean {
    const method = bare(callee);
    return (
      method.type === "MemberExpression" &&
      /^(?:push|unshift|concat|add|append|set|splice|with)$/.test(propertyName(method) ?? "")
    );
  }

  function isStringified(read: Node): boolean {
    const parent = tree.parentOf(read);
    return (
      parent?.type === "CallExpression" &&
      parent.arguments[0] === read &&
      dottedName(parent.callee) === "JSON.stringify"
    );
  }

  function readAction(): string | undefined {
    const parts = [
      ...chosenName(bare(call.callee)),
      ...call.arguments.flatMap((argument) => (argument.type === "SpreadElement" ? [] : [argument])),
    ];
    const chosen = parts.filter(
      (part) =>
        called.isItem(part) ||
        called.isList(part) ||
        called.isName(part) ||
        called.isArguments(part) ||
        isMadeOfArguments(part),
    );
    const [only] = chosen;
    if (only === undefined) return named(parts);
    if (chosen.length > 1) return list(chosen);
    // Arguments alone are the same for two tools that take none; the call they are part of has the name, too.
    const whole = called.isName(only) || called.isArguments(only) || isMadeOfArguments(only) ? partOf(only) : only;
    // Two tools that are given the same are not the same action, and nothing here says which one it is.
    if (whole === undefined && !called.isName(only) && isPickedTool(bare(call.callee))) return undefined;
    return whole === undefined
      ? list(chosen)
      : (withoutId(whole) ?? (called.isArguments(only) ? list(chosen) : undefined));
  }

  /** `tools[call.name](…)`, `registry.get(call.name).run(…)`. */
  function chosenName(callee: Node): Node[] {
    if (callee.type === "MemberExpression") {
      if (callee.computed && propertyName(callee) === undefined) return [callee.property];
      return chosenName(bare(callee.object));
    }
    if (callee.type === "CallExpression")
      return callee.arguments.filter((argument) => argument.type !== "SpreadElement" && called.isName(argument));
    return [];
  }

  /** `tool.run` of `const tool = tools.find(…)`. */
  function isPickedTool(callee: Node): boolean {
    const object = callee.type === "MemberExpression" ? bare(callee.object) : undefined;
    const definition = object?.type === "Identifier" ? context.scopes.variableOf(object)?.definition : undefined;
    return definition?.type === "VariableDeclarator" && isFunction(tree.ownerOf(definition));
  }

  /** `call` of `call.args`, `call.function` of `JSON.parse(call.function.arguments)`. */
  function partOf(node: Node): Node | undefined {
    const expression = bare(node);
    if (expression.type === "MemberExpression") return expression.object;
    const inner =
      expression.type === "CallExpression"
        ? expression.arguments.find((argument) => called.isArguments(argument))
        : undefined;
    return inner === undefined ? undefined : partOf(inner);
  }

  function isMadeOfArguments(node: Node): boolean {
    const expression = bare(node);
    return (
      expression.type === "CallExpression" && expression.arguments.some((argument) => called.isArguments(argument))
    );
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
    // The id of an item is none of what is in it: `call.function` has its name and arguments alone.
    if (bare(node).type === "MemberExpression" && called.isItem((bare(node) as MemberExpression).object)) return text;
    const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const id =
      new RegExp(`\\b${escaped}\\??\\.(id|toolCallId|callId|call_id|tool_call_id|toolUseId)\\b`).exec(
        context.file.text,
      )?.[1] ?? "id";
    return `{ ...${text}, ${id}: undefined }`;
  }

  function list(nodes: readonly Node[]): string {
    return `[${nodes.map((node) => textAt(unparsed(node))).join(", ")}]`;
  }

  /** The text in `JSON.parse(call.arguments)`: parsing it once more is one more place where it can fail. */
  function unparsed(node: Node): Node {
    const call = bare(node);
    const [text] = isParse(call) ? call.arguments : [];
    return text === undefined || text.type === "SpreadElement" ? node : text;
  }

  function textAt(node: Node): string {
    return context.file.text.slice(node.range[0], node.range[1]);
  }
}

function isStatement(node: Node): boolean {
  return node.type.endsWith("Statement") || node.type === "VariableDeclaration";
}

/** The variable that the statement puts the value into, and nothing else. */
function resultName(statement: Node, value: Node): Identifier | undefined {
  if (statement.type === "VariableDeclaration") {
    const [only] = statement.declarations;
    const holdsIt = statement.declarations.length === 1 && only.init !== null && isSame(only.init, value);
    return holdsIt && only.id.type === "Identifier" ? only.id : undefined;
  }
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression")
    return undefined;
  const { operator, left, right } = statement.expression;
  return operator === "=" && left.type === "Identifier" && isSame(right, value) ? left : undefined;
}

function isSame(a: Node, b: Node): boolean {
  return isWithin(a, b) && isWithin(b, a);
}
