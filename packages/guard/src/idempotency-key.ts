import { canonical } from "./canonical.js";
import { parsedArguments } from "./fingerprint.js";
import { sha256 } from "./sha256.js";

/** What an effect is, whatever attempt it is done in. There is no field for the attempt, the clock or chance: a key that contains one protects nothing. */
export interface KeyParts {
  /** The task or business object that the run works on. */
  readonly task: string;
  /** The step of the task that the effect belongs to, where one task may rightly do the same thing twice. */
  readonly step?: string | number;
  readonly tool: string;
  /** The arguments, as a JSON value or as JSON text. */
  readonly args?: unknown;
  /** Argument fields that differ between attempts and do not change the effect. */
  readonly ignore?: readonly (string | RegExp)[];
}

/**
 * The idempotency key of an effect: the same for every attempt, different for every other effect.
 * Unlike `fingerprint` it folds nothing: "Pay" and "pay" are two messages, and none may be lost.
 *
 * @returns 64 hexadecimal digits, short enough for the key field of every API that has one.
 * @throws {TypeError} when `task` or `tool` is empty or no text, since one key would then stand for several effects.
 */
export function keyFor({ task, step, tool, args, ignore = [] }: KeyParts): string {
  for (const [name, value] of Object.entries({ task, tool })) {
    if (typeof value !== "string" || value === "")
      throw new TypeError(
        `keyFor: ${name} is ${JSON.stringify(value)}, so unrelated effects would share one key. Name both.`,
      );
  }
  return sha256(canonical([task, step, tool, parsedArguments(args)], { ignore }));
}
