export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type Message =
  | { readonly role: "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: "tool"; readonly toolCallId: string; readonly content: string };

export interface Reply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: "stop" | "tool-calls" | "length" | "content-filter";
  readonly usage: { readonly totalTokens: number };
}

export interface Ticket {
  readonly id: string;
  readonly text: string;
}

/**
 * Asks whatever model `MODEL_URL` leads to.
 * @agentLoop modelCall
 */
export async function complete(history: readonly Message[]): Promise<Reply> {
  const response = await fetch(process.env["MODEL_URL"] ?? "http://localhost:8080/complete", { method: "POST", body: JSON.stringify({ history }) });
  if (!response.ok) throw new Error(`The model answered ${response.status}.`);
  return (await response.json()) as Reply;
}

const tickets = new Map<string, { state: "open" | "closed"; notes: string[] }>();

/**
 * Works on the ticket desk. A key makes it safe to ask twice: the first result is given again.
 * @agentLoop toolCall
 */
export async function runTool({ name, args }: ToolCall, options: { readonly idempotencyKey?: string } = {}): Promise<string> {
  const ticket = tickets.get(String(args["ticket"]));
  if (ticket === undefined) throw new Error(`There is no ticket ${String(args["ticket"])}.`);
  if (name === "close") ticket.state = "closed";
  else if (name === "note") ticket.notes.push(String(args["text"]));
  else throw new Error(`There is no tool ${name}.`);
  return `${name}: done ${options.idempotencyKey ?? ""}`;
}

/**
 * Looks at the ticket itself.
 * @agentLoop oracle
 */
export async function ticketIsClosed(id: string): Promise<boolean> {
  return tickets.get(id)?.state === "closed";
}

/** Puts the ticket before a person, with the reason. */
export function escalate(ticket: Ticket, reason: string): void {
  console.error(`${ticket.id} needs a person: ${reason}`);
}
