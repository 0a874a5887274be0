import { dirname } from "node:path";
import * as parser from "@typescript-eslint/parser";
import plugin from "eslint-plugin-agent-loop";
import { Linter } from "eslint";
import { Linter as Linter9 } from "eslint9";
import { applyEdits, inOrder, type SeenFinding } from "./seen-finding.js";

export type EslintMajor = 9 | 10;

export interface EslintInput {
  readonly path: string;
  readonly text: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly preset?: "recommended" | "strict";
  readonly major?: EslintMajor;
  /** Parser for the text; ESLint's own one knows JavaScript only. */
  readonly parser?: "typescript-eslint" | "espree";
}

const linters = new Map<string, Linter>();

/** ESLint looks only at files below its working folder. */
function linterFor(path: string, major: EslintMajor): Linter {
  const cwd = path.startsWith(process.cwd()) ? process.cwd() : dirname(path);
  const key = `${major} ${cwd}`;
  let linter = linters.get(key);
  if (linter === undefined) {
    linter = major === 9 ? (new Linter9({ cwd }) as unknown as Linter) : new Linter({ cwd });
    linters.set(key, linter);
  }
  return linter;
}

/** Lints through ESLint with the plugin; a text that does not parse is an error. */
export function throughEslint({ path, text, settings = {}, preset = "strict", major = 10, parser: name }: EslintInput): SeenFinding[] {
  const messages = linterFor(path, major).verify(
    text,
    [
      {
        ...plugin.configs[preset],
        files: ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}"],
        languageOptions: {
          ...(name !== "espree" && { parser }),
          parserOptions: { ecmaFeatures: { jsx: true } },
        },
        settings: { "agent-loop": settings },
      },
    ],
    { filename: path },
  );
  return inOrder(
    messages.map((message) => {
      if (message.ruleId === null) throw new Error(`${path}:${message.line}: ${message.message}`);
      return {
        rule: message.ruleId.replace(/^agent-loop\//, ""),
        severity: message.severity === 2 ? "error" : "warn",
        message: message.message,
        place: `${message.line}:${message.column}-${message.endLine}:${message.endColumn}`,
        line: message.line,
        mends: (message.suggestions ?? []).map(({ desc, fix }) => ({
          title: desc,
          result: applyEdits(text, [{ start: fix.range[0], end: fix.range[1], text: fix.text }]),
        })),
      };
    }),
  );
}
