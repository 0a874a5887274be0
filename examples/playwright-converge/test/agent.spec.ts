import type { ToolCall } from "@agent-loop/guard";
import { toConverge } from "@agent-loop/guard/testing";
import { expect as plain, test } from "@playwright/test";

const expect = plain.extend({ toConverge });

test("the agent answers, and gets there without going back and forth", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.getByRole("status")).toContainText("Answer:");

  const calls = (await page.getByRole("listitem").allTextContents()).map((text) => JSON.parse(text) as ToolCall);
  expect(calls).toConverge({ maxSteps: 6 });
});
