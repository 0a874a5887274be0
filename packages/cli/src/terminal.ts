import process from "node:process";
import { createInterface } from "node:readline/promises";

/** Asks the person at the terminal; `undefined` when the input ends instead of an answer. */
export async function askOnTerminal(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<undefined>((resolve) => {
    terminal.once("close", () => {
      resolve(undefined);
    });
  });
  try {
    return await Promise.race([terminal.question(question), ended]);
  } finally {
    terminal.close();
  }
}
