import { runLoop } from "@agent-loop/guard";
import { scriptedModel } from "@agent-loop/guard/testing";
import { expect, test } from "vitest";

const gates = { task: "t", budget: { steps: 4 }, act: () => "ok", verify: () => "yes" as const };

test("a scripted model says its lines in order", async () => {
  const propose = scriptedModel({ kind: "act", actions: [{ tool: "a" }] }, { kind: "finish", output: 1 });
  expect((await runLoop({ ...gates, propose })).trajectory.map(({ proposal }) => proposal.kind)).toEqual(["act", "finish"]);
});

test("a scripted model repeats its last line, so that a loop without a limit shows itself", async () => {
  const propose = scriptedModel<{ tool: string }, number>({ kind: "act", actions: [{ tool: "a" }] });
  await runLoop({ ...gates, propose, progress: { repeatLimit: 99 } });
  expect(propose.asked.map(({ turn }) => turn)).toEqual([1, 2, 3, 4]);
});

test("a scripted model throws where its script says so", async () => {
  expect((await runLoop({ ...gates, propose: scriptedModel<{ tool: string }, number>(new Error("overloaded")) })).reason).toBe("model-error");
});

test("an empty script is refused", () => {
  expect(() => scriptedModel()).toThrow("the script is empty");
});
