import type Anthropic from "@anthropic-ai/sdk";

export const MODEL = "claude-sonnet-5";

export const tools: Anthropic.Tool[] = [
  { name: "archive", description: "Archives a mail.", input_schema: { type: "object", properties: { mail: { type: "string" } }, required: ["mail"] } },
  { name: "list", description: "Lists the mails in the inbox.", input_schema: { type: "object", properties: {} } },
];

const inbox = new Map([["m1", ""], ["m2", ""]]);

/**
 * Runs what the model asked for. A key makes it safe to ask twice: the first result is given again.
 * @agentLoop toolCall
 */
export async function runTool(name: string, input: unknown, options: { readonly idempotencyKey?: string } = {}): Promise<string> {
  if (name === "list") return [...inbox.keys()].join(", ");
  const mail = typeof input === "object" && input !== null && "mail" in input ? String(input.mail) : "";
  if (name !== "archive" || !inbox.delete(mail)) throw new Error(`${name} of ${mail} is not possible. ${options.idempotencyKey ?? ""}`);
  return `${mail} is archived`;
}

/**
 * Looks into the inbox.
 * @agentLoop oracle
 */
export async function inboxIsEmpty(): Promise<boolean> {
  return inbox.size === 0;
}

/** Puts the mailbox before a person, with the reason. */
export function escalate(owner: string, reason: string): void {
  console.error(`The mailbox of ${owner} needs a person: ${reason}`);
}
