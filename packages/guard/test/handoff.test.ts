import { handoff } from "@agent-loop/guard";
import { expect, test } from "vitest";
import { z } from "zod";

const brief = z.object({ title: z.string(), claims: z.array(z.object({ text: z.string(), source: z.string().optional() })) });
const toWriter = handoff(brief, {
  "every claim has a source": ({ claims }) => claims.every(({ source }) => source !== undefined),
  "the title is short": ({ title }) => title.length <= 10 || { problem: `the title has ${title.length} letters, at most 10 are allowed` },
});

test("a hand-over that has the form and meets the assertions arrives as a typed value", async () => {
  const value = { title: "Rain", claims: [{ text: "It rains", source: "radar" }] };
  expect(await toWriter(value)).toEqual({ ok: true, value });
});

test("a hand-over of another form is refused with the place of each problem", async () => {
  const handed = await toWriter({ title: 5, claims: [{}] });
  expect(handed.ok ? [] : handed.problems.map((problem) => problem.split(":")[0])).toEqual(["title", "claims.0.text"]);
});

test("the raw text of an agent is refused", async () => {
  expect((await toWriter("Here is the brief you asked for!")).ok).toBe(false);
});

test("every assertion that does not hold is named", async () => {
  expect(await toWriter({ title: "Rain in Spain", claims: [{ text: "It rains" }] })).toEqual({
    ok: false,
    problems: ["every claim has a source: does not hold", "the title is short: the title has 13 letters, at most 10 are allowed"],
  });
});

test("an assertion that cannot tell refuses", async () => {
  expect(await handoff(z.string(), { "is true": () => "unknown" })("x")).toEqual({ ok: false, problems: ["is true: could not be decided"] });
});

test("an assertion that throws refuses", async () => {
  const crash = (): never => {
    throw new Error("no such field");
  };
  expect(await handoff(z.string(), { "is true": crash })("x")).toEqual({ ok: false, problems: ["is true: the check itself failed (no such field)"] });
});

test("a schema that changes the value hands over the changed value", async () => {
  expect(await handoff(z.string().transform(Number))("7")).toEqual({ ok: true, value: 7 });
});

test("an asynchronous schema and assertion are waited for", async () => {
  const isKnown = async (id: string): Promise<boolean> => id === "a";
  expect((await handoff(z.string().refine(isKnown), { "is known": isKnown })("b")).ok).toBe(false);
});
