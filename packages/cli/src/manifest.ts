import { InputError } from "@agent-loop/engine";

/** As much of a package.json as is looked at. */
export interface Manifest {
  readonly version?: string;
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** @throws InputError when it is no JSON, or no object. */
export function parseManifest(text: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new InputError(`package.json: not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof content !== "object" || content === null || Array.isArray(content))
    throw new InputError("package.json: there is no object in it.");
  return content;
}

/** Whether a package is among what the project says it needs. */
export function isAskedFor({ dependencies = {}, devDependencies = {} }: Manifest, name: string): boolean {
  return name in dependencies || name in devDependencies;
}
