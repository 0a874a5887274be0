import { parseText } from "@agent-loop/disk";
import { describe, expect, it } from "vitest";
import { endsTheTurns, skipsTheRest } from "../src/flow/leaving.js";
import type { Node } from "../src/syntax/node.js";

/** The statement as the whole body of a loop. */
function statementOf(text: string): Node {
  const parsed = parseText("loop.ts", `function turns() { for (;;) { ${text} } }`);
  if (!parsed.ok) throw new Error(`does not parse: ${text}`);
  const [fn] = parsed.program.body;
  const loop = fn?.type === "FunctionDeclaration" ? fn.body.body[0] : undefined;
  const statement = loop?.type === "ForStatement" && loop.body.type === "BlockStatement" ? loop.body.body[0] : undefined;
  if (statement === undefined) throw new Error(`is no statement: ${text}`);
  return statement;
}

describe("a statement that leaves", () => {
  it.each([
    { text: "return 1;", skips: true, ends: true },
    { text: "throw failure;", skips: true, ends: true },
    { text: "break;", skips: true, ends: true },
    { text: "continue;", skips: true, ends: false },
    { text: "process.exit(1);", skips: true, ends: true },
    { text: "warn();", skips: false, ends: false },
    { text: "{ warn(); return; }", skips: true, ends: true },
    { text: "{ return; warn(); }", skips: true, ends: true },
    { text: "{ warn(); }", skips: false, ends: false },
    { text: "if (spent) return;", skips: false, ends: false },
    { text: "if (spent) return; else warn();", skips: false, ends: false },
    { text: "if (spent) return; else { throw failure; }", skips: true, ends: true },
    { text: "if (spent) return; else continue;", skips: true, ends: false },
    { text: "{ const later = () => { return 1; }; }", skips: false, ends: false },
  ])("$text skips what follows: $skips, ends the turns: $ends", ({ text, skips, ends }) => {
    const statement = statementOf(text);
    expect(skipsTheRest(statement)).toBe(skips);
    expect(endsTheTurns(statement)).toBe(ends);
  });
});
