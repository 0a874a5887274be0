import type { LoopViewResult, ViewedLoop } from "agent-loop-language-server";
import { expect, it } from "vitest";
import { loopAt } from "../src/loop-at.js";

function loop(from: number, to: number): ViewedLoop {
  const range = { start: { line: from, character: 2 }, end: { line: to, character: 3 } };
  return { kind: "while", verdict: "", head: { start: range.start, end: { line: from, character: 14 } }, range, gates: [], engineer: null };
}

const result: LoopViewResult = { version: 1, loops: [loop(2, 20), loop(5, 10), loop(30, 40)] };

it.each([
  [0, 0, -1],
  [2, 2, 0],
  [2, 1, -1],
  [6, 0, 1],
  [10, 3, 1],
  [10, 4, 0],
  [25, 0, -1],
  [35, 80, 2],
])("line %i, column %i is in loop %i", (line, character, index) => {
  expect(loopAt(result, { line, character })).toBe(index);
});
