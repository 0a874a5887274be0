import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect as jestExpect } from "expect";
import { beforeAll, describe, expect, test } from "vitest";
import * as esm from "../src/testing/index.js";

const guard = fileURLToPath(new URL("..", import.meta.url));
const commonjs = (): typeof esm => createRequire(import.meta.url)(`${guard}dist/testing/index.cjs`) as typeof esm;

describe("the testing entry as CommonJS, which Jest loads by default", () => {
  beforeAll(async () => void (await promisify(execFile)(process.execPath, [`${guard}bundle.mjs`])));

  test("exports what the ES module exports", () => {
    expect(Object.keys(commonjs()).sort()).toEqual(Object.keys(esm).sort());
  });

  test("has a matcher that works", () => {
    jestExpect.extend({ toConverge: commonjs().toConverge });
    expect(() => jestExpect([..."abab"].map((tool) => ({ tool }))).toConverge({ maxSteps: 9 })).toThrow("goes back and forth between a() and b()");
  });
});
