/** Not run: compiled by `types.test.ts`, which fails if one of these statements types otherwise than it says. */
import { type Check, createBudget, handoff, invariantCheck, keyFor, memoryStore, modelCheck, runLoop, schemaCheck, tieredVerifier } from "@agent-loop/guard";
import { z } from "zod";

const yes = async (): Promise<{ passed: "yes"; confidence: number; detail: string }> => ({ passed: "yes", confidence: 1, detail: "" });
const byGpt = modelCheck<string, "gpt-5">("review", "gpt-5", yes);

// A verifier with the maker's identity does not compile unless it is asked for.
// @ts-expect-error the judge is the maker
tieredVerifier({ maker: "gpt-5", cheap: [], expensive: [byGpt] });
tieredVerifier({ maker: "gpt-5", cheap: [], expensive: [byGpt], allowSelfVerification: true });
tieredVerifier({ maker: "claude-opus-4", cheap: [], expensive: [byGpt] });
tieredVerifier({ cheap: [invariantCheck("short", (text: string) => text.length < 9)], expensive: [byGpt] });

// What is known only at run time is checked there.
const unknownModel: string = "gpt-5";
tieredVerifier({ maker: unknownModel, cheap: [], expensive: [byGpt] });

// A check takes the subject that it is made for.
const onText: Check<string> = invariantCheck("short", (text: string) => text.length < 9);
// @ts-expect-error a number is no text
void onText.run(5, {});
const general: Check<string> = schemaCheck("text", z.string());
void general;

// An accepted hand-over has the type of its schema, and none before it is asked whether it was accepted.
const toWriter = handoff(z.object({ title: z.string() }), { "the title is short": ({ title }) => title.length < 80 });
const handed = await toWriter({});
// @ts-expect-error it may have been refused
void handed.value;
if (handed.ok) handed.value.title satisfies string;
else handed.problems satisfies readonly string[];

// A key has no place for an attempt.
// @ts-expect-error the attempt is not a part of what the effect is
keyFor({ task: "t", tool: "pay", attempt: 2 });

// Only a completed run has an output.
const result = await runLoop({
  task: "t",
  budget: createBudget({ steps: 3 }),
  propose: async () => ({ kind: "finish", output: 42 }),
  act: async () => undefined,
  verify: (output: number) => output === 42,
  effects: { store: memoryStore(), key: ({ tool, args }, { task }) => keyFor({ task, tool, args }) },
});
// @ts-expect-error it may have been escalated
void result.output;
if (result.status === "completed") result.output satisfies number;
else result.reason satisfies string;
