import { bare, propertyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { Frame } from "../flow/paths.js";
import type { FileContext } from "../file/file-context.js";
import { isAskedForTruth } from "./asked-truth.js";
import type { Cycle } from "./cycle.js";
import { handedLiterals, isTrueOf } from "./handed-literals.js";
import type { HandedLiterals } from "./handed-literals.js";
import { objectPlace, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import { eventKey } from "./quantities.js";
import type { RegionNode } from "./region.js";

/** A condition that is asked more than once in a turn, so that its answers have to agree. */
export interface Flag {
  readonly key: PlaceKey;
  /** Whether a condition asks the flag itself or its opposite, by event key. */
  readonly asked: ReadonlyMap<string, boolean>;
  /** What a node makes of the flag, by event key: a known value, or `undefined` for an unknown one. */
  readonly written: ReadonlyMap<string, boolean | undefined>;
  /** The flag keeps its value from one turn to the next. */
  readonly outlivesTurn: boolean;
  /** The nodes that ask or write, for a quick look. */
  readonly nodes: ReadonlySet<Node>;
}

/** A node of a turn that may change what is stored, and where. */
interface Touch extends RegionNode {
  readonly places: readonly PlaceKey[];
}

interface Atom {
  readonly key: PlaceKey;
  readonly negated: boolean;
}

const MAX_FLAGS = 3;

/**
 * The flags of a cycle: `if (done) …; while (!done)` asks one thing twice, and
 * `if (!retried) { retried = true; continue; }` goes round only once, like a recursion that hands on
 * a value with which it does not come here again: `if (deep) parts.map((part) => run(part, false))`.
 */
export function readFlags(context: FileContext, cycle: Cycle, region: readonly RegionNode[]): Flag[] {
  const handed = handedLiterals(context, cycle, region);
  const asked = new Map<PlaceKey, Map<string, boolean>>();
  const nodes = new Map<PlaceKey, Set<Node>>();
  const note = (key: PlaceKey, node: Node): void => {
    nodes.set(key, (nodes.get(key) ?? new Set()).add(node));
  };
  for (const { node, frame } of region) {
    const atom = atomOf(context, node, frame, handed);
    if (atom === undefined) continue;
    asked.set(atom.key, (asked.get(atom.key) ?? new Map<string, boolean>()).set(eventKey(node, frame), !atom.negated));
    note(atom.key, node);
  }
  const flags: Flag[] = [];
  const touches =
    asked.size === 0
      ? []
      : region.flatMap((one): Touch[] => {
          const places = placesTouchedBy(context, one);
          return places.length > 0 || one.node.type === "CallExpression" ? [{ ...one, places }] : [];
        });
  for (const [key, questions] of asked) {
    const written = new Map<string, boolean | undefined>();
    let declaredInTurn = false;
    let latched = false;
    for (const touch of touches) {
      const write = writeTo(key, touch, handed);
      if (write === undefined) continue;
      const { node, frame } = touch;
      written.set(eventKey(node, frame), write.value);
      note(key, node);
      if (node.type === "VariableDeclarator") declaredInTurn = true;
      else if (write.value !== undefined) latched = true;
    }
    if (questions.size < 2 && !latched) continue;
    flags.push({ key, asked: questions, written, outlivesTurn: !declaredInTurn, nodes: nodes.get(key) ?? new Set() });
  }
  // What a recursion hands on, and flags that a turn sets to a known value, say most about the next turn.
  const isHanded = (flag: Flag): number =>
    Number([...handed.places].some((place) => flag.key === place || flag.key.startsWith(`${place}=`)));
  return flags.sort((a, b) => isHanded(b) - isHanded(a) || latches(b) - latches(a)).slice(0, MAX_FLAGS);
}

function latches(flag: Flag): number {
  return [...flag.written.values()].filter((value) => value !== undefined).length;
}

/** The question a condition asks, when it is one of yes and no about a place. */
function atomOf(context: FileContext, node: Node, frame: Frame | undefined, handed: HandedLiterals): Atom | undefined {
  if (!isAskedForTruth(context, node)) return undefined;
  switch (node.type) {
    case "Identifier":
    case "MemberExpression": {
      const key = placeOf(context, node, frame);
      return key === undefined ? undefined : { key, negated: false };
    }
    case "BinaryExpression":
      return (
        lengthAtom(context, node.left, node.operator, node.right, frame) ??
        equalityAtom(context, node.left, node.operator, node.right, frame) ??
        numberAtom(context, node.left, node.operator, node.right, frame, handed)
      );
    default:
      return undefined;
  }
}

function lengthAtom(
  context: FileContext,
  left: Node,
  operator: string,
  right: Node,
  frame: Frame | undefined,
): Atom | undefined {
  const list = bare(left);
  const number = bare(right);
  if (list.type !== "MemberExpression" || propertyName(list) !== "length" || number.type !== "Literal")
    return undefined;
  const key = placeOf(context, list, frame);
  if (key === undefined) return undefined;
  if (number.value === 0 && (operator === ">" || operator === "!==" || operator === "!="))
    return { key, negated: false };
  if (number.value === 0 && (operator === "===" || operator === "==")) return { key, negated: true };
  if (number.value === 1 && operator === ">=") return { key, negated: false };
  if (number.value === 1 && operator === "<") return { key, negated: true };
  return undefined;
}

function equalityAtom(
  context: FileContext,
  left: Node,
  operator: string,
  right: Node,
  frame: Frame | undefined,
): Atom | undefined {
  const literal = bare(right);
  if (literal.type !== "Literal" || typeof literal.value !== "string") return undefined;
  const place = placeOf(context, left, frame);
  if (place === undefined) return undefined;
  const key = `${place}=${literal.value}`;
  if (operator === "===" || operator === "==") return { key, negated: false };
  return operator === "!==" || operator === "!=" ? { key, negated: true } : undefined;
}

/** A comparison of a parameter with a number, when the recursion hands on a number for it. */
function numberAtom(
  context: FileContext,
  left: Node,
  operator: string,
  right: Node,
  frame: Frame | undefined,
  handed: HandedLiterals,
): Atom | undefined {
  const number = bare(right);
  if (number.type !== "Literal" || typeof number.value !== "number" || !/^(?:[<>]=?|[!=]==?)$/.test(operator))
    return undefined;
  const place = placeOf(context, left, frame);
  return place !== undefined && handed.places.has(place)
    ? { key: `${place}=${operator}${number.value}`, negated: false }
    : undefined;
}

function placesTouchedBy(context: FileContext, { node, frame }: RegionNode): PlaceKey[] {
  const given = (argument: Node): PlaceKey | undefined =>
    argument.type === "SpreadElement" ? undefined : placeOf(context, argument, frame);
  switch (node.type) {
    case "AssignmentExpression":
      return known([placeOf(context, node.left, frame)]);
    case "UpdateExpression":
      return known([placeOf(context, node.argument, frame)]);
    case "VariableDeclarator":
      return declaredPlaces(context, node.id, frame);
    case "CallExpression": {
      // Whoever gets an object may change what is in it.
      const callee = bare(node.callee);
      const receiver = callee.type === "MemberExpression" ? objectPlace(context, callee.object, frame) : undefined;
      return known([receiver, ...node.arguments.map(given)]);
    }
    default:
      return [];
  }
}

function known(places: readonly (PlaceKey | undefined)[]): PlaceKey[] {
  return places.filter((place) => place !== undefined);
}

/** What a node does to the value behind a key. */
function writeTo(
  key: PlaceKey,
  { node, places }: Touch,
  handed: HandedLiterals,
): { value: boolean | undefined } | undefined {
  const [subject = key] = key.split("=", 1);
  const given = node.type === "CallExpression" ? handedBy(node, key, subject, handed) : undefined;
  if (given !== undefined) return given;
  const touched = places.filter((place) => isPartOf(place, subject));
  if (touched.length === 0) return undefined;
  switch (node.type) {
    case "AssignmentExpression":
      return { value: touched[0] === key ? literalTruth(node.right) : undefined };
    case "VariableDeclarator":
      return {
        value: node.id.type === "Identifier" && node.init && subject === key ? literalTruth(node.init) : undefined,
      };
    case "CallExpression":
      return touched.some((place) => place !== subject) ? { value: undefined } : undefined;
    default:
      return { value: undefined };
  }
}

/** What a recursive call makes of a parameter in the turn that it begins. */
function handedBy(
  call: CallExpression,
  key: PlaceKey,
  subject: PlaceKey,
  handed: HandedLiterals,
): { value: boolean | undefined } | undefined {
  const given = handed.by.get(call)?.get(subject);
  if (given === undefined) return undefined;
  return { value: given === "unknown" ? undefined : isTrueOf(given.value, key.slice(subject.length + 1)) };
}

function declaredPlaces(context: FileContext, pattern: Node, frame: Frame | undefined): PlaceKey[] {
  switch (pattern.type) {
    case "Identifier":
      return known([placeOf(context, pattern, frame)]);
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        declaredPlaces(context, property.type === "RestElement" ? property.argument : property.value, frame),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element === null ? [] : declaredPlaces(context, element, frame)));
    case "AssignmentPattern":
      return declaredPlaces(context, pattern.left, frame);
    default:
      return [];
  }
}

function isPartOf(place: PlaceKey, subject: PlaceKey): boolean {
  return subject.startsWith(place) && (subject.length === place.length || subject[place.length] === ".");
}

function literalTruth(node: Node): boolean | undefined {
  const value = bare(node);
  if (value.type === "Literal") return Boolean(value.value);
  if (value.type === "Identifier" && value.name === "undefined") return false;
  return undefined;
}
