import { analyse, DEFAULT_SETTINGS, printModel, type AnalysisSettings, type Program, type SourcePort } from "@agent-loop/analysis";
import { parseText } from "@agent-loop/disk";
import { parse as parseWithEslint } from "@typescript-eslint/parser";
import { parse as parseWithEspree } from "espree";
import { expect } from "vitest";
import { dedent } from "./fixture.js";

export interface CheckLoopOptions {
  readonly path?: string;
  readonly settings?: Partial<AnalysisSettings>;
  readonly port?: SourcePort;
}

/** The printed model of the code, for snapshots; it has to be the same on the tree of every parser. */
export function checkLoop(code: string, { path = "/fixture.ts", settings, port }: CheckLoopOptions = {}): string {
  const text = dedent(code);
  const printed = (program: Program): string => {
    const model = analyse({ file: { path, text, program }, settings: { ...DEFAULT_SETTINGS, ...settings }, ...(port && { port }) });
    if (model.failure !== undefined) throw new Error(model.failure);
    return printModel(model, text);
  };
  const parsed = parseText(path, text);
  if (!parsed.ok) throw new Error(`The code does not parse: ${parsed.failure.message} at ${parsed.failure.at}.`);
  const result = printed(parsed.program);
  expect(printed(treeOfEslint(path, text)), "the tree of typescript-eslint says the same").toBe(result);
  if (/\.[cm]?jsx?$/.test(path)) expect(printed(treeOfEspree(text)), "the tree of espree says the same").toBe(result);
  return result;
}

export function treeOfEslint(path: string, text: string): Program {
  return parseWithEslint(text, { filePath: path, range: true, ecmaFeatures: { jsx: !/\.[cm]?ts$/.test(path) } }) as Program;
}

function treeOfEspree(text: string): Program {
  return parseWithEspree(text, { range: true, ecmaVersion: "latest", sourceType: "module", ecmaFeatures: { jsx: true } }) as unknown as Program;
}
