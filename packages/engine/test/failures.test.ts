import { describe, expect, it } from "vitest";
import type { Program, SourcePort } from "@agent-loop/analysis";
import { DEFAULT_CONFIG, lintText } from "../src/index.js";

const TEXT = 'import OpenAI from "openai";\n';

/** A port whose tree of the file cannot be walked: the analysis fails on it, as on code that is nested too deeply. */
function portThatBreaks(): SourcePort {
  const program = { type: "Program", range: [0, TEXT.length], sourceType: "module" } as unknown as Program;
  Object.defineProperty(program, "body", {
    get() {
      throw new RangeError("too deep");
    },
  });
  const missing = { state: "missing" } as const;
  return {
    resolve: () => missing,
    text: () => missing,
    packageVersion: () => missing,
    parse: (path) => ({ state: "found", value: { path, text: TEXT, program } }),
  };
}

describe("a file that the analysis cannot get through", () => {
  it("has a failure that says so, and no findings that look like a clean bill", () => {
    const { failure, findings, model } = lintText({ path: "/a.ts", text: TEXT, config: DEFAULT_CONFIG, port: portThatBreaks() });
    expect(failure).toEqual({ kind: "crash", message: "RangeError: too deep", at: { line: 1, column: 1 } });
    expect(findings).toEqual([]);
    expect(model).toBeUndefined();
  });
});
