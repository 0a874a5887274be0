import { textOf } from "../file/file-context.js";
import type { History } from "../model/file-model.js";
import type { Evidence, Judgement } from "../model/judgement.js";
import { bare, dottedName, isFunction, isWithin, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { givenArgument, keyOfVariable, objectPlace, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import { nameOf } from "./quantities.js";
import type { RegionNode } from "./region.js";
import { piecesOf } from "./sent-input.js";
import type { SentInput } from "./sent-input.js";

const NO_HISTORY: History = { name: undefined, sentAt: undefined, grows: "no", trimmed: "no", evidence: [] };

/** Names of calls that make a history shorter. Only used to stay silent. */
const TRIMS =
  /trim|compact|prune|summar|truncat|window|shrink|clip|compress|condens|reduce|limit|budget|fit|evict|forget|drop|manage|ensure|cap|rotate|slid|crop|recent|shorten|context/i;

/** The list (or text) that is sent again whole in every turn, whether it grows, and whether anything shortens it. */
export function readHistory(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  sent: readonly SentInput[],
): History {
  const candidates = sent.filter((input) => !input.isKept).flatMap((input) => listsOf(analysis, cycle, input));
  let best = NO_HISTORY;
  for (const { place, node, call } of candidates) {
    const growth = growthOf(analysis, cycle, region, place);
    if (growth === undefined) continue;
    const trim = trimOf(analysis, region, place);
    const history: History = {
      name: nameOf(place),
      sentAt: call,
      grows: "yes",
      trimmed: trim.trimmed,
      evidence: [
        { what: `\`${textOf(analysis.context, node)}\` is sent whole`, at: spanOf(node) },
        { what: `\`${nameOf(place)}\` grows here`, at: spanOf(growth) },
        ...trim.evidence,
      ],
    };
    if (history.trimmed === "no") return history;
    best = history;
  }
  return best;
}

interface SentList {
  readonly place: PlaceKey;
  readonly node: Node;
  readonly call: History["sentAt"];
}

function listsOf(analysis: LoopAnalysis, cycle: Cycle, input: SentInput): SentList[] {
  const lists: SentList[] = [];
  const add = (node: Node, frame: RegionNode["frame"], depth: number): void => {
    for (const piece of piecesOf(node)) {
      if (!piece.isWhole) continue;
      const inner = bare(piece.node);
      const made = depth < 4 ? madeInTurn(analysis, cycle, inner) : undefined;
      if (made !== undefined) add(made, frame, depth + 1);
      const place = placeOf(analysis.context, inner, frame);
      if (place !== undefined)
        lists.push({
          place,
          node: inner,
          call: spanOf(placeOf(analysis.context, inner, undefined) === place ? input.call.node : sentBy(cycle, input)),
        });
    }
  };
  for (const { node, frame } of input.parts) add(node, frame, 0);
  return lists;
}

/** The call of the turn that hands a list to the helper that sends it. */
function sentBy(cycle: Cycle, { call, frame }: SentInput): Node {
  let sent: Node = call.node;
  for (let home = frame; home !== undefined && !isWithin(sent, cycle.node); home = home.caller)
    if (home.call !== undefined) sent = home.call;
  return sent;
}

/** `const messages = [system, ...history]` inside of the turn: the pieces are what grows. */
function madeInTurn(analysis: LoopAnalysis, cycle: Cycle, node: Node): Node | undefined {
  if (node.type !== "Identifier") return undefined;
  const definition = analysis.context.scopes.variableOf(node)?.definition;
  if (definition?.type !== "VariableDeclarator" || definition.id.type !== "Identifier" || !definition.init)
    return undefined;
  const isOfTheTurn =
    isWithin(definition, cycle.node) || !isWithin(cycle.node, analysis.context.tree.ownerOf(definition));
  return isOfTheTurn ? definition.init : undefined;
}

/** Where a list gets longer in a turn and stays so. */
function growthOf(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  place: PlaceKey,
): Node | undefined {
  const { context } = analysis;
  let growth: Node | undefined;
  for (const { node, frame } of region) {
    // What is declared in the turn, or belongs to something that is, starts anew in every turn.
    if (node.type === "VariableDeclarator" && node.id.type === "Identifier" && node.init) {
      const declared = placeOf(context, node.id, frame);
      if (declared !== undefined && (declared === place || place.startsWith(`${declared}.`))) return undefined;
    }
    if (growth !== undefined) continue;
    if (
      node.type === "AssignmentExpression" &&
      placeOf(context, node.left, frame) === place &&
      addsToItself(analysis, node, frame, place)
    )
      growth = node;
    if (node.type === "CallExpression" && isPushTo(analysis, node, frame, place)) growth = node;
    if (node.type === "CallExpression" && handsOnLonger(analysis, cycle, node, frame, place)) growth = node;
  }
  return growth;
}

function isPushTo(analysis: LoopAnalysis, call: Node, frame: RegionNode["frame"], place: PlaceKey): boolean {
  if (call.type !== "CallExpression" || call.arguments.length === 0) return false;
  const callee = bare(call.callee);
  if (callee.type !== "MemberExpression" || !/^(?:push|unshift)$/.test(propertyName(callee) ?? "")) return false;
  return (
    objectPlace(analysis.context, callee.object, frame) === place ||
    placeOf(analysis.context, callee.object, frame) === place
  );
}

/** `history = [...history, reply]`, `history = history.concat(reply)`, `prompt += text` */
function addsToItself(analysis: LoopAnalysis, assignment: Node, frame: RegionNode["frame"], place: PlaceKey): boolean {
  if (assignment.type !== "AssignmentExpression") return false;
  if (assignment.operator === "+=")
    return (
      bare(assignment.right).type !== "Literal" ||
      typeof (bare(assignment.right) as { value?: unknown }).value === "string"
    );
  return assignment.operator === "=" && isLonger(analysis, assignment.right, frame, place);
}

function isLonger(analysis: LoopAnalysis, value: Node, frame: RegionNode["frame"], place: PlaceKey): boolean {
  const pieces = piecesOf(value);
  if (pieces.length < 2) return false;
  return pieces.some((piece) => piece.isWhole && placeOf(analysis.context, piece.node, frame) === place);
}

/** A recursion hands on the list with something added: `run([...messages, reply])`. */
function handsOnLonger(
  analysis: LoopAnalysis,
  cycle: Cycle,
  call: Node,
  frame: RegionNode["frame"],
  place: PlaceKey,
): boolean {
  if (call.type !== "CallExpression" || cycle.members.length === 0 || !isFunction(cycle.node)) return false;
  const fn = analysis.context.bindings.calleeOf(call);
  if (fn !== cycle.node) return false;
  for (const parameter of fn.params) {
    const pattern = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
    if (pattern.type !== "Identifier") continue;
    const variable = analysis.context.scopes.variableOf(pattern);
    if (variable === undefined || keyOfVariable(variable) !== place) continue;
    const given = givenArgument({ fn, call, caller: frame }, variable);
    if (given !== undefined && isLonger(analysis, given.argument, frame, place)) return true;
  }
  return false;
}

const ROOM =
  /(?:token|context)_?(?:limit|budget|window|size|room)|max_?(?:input_?|prompt_?|context_?)(?:tokens|length)/i;

/** `ask(history, config.tokenLimit)`: a function of elsewhere that is told how much there is room for. */
function fitsInto(
  { context, calls }: LoopAnalysis,
  call: CallExpression,
  place: PlaceKey,
  frame: RegionNode["frame"],
): boolean {
  if (calls.at(call)?.row !== undefined || context.bindings.calleeOf(call) !== undefined) return false;
  const given = call.arguments.filter((argument) => argument.type !== "SpreadElement");
  return (
    given.some((argument) => placeOf(context, argument, frame) === place) &&
    given.some((argument) => ROOM.test(dottedName(argument) ?? ""))
  );
}

/** What makes a list shorter, surely or perhaps. */
function trimOf(
  analysis: LoopAnalysis,
  region: readonly RegionNode[],
  place: PlaceKey,
): { trimmed: Judgement; evidence: Evidence[] } {
  const { context } = analysis;
  let doubt: Node | undefined;
  const owner = place.includes(".") ? place.slice(0, place.lastIndexOf(".")) : undefined;
  for (const { node, frame } of region) {
    if (node.type === "AssignmentExpression") {
      const target = placeOf(context, node.left, frame);
      if (target === `${place}.length`) return cut(node);
      if (target === place && !addsToItself(analysis, node, frame, place)) return cut(node);
    }
    if (node.type !== "CallExpression") continue;
    if (fitsInto(analysis, node, place, frame)) doubt = node;
    if (analysis.calls.at(node) !== undefined) continue;
    const callee = bare(node.callee);
    if (callee.type === "MemberExpression") {
      const object = objectPlace(context, callee.object, frame) ?? placeOf(context, callee.object, frame);
      const method = propertyName(callee) ?? "";
      if (object === place && /^(?:splice|shift|pop)$/.test(method)) return cut(node);
      if (object === place && TRIMS.test(method)) doubt = node;
      if (
        object !== undefined &&
        object === owner &&
        TRIMS.test(method) &&
        context.bindings.calleeOf(node) === undefined
      )
        doubt = node;
    }
    const isHanded = node.arguments.some(
      (argument) => argument.type !== "SpreadElement" && placeOf(context, argument, frame) === place,
    );
    if (isHanded && context.bindings.calleeOf(node) === undefined && TRIMS.test(dottedName(node.callee) ?? ""))
      doubt = node;
  }
  return doubt === undefined
    ? { trimmed: "no", evidence: [] }
    : { trimmed: "unknown", evidence: [{ what: `\`${textOf(context, doubt)}\` may shorten it`, at: spanOf(doubt) }] };

  function cut(node: Node): { trimmed: Judgement; evidence: Evidence[] } {
    return { trimmed: "yes", evidence: [{ what: `\`${textOf(context, node)}\` shortens it`, at: spanOf(node) }] };
  }
}
