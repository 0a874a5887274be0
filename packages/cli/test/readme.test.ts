import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FORMAT_NAMES } from "../src/formats/all-formats.js";
import { HELP } from "../src/help.js";
import { Folder, LOOP } from "./kit/command.js";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const BLOCKS = [...README.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) =>
  block.trim().split("\n").map((line) => line.replace(/\s+#.*$/, "").replace(/^npx agent-loop /, "").split(" ")),
);

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
  folder.git("init", "-q");
  // `--since main` has something to compare with, and `src/agent.ts:42` stands in a loop.
  folder.put("src/agent.ts", `${"\n".repeat(36)}${LOOP}`);
  folder.put("package.json", "{}\n");
  folder.commitAll();
});
afterEach(() => {
  folder.remove();
});

describe("the README", () => {
  it.each(BLOCKS.map((block) => [block.map((args) => args.join(" ")).join("; "), block] as const))("tells commands that run: %s", async (_, block) => {
    for (const args of block) {
      const { code, err } = await folder.command(...args);
      expect([0, 1], `${args.join(" ")}: ${err}`).toContain(code);
    }
  });

  it("and the help name every format", () => {
    for (const name of FORMAT_NAMES) {
      expect(README).toContain(`\`${name}\``);
      expect(HELP).toContain(name);
    }
  });

  it("and the help name the same options of check", () => {
    const inReadme = [...README.matchAll(/^\| `(--[a-z-]+)/gm)].map(([, option]) => option);
    const options = HELP.slice(HELP.indexOf("Options of check:"), HELP.indexOf("Options of fix:"));
    const inHelp = [...options.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option);
    expect(inReadme.sort()).toEqual(inHelp.sort());
  });

  it("shows settings that are valid", async () => {
    const [, settings = ""] = /^```json\n(\{\n {2}"preset".*?)^```/ms.exec(README) ?? [];
    folder.put("agent-loop.config.json", settings);
    expect((await folder.command("check")).code).not.toBe(2);
  });
});
