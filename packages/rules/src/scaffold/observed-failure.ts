import type { Lead, ToolUse } from "@agent-loop/analysis";
import { CALL, LEAD, type Gate } from "./gate.js";
import type { Site } from "./site.js";

/** The same words everywhere, so that a model reads of every failure in one form. */
export function failureText(error: string): string {
  return `\`Error: \${${messageOf(error)}}\``;
}

function messageOf(error: string): string {
  return `${error} instanceof Error ? ${error}.message : String(${error})`;
}

/** Types that a text fits. */
const TAKES_TEXT = /^(?:string|unknown|any)$/;

/** Turns the failure of a tool into a result that the model can act on. */
export function observedFailure(site: Pick<Site, "localName" | "style">, use: ToolUse, lead?: Lead): Gate | undefined {
  // Only what is awaited fails here.
  if (!use.awaited) return undefined;
  const title = "Answer the call with what went wrong";
  // What becomes JSON text is an object; two texts round each other would be read with all their quotes.
  const failure = use.stringified ? `{ error: ${messageOf("error")} }` : failureText("error");
  switch (use.result) {
    case "declared":
    case "assigned": {
      const { name, type } = use;
      if (name === undefined || use.takenApart || (type !== undefined && !TAKES_TEXT.test(type))) return undefined;
      // Without a type the compiler follows the value through this function, and not into another one.
      if (use.result === "declared" && type === undefined && use.captured && site.style.typed) return undefined;
      const declared = use.result === "declared" ? [`let ${name}${type === undefined ? "" : `: ${type}`};`] : [];
      return { title, around: [{ use, lead, instead: [...declared, ...attempt(name, failure)] }] };
    }
    case "part": {
      const name = site.localName("observation", "toolResult");
      return { title, around: [{ use, lead, before: [`let ${name};`, ...attempt(name, failure)], value: name }] };
    }
    default:
      return undefined;
  }
}

function attempt(name: string, failure: string): string[] {
  return ["try {", `\t${LEAD}`, `\t${name} = ${CALL};`, "} catch (error) {", `\t${name} = ${failure};`, "}"];
}
