import { tool } from "ai";
import { z } from "zod";

const planted = new Map<string, string>();

/** Plants once per bed, however often it is asked to: the bed is the key. */
export function plant(bed: string, what: string): string {
  if (bed === "") throw new Error("Which bed?");
  if (!planted.has(bed)) planted.set(bed, what);
  return `${planted.get(bed) ?? what} is in ${bed}`;
}

export const tools = {
  look: tool({ description: "Says what grows where.", inputSchema: z.object({}), execute: () => Object.fromEntries(planted) }),
  plant: tool({
    description: "Plants something in a bed.",
    inputSchema: z.object({ bed: z.string(), what: z.string() }),
    execute: ({ bed, what }) => plant(bed, what),
  }),
  finish: tool({ description: "Says that the garden is planted.", inputSchema: z.object({ summary: z.string() }) }),
};

/**
 * Looks at the beds.
 * @agentLoop oracle
 */
export async function gardenIsPlanted(): Promise<boolean> {
  return planted.size >= 2;
}

/** Puts the garden before a person, with the reason. */
export function escalate(reason: string): void {
  console.error(`The garden needs a person: ${reason}`);
}
