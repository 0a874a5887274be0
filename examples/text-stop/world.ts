import { writeFile, readFile } from "node:fs/promises";

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Message {
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly toolCallId?: string;
}

export interface Reply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: { readonly totalTokens: number };
}

export interface Task {
  readonly id: string;
  readonly goal: string;
}

/**
 * Asks whatever model `MODEL_URL` leads to.
 * @agentLoop modelCall
 */
export async function model(history: readonly Message[]): Promise<Reply> {
  const response = await fetch(process.env["MODEL_URL"] ?? "http://localhost:8080/reply", { method: "POST", body: JSON.stringify({ history }) });
  if (!response.ok) throw new Error(`The model answered ${response.status}.`);
  return (await response.json()) as Reply;
}

/**
 * Runs a tool. A key makes it safe to ask twice: the first result is given again.
 * @agentLoop toolCall
 */
export async function runTool({ name, args }: ToolCall, options: { readonly idempotencyKey?: string } = {}): Promise<string> {
  switch (name) {
    case "read_file":
      return readFile(String(args["path"]), "utf8");
    case "write_file":
      await writeFile(String(args["path"]), String(args["content"]));
      return `written${options.idempotencyKey === undefined ? "" : ` (${options.idempotencyKey})`}`;
    default:
      throw new Error(`There is no tool ${name}.`);
  }
}

/**
 * Looks at the result itself: the report exists and has all its chapters.
 * @agentLoop oracle
 */
export async function taskIsComplete(task: Task): Promise<boolean> {
  const report = await readFile(`${task.id}.md`, "utf8").catch(() => "");
  return ["## Findings", "## Sources"].every((chapter) => report.includes(chapter));
}

/** Hands the task over to a person, with the reason. */
export function escalate(task: Task, reason: string): void {
  console.error(`${task.id} needs a person: ${reason}`);
}
