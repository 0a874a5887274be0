import type { TSESTree } from "@typescript-eslint/types";
import type { ReplyShape, StreamUsageShape } from "../catalogue/schema.js";
import type { FileContext } from "../file/file-context.js";
import type { StreamCount } from "../model/file-model.js";
import { placeInCall } from "../runs/signal-place.js";
import { bare, findProperty, isWithin, propertyName, settled, spanOf } from "../syntax/node.js";
import type { Identifier, Node, Span } from "../syntax/node.js";
import type { RecognisedCall } from "./model-calls.js";

/** How the elements of a stream can be made to tell what they have used, where a turn goes through them. */
export function readStreamCount(context: FileContext, call: RecognisedCall): StreamCount | undefined {
  const shape = streamUsageOf(call);
  const loop = shape && elementLoop(context, call, shape);
  if (shape === undefined || loop === undefined) return undefined;
  const { node, element } = loop;
  const option = shape.asked === undefined ? undefined : optionEdit(call, shape.asked.option);
  if (option === "impossible") return undefined;
  if (
    shape.asked?.empties !== undefined &&
    option !== undefined &&
    !survivesEmpty(context, node.body, element, shape.asked.empties)
  )
    return undefined;
  const body = node.body;
  return {
    statement: spanOf(node),
    stream: spanOf(node.right),
    body: { start: body.range[0] + 1, end: body.range[1] - 1 },
    counts: shape.figures.map(({ type, path, always }) => ({
      when: type === undefined ? undefined : `${element.name}.${shape.tag ?? "type"} === "${type}"`,
      tokens: always ? `${element.name}.${path}` : `${element.name}.${path.replaceAll(".", "?.")}`,
      mayLack: always !== true,
    })),
    grows: shape.grows === true,
    option,
  };
}

function streamUsageOf({ row, how }: RecognisedCall): StreamUsageShape | undefined {
  const known = row?.row;
  if (how === "wrapper" || (known?.kind !== "model-call" && known?.kind !== "run")) return undefined;
  return known.streamUsage;
}

interface ElementLoop {
  readonly node: TSESTree.ForOfStatement & { readonly body: TSESTree.BlockStatement };
  readonly element: Identifier;
}

/** The one `for await` over what the call gives, in the function of the call. */
function elementLoop(
  context: FileContext,
  { node }: RecognisedCall,
  { in: holder }: StreamUsageShape,
): ElementLoop | undefined {
  const { tree, scopes } = context;
  const stream = outermost(context, node);
  const parent = tree.parentOf(stream);
  const reads =
    parent?.type === "VariableDeclarator" && parent.init === stream && parent.id.type === "Identifier"
      ? (scopes.variableOf(parent.id)?.reads ?? [])
      : [stream];
  const loops = reads.flatMap((read) => {
    const part = partOf(read);
    const over = part && tree.parentOf(outermost(context, part));
    return over?.type === "ForOfStatement" && over.await && settled(over.right) === settled(part ?? read) ? [over] : [];
  });
  const [loop] = loops;
  if (loop === undefined || loops.length > 1 || reads.some((read) => !isHarmless(read, loop))) return undefined;
  if (
    loop.body.type !== "BlockStatement" ||
    tree.ownerOf(loop) !== tree.ownerOf(node) ||
    loop.left.type !== "VariableDeclaration"
  )
    return undefined;
  const element = loop.left.declarations[0].id;
  return element.type === "Identifier" ? { node: { ...loop, body: loop.body }, element } : undefined;

  /** Some SDKs keep the elements in a property of what the call gives. */
  function partOf(read: Node): Node | undefined {
    if (holder === undefined) return read;
    const member = tree.parentOf(outermost(context, read));
    return member?.type === "MemberExpression" && propertyName(member) === holder ? member : undefined;
  }

  /** Reads that take no elements away. */
  function isHarmless(read: Node, loop: TSESTree.ForOfStatement): boolean {
    if (isWithin(read, loop.right)) return true;
    const member = tree.parentOf(outermost(context, read));
    return (
      member?.type === "MemberExpression" &&
      !/^(?:tee|toReadableStream|textStream|fullStream|\[Symbol)/.test(propertyName(member) ?? "[Symbol")
    );
  }
}

/** The expression with its `await` and its types. */
function outermost({ tree }: FileContext, node: Node): Node {
  let value = node;
  for (let up = tree.parentOf(value); up !== undefined && settled(up) === settled(node); up = tree.parentOf(up))
    value = up;
  return value;
}

/** The edit that asks for usage; `undefined` when the call asks already. */
function optionEdit({ node }: RecognisedCall, path: string): StreamCount["option"] | "impossible" {
  const [index = "", ...names] = path.split(".");
  let object: Node | undefined = node.arguments[Number(index)];
  for (const name of names) {
    const value: Node | undefined = object && bare(object);
    object = value?.type === "ObjectExpression" ? findProperty(value, name)?.value : undefined;
  }
  if (object !== undefined)
    return bare(object).type === "Literal" && (bare(object) as TSESTree.Literal).value === true
      ? undefined
      : "impossible";
  return placeInCall(node, Number(index), names) ?? "impossible";
}

/** Whether the code bears an element whose list is empty, as the one with the usage is. */
function survivesEmpty(context: FileContext, body: Node, element: Identifier, list: string): boolean {
  const { tree, scopes } = context;
  return (scopes.variableOf(element)?.reads ?? [])
    .filter((read) => isWithin(read, body))
    .every((read) => {
      const member = tree.parentOf(read);
      if (member?.type !== "MemberExpression" || propertyName(member) !== list) return true;
      const first = tree.parentOf(member);
      if (first?.type === "VariableDeclarator")
        return (
          first.id.type !== "ObjectPattern" &&
          (first.id.type !== "ArrayPattern" ||
            first.id.elements.every((one) => one === null || (one.type === "Identifier" && isAskedFor(one))))
        );
      if (first?.type !== "MemberExpression" || first.object !== member || !first.computed) return true;
      return bearsNothing(first);
    });

  /** `?.`, or a variable that is asked whether it is there. */
  function bearsNothing(value: Node): boolean {
    const parent = tree.parentOf(value);
    if (parent?.type === "MemberExpression" && parent.object === value) return parent.optional;
    if (parent?.type === "VariableDeclarator") return parent.id.type === "Identifier" && isAskedFor(parent.id);
    return parent?.type !== "TSNonNullExpression";
  }

  function isAskedFor(name: Identifier): boolean {
    const reads = scopes.variableOf(name)?.reads ?? [];
    const isTest = (read: Node): boolean => {
      const parent = tree.parentOf(read);
      return (
        (parent?.type === "UnaryExpression" && parent.operator === "!") ||
        ((parent?.type === "IfStatement" || parent?.type === "ConditionalExpression") && parent.test === read)
      );
    };
    const isOptional = (read: Node): boolean => {
      const parent = tree.parentOf(read);
      return parent?.type !== "MemberExpression" || parent.object !== read || parent.optional;
    };
    return reads.some(isTest) || reads.every(isOptional);
  }
}

/** What counts the tokens of a stream once it has ended, and the statement behind which it has. */
export interface EndCount {
  readonly tokens: string;
  readonly behind: Span;
}

/** `(await result.usage).totalTokens`: the object that the call gives tells it at the end, of itself or by a method. */
export function readEndCount(context: FileContext, call: RecognisedCall): EndCount | undefined {
  const { tree, scopes } = context;
  const paths = endPaths(call.reply);
  const [path] = paths;
  const value = outermost(context, call.node);
  const parent = tree.parentOf(value);
  if (
    !call.streams ||
    call.how === "wrapper" ||
    path === undefined ||
    parent?.type !== "VariableDeclarator" ||
    parent.id.type !== "Identifier"
  )
    return undefined;
  const result = parent.id;
  const reads = scopes.variableOf(result)?.reads ?? [];
  const declaration = tree.statementOf(parent);
  const block = tree.parentOf(declaration);
  if (block?.type !== "BlockStatement") return undefined;
  for (const statement of block.body.slice(block.body.indexOf(declaration as TSESTree.Statement) + 1)) {
    const used = reads.find(
      (read) => isWithin(read, statement) && tree.ownerOf(read) === tree.ownerOf(result) && isWaitedFor(read),
    );
    if (used === undefined) continue;
    const kept = finalMessage(statement);
    if (kept !== undefined)
      return { tokens: paths.map(({ rest }) => `${kept}.${rest}`).join(" + "), behind: spanOf(statement) };
    if (paths.length === 1)
      return { tokens: `(await ${result.name}.${path.first}).${path.rest} ?? 0`, behind: spanOf(statement) };
    return undefined;
  }
  return undefined;

  /** `for await (… of result.textStream)`, `await result.text`. */
  function isWaitedFor(read: Node): boolean {
    for (let up = tree.parentOf(read); up !== undefined && up.type !== "BlockStatement"; up = tree.parentOf(up)) {
      if (up.type === "AwaitExpression" || (up.type === "ForOfStatement" && up.await && isWithin(read, up.right)))
        return true;
    }
    return false;
  }

  /** The name that keeps what the method gives in which the usage is. */
  function finalMessage(statement: Node): string | undefined {
    if (statement.type !== "VariableDeclaration") return undefined;
    const [{ id, init }] = statement.declarations;
    const asked = init && settled(init);
    if (id.type !== "Identifier" || asked?.type !== "CallExpression" || asked.callee.type !== "MemberExpression")
      return undefined;
    const { object } = asked.callee;
    return object.type === "Identifier" &&
      scopes.variableOf(object)?.identifier === result &&
      `${propertyName(asked.callee) ?? ""}()` === path?.first
      ? id.name
      : undefined;
  }
}

interface EndPath {
  readonly first: string;
  readonly rest: string;
}

function endPaths(reply: ReplyShape | undefined): readonly EndPath[] {
  const usage = reply?.usage;
  const paths = usage?.total === undefined ? (usage?.parts ?? []) : [usage.total];
  const split = paths.map((path) => ({
    first: path.slice(0, path.indexOf(".")),
    rest: path.slice(path.indexOf(".") + 1),
  }));
  const [one] = split;
  return split.every(({ first, rest }) => first !== "" && first === one?.first && /^[\w$.]+$/.test(rest)) ? split : [];
}
