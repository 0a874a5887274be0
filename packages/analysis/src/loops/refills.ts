import { conditionsOf } from "../flow/conditions.js";
import type { Frame } from "../flow/paths.js";
import type { Origins } from "../flow/origins.js";
import type { FileContext } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import { bare, dottedName, propertyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { Judgement } from "../model/judgement.js";
import type { Cycle } from "./cycle.js";
import { saysWhichError } from "./error-tests.js";
import { placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { RegionNode } from "./region.js";

/** Something that is put into a list of work while it is worked off. */
export interface Refill {
  readonly node: CallExpression;
  readonly frame: Frame | undefined;
  /** Whether a number decides how often: the depth of an item, its attempts, what there is already. */
  readonly counted: Judgement;
}

const REFILLS = /^(?:push|unshift|add)$/;

/** The refills of one list in a turn. */
export function readRefills(
  reading: { readonly context: FileContext; readonly origins: Origins },
  cycle: Cycle,
  region: readonly RegionNode[],
  list: PlaceKey,
): Refill[] {
  return region.flatMap(({ node, frame }): Refill[] => {
    if (node.type !== "CallExpression") return [];
    const callee = bare(node.callee);
    if (
      callee.type !== "MemberExpression" ||
      !REFILLS.test(propertyName(callee) ?? "") ||
      placeOf(reading.context, callee.object, frame) !== list
    )
      return [];
    return [{ node, frame, counted: isCounted(reading, cycle, node, frame, list) }];
  });
}

/**
 * Whether something that is put back or added is counted: a comparison of sizes stands before it, or in what is added.
 * A list that only takes items while it is short is none: it is worked off meanwhile.
 */
export function isCounted(
  reading: { readonly context: FileContext; readonly origins: Origins },
  cycle: Cycle,
  call: CallExpression,
  frame: Frame | undefined,
  list: PlaceKey,
): Judgement {
  const { context } = reading;
  const places: { readonly node: Node; readonly frame: Frame | undefined }[] = [{ node: call, frame }];
  for (let current = frame; current !== undefined; current = current.caller)
    if (current.call) places.push({ node: current.call, frame: current.caller });
  let counted: Judgement = "no";
  for (const place of places) {
    const root = place.frame?.call === undefined ? cycle.node : place.frame.fn;
    for (const { test } of conditionsOf(context.tree, place.node, root)) {
      if (comparesCount(reading, test, place.frame, list)) return "yes";
      if (mayCount(reading, test)) counted = "unknown";
    }
  }
  const cuts = call.arguments.some((argument) =>
    walk(argument, (node) => comparesCountAt(reading, node, frame, list) || cutsToNumber(node)),
  );
  return cuts ? "yes" : counted;
}

function comparesCount(
  reading: { readonly context: FileContext; readonly origins: Origins },
  test: Node,
  frame: Frame | undefined,
  list: PlaceKey,
): boolean {
  return walk(test, (node) => comparesCountAt(reading, node, frame, list));
}

function comparesCountAt(
  { context, origins }: { readonly context: FileContext; readonly origins: Origins },
  node: Node,
  frame: Frame | undefined,
  list: PlaceKey,
): boolean {
  if (node.type !== "BinaryExpression" || !/^[<>]=?$/.test(node.operator)) return false;
  return [node.left, node.right].every((side) => {
    if (placeOf(context, side, frame)?.startsWith(`${list}.`) === true) return false;
    const from = origins.of(side);
    return from.length === 0 || !from.every(({ kind }) => kind === "reply");
  });
}

/** `followUps.slice(0, limit - done)`: as many as there is room for. */
function cutsToNumber(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  const callee = bare(node.callee);
  const [, to] = node.arguments;
  return (
    callee.type === "MemberExpression" &&
    propertyName(callee) === "slice" &&
    to !== undefined &&
    to.type !== "SpreadElement" &&
    bare(to).type !== "Literal"
  );
}

const LOOKS =
  /^(?:pop|shift|slice|keys|values|has|includes|some|every|find|indexOf|trim|startsWith|endsWith|test|match|isArray|at|get|toLowerCase|filter|map)$/;

/** A function that cannot be read may keep count of what it is asked about. */
function mayCount({ context }: { readonly context: FileContext }, test: Node): boolean {
  return walk(test, (node) => {
    if (node.type !== "CallExpression" || context.bindings.calleeOf(node) !== undefined) return false;
    const name = dottedName(node.callee)?.split(".").at(-1) ?? "";
    return !LOOKS.test(name) && !saysWhichError(context, node);
  });
}
