import { digest } from "@agent-loop/engine";
import type { Linter } from "eslint";

/**
 * What messages of any rule, in any language, are known by when lines move: the rule, the text of
 * the line, and which of several alike it is. One for each message, in the same order.
 */
export function lineFingerprints(messages: readonly Linter.LintMessage[], text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const seen = new Map<string, number>();
  return messages.map(({ ruleId, line }) => {
    const key = JSON.stringify([ruleId, (lines[line - 1] ?? "").replace(/\s+/g, "")]);
    const alike = seen.get(key) ?? 0;
    seen.set(key, alike + 1);
    return digest(`${key}${alike}`);
  });
}
