import { tool } from "@langchain/core/tools";
import { z } from "zod";

const fired = new Set<string>();

/** Fires a pot once, however often it is asked to: the pot is the key. */
export function fire(pot: string): string {
  if (pot === "") throw new Error("Which pot?");
  fired.add(pot);
  return `${pot} is fired`;
}

export const tools = [
  tool(({ pot }) => fire(pot), { name: "fire", description: "Fires a pot.", schema: z.object({ pot: z.string() }) }),
  tool(() => [...fired].join(", "), { name: "look", description: "Says which pots are fired.", schema: z.object({}) }),
];

/**
 * Looks into the kiln.
 * @agentLoop oracle
 */
export async function potIsFired(pot: string): Promise<boolean> {
  return fired.has(pot);
}

/** Puts the pot before a person, with the reason. */
export function escalate(pot: string, reason: string): void {
  console.error(`${pot} needs a person: ${reason}`);
}
