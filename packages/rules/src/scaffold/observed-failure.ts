import type { ToolUse } from "@agent-loop/analysis";
import type { Gate } from "./gate.js";
import type { Site } from "./site.js";

/** Turns the failure of a tool into a result that the model can act on. */
export function observedFailure(site: Pick<Site, "text" | "localName">, use: ToolUse): Gate | undefined {
  const { text } = site;
  const value = text.slice(use.value.start, use.value.end);
  // Only what is awaited fails here; and a value on many lines would have to be set anew.
  if (!use.awaited || value.includes("\n")) return undefined;
  const title = "Answer the call with what went wrong";
  switch (use.result) {
    case "declared": {
      const declared = /^(?:const|let|var)\s+([\w$]+\s*(?::[^=]+?)?)\s*=/.exec(text.slice(use.statement.start, use.value.start))?.[1];
      if (declared === undefined || use.name === undefined || isTakenApart(text, use.name, use)) return undefined;
      return { title, around: [{ use, instead: [`let ${declared.trim()};`, ...attempt(use.name, value, failure(text, use.name, use))] }] };
    }
    case "assigned":
      if (use.name === undefined || isTakenApart(text, use.name, use)) return undefined;
      return { title, around: [{ use, instead: attempt(use.name, value, failure(text, use.name, use)) }] };
    case "used": {
      const before = text.slice(use.statement.start, use.value.start);
      const after = text.slice(use.value.end, use.statement.end);
      // A property takes any value; what is handed over, spread or decided on is expected to be of a kind.
      const isProperty = /[\w$"']\s*:\s*\(*$/.test(before) && !/=>|&&|\|\||\?|`/.test(before);
      if (!isProperty || before.includes("\n") || after.includes("\n")) return undefined;
      const name = site.localName("observation", "toolResult");
      return { title, around: [{ use, instead: [`let ${name};`, ...attempt(name, value, MESSAGE_TEXT), before + name + after] }] };
    }
    default:
      return undefined;
  }
}

const MESSAGE = "{ error: error instanceof Error ? error.message : String(error) }";
const MESSAGE_TEXT = `JSON.stringify(${MESSAGE})`;

function attempt(name: string, value: string, failure: string): string[] {
  return ["try {", `\t${name} = ${value};`, "} catch (error) {", `\t${name} = ${failure};`, "}"];
}

/** Text, unless the result is turned into text later on. */
function failure(text: string, name: string, use: ToolUse): string {
  return new RegExp(`JSON\\.stringify\\(\\s*${name.replaceAll("$", "\\$")}\\b`).test(text.slice(use.statement.end)) ? MESSAGE : MESSAGE_TEXT;
}

/** Whether somebody reads parts of the result, which a failure does not have. */
function isTakenApart(text: string, name: string, { statement }: ToolUse): boolean {
  const escaped = name.replaceAll("$", "\\$");
  return new RegExp(`(?<![\\w$.])${escaped}(?:\\?\\.|!?\\.|\\[)|\\}\\s*=\\s*${escaped}\\b|\\bof ${escaped}\\b|\\.\\.\\.${escaped}\\b`).test(text.slice(statement.end, statement.end + 1500));
}
