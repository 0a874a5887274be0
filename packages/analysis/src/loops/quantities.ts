import type { Measure } from "../catalogue/schema.js";
import type { Frame } from "../flow/paths.js";
import { isFunction } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { restarts } from "./clock-starts.js";
import type { Cycle } from "./cycle.js";
import { depthMoves } from "./handed-moves.js";
import { FLIPPED, isGivenTimeout, testsOf, TIMEOUT, timeoutTest } from "./limit-tests.js";
import type { LimitTest } from "./limit-tests.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { CLOCK } from "./mentions.js";
import { movesOf } from "./moves.js";
import type { Move } from "./moves.js";
import { placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { Reading } from "./reading.js";
import { isCounted } from "./refills.js";
import { frameKey } from "./region.js";
import type { RegionNode } from "./region.js";
import { addTo } from "../syntax/groups.js";

/** Something that can grow until a test notices. */
export interface Quantity {
  readonly place: PlaceKey;
  readonly name: string;
  readonly measure: Measure;
  readonly moves: readonly Move[];
  readonly tests: readonly LimitTest[];
  /** Tests for one number only, after which it goes round: a count that moves on is there once. */
  readonly passedOnce?: readonly LimitTest[];
  /** The clock, a timeout: it moves by itself. */
  readonly selfMoving: boolean;
  /** Calls that end by themselves once it is used up. */
  readonly endedCalls?: ReadonlySet<Node>;
}

/** Every quantity of a cycle that some test could notice. */
export function readQuantities(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): Quantity[] {
  const reading: Reading = {
    context: analysis.context,
    origins: analysis.origins,
    cycle,
    turn: new Set(region.map(({ node }) => node)),
  };
  const moves = new Map<PlaceKey, Move[]>();
  const addMove = (move: Move): void => {
    addTo(moves, move.place, move);
  };
  for (const { node, frame } of region) for (const move of movesOf(reading, node, frame)) addMove(move);
  for (const move of depthMoves(reading, region)) addMove(move);
  for (const [place, placeMoves] of moves) moves.set(place, withoutIdleRefills(reading, place, placeMoves));

  const tests = new Map<PlaceKey, LimitTest[]>();
  for (const { node, frame } of region) {
    for (const test of testsOf(reading, node, frame, moves)) {
      addTo(tests, test.place, test);
    }
  }
  const quantities: Quantity[] = [];
  const ended = region.filter(({ node }) => node.type === "CallExpression" && isGivenTimeout(reading, node));
  const endedCalls = new Set(ended.map(({ node }) => node));
  if (!tests.has(TIMEOUT) && ended[0] !== undefined) {
    quantities.push({
      place: TIMEOUT,
      name: "timeout",
      measure: "time",
      moves: [],
      tests: [timeoutTest(ended[0])],
      selfMoving: true,
      endedCalls,
    });
  }
  for (const [place, placeTests] of tests) {
    const placeMoves = [...(moves.get(place) ?? [])];
    const selfMoving = place.startsWith(CLOCK);
    if (place === CLOCK) placeMoves.push(...restarts(reading, placeTests, moves));
    // What is only ever set anew is a value, not a counter, unless it is the number of rounds that the model wants.
    if (
      !selfMoving &&
      placeMoves.length > 0 &&
      placeMoves.every((move) => move.change === "reset" && !endsAt(reading, move, placeTests))
    ) {
      if (placeMoves.every((move) => isChosenByModel(reading, move)))
        quantities.push({
          place,
          name: nameOf(place),
          measure: "steps",
          moves: placeMoves,
          tests: placeTests.map(chosenByModel),
          selfMoving,
        });
      continue;
    }
    const settled = placeMoves.map((move) =>
      move.change === "reset" && endsAt(reading, move, placeTests) ? { ...move, change: "down" as const } : move,
    );
    quantities.push({
      place,
      name: nameOf(place),
      measure: selfMoving ? "time" : measureOf(analysis, cycle, place, placeMoves),
      moves: settled,
      tests: placeTests,
      selfMoving,
      ...(place === TIMEOUT && { endedCalls }),
    });
  }
  // Those that move come first: a walk can follow only so many at once.
  return quantities.sort(
    (a, b) => Number(b.selfMoving || b.moves.length > 0) - Number(a.selfMoving || a.moves.length > 0),
  );
}

/** A list that grows has to grow for sure; one that is worked off must not be filled again, unless that is counted. */
function withoutIdleRefills(reading: Reading, place: PlaceKey, moves: readonly Move[]): Move[] {
  if (!moves.some(({ change }) => change === "down")) return moves.filter(({ unsure }) => unsure !== true);
  const list = place.replace(/\.(?:length|size)$/, "");
  if (list === place) return [...moves];
  return moves.filter(
    ({ change, node, frame }) =>
      change !== "up" ||
      node.type !== "CallExpression" ||
      isCounted(reading, reading.cycle, node, frame, list) !== "yes",
  );
}

const ROUNDS = /turn|step|iteration|round|attempt|tries|hop|cycle/i;

/** `left = reply.roundsLeft`: a number of rounds, and not what a reply is worth, that is only what the last reply says. */
function isChosenByModel({ origins }: Reading, { place, node }: Move): boolean {
  if (node.type !== "AssignmentExpression" || node.operator !== "=") return false;
  const from = origins.of(node.right);
  if (!from.every(({ kind }) => kind === "reply" || kind === "literal")) return false;
  return from.some(
    (origin) => origin.kind === "reply" && (ROUNDS.test(nameOf(place)) || ROUNDS.test(origin.path.at(-1) ?? "")),
  );
}

function chosenByModel(test: LimitTest): LimitTest {
  return { ...test, limit: { value: undefined, fault: "chosen-by-model" } };
}

/** A recursion that hands on a number with which its own test does not let it go on: `expand(task, 1)`. */
function endsAt({ context }: Reading, { node, place }: Move, tests: readonly LimitTest[]): boolean {
  if (node.type !== "CallExpression") return false;
  const handed = node.arguments.find((argument) => argument.type === "Literal" && typeof argument.value === "number");
  if (handed?.type !== "Literal" || typeof handed.value !== "number") return false;
  const value = handed.value;
  return tests.some(({ node: test, limit, reachedWhen, frame }) => {
    if (test.type !== "BinaryExpression" || limit.value === undefined) return false;
    const isLeft = placeOf(context, test.left, frame) === place;
    return compare(isLeft ? test.operator : (FLIPPED[test.operator] ?? ""), value, limit.value) === reachedWhen;
  });
}

function compare(operator: string, a: number, b: number): boolean | undefined {
  switch (operator) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "===":
    case "==":
      return a === b;
    case "!==":
    case "!=":
      return a !== b;
    default:
      return undefined;
  }
}

export function nameOf(place: PlaceKey): string {
  return place.replace(/@\d+/g, "").replace(/^class\d+/, "this");
}

const TOKENS = /token/i;

const COST = /(?:cost|usd|spen[dt]|price|dollar|cents|money|euro|credits)/i;

const TIME = /(?:time|elapsed|duration|deadline|ms$)/i;

function measureOf(analysis: LoopAnalysis, cycle: Cycle, place: PlaceKey, moves: readonly Move[]): Measure {
  const name = nameOf(place);
  const { origins } = analysis;
  const countsUsage = moves.some((move) => move.amount !== undefined && origins.aspectsOf(move.amount).has("usage"));
  if (COST.test(name)) return "cost";
  if (countsUsage || TOKENS.test(name)) return "tokens";
  if (TIME.test(name) && moves.some((move) => move.amount !== undefined && move.amount.type !== "Literal"))
    return "time";
  // A list that only ever gets longer counts the turns; one that is emptied is what there is to do.
  if (/\.(?:length|size)$/.test(name))
    return moves.length > 0 && moves.every((move) => move.change === "up") ? "steps" : "items";
  if (isFunction(cycle.node) && cycle.members.length > 0 && moves.some((move) => move.node.type === "CallExpression"))
    return "depth";
  return "steps";
}

/** Key of a node in a frame, to find moves and tests again during a walk. */
export function eventKey(node: Node, frame: Frame | undefined): string {
  return `${node.range[0]}:${node.range[1]}:${node.type}${frameKey(frame)}`;
}
