import type { Evidence } from "../model/judgement.js";
import { placeOfId } from "./module-summary.js";

/**
 * Tells a way through functions of other files by their names and files, and leads to the first of
 * them: `this.llm.ask` → `llm.ts#ask` → `openai OpenAI#.chat.completions.create`.
 *
 * @param what The clause before the way: "`this.llm.ask` asks the model".
 * @param ids Of the functions, in the order in which they call each other.
 * @param end What the last one does, as the SDK or the text knows it.
 */
export function toldWay(what: string, ids: readonly string[], ...end: readonly string[]): Evidence {
  const [first] = ids;
  const way = [...ids, ...end].map(shortId).join(" → ");
  return { what: `${what}: ${way}`, ...(first !== undefined && { elsewhere: placeOfId(first) }) };
}

/** `/home/me/src/llm.ts#ask` is read as `llm.ts#ask`; an SDK's path stays as it is. */
function shortId(id: string): string {
  if (!id.includes("#") || !id.startsWith("/")) return id;
  const { file, name } = placeOfId(id);
  return `${file.slice(file.lastIndexOf("/") + 1)}#${name}`;
}
