import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judge, readCases } from "./kit/case-file.js";
import { inProcess } from "./kit/lsp-client.js";
import { throughEngine } from "./kit/through-engine.js";
import { throughEslint } from "./kit/through-eslint.js";
import { throughServer } from "./kit/through-server.js";

const LEDGER = new URL("./cases/not-yet.json", import.meta.url);
const updating = process.env["UPDATE_LEDGER"] === "1";
const notYet = new Set(JSON.parse(readFileSync(LEDGER, "utf8")) as string[]);
const failing: string[] = [];
const cases = readCases();

const client = inProcess();

beforeAll(async () => {
  await client.start();
});

describe("every host finds the same in", () => {
  it.each(cases)("$id", async (file) => {
    const inEslint = throughEslint(file);
    expect(throughEslint({ ...file, major: 9 })).toEqual(inEslint);
    expect(throughEngine(file)).toEqual(inEslint);
    expect(await throughServer(client, file)).toEqual(inEslint);
  });
});

describe("the ledger is true about", () => {
  it.each(cases)("$id", (file) => {
    const faults = judge(file, throughEngine(file));
    if (faults.length > 0) failing.push(file.id);
    if (updating) return;
    if (notYet.has(file.id)) expect(faults, "passes now: run node scripts/update-ledger.mjs").not.toEqual([]);
    else expect(faults).toEqual([]);
  });

  it("cases that exist", () => {
    const ids = new Set(cases.map(({ id }) => id));
    if (!updating) expect([...notYet].filter((id) => !ids.has(id))).toEqual([]);
  });
});

afterAll(() => {
  if (updating) writeFileSync(LEDGER, `${JSON.stringify(failing.sort(), undefined, 2)}\n`);
});
