import type { TSESTree } from "@typescript-eslint/types";
import type { ReplyShape } from "../catalogue/schema.js";
import { bare, findProperty, keyName, settled, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { FileContext } from "../file/file-context.js";
import type { ModelCall } from "../model/file-model.js";
import type { RecognisedCall } from "./model-calls.js";
import { readEndCount, readStreamCount } from "./stream-usage.js";

type Counted = Pick<ModelCall, "replyName" | "tokens" | "tokensNeed" | "tokensBehind" | "stream">;

/** The variable a reply is kept in, and the expression that counts its tokens. */
export function readTokens(context: FileContext, call: RecognisedCall): Counted {
  const target = targetOf(context, call.node);
  const replyName = target?.type === "Identifier" ? target.name : undefined;
  const unknown: Counted = {
    replyName,
    tokens: undefined,
    tokensNeed: undefined,
    tokensBehind: spanOf(context.tree.statementOf(call.node)),
    stream: undefined,
  };
  if (call.how !== "wrapper" && mayStream(call)) {
    const asks = call.row?.row.kind === "model-call" && call.row.row.streamUsage?.asked !== undefined;
    // Where usage has to be asked for, the end of the stream knows no more than its elements.
    const end = asks ? undefined : readEndCount(context, call);
    return end === undefined
      ? { ...unknown, stream: readStreamCount(context, call) }
      : { ...unknown, replyName: undefined, tokens: end.tokens, tokensBehind: end.behind };
  }
  // What a wrapper hands back need not be the reply it got.
  const shape = call.how === "wrapper" ? undefined : call.reply;
  const paths = shape === undefined ? [] : usagePaths(shape);
  if (target === undefined || paths.length === 0) return unknown;
  const always = shape?.usage?.always === true;
  if (target.type === "Identifier")
    return {
      ...unknown,
      tokens: sum(
        target.name,
        paths.map((path) => `.${path}`),
        always,
      ),
    };
  return target.type === "ObjectPattern" ? takenApart(unknown, target, paths, always) : unknown;
}

/** A stream has no usage of its own; its elements or its end have. */
function mayStream({ node, row, streams }: RecognisedCall): boolean {
  const option = row?.row.kind === "model-call" ? row.row.streamOption : undefined;
  if (streams || option === undefined) return streams;
  return (typeof option === "string" ? [option] : option).some((path) => {
    const [index, ...names] = path.split(".");
    const value = names.reduce<Node | undefined>(
      (given, name) => (given?.type === "ObjectExpression" ? findProperty(given, name)?.value : undefined),
      node.arguments[Number(index)],
    );
    return value !== undefined && !(value.type === "Literal" && value.value === false);
  });
}

/** What the reply is put into: a variable, or a pattern that takes it apart. */
function targetOf(context: FileContext, node: Node): Node | undefined {
  let value = node;
  for (
    let up = context.tree.parentOf(value);
    up !== undefined && settled(up) === settled(node);
    up = context.tree.parentOf(up)
  )
    value = up;
  // A call that is not awaited gives a promise, not a reply.
  if (value === node) return undefined;
  const parent = context.tree.parentOf(value);
  if (parent?.type === "VariableDeclarator" && parent.init === value) return parent.id;
  if (
    parent?.type === "AssignmentExpression" &&
    parent.operator === "=" &&
    context.tree.parentOf(parent)?.type === "ExpressionStatement"
  )
    return bare(parent.left);
  return undefined;
}

/** One total, or the parts that have to be added. */
function usagePaths({ usage }: ReplyShape): readonly string[] {
  const paths = usage?.total === undefined ? (usage?.parts ?? []) : [usage.total];
  return paths.every((path) => /^[\w$]+(?:\.[\w$]+)*$/.test(path)) ? paths : [];
}

/** `const { text, usage } = await …`: the usage is at hand, or can be taken out too. */
function takenApart(
  unknown: Counted,
  pattern: TSESTree.ObjectPattern,
  paths: readonly string[],
  always: boolean,
): Counted {
  const [key, ...others] = new Set(paths.map((path) => path.slice(0, path.indexOf("."))));
  if (key === undefined || key === "" || others.length > 0) return unknown;
  const property = pattern.properties.find((each) => each.type === "Property" && keyName(each) === key);
  const last = pattern.properties.at(-1);
  const deeper = (name: string): string =>
    sum(
      name,
      paths.map((path) => `${always ? "." : "?."}${path.slice(key.length + 1)}`),
      always,
    );
  if (property?.type === "Property") {
    return property.value.type === "Identifier" ? { ...unknown, tokens: deeper(property.value.name) } : unknown;
  }
  if (last === undefined || last.type === "RestElement") return unknown;
  return { ...unknown, tokens: deeper(key), tokensNeed: { at: last.range[1], text: `, ${key}` } };
}

/** Where usage may be missing, every step below the first is optional, and nothing counts as nothing. */
function sum(root: string, paths: readonly string[], always: boolean): string {
  if (always) return paths.map((path) => root + path).join(" + ");
  const expressions = paths.map(
    (path) =>
      `${root}${path.slice(0, path.startsWith("?.") ? 2 : 1)}${path.replace(/^\??\./, "").replaceAll(".", "?.")} ?? 0`,
  );
  return expressions.length === 1
    ? expressions.join("")
    : expressions.map((expression) => `(${expression})`).join(" + ");
}
