import { argumentsAt } from "../bind/placed-arguments.js";
import { valueOf } from "../bind/values.js";
import type { Placed } from "../bind/values.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { bare, dottedName, findProperty, isFunction, isWithin, settled } from "../syntax/node.js";
import type { Node, ObjectExpression } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import type { RegionNode } from "./region.js";

/** What a turn sends to a model. */
export interface SentInput {
  readonly call: RecognisedCall;
  /** The expressions that are messages or a prompt, as they are written. */
  readonly parts: readonly Placed[];
  /** The conversation is kept by the object or the server. */
  readonly isKept: boolean;
  readonly frame: RegionNode["frame"];
}

/** Options of in-house calls that hold what is said to the model. */
const INPUT_KEYS = [
  "messages",
  "history",
  "input",
  "contents",
  "prompt",
  "conversation",
  "thread",
  "context",
  "items",
  "message",
  "content",
  "query",
  "task",
  "system",
  "instructions",
];
/** Options of requests that hold what is sent. */
const BODY_KEYS = ["body", "data", "json"];

/** The model calls of a turn that no function of this file makes on its behalf, with what they send. */
export function readSentInputs(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): SentInput[] {
  const sent: SentInput[] = [];
  for (const { node, frame } of region) {
    const call = analysis.calls.at(node);
    // The call behind a wrapper of this file stands in the region itself.
    if (call === undefined || call.fn !== undefined) continue;
    sent.push({ call, frame, parts: partsOf(analysis, call, frame), isKept: isKept(analysis, cycle, call, frame) });
  }
  return sent;
}

function isKept(analysis: LoopAnalysis, cycle: Cycle, call: RecognisedCall, frame: RegionNode["frame"]): boolean {
  const row = call.row?.row;
  if (row === undefined) return false;
  if (row.keepsHistory === true) return !isMadeInTurn(analysis, cycle, call);
  if (row.kind !== "model-call") return false;
  return (row.continues ?? []).some((path) => isGiven(analysis, call, path, frame));
}

/** A session that is opened in the turn has never heard of the last one. */
function isMadeInTurn(analysis: LoopAnalysis, cycle: Cycle, call: RecognisedCall): boolean {
  const callee = bare(call.node.callee);
  const object = callee.type === "MemberExpression" ? bare(callee.object) : callee;
  const definition = object.type === "Identifier" ? analysis.context.scopes.variableOf(object)?.definition : undefined;
  return (
    definition?.type === "VariableDeclarator" &&
    definition.init !== null &&
    isWithin(definition, cycle.node) &&
    settled(definition.init).type === "CallExpression"
  );
}

/** An option that is written at the call, whatever its value. */
function isGiven(analysis: LoopAnalysis, call: RecognisedCall, path: string, frame: RegionNode["frame"]): boolean {
  if (argumentsAt(analysis.context, call.node, path, frame).length > 0) return true;
  const [index = "", name] = path.split(".");
  const argument = call.node.arguments[Number(index)];
  const options = argument && bare(argument);
  return name !== undefined && options?.type === "ObjectExpression" && findProperty(options, name) !== undefined;
}

function partsOf(analysis: LoopAnalysis, call: RecognisedCall, frame: RegionNode["frame"]): Placed[] {
  const row = call.row?.row;
  const paths = row?.input ?? [];
  const found = paths.flatMap((path) => argumentsAt(analysis.context, call.node, path, frame));
  if (found.length > 0) return found;
  const bodies = call.node.arguments.flatMap((argument) =>
    argument.type === "SpreadElement" ? [] : bodiesOf(analysis, { node: argument, frame }),
  );
  // Beside the body of a request, the address is no part of what is said.
  if (bodies.length > 0) return bodies.flatMap((body) => saidIn(analysis, body));
  const parts: Placed[] = [];
  for (const argument of call.node.arguments) {
    if (argument.type === "SpreadElement" || isFunction(argument)) continue;
    const value = bare(argument);
    if (value.type !== "ObjectExpression") {
      parts.push({ node: value, frame });
      continue;
    }
    const named = namedParts(value, frame);
    // Options of which none is known by its name: all of them may be what is said.
    parts.push(...(named.length > 0 || row !== undefined ? named : [{ node: value, frame }]));
  }
  return parts;
}

function namedParts(object: ObjectExpression, frame: RegionNode["frame"]): Placed[] {
  return INPUT_KEYS.flatMap((key) => findProperty(object, key)?.value ?? []).map((node): Placed => ({ node, frame }));
}

/** What a request carries: `{ method: "POST", body }`, also when the options have a name. */
function bodiesOf(analysis: LoopAnalysis, argument: Placed): Placed[] {
  const { node, frame } = valueOf(analysis.context, argument.node, argument.frame);
  return node.type === "ObjectExpression"
    ? BODY_KEYS.flatMap((key) => findProperty(node, key)?.value ?? []).map((body): Placed => ({ node: body, frame }))
    : [];
}

/** The messages in a body, or the body itself where nobody can tell what is in it. */
function saidIn(analysis: LoopAnalysis, body: Placed): Placed[] {
  const { node, frame } = valueOf(analysis.context, body.node, body.frame);
  if (node.type === "CallExpression" && dottedName(node.callee) === "JSON.stringify") {
    const [value] = node.arguments;
    if (value !== undefined && value.type !== "SpreadElement") return saidIn(analysis, { node: value, frame });
  }
  const parts = node.type === "ObjectExpression" ? namedParts(node, frame) : [];
  return parts.length > 0 ? parts : [body];
}

/** The pieces that a list or text is put together of, spread or joined. */
export function piecesOf(node: Node): { readonly node: Node; readonly isWhole: boolean }[] {
  const value = bare(node);
  switch (value.type) {
    case "ArrayExpression":
      return value.elements.flatMap((element) => {
        if (element === null) return [];
        if (element.type === "SpreadElement") return piecesOf(element.argument);
        return [{ node: element, isWhole: false }];
      });
    case "TemplateLiteral":
      return value.expressions.flatMap((part) => piecesOf(part));
    case "BinaryExpression":
      return value.operator === "+"
        ? [...piecesOf(value.left), ...piecesOf(value.right)]
        : [{ node: value, isWhole: false }];
    case "ConditionalExpression":
      return [...piecesOf(value.consequent), ...piecesOf(value.alternate)];
    case "LogicalExpression":
      return [...piecesOf(value.left), ...piecesOf(value.right)];
    case "Identifier":
    case "MemberExpression":
      return [{ node: value, isWhole: true }];
    case "CallExpression": {
      const callee = bare(value.callee);
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier")
        return [{ node: value, isWhole: false }];
      const method = callee.property.name;
      if (/^(?:map|join|concat|toString|flat|flatMap)$/.test(method))
        return [
          ...piecesOf(callee.object),
          ...(method === "concat"
            ? value.arguments.flatMap((argument) =>
                piecesOf(argument.type === "SpreadElement" ? argument.argument : argument),
              )
            : []),
        ];
      return [{ node: value, isWhole: false }];
    }
    default:
      return [{ node: value, isWhole: false }];
  }
}
