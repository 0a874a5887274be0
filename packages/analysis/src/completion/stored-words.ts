import { conditionsOf } from "../flow/conditions.js";
import type { Origin } from "../flow/origins.js";
import { walk } from "../file/walk.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, isFunction, isWithin, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";

/** The question about words behind a flag, and where the flag is set. */
export interface StoredWords {
  readonly asked: Node;
  readonly setAt: Node;
}

/**
 * `state.kv.has("summary")`, where a callback of the agent puts the summary there once a reply
 * holds certain words: the words decide, whoever asks the flag.
 */
export function findStoredWords(analysis: LoopAnalysis, test: Node, asker: FunctionNode): StoredWords | undefined {
  const key = keyAsked(test);
  if (key === undefined) return undefined;
  const setters = settersOf(analysis, key).filter((setter) => !isWithin(setter, asker));
  const found = setters.map((setter) => wordsBefore(analysis, setter));
  const [first] = found;
  // Another place that sets it may do so for a better reason.
  return first !== undefined && found.every((one) => one !== undefined) ? first : undefined;
}

/** `has("summary")`, `get("summary")`, `state.data.summary` */
function keyAsked(test: Node): string | undefined {
  let key: string | undefined;
  walk(test, (node) => {
    if (node.type === "CallExpression") key ??= keyOfCall(node, /^(?:has|get)$/);
    else if (node.type === "MemberExpression" && /\bstate\b/.test(namesIn(node))) key ??= propertyName(node);
    return key !== undefined;
  });
  return key;
}

function namesIn(node: Node): string {
  const value = bare(node);
  if (value.type === "MemberExpression") return `${namesIn(value.object)} ${propertyName(value) ?? ""}`;
  return value.type === "Identifier" ? value.name : "";
}

function keyOfCall(call: CallExpression, method: RegExp): string | undefined {
  const callee = bare(call.callee);
  const [key] = call.arguments;
  return callee.type === "MemberExpression" &&
    method.test(propertyName(callee) ?? "") &&
    key?.type === "Literal" &&
    typeof key.value === "string"
    ? key.value
    : undefined;
}

function settersOf({ context: { tree } }: LoopAnalysis, key: string): Node[] {
  return [
    ...tree.calls.filter((call) => keyOfCall(call, /^set$/) === key),
    ...tree.assignments.filter(
      ({ left }) => left.type === "MemberExpression" && propertyName(left) === key && /\bstate\b/.test(namesIn(left)),
    ),
  ];
}

/** The question about words on the way to a setter in a callback that hears replies: `onResponse: ({ result }) => …`. */
function wordsBefore(analysis: LoopAnalysis, setter: Node): StoredWords | undefined {
  const { tree } = analysis.context;
  const owner = tree.ownerOf(setter);
  const holder = isFunction(owner) ? tree.parentOf(owner) : undefined;
  if (!isFunction(owner) || holder?.type !== "Property" || !/^on[A-Z]/.test(keyName(holder) ?? "")) return undefined;
  for (const { test, reachedWhen } of conditionsOf(tree, setter, owner)) {
    const asked = reachedWhen ? analysis.origins.of(test).find((origin) => isAboutReply(origin, owner)) : undefined;
    if (asked !== undefined && "node" in asked) return { asked: asked.node, setAt: setter };
  }
  return undefined;
}

function isAboutReply(origin: Origin, callback: FunctionNode): boolean {
  if (origin.kind === "text-match") return true;
  return origin.kind === "question" && origin.isStringMethod && origin.subject.variable.definition === callback;
}
