import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Folder, LOOP } from "./kit/command.js";

const BROWSER = ["chromium", "chromium-browser", "google-chrome"].find((name) => spawnSync(name, ["--version"]).status === 0);

describe.skipIf(BROWSER === undefined)("the page, in a browser without a network", () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = new Folder();
    folder.put("first.js");
    folder.put("second.js", LOOP.replace("while (true)", "for (;;)"));
    await folder.command("check", "--preset", "strict", "--format", "html", "--output", "page.html");
  });
  afterAll(() => {
    folder.remove();
  });

  /** What is on the page after a reader has done something: the heads of the files, and the number of findings. */
  function shownAfter(done: string): { readonly files: readonly string[]; readonly findings: number; readonly output: string } {
    const probe = `${done}
      const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
      document.body.dataset.result = JSON.stringify({ files: shown("h2").map((each) => each.textContent), findings: shown("article").length, output: form.shown.value });`;
    const page = folder.put("probe.html", readFileSync(join(folder.path, "page.html"), "utf8").replace("</body>", `<script>${probe}</script></body>`));
    const { stdout } = spawnSync(BROWSER ?? "", ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", `--user-data-dir=${join(folder.path, "profile")}`, pathToFileURL(page).href], { encoding: "utf8", timeout: 60_000 });
    const [, result = ""] = /data-result="([^"]*)"/.exec(stdout) ?? [];
    return JSON.parse(result.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as ReturnType<typeof shownAfter>;
  }

  const change = 'form.dispatchEvent(new Event("input"));';

  it("shows everything at first", () => {
    const { files, findings, output } = shownAfter("");
    expect(files).toEqual(["first.js", "second.js"]);
    expect(findings).toBeGreaterThan(2);
    expect(output).toBe("");
  });

  it("filters by rule, by text and by severity", () => {
    expect(shownAfter(`form.rule.value = "no-unbounded-loop"; ${change}`)).toMatchObject({ files: ["first.js", "second.js"], findings: 2, output: expect.stringMatching(/^2 of \d+ shown$/) });
    expect(shownAfter(`form.text.value = " SECOND"; form.rule.value = "no-unbounded-loop"; ${change}`)).toMatchObject({ files: ["second.js"], findings: 1 });
    expect(shownAfter(`form.severity.value = "warning"; form.rule.value = "no-unbounded-loop"; ${change}`)).toMatchObject({ files: [], findings: 0 });
  });
});
