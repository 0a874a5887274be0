// Uses the extension as a person does, in a browser: types a loop, sees the squiggle, mends it, opens its picture,
// puts in what is missing from there. Keeps pictures of what was to be seen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startVSCode } from "./host.mjs";

/** The loop of many first agents: it ends when the model says a word. */
const AGENT = `import OpenAI from "openai";

const client = new OpenAI();

export async function agent(messages: OpenAI.ChatCompletionMessageParam[]) {
  while (true) {
    const completion = await client.chat.completions.create({ model: "gpt-5", messages });
    const { message } = completion.choices[0];
    messages.push(message);
    if (message.content?.includes("DONE")) return message.content;
  }
}
`;

const TWO_LOOPS = `${AGENT}\n${AGENT.slice(AGENT.indexOf("export")).replace("agent(", "other(")}`;

/** What editors do while one types would change the text. */
const PLAIN_TYPING = {
  "editor.autoClosingBrackets": "never",
  "editor.autoClosingQuotes": "never",
  "editor.autoIndent": "none",
  "editor.quickSuggestions": false,
  "editor.suggestOnTriggerCharacters": false,
  "editor.acceptSuggestionOnEnter": "off",
  "editor.parameterHints.enabled": false,
  "editor.formatOnType": false,
  "editor.tabCompletion": "off",
  "editor.stickyScroll.enabled": false,
};

/** @returns the steps that were taken; throws at the first that cannot be. */
export async function runInBrowser(host) {
  const vs = await startVSCode({ ...host, files: { "agent.ts": "", "two-loops.ts": TWO_LOOPS, "package.json": '{ "name": "agent", "dependencies": { "openai": "^6.0.0" } }' }, settings: { ...PLAIN_TYPING, ...host.settings }, viewport: { width: 1100, height: 860 } });
  const { page, workspace } = vs;
  const steps = [];
  const started = Date.now();
  const step = (what) => steps.push(`ok - ${what} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  const picture = async (name) => {
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(host.out, `${name}.png`) });
  };
  try {
    await page.goto(vs.url([["openFile", vs.remoteUri(join(workspace, "agent.ts"))]]));
    const editor = page.locator(".editor-instance .monaco-editor").first();
    await editor.locator(".view-line").first().waitFor();
    await page.keyboard.press("Control+B");
    await editor.click();
    await page.keyboard.type(AGENT, { delay: 2 });
    const squiggles = editor.locator(".squiggly-error");
    await until("two squiggles", async () => (await squiggles.count()) === 2);
    step("typing a loop that nothing but a word of the model ends gives two squiggles");
    const status = page.locator(".statusbar-item", { hasText: /1 loop/ });
    await page.locator(".statusbar-item", { hasText: /1 loop, 2 findings/ }).waitFor();
    step("the status says: 1 loop, 2 findings");

    const head = editor.locator(".view-line", { hasText: /while\s\(true\)/ });
    await head.hover({ position: { x: 40, y: 8 } });
    await page.locator(".monaco-hover", { hasText: /Agent loop/ }).waitFor();
    step("the hover explains the loop");
    await picture("squiggle");
    await page.keyboard.press("Escape");

    const best = page.locator(".action-widget .monaco-list-row.action").first();
    await openMenu(page, head, best);
    assert.match(await best.innerText(), /Stop after 20 steps/);
    await picture("quick-fix");
    await page.keyboard.press("Enter");
    await until("one squiggle", async () => (await squiggles.count()) === 1);
    step("the first entry of the menu mends it, and its squiggle goes");

    await status.locator("a").click();
    const view = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
    const oracle = view.locator('[data-station="oracle"]');
    await oracle.waitFor();
    assert.match(await view.locator('[data-station="ceiling"]').getAttribute("class"), /present/);
    assert.match(await oracle.getAttribute("class"), /missing/);
    assert.equal(await oracle.evaluate((box) => getComputedStyle(box).borderTopStyle), "dashed");
    assert.ok((await view.locator("svg.ways path.way").count()) >= 8);
    step("the picture shows what is there, and in dashes what is missing");
    await picture("loop-view");

    await view.locator("#station-exit").focus();
    await page.keyboard.press("ArrowUp");
    assert.equal(await view.locator(":focus").getAttribute("id"), "station-oracle");
    assert.match(await view.locator(":focus").getAttribute("aria-label"), /^Oracle: missing\./);
    step("the stations can be walked with the keyboard, and say what they are");

    await view.locator("#fact-call-0").click();
    await page.locator(".statusbar-item", { hasText: /Ln \d+, Col \d+ \(\d+ selected\)/ }).waitFor();
    step("a click goes to the code");

    await oracle.locator("button.mend").first().click();
    await view.locator('[data-station="oracle"].present').waitFor();
    await until("no squiggle", async () => (await squiggles.count()) === 0);
    step("the button puts in the missing oracle, the picture fills it, and the last squiggle goes");
    assert.match(await view.locator("#said").innerText(), /^Done: /);
    await editor.click();
    await page.keyboard.press("Control+S");
    await until("saved", () => /await isDone\(\)/.test(readFileSync(join(workspace, "agent.ts"), "utf8")));
    step("what was mended is saved");

    const names = await view.locator("button, select").evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label") ?? node.textContent ?? ""));
    assert.deepEqual(names.filter((name) => name.trim() === ""), []);
    assert.equal(await view.locator("ol.stations > li").count(), 9);
    step("everything that can be pressed has a name");

    await page.keyboard.press("Control+P");
    await page.keyboard.type("two-loops");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "two-loops.ts" }).first().waitFor();
    await page.keyboard.press("Enter");
    await view.locator("#choice option:checked", { hasText: "line 6" }).waitFor({ state: "attached" });
    await editor.click();
    await page.keyboard.press("Control+End");
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowUp");
    await view.locator("#choice option:checked", { hasText: "line 15" }).waitFor({ state: "attached" });
    await picture("two-loops");
    step("the picture follows the cursor from loop to loop, and into another file");

    for (const [name, theme] of [["dark", "Visual Studio Dark"], ["high-contrast", "Default High Contrast"]]) {
      vs.set({ "workbench.colorTheme": theme });
      await view.locator(`body.vscode-${name}`).waitFor();
      await picture(`loop-view-${name}`);
      step(`it can be read in ${name}`);
    }
    vs.set({});
    await page.keyboard.press("F1");
    await page.keyboard.type("Welcome: Open Walkthrough");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "Open Walkthrough" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Engineer your first");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "Engineer your first agent loop" }).first().click();
    await page.locator(".getting-started-step", { hasText: "Find a loop that never has to end" }).waitFor();
    await picture("walkthrough");
    step("the walkthrough opens");

    const refused = vs.said.filter((line) => /Content Security Policy/.test(line) && /loop-view/.test(line));
    assert.deepEqual(refused, []);
    step("the page loads nothing that its policy forbids");
    return steps;
  } catch (error) {
    await page.screenshot({ path: join(host.out, "failure.png") }).catch(() => undefined);
    throw new Error(`${steps.join("\n")}\n${error.stack}`);
  } finally {
    await page.close().catch(() => undefined);
    await vs.stop();
  }
}

/** A late change of the page can close the menu: the key is pressed again, as a person would. */
async function openMenu(page, line, entry) {
  for (let attempt = 1; ; attempt++) {
    await line.click({ position: { x: 40, y: 8 } });
    await page.locator('.lightBulbWidget, [class*="codicon-gutter-lightbulb"]').first().waitFor({ timeout: 10_000 }).catch(() => undefined);
    await page.keyboard.press("Control+.");
    if (await entry.waitFor({ timeout: 5000 }).then(() => true, () => false)) return;
    assert.ok(attempt < 4, "the menu never opened");
    await page.keyboard.press("Escape");
  }
}

async function until(what, holds) {
  for (let i = 0; i < 200; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited in vain: ${what}`);
}
