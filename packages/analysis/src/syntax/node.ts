import type { TSESTree } from "@typescript-eslint/types";
import { visitorKeys } from "@typescript-eslint/visitor-keys";

/**
 * The tree contract: ESTree with TypeScript nodes and `range`.
 *
 * Parsers disagree about everything else (`loc`, `parent`, tokens, comments), so nothing in this
 * package may read those; the lint configuration of the workspace holds it to that.
 */
export type Node = TSESTree.Node;
export type Statement = TSESTree.Statement;
export type Program = TSESTree.Program;
export type Identifier = TSESTree.Identifier;
export type CallExpression = TSESTree.CallExpression;
export type NewExpression = TSESTree.NewExpression;
export type MemberExpression = TSESTree.MemberExpression;
export type ObjectExpression = TSESTree.ObjectExpression;
export type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;
export type FunctionNode =
  TSESTree.FunctionDeclaration | TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression;
export type LoopNode =
  | TSESTree.WhileStatement
  | TSESTree.DoWhileStatement
  | TSESTree.ForStatement
  | TSESTree.ForInStatement
  | TSESTree.ForOfStatement;

/** A stretch of a file's text, as offsets in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function spanOf(node: Node): Span {
  return { start: node.range[0], end: node.range[1] };
}

export function isWithin(inner: Node, outer: Node): boolean {
  return inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];
}

const NO_KEYS: readonly string[] = [];
/** A map is asked faster than an object with as many keys. */
const KEYS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(visitorKeys).map(([type, keys]) => [type, keys ?? NO_KEYS]),
);

/** Calls `visit` for every child node, in source order of the grammar. */
export function forEachChild(node: Node, visit: (child: Node) => void): void {
  const record = node as unknown as Record<string, unknown>;
  for (const key of KEYS.get(node.type) ?? NO_KEYS) {
    const value = record[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(item);
    } else if (isNode(value)) {
      visit(value);
    }
  }
}

/** Puts every child node behind what the list holds, in source order of the grammar. */
export function addChildren(node: Node, list: Node[]): void {
  const record = node as unknown as Record<string, unknown>;
  for (const key of KEYS.get(node.type) ?? NO_KEYS) {
    const value = record[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) list.push(item);
    } else if (isNode(value)) {
      list.push(value);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === "FunctionDeclaration" || node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression"
  );
}

export function isClass(node: Node): node is ClassNode {
  return node.type === "ClassDeclaration" || node.type === "ClassExpression";
}

export function isLoop(node: Node): node is LoopNode {
  return (
    node.type === "WhileStatement" ||
    node.type === "DoWhileStatement" ||
    node.type === "ForStatement" ||
    node.type === "ForInStatement" ||
    node.type === "ForOfStatement"
  );
}

/** A list of the grammar of TypeScript (decorators, `implements`), which parsers of plain JavaScript leave out. */
export function listOf<T>(nodes: readonly T[] | undefined): readonly T[] {
  return nodes ?? [];
}

/** The expression without what does not change its value: casts, `!`, optional chains. */
export function bare(node: Node): Node {
  let current = node;
  for (;;) {
    switch (current.type) {
      case "TSAsExpression":
      case "TSNonNullExpression":
      case "TSSatisfiesExpression":
      case "TSTypeAssertion":
      case "TSInstantiationExpression":
      case "ChainExpression":
        current = current.expression;
        continue;
      default:
        return current;
    }
  }
}

/** The expression without casts and without `await`: what the value is made of, now or later. */
export function settled(node: Node): Node {
  let current = bare(node);
  while (current.type === "AwaitExpression") current = bare(current.argument);
  return current;
}

/** The name of a property that can be read from the text: `a.b`, `a["b"]`; `undefined` for `a[b]`. */
export function propertyName(node: MemberExpression): string | undefined {
  if (!node.computed) return node.property.type === "Identifier" ? node.property.name : `#${node.property.name}`;
  const property = bare(node.property);
  return property.type === "Literal" && typeof property.value === "string" ? property.value : undefined;
}

/** The name of a property, method or field key; `undefined` when it is computed from something else. */
export function keyName(node: { readonly key: Node; readonly computed?: boolean }): string | undefined {
  const { key } = node;
  if (key.type === "Identifier" && node.computed !== true) return key.name;
  if (key.type === "PrivateIdentifier") return `#${key.name}`;
  if (key.type === "Literal") return String(key.value);
  return undefined;
}

/** The name of the method of a call, when it is one. */
export function methodOf(call: CallExpression): string | undefined {
  const callee = bare(call.callee);
  return callee.type === "MemberExpression" ? propertyName(callee) : undefined;
}

/** The name of the method or function that is called. */
export function calledName(call: CallExpression): string | undefined {
  const callee = bare(call.callee);
  return callee.type === "Identifier" ? callee.name : methodOf(call);
}

/** A callee or value as it is written, `llm.complete` or `this.writer.draft`; `undefined` when it is not a plain path. */
export function dottedName(node: Node): string | undefined {
  const expression = bare(node);
  switch (expression.type) {
    case "Identifier":
      return expression.name;
    case "ThisExpression":
      return "this";
    case "Super":
      return "super";
    case "MemberExpression": {
      const name = propertyName(expression);
      const object = dottedName(expression.object);
      return name === undefined || object === undefined ? undefined : `${object}.${name}`;
    }
    default:
      return undefined;
  }
}

/** Whether a type has texts, numbers and the like for values, or lists of anything: nothing that is called itself. */
export function isPlainType(type: Node): boolean {
  switch (type.type) {
    case "TSStringKeyword":
    case "TSNumberKeyword":
    case "TSBooleanKeyword":
    case "TSBigIntKeyword":
    case "TSSymbolKeyword":
    case "TSNullKeyword":
    case "TSUndefinedKeyword":
    case "TSLiteralType":
    case "TSTemplateLiteralType":
    case "TSArrayType":
    case "TSTupleType":
      return true;
    case "TSUnionType":
      return type.types.every(isPlainType);
    default:
      return false;
  }
}

/** The property `name` of an object literal; spreads are not looked into. */
export function findProperty(object: ObjectExpression, name: string): TSESTree.Property | undefined {
  for (const property of object.properties) {
    if (property.type === "Property" && keyName(property) === name) return property;
  }
  return undefined;
}

/** Whether something an object literal spreads could bring a property that is not written in it. */
export function hasSpread(object: ObjectExpression): boolean {
  return object.properties.some((property) => property.type === "SpreadElement");
}

/** `undefined`, also as `void 0`. */
export function isUndefined(node: Node): boolean {
  const value = bare(node);
  return (
    (value.type === "Identifier" && value.name === "undefined") ||
    (value.type === "UnaryExpression" && value.operator === "void")
  );
}

/** No value at all: `null` or `undefined`. */
export function isNothing(node: Node): boolean {
  const value = bare(node);
  return isUndefined(value) || (value.type === "Literal" && value.value === null && !("regex" in value));
}
