import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { parseText } from "@agent-loop/disk";
import { Directives } from "../src/directives.js";
import { DEFAULT_CONFIG, lintText } from "../src/index.js";
import { Positions } from "../src/positions.js";

const RULE = "agent-loop/no-unbounded-loop";
const linter = new Linter();

/** Lines of the `debugger` statements that ESLint still reports under our rule's name. */
function reportedByEslint(code: string): number[] {
  const rule = {
    create: (context: { report(descriptor: object): void }) => ({
      DebuggerStatement: (node: object) => {
        context.report({ node, message: "here" });
      },
    }),
  };
  const rules = { "no-unbounded-loop": rule, "require-budget": rule };
  const messages = linter.verify(code, [
    { plugins: { "agent-loop": { rules } as never }, rules: { [RULE]: 2 }, linterOptions: { reportUnusedDisableDirectives: "off" } },
  ]);
  return messages.filter(({ ruleId, message }) => ruleId === RULE && message === "here").map(({ line }) => line);
}

/** The same by our own reading of the comments. */
function reportedByUs(code: string): number[] {
  const parsed = parseText("a.js", code);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const positions = new Positions(code);
  const directives = new Directives(parsed.comments, positions);
  return [...code.matchAll(/\bdebugger\b/g)]
    .map(({ index }) => positions.at(index))
    .filter((place) => !directives.silence(RULE, place))
    .map(({ line }) => line);
}

describe("directives mean what they mean to ESLint", () => {
  it.each([
    ["none", "debugger;"],
    ["a block to the end of the file", "debugger;\n/* eslint-disable */\ndebugger;\n"],
    ["a block that is closed", "/* eslint-disable */\ndebugger;\n/* eslint-enable */\ndebugger;\n"],
    ["a block for this rule", `/* eslint-disable ${RULE} */\ndebugger;\n`],
    ["a block for another rule", "/* eslint-disable agent-loop/require-budget */\ndebugger;\n"],
    ["a block for several rules", `/* eslint-disable no-alert, ${RULE}, no-eval */\ndebugger;\n`],
    ["quoted rule names", `/* eslint-disable "${RULE}" */\ndebugger;\n`],
    ["one rule enabled again", `/* eslint-disable */\n/* eslint-enable ${RULE} */\ndebugger;\n`],
    ["another rule enabled again", "/* eslint-disable */\n/* eslint-enable no-alert */\ndebugger;\n"],
    ["everything enabled after one", `/* eslint-disable ${RULE} */\n/* eslint-enable */\ndebugger;\n`],
    ["a reason", `/* eslint-disable ${RULE} -- paced by a person */\ndebugger;\n`],
    ["a reason with a rule's name in it", `/* eslint-disable no-alert -- not ${RULE} */\ndebugger;\n`],
    ["a reason without rules", "/* eslint-disable -- generated */\ndebugger;\n"],
    ["dashes that are no reason", `// eslint-disable-next-line ${RULE} --because\ndebugger;\n`],
    ["a long dash line", `// eslint-disable-next-line ${RULE} ---- because\ndebugger;\n`],
    ["this line, line comment", `debugger; // eslint-disable-line ${RULE}\ndebugger;\n`],
    ["this line, block comment", `/* eslint-disable-line */ debugger;\ndebugger;\n`],
    ["this line for another rule", "debugger; // eslint-disable-line no-alert\n"],
    ["this line over two lines", "debugger; /* eslint-disable-line\n */ debugger;\n"],
    ["next line, line comment", "// eslint-disable-next-line\ndebugger;\ndebugger;\n"],
    ["next line, block comment", `/* eslint-disable-next-line ${RULE} */\ndebugger;\ndebugger;\n`],
    ["next line after a block of lines", `/* eslint-disable-next-line\n  ${RULE},\n  no-alert\n  -- why */\ndebugger;\ndebugger;\n`],
    ["a line comment that opens no block", "// eslint-disable\ndebugger;\n"],
    ["a line comment that closes no block", "/* eslint-disable */\n// eslint-enable\ndebugger;\n"],
    ["a block within the line", "debugger; /* eslint-disable */ debugger; /* eslint-enable */ debugger;\n"],
    ["a word that only begins like one", "/* eslint-disabled */\ndebugger;\n"],
    ["text before the directive", "/* please eslint-disable */\ndebugger;\n"],
    ["line ends of Windows", `// eslint-disable-next-line\r\ndebugger;\r\ndebugger;\r\n`],
    ["a list with empty places", `/* eslint-disable , ${RULE}, */\ndebugger;\n`],
  ])("%s", (_, code) => {
    expect(reportedByUs(code)).toEqual(reportedByEslint(code));
  });
});

describe("reasons", () => {
  const LOOP = `import OpenAI from "openai";
const client = new OpenAI();
export async function run(messages) {
  // HERE
  while (true) {
    messages.push((await client.chat.completions.create({ model: "m", messages })).choices[0].message);
  }
}
`;

  it.each([
    ["a directive of ours without one", `eslint-disable-next-line ${RULE}`, 1],
    ["a directive that names no rule and silences one of ours", "eslint-disable-next-line", 1],
    ["a directive with one", `eslint-disable-next-line ${RULE} -- a person stops it`, 0],
    ["a directive whose reason is empty", `eslint-disable-next-line ${RULE} -- `, 1],
    ["a directive for others' rules", "eslint-disable-next-line no-console", 0],
  ])("%s", (_, comment, count) => {
    const { findings } = lintText({ path: "/a.js", text: LOOP.replace("HERE", comment), config: DEFAULT_CONFIG, requireReasons: true });
    expect(findings.filter(({ rule }) => rule === "require-reasons")).toHaveLength(count);
  });

  it("are not asked for by themselves", () => {
    const { findings } = lintText({ path: "/a.js", text: LOOP.replace("HERE", `eslint-disable-next-line ${RULE}`), config: DEFAULT_CONFIG });
    expect(findings.map(({ rule }) => rule)).not.toContain("require-reasons");
  });
});
