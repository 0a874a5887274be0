import type { FileContext } from "../file/file-context.js";
import { bare, forEachChild, isWithin, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, Identifier, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import type { CalledTools } from "../tools/called-tools.js";
import { isOneAtATime } from "./first-answer.js";

/** A part of the tool calls of a reply, and the answer that only this part gets. */
export interface PartialAnswer {
  /** Where the part is taken from the list. */
  readonly taken: Node;
  readonly answer: CallExpression;
  /** `one`: the first call of the list; `few`: as many as a number says. */
  readonly part: "one" | "few";
}

/** A length that is compared with more than nothing: the code knows that there may be other calls. */
const COUNTS_CALLS = /\.length\s*(?:[<>]=?|[!=]==?)\s*[1-9]|\.length\s*=[^=]|\.(?:shift|pop|splice)\(/;

/**
 * `const [use] = calls`, `calls[0]`, `calls.find(isToolUse)`, `calls.slice(0, 3)`: what a turn takes
 * of the tool calls of a reply, where it answers that alone and leaves the reply in the history as it is.
 */
export function findPartialAnswer(
  context: FileContext,
  called: CalledTools,
  loop: Node,
  answers: readonly CallExpression[],
): PartialAnswer | undefined {
  const { tree, scopes } = context;
  if (isOneAtATime(context) || COUNTS_CALLS.test(context.file.text.slice(loop.range[0], loop.range[1])))
    return undefined;
  const inside = answers.filter((answer) => isWithin(answer, loop));
  const found = inside.map((answer) => ofOne(answer) ?? ofFew(answer));
  const [first] = found;
  // Where another answer is given to another part, the two together may be all.
  return first !== undefined && found.every((one) => one?.taken === first.taken) ? first : undefined;

  /** The answer names the id of a call that was picked out of the list. */
  function ofOne(answer: CallExpression): PartialAnswer | undefined {
    for (const variable of new Set(namesIn(answer).flatMap((name) => scopes.variableOf(name) ?? []))) {
      const taken = pickedFrom(variable);
      if (
        taken === undefined ||
        !isWithin(taken, loop) ||
        called.iterationOf(answer) !== undefined ||
        isGoneThroughElsewhere(taken) ||
        isSentBack(variable)
      )
        continue;
      return { taken, answer, part: "one" };
    }
    return undefined;
  }

  /** The answer stands in a pass over a part of the list. */
  function ofFew(answer: CallExpression): PartialAnswer | undefined {
    const list = called.iterationOf(answer)?.list;
    const name = list && bare(list);
    const variable = name?.type === "Identifier" ? scopes.variableOf(name) : undefined;
    const taken = list === undefined ? undefined : settled(variable === undefined ? list : (initOf(variable) ?? list));
    if (
      taken === undefined ||
      !isWithin(taken, loop) ||
      !isSlice(taken) ||
      isGoneThroughElsewhere(taken, list) ||
      (variable !== undefined && isSentBack(variable))
    )
      return undefined;
    return { taken, answer, part: "few" };
  }

  /** A picked call that goes into a list of its own is what the history says was asked. */
  function isSentBack(variable: Variable): boolean {
    return variable.reads.some((read) => {
      const parent = tree.parentOf(read);
      if (parent?.type === "ArrayExpression" || parent?.type === "SpreadElement") return true;
      return (
        (parent?.type === "Property" && parent.value === read) ||
        (parent?.type === "AssignmentExpression" && parent.right === read)
      );
    });
  }

  /** Another pass over calls of the reply may answer the rest. */
  function isGoneThroughElsewhere(taken: Node, own?: Node): boolean {
    const passes = tree.loops.flatMap((one) =>
      one.type === "ForOfStatement" && one !== loop && isWithin(one, loop) ? [one.right] : [],
    );
    const callbacks = tree.calls.flatMap((call) => {
      const callee = bare(call.callee);
      if (
        !isWithin(call, loop) ||
        callee.type !== "MemberExpression" ||
        !/^(?:map|forEach|flatMap|reduce)$/.test(propertyName(callee) ?? "")
      )
        return [];
      // The descriptions of the tools are gone through as well, and say nothing about the reply.
      return called.isList(callee.object) || rootOf(callee.object) === rootOf(taken) ? [callee.object] : [];
    });
    const indexed = tree.loops.some((one) => one.type === "ForStatement" && one !== loop && isWithin(one, loop));
    return indexed || [...passes, ...callbacks].some((list) => list !== own);
  }

  function pickedFrom(variable: Variable): Node | undefined {
    const { definition, identifier } = variable;
    if (definition.type !== "VariableDeclarator" || definition.init === null) return undefined;
    const value = settled(definition.init);
    if (definition.id.type === "ArrayPattern")
      return definition.id.elements.length === 1 && definition.id.elements[0] === identifier && called.isList(value)
        ? definition.init
        : undefined;
    return definition.id === identifier && isFirst(value) ? definition.init : undefined;
  }

  /** `calls[0]`, `calls.at(0)`, `content.find((part) => part.type === "tool_use")` */
  function isFirst(value: Node): boolean {
    if (value.type === "MemberExpression")
      return value.computed && isZero(value.property) && called.isList(value.object);
    if (value.type !== "CallExpression") return false;
    const callee = bare(value.callee);
    if (callee.type !== "MemberExpression") return false;
    const [argument] = value.arguments;
    if (argument === undefined || argument.type === "SpreadElement") return false;
    if (propertyName(callee) === "at") return isZero(argument) && called.isList(callee.object);
    return propertyName(callee) === "find" && called.picksItems(value);
  }

  /** `calls.slice(0, 3)`, also of what may be missing. */
  function isSlice(value: Node): boolean {
    if (value.type !== "CallExpression") return false;
    const callee = bare(value.callee);
    const [from, to] = value.arguments;
    return (
      callee.type === "MemberExpression" &&
      propertyName(callee) === "slice" &&
      isZero(from) &&
      to !== undefined &&
      to.type !== "SpreadElement" &&
      called.isList(callee.object)
    );
  }

  function initOf({ definition, identifier }: Variable): Node | undefined {
    return definition.type === "VariableDeclarator" && definition.id === identifier
      ? (definition.init ?? undefined)
      : undefined;
  }

  function namesIn(node: Node): Identifier[] {
    const names: Identifier[] = node.type === "Identifier" ? [node] : [];
    forEachChild(node, (child) => {
      names.push(...namesIn(child));
    });
    return names;
  }
}

/** The name that a chain of members, calls and defaults begins with. */
function rootOf(node: Node): string | undefined {
  const value = settled(node);
  switch (value.type) {
    case "Identifier":
      return value.name;
    case "MemberExpression":
      return rootOf(value.object);
    case "CallExpression":
      return rootOf(value.callee);
    case "LogicalExpression":
      return rootOf(value.left);
    default:
      return undefined;
  }
}

function isZero(node: Node | undefined): boolean {
  return node?.type === "Literal" && node.value === 0;
}
