import type { TSESTree } from "@typescript-eslint/types";
import type { Frame } from "../flow/paths.js";
import { bare, forEachChild } from "../syntax/node.js";
import type { Identifier, MemberExpression, Node } from "../syntax/node.js";
import type { LimitTest } from "./limit-tests.js";
import { CLOCK, mentionsOf } from "./mentions.js";
import type { Move } from "./moves.js";
import { placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { Reading } from "./reading.js";

/**
 * Whether a comparison asks how long this turn has taken: its start is read from the clock in the turn itself.
 * Such a test says nothing about how many turns there are.
 */
export function startsInTurn(
  reading: Reading,
  comparison: TSESTree.BinaryExpression,
  frame: Frame | undefined,
): boolean {
  const isReadInTurn = namesIn(comparison).some((name) => {
    const definition = name.type === "Identifier" ? reading.context.scopes.variableOf(name)?.definition : undefined;
    return (
      definition?.type === "VariableDeclarator" &&
      definition.init !== null &&
      reading.turn.has(definition) &&
      isClockTime(reading, definition.init, frame)
    );
  });
  if (!isReadInTurn) return false;
  // The time that has passed (`Date.now() - startedAt`) is read in the turn as well; only where both ends of it are is it the turn's own.
  const signs = [
    ...mentionsOf(reading, comparison.left, frame),
    ...mentionsOf(reading, comparison.right, frame, -1),
  ].flatMap(({ place, sign }) => (place === CLOCK ? [sign] : []));
  return signs.includes(1) && signs.includes(-1);
}

/** Where what the clock is compared with gets a new time: `startedAt = Date.now()` gives the cycle its time once more. */
export function restarts(
  reading: Reading,
  tests: readonly LimitTest[],
  moves: ReadonlyMap<PlaceKey, readonly Move[]>,
): Move[] {
  const found = new Set<Move>();
  for (const { node, frame } of tests) {
    for (const name of namesIn(node)) {
      const place = placeOf(reading.context, name, frame);
      for (const move of (place === undefined ? undefined : moves.get(place)) ?? []) {
        if (
          move.change === "reset" &&
          move.node.type === "AssignmentExpression" &&
          isClockTime(reading, move.node.right, move.frame)
        )
          found.add(move);
      }
    }
  }
  return [...found];
}

/** The present time, with something added or taken off. What falls back on it (`given ?? Date.now()`) may be older. */
function isClockTime(reading: Reading, node: Node, frame: Frame | undefined): boolean {
  const value = bare(node);
  if (
    value.type !== "CallExpression" &&
    value.type !== "BinaryExpression" &&
    value.type !== "NewExpression" &&
    value.type !== "UnaryExpression"
  )
    return false;
  return mentionsOf(reading, value, frame).some(({ place, sign }) => place === CLOCK && sign === 1);
}

function namesIn(node: Node): (Identifier | MemberExpression)[] {
  const names: (Identifier | MemberExpression)[] = [];
  const visit = (inner: Node): void => {
    if (inner.type === "Identifier" || inner.type === "MemberExpression") names.push(inner);
    else forEachChild(inner, visit);
  };
  visit(node);
  return names;
}
