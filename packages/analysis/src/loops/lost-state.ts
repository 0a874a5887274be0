import type { TSESTree } from "@typescript-eslint/types";
import { valueOf } from "../bind/values.js";
import { calleeText, textOf } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import { SAFE_PARSE } from "../flow/origins.js";
import type { LostState, ToolCall } from "../model/file-model.js";
import {
  bare,
  dottedName,
  findProperty,
  isFunction,
  isWithin,
  keyName,
  propertyName,
  settled,
  spanOf,
} from "../syntax/node.js";
import type { CallExpression, Identifier, Node, Span } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import type { Cycle } from "./cycle.js";
import type { FoundExit } from "./exits.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { objectPlace, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { RegionNode } from "./region.js";
import { piecesOf } from "./sent-input.js";
import type { SentInput } from "./sent-input.js";
import { asksAnother } from "./turn-choice.js";
import { findActingCalls } from "./acting.js";
import { readVariation, SHOWS } from "./variation.js";
import type { Variation } from "./variation.js";

/** What a turn finds out and the next one is not told; `undefined` when nothing is known to be lost. */
export function readLostState(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  sent: readonly SentInput[],
  exits: readonly FoundExit[],
  tools: readonly ToolCall[],
): LostState | undefined {
  if (sent.length === 0 || sent.some((input) => input.isKept || input.parts.length === 0 || !sendsAll(analysis, input)))
    return undefined;
  if (
    !exits.some(
      (exit) =>
        exit.decidedBy !== "ceiling" &&
        exit.decidedBy !== "budget" &&
        exit.decidedBy !== "error" &&
        exit.decidedBy !== "abort",
    )
  )
    return undefined;
  const turn: Turn = { analysis, cycle, region, sent, exits, tools };
  const isAnother = sent.some((input) => asksAnother(analysis.context, cycle, input));
  return (
    rebuiltList(turn) ??
    (isAnother ? undefined : (unreadNotes(turn) ?? sameInput(turn))) ??
    lostRequest(turn) ??
    lostResult(turn)
  );
}

interface Turn {
  readonly analysis: LoopAnalysis;
  readonly cycle: Cycle;
  readonly region: readonly RegionNode[];
  readonly sent: readonly SentInput[];
  readonly exits: readonly FoundExit[];
  readonly tools: readonly ToolCall[];
}

const LIST_NAME = /messages|history|contents|conversation|thread|transcript|input|prompt/i;

/** An object of unknown make may remember what it was told; one that is handed a list of messages need not. */
function sendsAll(analysis: LoopAnalysis, { call, parts }: SentInput): boolean {
  if (call.row !== undefined || call.reply !== undefined) return true;
  return parts.some(({ node }) => {
    const value = bare(node);
    const definition = value.type === "Identifier" ? analysis.context.scopes.variableOf(value)?.definition : undefined;
    if (definition?.type === "VariableDeclarator" && definition.init?.type === "ArrayExpression") return true;
    return value.type === "ArrayExpression" || LIST_NAME.test(dottedName(value) ?? "");
  });
}

function isConstantIn(variation: Variation, { parts }: SentInput): boolean {
  return parts.every(({ node, frame }) => !variation.mayVary(node, frame));
}

/** The list is made at the top of the turn, and what is put into it at the end is gone with it. */
function rebuiltList(turn: Turn): LostState | undefined {
  const { analysis, cycle, region, sent } = turn;
  const { context } = analysis;
  const [only, ...others] = sent;
  if (only === undefined || others.length > 0) return undefined;
  for (const { node, frame } of only.parts) {
    const value = bare(node);
    const variable = value.type === "Identifier" ? context.scopes.variableOf(value) : undefined;
    const definition = variable?.definition;
    if (
      variable === undefined ||
      definition?.type !== "VariableDeclarator" ||
      !isWithin(definition, cycle.node) ||
      isInInnerLoop(turn, definition)
    )
      continue;
    if (
      definition.init?.type !== "ArrayExpression" ||
      readVariation(analysis, cycle, region, false).mayVary(definition.init, frame)
    )
      continue;
    const additions = pushesTo(turn, variable);
    const late = additions.filter((push) => push.range[0] > only.call.node.range[1] && isFromTurn(turn, push));
    if (late.length === 0 || !isOnlySentAndFilled(turn, variable, only.call.node)) continue;
    const [first] = late;
    if (first === undefined) continue;
    return {
      how: "rebuilt",
      span: spanOf(definition),
      what: variable.name,
      evidence: [
        { what: `\`${variable.name}\` is made anew in every turn`, at: spanOf(definition) },
        { what: "what came back is put into it after it was sent", at: spanOf(first) },
      ],
    };
  }
  return undefined;
}

function isInInnerLoop({ analysis, cycle }: Turn, node: Node): boolean {
  for (
    let up = analysis.context.tree.parentOf(node);
    up !== undefined && up !== cycle.node;
    up = analysis.context.tree.parentOf(up)
  ) {
    if (
      up.type === "WhileStatement" ||
      up.type === "DoWhileStatement" ||
      up.type === "ForStatement" ||
      up.type === "ForOfStatement" ||
      isFunction(up)
    )
      return true;
  }
  return false;
}

function pushesTo({ analysis }: Turn, variable: Variable): CallExpression[] {
  return variable.reads.flatMap((read) => {
    const call = pushOf(analysis, read);
    return call === undefined ? [] : [call];
  });
}

function pushOf(analysis: LoopAnalysis, read: Identifier): CallExpression | undefined {
  const { tree } = analysis.context;
  const member = tree.parentOf(read);
  const call = member && tree.parentOf(member);
  if (
    member?.type !== "MemberExpression" ||
    member.object !== read ||
    call?.type !== "CallExpression" ||
    call.callee !== member
  )
    return undefined;
  return /^(?:push|unshift|add|append)$/.test(propertyName(member) ?? "") ? call : undefined;
}

function isOnlySentAndFilled({ analysis }: Turn, variable: Variable, call: Node): boolean {
  return variable.reads.every((read) => pushOf(analysis, read) !== undefined || isWithin(read, call));
}

/** Whether a call is given something that came back in this turn. */
function isFromTurn({ analysis }: Turn, call: CallExpression): boolean {
  return call.arguments.some((argument) => holdsReply(analysis, argument) && !isWhatItCost(analysis, argument));
}

/** What a reply cost is booked, and says nothing that the next one could use. */
function isWhatItCost({ origins }: LoopAnalysis, node: Node): boolean {
  const aspects = origins.aspectsOf(node);
  return aspects.has("usage") && aspects.size === 1;
}

function holdsReply(analysis: LoopAnalysis, node: Node): boolean {
  return analysis.origins
    .of(node)
    .some(
      (origin) => origin.kind === "reply" || origin.kind === "text-match" || (origin.kind === "call" && origin.tainted),
    );
}

/** What every turn writes down, nobody reads before the next one, and the question stays the same. */
function unreadNotes(turn: Turn): LostState | undefined {
  const { analysis, cycle, region, sent, exits } = turn;
  const variation = readVariation(analysis, cycle, region, true);
  const [first] = sent;
  if (
    first === undefined ||
    !sent.every((input) => isConstantIn(variation, input)) ||
    !exits.some((exit) => isGoodEnd(exit))
  )
    return undefined;
  for (const { node, frame } of region) {
    if (node.type !== "CallExpression") continue;
    const callee = bare(node.callee);
    if (
      callee.type !== "MemberExpression" ||
      !/^(?:push|unshift|add)$/.test(propertyName(callee) ?? "") ||
      !isFromTurn(turn, node)
    )
      continue;
    const list = bare(callee.object);
    const variable = list.type === "Identifier" ? analysis.context.scopes.variableOf(list) : undefined;
    if (
      variable === undefined ||
      isWithin(variable.definition, cycle.node) ||
      variable.kind === "parameter" ||
      variable.kind === "import"
    )
      continue;
    const readInTurn = variable.reads.some(
      (read) => isWithin(read, cycle.node) && pushOf(analysis, read) === undefined && !isWayOut(turn, read),
    );
    const place = placeOf(analysis.context, list, frame);
    if (readInTurn || place === undefined) continue;
    return {
      how: "same-input",
      span: spanOf(first.call.node),
      what: variable.name,
      evidence: [
        { what: `every turn writes \`${variable.name}\``, at: spanOf(node) },
        { what: "and what is sent never changes", at: spanOf(first.call.node) },
      ],
    };
  }
  return undefined;
}

function isGoodEnd({ decidedBy }: FoundExit): boolean {
  return decidedBy === "model-signal" || decidedBy === "oracle" || decidedBy === "unknown";
}

/** A read in what is returned or thrown comes too late for the next turn. */
function isWayOut({ analysis, cycle }: Turn, read: Node): boolean {
  const { tree } = analysis.context;
  for (let up = tree.parentOf(read); up !== undefined && up !== cycle.node; up = tree.parentOf(up)) {
    if (up.type === "ReturnStatement" || up.type === "ThrowStatement") return true;
    if (up.type === "CallExpression" && SHOWS.test(dottedName(up.callee) ?? "")) return true;
    if (up.type === "BlockStatement") return false;
  }
  return false;
}

/** Every turn asks the same, whatever the last one brought. */
function sameInput(turn: Turn): LostState | undefined {
  const { analysis, cycle, region, sent, exits, tools } = turn;
  const variation = readVariation(analysis, cycle, region, false);
  const [first] = sent;
  if (first === undefined || !sent.every((input) => isConstantIn(variation, input))) return undefined;
  if (keepsBest(turn)) return undefined;
  const acts = tools.length > 0 || findActingCalls(analysis, region).length > 0;
  // Asking again until the form is right is drawing another sample, where there is chance in the answer.
  if (!acts && !exits.some((exit) => isAboutResult(turn, exit) || (isWithoutChance(first) && isAboutForm(turn, exit))))
    return undefined;
  if (remembersElsewhere(analysis, first)) return undefined;
  return {
    how: "same-input",
    span: spanOf(first.call.node),
    what: first.call.callee,
    evidence: [{ what: `what is sent is the same in every turn`, at: spanOf(first.call.node) }],
  };
}

/** An exit that looks at what the work came to: not at the form of a reply, nor at why it ended. */
function isAboutResult({ analysis }: Turn, exit: FoundExit): boolean {
  if (exit.decidedBy !== "model-signal" && exit.decidedBy !== "oracle" && exit.decidedBy !== "unknown") return false;
  // Whoever leaves because something failed has no result to look at.
  if (exit.guards.some(({ how }) => how === "catch")) return false;
  return exit.guards.some(({ test }) => {
    return analysis.origins.of(test).some((origin) => {
      // What a call cost is no result.
      if (
        origin.kind !== "literal" &&
        "node" in origin &&
        /usage|cache|tokens?\b|cost|latency/i.test(textOf(analysis.context, origin.node, 200))
      )
        return false;
      if (origin.kind === "call")
        return origin.tainted && !/pars|valid|json|extract|schema|decode/i.test(dottedName(origin.node.callee) ?? "");
      if (origin.kind !== "reply" || origin.parsed) return false;
      // `if (reply.text)` asks for a reply at all.
      const isPlain =
        /^(?:text|content|finish_?reason|stop_?reason|status|error|ok|success|choices|message|output|object|parsed|candidates|(?:content_?)?(?:filter(?:ed)?|blocked|flagged|moderated)|refus(?:al|ed)|is_?(?:error|refusal))?$/i.test(
          origin.path.filter((part) => part !== "[]").at(-1) ?? "",
        );
      return !isPlain;
    });
  });
}

/** `temperature: 0`: the same question has the same answer. */
function isWithoutChance({ call }: SentInput): boolean {
  return call.node.arguments.some((argument) => {
    return walk(
      argument,
      (node) =>
        node.type === "Property" &&
        keyName(node) === "temperature" &&
        node.value.type === "Literal" &&
        node.value.value === 0,
    );
  });
}

/** An exit that a schema's answer decides. */
function isAboutForm({ analysis }: Turn, exit: FoundExit): boolean {
  return exit.guards.some(
    ({ test, how }) =>
      how !== "catch" &&
      analysis.origins
        .of(test)
        .some((origin) => origin.kind === "reply" && origin.path.some((part) => part.startsWith(SAFE_PARSE))),
  );
}

/** `if (score > best)`: samples are drawn, and the best is kept. */
function keepsBest({ analysis, cycle, region }: Turn): boolean {
  const { context } = analysis;
  const kept = new Set<PlaceKey>();
  for (const { node, frame } of region) {
    const target =
      node.type === "AssignmentExpression"
        ? bare(node.left)
        : node.type === "UpdateExpression"
          ? bare(node.argument)
          : undefined;
    if (target === undefined) continue;
    const entry =
      target.type === "MemberExpression" && target.computed ? objectPlace(context, target.object, frame) : undefined;
    const place = entry ?? placeOf(context, target, frame);
    const isCounter =
      cycle.node.type === "ForStatement" && cycle.node.update !== null && isWithin(node, cycle.node.update);
    if (place !== undefined && !isCounter && node.type !== "UpdateExpression") kept.add(place);
    if (entry !== undefined) kept.add(entry);
  }
  return region.some(({ node, frame }) => {
    if (node.type !== "BinaryExpression" || !/^[<>]=?$/.test(node.operator)) return false;
    return [node.left, node.right].some((side) => {
      const value = bare(side);
      const place =
        placeOf(context, value, frame) ??
        (value.type === "MemberExpression" ? objectPlace(context, value.object, frame) : undefined);
      return place !== undefined && (kept.has(place) || [...kept].some((one) => place.startsWith(`${one}.`)));
    });
  });
}

/** Options by which the other side remembers: a session, a thread, a memory. */
function remembersElsewhere({ context }: LoopAnalysis, { call, frame }: SentInput): boolean {
  return call.node.arguments.some((argument) => {
    if (argument.type === "SpreadElement") return false;
    const value = valueOf(context, argument, frame).node;
    // `new Command({ resume: answer })` goes on with a run that is kept elsewhere.
    if (value.type === "NewExpression")
      return value.arguments.some(
        (part) => part.type === "ObjectExpression" && findProperty(part, "resume") !== undefined,
      );
    return (
      value.type === "ObjectExpression" &&
      value.properties.some(
        (property) =>
          property.type === "SpreadElement" ||
          (!isOff(property.value) &&
            /session|thread|memory|conversation|resume|continue|previous|checkpoint|store|configurable|userId|resource/i.test(
              keyName(property) ?? "",
            )),
      )
    );
  });
}

function isOff(value: Node): boolean {
  return value.type === "Literal" && (value.value === false || value.value === null);
}

/** Results are put into the list, and the turn that asked for them is not. */
function lostRequest(turn: Turn): LostState | undefined {
  const { analysis, region, sent } = turn;
  for (const { place } of sentLists(turn)) {
    const additions = region.filter(
      ({ node, frame }) => isAddition(analysis, node, frame, place) && !isOperandOfAddition(turn, node, frame, place),
    );
    if (additions.length === 0 || isHandedOn(turn, place)) continue;
    const isEmptied = additions.some(({ node }) => emptiesList(node));
    if (isEmptied && sent.some((input) => remembersElsewhere(analysis, input))) continue;
    const filling = additions.filter(({ node }) => !emptiesList(node));
    const added = filling.map(({ node, frame }) => addedBy(turn, node, frame, place));
    if (
      filling.length === 0 ||
      !added.every((items) => items.length > 0 && items.every((item) => isToolAnswer(turn, item)))
    )
      continue;
    const [first] = additions;
    if (first === undefined || sent.length > 1) continue;
    return {
      how: "request",
      span: spanOf(first.node),
      what: textOf(analysis.context, first.node, 40),
      evidence: [
        { what: isEmptied ? "only results are sent on" : "results are added", at: spanOf(first.node) },
        { what: "the assistant turn that asked for them is not", at: spanOf(sent[0]?.call.node ?? first.node) },
      ],
    };
  }
  return undefined;
}

/** `input = [];` */
function emptiesList(node: Node): boolean {
  const value = node.type === "AssignmentExpression" && node.operator === "=" ? bare(node.right) : undefined;
  return value?.type === "ArrayExpression" && value.elements.length === 0;
}

/** `messages.concat(answers)` on the right of `messages = …`: one addition, not two. */
function isOperandOfAddition({ analysis }: Turn, node: Node, frame: RegionNode["frame"], place: PlaceKey): boolean {
  if (node.type !== "CallExpression") return false;
  const up = analysis.context.tree.parentOf(node);
  return up?.type === "AssignmentExpression" && up.right === node && isAddition(analysis, up, frame, place);
}

/** `ask([...messages, answer])`: what a recursion hands on in the place of the list it was given. */
function handedOnLonger({ context }: LoopAnalysis, node: Node, place: PlaceKey): TSESTree.ArrayExpression | undefined {
  const fn = node.type === "CallExpression" ? context.bindings.calleeOf(node) : undefined;
  if (fn === undefined || node.type !== "CallExpression" || !isWithin(node, fn)) return undefined;
  for (const [index, argument] of node.arguments.entries()) {
    const parameter = fn.params[index];
    const name = parameter?.type === "AssignmentPattern" ? parameter.left : parameter;
    if (
      argument.type !== "ArrayExpression" ||
      name?.type !== "Identifier" ||
      placeOf(context, name, undefined) !== place
    )
      continue;
    return argument.elements.some(
      (part) => part?.type === "SpreadElement" && placeOf(context, bare(part.argument), undefined) === place,
    )
      ? argument
      : undefined;
  }
  return undefined;
}

/** What is put into the list by one statement, seen through lists that are gathered first. */
function addedBy(turn: Turn, node: Node, frame: RegionNode["frame"], place: PlaceKey): Node[] {
  const longer = handedOnLonger(turn.analysis, node, place);
  if (longer !== undefined)
    return longer.elements.flatMap((element) =>
      element === null ||
      (element.type === "SpreadElement" && placeOf(turn.analysis.context, bare(element.argument), undefined) === place)
        ? []
        : itemsOf(turn, element),
    );
  if (node.type === "CallExpression") return node.arguments.flatMap((argument) => itemsOf(turn, argument));
  if (node.type !== "AssignmentExpression" || node.operator !== "=") return [node];
  const value = bare(node.right);
  const isItself = (part: Node): boolean =>
    placeOf(turn.analysis.context, bare(part.type === "SpreadElement" ? part.argument : part), frame) === place;
  if (value.type === "ArrayExpression") {
    const elements = value.elements.filter((element) => element !== null);
    return elements.some((element) => isItself(element))
      ? elements.filter((element) => !isItself(element)).flatMap((element) => itemsOf(turn, element))
      : [node];
  }
  const callee = value.type === "CallExpression" ? bare(value.callee) : undefined;
  if (
    value.type !== "CallExpression" ||
    callee?.type !== "MemberExpression" ||
    propertyName(callee) !== "concat" ||
    !isItself(callee.object)
  )
    return [node];
  return value.arguments.flatMap((argument) => itemsOf(turn, argument));
}

/** The messages that an argument stands for; an argument that cannot be read stands for itself. */
function itemsOf(turn: Turn, argument: Node, depth = 0): Node[] {
  const { context } = turn.analysis;
  const value = settled(argument.type === "SpreadElement" ? argument.argument : argument);
  if (depth > 4) return [value];
  const next = (node: Node): Node[] => itemsOf(turn, node, depth + 1);
  switch (value.type) {
    case "ArrayExpression":
      return value.elements.flatMap((element) => (element === null ? [] : next(element)));
    case "Identifier": {
      const variable = context.scopes.variableOf(value);
      const definition = variable?.definition;
      if (
        variable === undefined ||
        definition?.type !== "VariableDeclarator" ||
        definition.id !== variable.identifier ||
        definition.init === null ||
        variable.writes.length > 0
      )
        return [value];
      const pushes = pushesTo(turn, variable);
      // Whoever else is given the list may put something into it.
      const isKnown = variable.reads.every(
        (read) => pushOf(turn.analysis, read) !== undefined || isOnlyAdded(turn, read),
      );
      return isKnown
        ? [...next(definition.init), ...pushes.flatMap((push) => push.arguments.flatMap((item) => next(item)))]
        : [value];
    }
    case "CallExpression": {
      const callee = bare(value.callee);
      const [first] = value.arguments;
      if (dottedName(callee) === "Promise.all" && first !== undefined) return next(first);
      if (
        callee.type !== "MemberExpression" ||
        !/^(?:map|flatMap)$/.test(propertyName(callee) ?? "") ||
        first === undefined ||
        !isFunction(first)
      )
        return [value];
      const returned = context.tree.returnsOf(first);
      return returned.length === 0 ? [value] : returned.flatMap((one) => next(one));
    }
    default:
      return [value];
  }
}

/** A read by which a list is added to another one, or asked how long it is. */
function isOnlyAdded({ analysis }: Turn, read: Node): boolean {
  const { tree } = analysis.context;
  const parent = tree.parentOf(read);
  if (parent?.type === "MemberExpression" && parent.object === read) return propertyName(parent) === "length";
  if (parent?.type === "Property" && parent.value === read) return /^(?:content|parts)$/.test(keyName(parent) ?? "");
  const list = parent?.type === "SpreadElement" ? tree.parentOf(parent) : parent;
  if (list?.type === "ArrayExpression") return parent?.type === "SpreadElement";
  const callee = list?.type === "CallExpression" && list.callee !== read ? bare(list.callee) : undefined;
  return callee?.type === "MemberExpression" && /^(?:push|unshift|concat)$/.test(propertyName(callee) ?? "");
}

/** A message, or a part of one, that answers a tool call and says nothing else. */
function isToolAnswer(turn: Turn, node: Node): boolean {
  const value = bare(node);
  if (value.type !== "ObjectExpression" || value.properties.some((property) => property.type === "SpreadElement"))
    return false;
  const role = findProperty(value, "role")?.value;
  const type = findProperty(value, "type")?.value;
  if (role?.type === "Literal" && role.value === "tool" && findProperty(value, "tool_call_id") !== undefined)
    return true;
  if (type?.type === "Literal" && (type.value === "function_call_output" || type.value === "tool_result")) return true;
  if (findProperty(value, "functionResponse") !== undefined) return true;
  // `{ role: "user", content: results }`: nothing but answers in a message of the caller.
  const content = findProperty(value, "content") ?? findProperty(value, "parts");
  const parts = role === undefined || content === undefined ? [] : itemsOf(turn, content.value);
  return (
    parts.length > 0 &&
    parts.every((part) => part !== value && bare(part).type === "ObjectExpression" && isToolAnswer(turn, part))
  );
}

interface SentPlace {
  readonly place: PlaceKey;
}

function sentLists({ analysis, sent }: Turn): SentPlace[] {
  return sent.flatMap(({ parts }) =>
    parts.flatMap(({ node, frame }) => {
      const value = bare(node);
      const place =
        value.type === "Identifier" || value.type === "MemberExpression"
          ? placeOf(analysis.context, value, frame)
          : undefined;
      return place === undefined ? [] : [{ place }];
    }),
  );
}

function isAddition(analysis: LoopAnalysis, node: Node, frame: RegionNode["frame"], place: PlaceKey): boolean {
  if (handedOnLonger(analysis, node, place) !== undefined) return true;
  if (node.type === "AssignmentExpression") return placeOf(analysis.context, node.left, frame) === place;
  if (node.type !== "CallExpression") return false;
  const callee = bare(node.callee);
  if (callee.type !== "MemberExpression" || !/^(?:push|unshift|splice|concat)$/.test(propertyName(callee) ?? ""))
    return false;
  return placeOf(analysis.context, callee.object, frame) === place;
}

/** Whether something we cannot look into is given the list, or the object that holds it. */
function isHandedOn({ analysis, region, sent }: Turn, place: PlaceKey): boolean {
  const { context } = analysis;
  const owners = [place, ...(place.includes(".") ? [place.slice(0, place.indexOf("."))] : [])];
  return region.some(({ node, frame }) => {
    if (
      node.type !== "CallExpression" ||
      sent.some(({ call }) => call.node === node) ||
      context.bindings.calleeOf(node) !== undefined
    )
      return false;
    const callee = bare(node.callee);
    const receiver =
      callee.type === "MemberExpression"
        ? (placeOf(context, callee.object, frame) ?? objectPlace(context, callee.object, frame))
        : undefined;
    if (receiver !== undefined && receiver !== place && owners.includes(receiver)) return true;
    if (SHOWS.test(dottedName(callee) ?? "")) return false;
    return node.arguments.some((argument) =>
      piecesOf(argument.type === "SpreadElement" ? argument.argument : argument).some((piece) =>
        owners.includes(placeOf(context, piece.node, frame) ?? ""),
      ),
    );
  });
}

/** The list is kept, and what the tools answered never gets into it. */
function lostResult(turn: Turn): LostState | undefined {
  const { analysis, cycle, region, tools, sent } = turn;
  const lists = sentLists(turn);
  if (lists.length === 0 || sent.some(({ parts }) => parts.length !== 1)) return undefined;
  const calls = tools.map(({ span }) => region.find(({ node }) => isCallAt(node, span))?.node);
  const acting = calls.length > 0 ? calls : findActingCalls(analysis, region);
  if (acting.length === 0 || lists.some(({ place }) => isHandedOn(turn, place))) return undefined;
  const grows = region.some(({ node, frame }) => lists.some(({ place }) => isAddition(analysis, node, frame, place)));
  if (!grows) return undefined;
  const losses: Node[] = [];
  for (const call of acting) {
    if (call?.type !== "CallExpression" || !isWithin(call, cycle.node)) return undefined;
    const loss = lossOf(turn, call);
    if (loss === undefined) return undefined;
    losses.push(loss);
  }
  const [first] = acting;
  const [loss] = losses;
  if (first?.type !== "CallExpression" || loss === undefined) return undefined;
  const what = calleeText(analysis.context, first);
  return {
    how: "result",
    span: spanOf(loss),
    what,
    evidence: [{ what: `what \`${what}\` answers never gets into what is sent`, at: spanOf(first) }],
  };
}

function isCallAt(node: Node, span: Span): boolean {
  return node.type === "CallExpression" && node.range[0] === span.start && node.range[1] === span.end;
}

/**
 * Where the value of an awaited call is lost: the call itself, when the value goes nowhere but into a log,
 * or what puts it into a store that no turn asks.
 */
function lossOf(turn: Turn, call: Node): Node | undefined {
  const { analysis } = turn;
  const { tree, scopes } = analysis.context;
  let value = call;
  for (let up = tree.parentOf(value); up !== undefined; value = up, up = tree.parentOf(up)) {
    if (up.type === "AwaitExpression" || up.type === "ChainExpression") continue;
    if (up.type === "MemberExpression" && up.object === value && propertyName(up) === "catch") continue;
    if (up.type === "CallExpression" && up.callee === value) continue;
    if (up.type === "VariableDeclarator" && up.init === value && up.id.type === "Identifier") {
      const variable = scopes.variableOf(up.id);
      if (variable === undefined || variable.writes.length > 0) return undefined;
      const kept = variable.reads.filter((read) => !isShown(analysis, read));
      const [aside] = kept;
      if (!kept.every((read) => isPutAside(turn, read))) return undefined;
      return aside === undefined ? call : takerOf(analysis, aside);
    }
    return undefined;
  }
  return undefined;
}

/** `this.readings.set(name, value)`, where the readings are for the caller: nothing in a turn looks at them again. */
function isPutAside({ analysis, region, sent }: Turn, read: Node): boolean {
  const { context } = analysis;
  const call = takerOf(analysis, read);
  const callee = call?.type === "CallExpression" ? bare(call.callee) : undefined;
  if (callee?.type !== "MemberExpression" || !/^(?:set|add|push)$/.test(propertyName(callee) ?? "")) return false;
  const frame = region.find(({ node }) => node === call)?.frame;
  const store = objectPlace(context, callee.object, frame);
  // Whatever is handed on as a whole may hold the store.
  if (store === undefined || sent.some(({ parts }) => parts.some((part) => part.node.type === "ThisExpression")))
    return false;
  return region.every(({ node, frame: home }) => {
    if (node.type !== "MemberExpression" && node.type !== "Identifier") return true;
    if (objectPlace(context, node, home) !== store) return true;
    const member = context.tree.parentOf(node);
    if (node.type === "Identifier" && member?.type === "MemberExpression" && member.property === node) return true;
    return (
      member?.type === "MemberExpression" &&
      member.object === node &&
      /^(?:set|add|push)$/.test(propertyName(member) ?? "")
    );
  });
}

/** What is given a value, also as a part of a record: `push({ id, result })`. */
function takerOf({ context }: LoopAnalysis, read: Node): Node | undefined {
  let up = context.tree.parentOf(read);
  while (up?.type === "Property" || up?.type === "ObjectExpression" || up?.type === "ArrayExpression")
    up = context.tree.parentOf(up);
  return up;
}

function isShown(analysis: LoopAnalysis, read: Node): boolean {
  const { tree } = analysis.context;
  for (let up = tree.parentOf(read); up !== undefined; up = tree.parentOf(up)) {
    if (up.type === "CallExpression" && SHOWS.test(dottedName(up.callee) ?? "")) return true;
    if (up.type === "ExpressionStatement" || up.type === "BlockStatement") return false;
  }
  return false;
}
