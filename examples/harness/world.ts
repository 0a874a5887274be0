/** One step of a trajectory, as a production harness writes them down. */
export interface Step {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly tokens: number;
  readonly observation?: string;
}

export interface Job {
  readonly id: string;
  readonly goal: string;
}

/**
 * Asks whatever model `MODEL_URL` leads to for the next step; `finish` is the step that ends the work.
 * @agentLoop modelCall
 */
export async function nextStep(job: Job, trajectory: readonly Step[]): Promise<Step> {
  const response = await fetch(process.env["MODEL_URL"] ?? "http://localhost:8080/step", { method: "POST", body: JSON.stringify({ job, trajectory }) });
  if (!response.ok) throw new Error(`The model answered ${response.status}.`);
  return (await response.json()) as Step;
}

/** What the job has built so far. */
export const shelf = new Map<string, string>();

/**
 * Does one step. A key makes it safe to ask twice: the first result is given again.
 * @agentLoop toolCall
 */
export async function perform({ tool, args }: Step, options: { readonly idempotencyKey?: string } = {}): Promise<string> {
  const item = String(args["item"]);
  if (tool === "put") shelf.set(item, options.idempotencyKey ?? "");
  else if (tool === "look") return [...shelf.keys()].join(", ");
  else throw new Error(`There is no tool ${tool}.`);
  return `${item} is on the shelf`;
}

/**
 * Counts what is on the shelf.
 * @agentLoop oracle
 */
export async function shelfIsFull(_job: Job): Promise<boolean> {
  return shelf.size >= 3;
}

/** Puts the job before a person, with the reason and the way it took. */
export function escalate(job: Job, reason: string, trajectory: readonly Step[]): void {
  console.error(`${job.id} needs a person after ${trajectory.length} steps: ${reason}`);
}
