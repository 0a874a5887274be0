import type OpenAI from "openai";

export const MODEL = "gpt-5.2";

export const tools: OpenAI.ChatCompletionFunctionTool[] = [
  {
    type: "function",
    function: {
      name: "book_room",
      description: "Books a room for a day.",
      parameters: { type: "object", properties: { room: { type: "string" }, day: { type: "string" } }, required: ["room", "day"] },
    },
  },
  { type: "function", function: { name: "list_rooms", description: "Lists the rooms that are free.", parameters: { type: "object", properties: {} } } },
];

const bookings = new Map<string, string>();

/**
 * Runs what the model asked for. A key makes it safe to ask twice: the first booking is given again.
 * @agentLoop toolCall
 */
export async function runTool(name: string, args: Readonly<Record<string, unknown>>, options: { readonly idempotencyKey?: string } = {}): Promise<string> {
  if (name === "list_rooms") return ["Elbe", "Saale", "Spree"].filter((room) => !bookings.has(room)).join(", ");
  if (name !== "book_room") throw new Error(`There is no tool ${name}.`);
  bookings.set(String(args["room"]), options.idempotencyKey ?? "");
  return `${String(args["room"])} is booked`;
}

/**
 * Looks into the book.
 * @agentLoop oracle
 */
export async function isBooked(room: string): Promise<boolean> {
  return bookings.has(room);
}

/** Puts the request before a person, with the reason. */
export function escalate(room: string, reason: string): void {
  console.error(`The booking of ${room} needs a person: ${reason}`);
}
