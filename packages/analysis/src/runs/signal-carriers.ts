import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, forEachChild, isFunction, keyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import { walk } from "../file/walk.js";

/** A place where a name may begin to stand for what another one stands for. */
interface Transfer {
  /** The names that are read there. */
  readonly reads: readonly string[];
  /** The names that carry it from then on, when one of those that are read does. */
  readonly gives: (carriers: ReadonlySet<string>) => readonly string[];
}

const transfers = new WeakMap<Node, readonly Transfer[]>();
const carriers = new WeakMap<Node, Map<string, ReadonlySet<string>>>();

/** The names that stand for a signal: itself, and whatever is made from it or raised by it. */
export function carriersOf(analysis: LoopAnalysis, call: CallExpression, path: string): ReadonlySet<string> {
  const { tree } = analysis.context;
  let owner: Node = tree.ownerOf(call);
  for (let up = owner; isFunction(up); up = tree.ownerOf(up)) owner = up;
  const scope = path.startsWith("this.") ? (tree.classOf(call) ?? owner) : owner;
  // A class of thousands of lines is asked about for each of its calls.
  const known = carriers.get(scope) ?? new Map<string, ReadonlySet<string>>();
  carriers.set(scope, known);
  const found = known.get(path) ?? spread(path, transfersIn(analysis, scope));
  known.set(path, found);
  return found;
}

function spread(path: string, all: readonly Transfer[]): ReadonlySet<string> {
  const names = new Set([path]);
  // A transfer has something to say only when a name that it reads is new.
  for (let fresh: ReadonlySet<string> = names; fresh.size > 0;) {
    const added = new Set<string>();
    for (const transfer of all) {
      if (!transfer.reads.some((name) => isAmong(name, fresh))) continue;
      for (const given of transfer.gives(names)) if (!names.has(given)) added.add(given);
    }
    for (const name of added) names.add(name);
    fresh = added;
  }
  return names;
}

function transfersIn(analysis: LoopAnalysis, scope: Node): readonly Transfer[] {
  const known = transfers.get(scope);
  if (known !== undefined) return known;
  const found: Transfer[] = [];
  walk(scope, (node) => {
    const transfer = transferAt(analysis, node);
    if (transfer !== undefined) found.push(transfer);
    return false;
  });
  transfers.set(scope, found);
  return found;
}

/** A call that asks a model or a server. */
export function isRequest(analysis: LoopAnalysis, node: Node): boolean {
  return (
    node.type === "CallExpression" && (analysis.calls.at(node) !== undefined || dottedName(node.callee) === "fetch")
  );
}

function transferAt(analysis: LoopAnalysis, node: Node): Transfer | undefined {
  // What a request answers is data; only what is made with the signal carries it on.
  const isClosed = (part: Node): boolean => isRequest(analysis, part);
  if (node.type === "VariableDeclarator" && node.init) {
    const { id, init } = node;
    return { reads: namesRead(init, isClosed), gives: (names) => carriedNames(id, init, names) };
  }
  if (node.type === "AssignmentExpression") {
    const target = dottedName(node.left)?.replace(/\.on\w+$/, "");
    return target === undefined ? undefined : { reads: namesRead(node.right, isClosed), gives: () => [target] };
  }
  if (
    node.type !== "CallExpression" ||
    !/\.(?:addEventListener|on|once|push|add|set)$/.test(dottedName(node.callee) ?? "")
  )
    return undefined;
  const receiver = bare(node.callee);
  const target = receiver.type === "MemberExpression" ? dottedName(receiver.object) : undefined;
  const given = [
    ...node.arguments.flatMap((argument) => namesIn(analysis, argument)),
    ...(target === undefined ? [] : [target]),
  ];
  return { reads: namesRead(node), gives: () => given };
}

/** What a declaration takes over: of an object that is taken apart, only the signal. */
function carriedNames(pattern: Node, init: Node, names: ReadonlySet<string>): string[] {
  const held = dottedName(init);
  if (pattern.type !== "ObjectPattern" || held === undefined) return boundNames(pattern);
  return pattern.properties.flatMap((property) => {
    if (property.type === "RestElement") return boundNames(property.argument);
    // `const { signal } = controller` takes a part of what is carried.
    return isAmong(`${held}.${keyName(property) ?? ""}`, names) ? boundNames(property.value) : [];
  });
}

export function boundNames(pattern: Node): string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  const names: string[] = [];
  forEachChild(pattern, (child) => {
    names.push(...boundNames(child));
  });
  return names;
}

/** What an event handler reaches: the controller it aborts. */
function namesIn(analysis: LoopAnalysis, node: Node, depth = 0): string[] {
  const names: string[] = [];
  walk(node, (inner) => {
    if (inner.type === "Identifier" || inner.type === "MemberExpression") {
      const name = dottedName(inner)?.replace(/\.(?:abort|signal|cancel|stop|destroy|reason)$/, "");
      if (name !== undefined) names.push(name);
      if (inner.type === "Identifier" && depth < 2) {
        const definition = analysis.context.scopes.variableOf(inner)?.definition;
        const value =
          definition?.type === "VariableDeclarator"
            ? definition.init
            : definition?.type === "FunctionDeclaration"
              ? definition.body
              : undefined;
        if (value && node !== value && isFunction(value.type === "BlockStatement" ? (definition ?? value) : value))
          names.push(...namesIn(analysis, value, depth + 1));
      }
    }
    return false;
  });
  return names;
}

/** Whether an expression uses one of the names, something of it, or the whole object that holds it. */
export function mentions(node: Node, names: ReadonlySet<string>): boolean {
  return namesRead(node).some((name) => isAmong(name, names));
}

/**
 * The names an expression uses: `a.b` as a whole, not the `a` in it.
 *
 * @param isClosed what is not looked into.
 */
function namesRead(node: Node, isClosed?: (node: Node) => boolean): string[] {
  if (isClosed?.(node) === true) return [];
  const name = node.type === "Identifier" || node.type === "MemberExpression" ? dottedName(node) : undefined;
  if (name !== undefined) return [name];
  const names: string[] = [];
  forEachChild(node, (child) => {
    // The key of a property is no use of the name.
    if (node.type === "Property" && child === node.key && child !== node.value && !node.computed) return;
    names.push(...namesRead(child, isClosed));
  });
  return names;
}

function isAmong(name: string, names: ReadonlySet<string>): boolean {
  for (const one of names) if (one === name || one.startsWith(`${name}.`) || name.startsWith(`${one}.`)) return true;
  return false;
}
