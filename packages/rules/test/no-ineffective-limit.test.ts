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

describe("a limit that is asked for by another name", () => {
  const inClass = (members: string, head: string, turn = "this.steps++;"): string => `
    import OpenAI from "openai";
    import { answerAll, tools } from "./setup.js";
    ${members.startsWith("class") ? members.slice(0, members.indexOf("\n\n")) : ""}
    export class Clerk {
      private steps = 0;
      ${members.startsWith("class") ? members.slice(members.indexOf("\n\n")) : members}
      async serve(openai: OpenAI, input: any[]) {
        while (${head}) {
          const reply = await openai.responses.create({ model: "m", input, tools });
          const calls = reply.output.filter((one) => one.type === "function_call");
          if (calls.length === 0) return reply.output_text;
          ${turn}
          input = [...input, ...reply.output, ...(await answerAll(calls))];
        }
        throw new Error("too many");
      }
    }
  `;
  const optional = "constructor(private readonly options: { maxSteps?: number } = {}) {}";
  it.each([
    ["a getter", `${optional} get mayGoOn() { return this.options.maxSteps === undefined || this.steps < this.options.maxSteps; }`, "this.mayGoOn"],
    ["a getter that says the opposite", `${optional} private get over() { return this.options.maxSteps !== undefined && this.steps >= this.options.maxSteps; }`, "!this.over"],
    ["a method", `${optional} mayGoOn() { return this.options.maxSteps === undefined || this.steps < this.options.maxSteps; }`, "this.mayGoOn()"],
    ["the head", optional, "this.options.maxSteps === undefined || this.steps < this.options.maxSteps"],
  ])("limits nothing when none is given: %s", (_, members, head) => {
    expect(limitsOf(inClass(members, head))).toEqual(["no-ineffective-limit"]);
  });

  it.each([
    ["a getter with a number to fall back on", `${optional} get mayGoOn() { return this.steps < (this.options.maxSteps ?? 8); }`, "this.mayGoOn"],
    ["two getters", `${optional} get left() { return 8 - this.steps; } get over() { return this.left <= 0; }`, "!this.over"],
    ["a clock of its own", "constructor(private readonly now = Date.now, private readonly end = now() + 60_000) {} get over() { return this.now() >= this.end; }", "!this.over"],
    ["an object that keeps the time", "class Shift { private readonly end: number; constructor(minutes: number, private readonly now: () => number = Date.now) { this.end = this.now() + minutes * 60_000; } get left() { return Math.max(0, this.end - this.now()); } get over() { return this.left === 0; } }\n\nconstructor(private readonly shift = new Shift(10)) {}", "!this.shift.over"],
    ["somebody else's answer", "constructor(private readonly governor: { mayContinue(steps: unknown): boolean }) {}", "this.governor.mayContinue(input)"],
  ])("is silent about %s", (_, members, head) => {
    expect(limitsOf(inClass(members, head))).toEqual([]);
  });

  it("counts in a field as in a variable", () => {
    const gated = "if (await allowed(calls)) this.steps++;";
    const code = (turn: string): string => inClass("constructor(private readonly maxSteps = 10) {}", "this.steps < this.maxSteps", turn);
    expect(limitsOf(code(gated))).toEqual(["no-unbounded-loop"]);
    expect(limitsOf(code("this.steps++;"))).toEqual([]);
    expect(limitsOf(code("await this.account(calls);"))).not.toContain("no-ineffective-limit");
  });
});

describe("a limit that is kept in an object", () => {
  const search = (head: string, test: string, turn = ""): string => `
    import OpenAI from "openai";
    import { confirm } from "@inquirer/prompts";
    import { answerAll, tools } from "./setup.js";
    ${head}
    export async function search(openai: OpenAI, input: any[]) {
      const allowance = { used: 0, cap: 20 };
      do {
        allowance.used++;
        ${test}
        const reply = await openai.responses.create({ model: "m", input, tools });
        const calls = reply.output.filter((one) => one.type === "function_call");
        if (calls.length === 0) return reply.output_text;
        input = [...input, ...reply.output, ...(await answerAll(calls))];
        ${turn}
      } while (${turn === "" ? "true" : "allowance.used < allowance.cap"});
      throw new Error("too many");
    }
  `;
  it.each([
    ["a number of the environment", search("const config = { rounds: Number.parseInt(process.env.ROUNDS!, 10) };", 'if (allowance.used > config.rounds) throw new Error("too many");')],
    ["a number that the loop raises", search("", "", "if (allowance.cap - allowance.used < 2) allowance.cap += 10;")],
  ])("is reported: %s", (_, text) => {
    expect(limitsOf(text)).toEqual(["no-ineffective-limit"]);
  });

  it.each([
    ["a number with a fallback", search("const config = { rounds: Number.parseInt(process.env.ROUNDS!, 10) || 8 };", 'if (allowance.used > config.rounds) throw new Error("too many");')],
    ["a number that a person raises", search("", "", 'if (allowance.cap === allowance.used && (await confirm({ message: "More?" }))) allowance.cap += 10;')],
  ])("is silent about %s", (_, text) => {
    expect(limitsOf(text)).toEqual([]);
  });
});

describe("a number of rounds that the model asks for", () => {
  const cook = (granted: string): string => `
    import { generateObject, generateText } from "ai";
    import { z } from "zod";
    import { MOST, kitchen, model } from "./setup.js";
    const Plan = z.object({ rounds: z.number().int() });
    export async function cook(occasion: string) {
      const { object: plan } = await generateObject({ model, schema: Plan, prompt: occasion });
      const messages: any[] = [{ role: "user", content: occasion }];
      ${granted}
      for (let round = 1; round <= granted; round++) {
        const step = await generateText({ model, messages, tools: kitchen });
        messages.push(...step.response.messages);
        if (step.finishReason === "stop") return step.text;
      }
      throw new Error("not enough");
    }
  `;
  it.each([
    ["as it is", "const granted = plan.rounds;"],
    ["with two more", "const granted = plan.rounds + 2;"],
    ["at least three", "const granted = Math.max(plan.rounds, 3);"],
  ])("is no limit %s", (_, granted) => {
    expect(limitsOf(cook(granted))).toEqual(["no-ineffective-limit"]);
  });
  it.each([
    ["at most twelve", "const granted = Math.min(plan.rounds, 12);"],
    ["at most a number from elsewhere", "const granted = Math.min(MOST, plan.rounds);"],
    ["cut by hand", "const granted = plan.rounds > 12 ? 12 : plan.rounds;"],
    ["cut by a statement", "let granted = plan.rounds;\nif (granted > 12) granted = 12;"],
  ])("is one %s", (_, granted) => {
    expect(limitsOf(cook(granted))).toEqual([]);
  });
});

describe("a limit in a variable that the loop never looks at", () => {
  const fix = (outside: string, head: string, inside = "", test = ""): string => `
    import OpenAI from "openai";
    import { answerAll, runCommand, tools } from "./setup.js";
    const openai = new OpenAI();
    ${outside}
    export async function fix(request) {
      ${head}
      let input = [{ role: "user", content: "go" }];
      for (let round = 0; ; round++) {
        ${test}
        const reply = await openai.responses.create({ model: "m", input, tools });
        const calls = reply.output.filter((one) => one.type === "function_call");
        if (calls.length === 0) return reply.output_text;
        input = [...input, ...reply.output, ...(await answerAll(calls))];
        ${inside}
      }
    }
  `;
  it.each([
    ["taken out of a request", "", "const { prompt, maxRounds = 6 } = await request.json();"],
    ["a constant of the file", "const MAX_STEPS = 20;", ""],
    ["shown in a banner", "const rounds = Number(process.argv[2]);", "console.log(`${rounds} rounds at most`);"],
    ["shown beside the count", "const maxTurns = 12;", "", "console.log(`turn ${round} of ${maxTurns}`);"],
  ])("is reported: %s", (_, outside, head, inside = "") => {
    expect(limitsOf(fix(outside, head, inside))).toEqual(["no-ineffective-limit"]);
  });

  it.each([
    ["is no limit", "const steps = request.steps.join();", "console.log(`${steps}`);"],
    ["is exported", "export const MAX_STEPS = 20;", ""],
    ["is handed on", "const maxTurns = 12;", "await runCommand(`other --max-turns=${maxTurns}`);"],
    ["is told to somebody", "const maxTurns = 12;", "await runCommand({ maxTurns });"],
  ])("speaks of the loop where the variable %s", (_, outside, head) => {
    expect(limitsOf(fix(outside.startsWith("export") ? outside : "", outside.startsWith("export") ? head : `${outside}\n${head}`))).toEqual(["no-unbounded-loop"]);
  });

  it("is silent where it is compared", () => {
    expect(limitsOf(fix("const maxTurns = 12;", "console.log(`${maxTurns} turns at most`);", "", "if (round >= maxTurns) throw new Error(`more than ${maxTurns}`);"))).toEqual([]);
  });
});

describe("a purse that several spend from at once", () => {
  const dossier = (run: string, test = "purse.empty"): string => `
    import OpenAI from "openai";
    const openai = new OpenAI();
    class Purse {
      spent = 0;
      constructor(readonly limit: number) {}
      get empty() { return this.spent >= this.limit; }
      isEmpty() { return this.spent >= this.limit; }
    }
    async function look(angle: string, purse: Purse) {
      if (${test}) throw new Error("purse empty");
      const reply = await openai.responses.create({ model: "m", input: angle });
      purse.spent += reply.usage.total_tokens;
      return reply.output_text;
    }
    export async function dossier(angles: string[]) {
      const purse = new Purse(60_000);
      ${run}
    }
  `;
  const together = "return Promise.all(angles.map((angle) => look(angle, purse)));";
  it("is tested too early, by a field, a getter or a method", () => {
    for (const test of ["purse.spent >= purse.limit", "purse.empty", "purse.isEmpty()"])
      expect(limitsOf(dossier(together, test))).toEqual(["no-ineffective-limit"]);
  });
  it("is silent where they take turns, and where each has a purse of its own", () => {
    expect(limitsOf(dossier("const all = [];\nfor (const angle of angles) all.push(await look(angle, purse));\nreturn all;"))).toEqual([]);
    expect(limitsOf(dossier("return Promise.all(angles.map((angle) => look(angle, new Purse(5_000))));"))).toEqual([]);
  });
});

describe("no-ineffective-limit and a field that starts with a number", () => {
  const executor = `
    import OpenAI from "openai";
    const client = new OpenAI();
    export class Executor {
      maxIterations?: number = 15;
      constructor(input: { maxIterations?: number }) {
        this.maxIterations = input.maxIterations ?? this.maxIterations;
      }
      async run(messages: OpenAI.ChatCompletionMessageParam[]) {
        let iterations = 0;
        while (this.maxIterations === undefined || iterations < this.maxIterations) {
          const reply = await client.chat.completions.create({ model: "m", messages });
          messages.push(reply.choices[0].message);
          if (!reply.choices[0].message.tool_calls) return reply;
          iterations++;
        }
        throw new Error("limit");
      }
    }
  `;

  it("is silent: somebody has to switch the limit off", () => {
    expect(limitsOf(executor)).toEqual([]);
  });
});
