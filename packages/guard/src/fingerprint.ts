import { canonical } from "./canonical.js";
import { sha256 } from "./sha256.js";

/** A tool call, as the model asks for it. */
export interface ToolCall {
  readonly tool: string;
  /** The arguments, parsed or as the JSON text that some SDKs hand over. */
  readonly args?: unknown;
}

/** How two values are told apart. */
export interface FingerprintOptions {
  /** Fields left out at every depth, by exact name or by a pattern; `volatileFields` is a good start. */
  readonly ignore?: readonly (string | RegExp)[];
}

/** Names of fields that differ from call to call and mean nothing: time stamps, nonces, ids of requests and traces. */
export const volatileFields: readonly RegExp[] = [
  /^(time_?stamp|nonce|attempt|(request|trace|span|correlation|call|tool_?call)_?id|(created|updated|requested)_?at)$/i,
];

/**
 * A short text that is the same for two values that mean the same to a tool: keys sorted at every depth, case and
 * white space folded, ignored fields left out, arguments that arrive as JSON text read as what they say.
 *
 * Made for noticing repeats. It is too coarse for an idempotency key: use `keyFor` there.
 */
export function fingerprint(value: unknown, options: FingerprintOptions = {}): string {
  return sha256(canonical(parsedCall(value), { ...options, text: foldText })).slice(0, 32);
}

function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function parsedCall(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("args" in value)) return value;
  return { ...value, args: parsedArguments(value.args) };
}

/** Arguments as a value: JSON text of an object or list is parsed, anything else is left as it is. */
export function parsedArguments(args: unknown): unknown {
  if (typeof args !== "string" || !/^\s*[[{]/.test(args)) return args;
  try {
    return JSON.parse(args);
  } catch {
    return args; // a model may write broken JSON; broken in the same way is still the same call
  }
}
