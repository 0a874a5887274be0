import { describe, expect, it } from "vitest";
import { throughEngine } from "../../../test/kit/through-engine.js";

const LIMITS = new Set(["no-ineffective-limit", "no-unbounded-loop", "no-unbounded-run", "no-unbounded-retry"]);

function limitsOf(text: string): string[] {
  return throughEngine({ path: "snippet.ts", text, settings: { modelCalls: ["this.brain.next"] } }).filter(({ rule }) => LIMITS.has(rule)).map(({ rule }) => rule);
}

describe("a limit that is kept in a field", () => {
  const keeper = (head: string, test = ""): string => `
    import type { Brain, Hands } from "./types.js";
    export class Butler {
      ${head}
      async serve(wish: string) {
        const deeds: unknown[] = [];
        let next = await this.brain.next(wish, deeds);
        while (next.kind !== "finished") {
          ${test}
          deeds.push(await this.hands.perform(next));
          next = await this.brain.next(wish, deeds);
        }
        return deeds;
      }
    }
  `;
  const filled = (field: string, value: string): string => `${field} constructor(private brain: Brain, private hands: Hands, options: { maxSteps?: number } = {}) { ${value} }`;
  const ways: [string, string][] = [
    ["filled from an option", filled("private readonly maxSteps: number;", "this.maxSteps = options.maxSteps ?? 15;")],
    ["with a hash", filled("#maxSteps: number;", "this.#maxSteps = options.maxSteps ?? 15;")],
    ["filled under a condition", filled("private maxSteps = 15;", "if (options.maxSteps) this.maxSteps = options.maxSteps;")],
    ["a parameter of the constructor", "constructor(private brain: Brain, private hands: Hands, private readonly maxSteps = 15) {}"],
  ];
  it.each(ways)("is reported when nothing looks at it: %s", (_, head) => {
    expect(limitsOf(keeper(head))).toEqual(["no-ineffective-limit"]);
  });

  it.each(ways)("is silent when the loop does: %s", (_, head) => {
    expect(limitsOf(keeper(head, `if (deeds.length >= this.${head.includes("#maxSteps") ? "#" : ""}maxSteps) throw new Error("busy");`))).toEqual([]);
  });

  it("is silent when the object is handed on, and speaks of the loop when the field is no limit", () => {
    expect(limitsOf(keeper(ways[0]?.[1] ?? "", "check(this, deeds);"))).not.toContain("no-ineffective-limit");
    expect(limitsOf(keeper(filled("private readonly name: string;", 'this.name = "x";')))).toEqual(["no-unbounded-loop"]);
  });
});

describe("a number of rounds that the model chooses", () => {
  const game = (start: string, head: string, next: string): string => `
    import { Output, generateText } from "ai";
    import { z } from "zod";
    import { carryOut, model } from "./setup.js";
    const Move = z.object({ move: z.string(), roundsLeft: z.number(), score: z.number() });
    export async function play(board: string) {
      ${start}
      while (${head}) {
        const { output } = await generateText({ model, prompt: board, output: Output.object({ schema: Move }) });
        board = await carryOut(board, output.move);
        ${next}
      }
      return board;
    }
  `;
  it.each([
    ["set anew", "let left = 1;", "left > 0", "left = output.roundsLeft;"],
    ["or nothing", "let left = 1;", "left >= 1", "left = output.roundsLeft ?? 0;"],
    ["by the variable's name", "let roundsToGo = 1;", "roundsToGo > 0", "roundsToGo = output.score;"],
    ["in a record", "const game = { steps: 1 };", "game.steps > 0", "game.steps = output.roundsLeft;"],
  ])("is no limit: %s", (_, start, head, next) => {
    expect(limitsOf(game(start, head, next))).toEqual(["no-ineffective-limit"]);
  });

  it.each([
    ["it can only shorten", "let left = 16;", "left > 0", "left = Math.min(left - 1, output.roundsLeft);"],
    ["the program counts down", "let left = 16;", "left > 0", "left -= 1;"],
  ])("is silent when %s", (_, start, head, next) => {
    expect(limitsOf(game(start, head, next))).toEqual([]);
  });

  it("is not what a reply is worth", () => {
    expect(limitsOf(game("let score = 0;", "score < 0.9", "score = output.score;"))).toEqual(["no-unbounded-loop"]);
  });
});
