import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig, type Config } from "@agent-loop/rules";
import { InputError } from "./input-error.js";

/** The name of the settings file. */
export const CONFIG_FILE = "agent-loop.config.json";

/**
 * Finds the settings of each file: those of the nearest `agent-loop.config.json` above it.
 *
 * The file is data; nothing in it is executed.
 */
export class ConfigFiles {
  readonly #byFolder = new Map<string, Config | undefined>();
  readonly #base: Readonly<Record<string, unknown>>;

  /** @param base settings that hold where no file says otherwise, valid ones, as a file would say them. */
  constructor(base: Readonly<Record<string, unknown>> = {}) {
    this.#base = base;
  }

  /**
   * The settings for files in `folder`; the base when no folder above holds any.
   *
   * @throws InputError when the nearest settings file is mistaken.
   */
  for(folder: string): Config {
    for (let current = folder; ; current = dirname(current)) {
      const config = this.in(current);
      if (config !== undefined) return config;
      if (dirname(current) === current) return readConfig(this.#base).config;
    }
  }

  /** The settings that lie in this very folder; `undefined` when it holds none. */
  in(folder: string): Config | undefined {
    if (!this.#byFolder.has(folder)) {
      const text = readIfThere(join(folder, CONFIG_FILE));
      this.#byFolder.set(
        folder,
        text === undefined ? undefined : parseConfig(text, join(folder, CONFIG_FILE), this.#base),
      );
    }
    return this.#byFolder.get(folder);
  }
}

/**
 * Reads one settings file.
 *
 * @throws InputError when it cannot be read or is mistaken; the message has a line for each mistake.
 */
export function readConfigFile(path: string): Config {
  const text = readIfThere(path);
  if (text === undefined) throw new InputError(`${path}: cannot be read. Give the path of a JSON file with settings.`);
  return parseConfig(text, path, {});
}

function parseConfig(text: string, path: string, base: Readonly<Record<string, unknown>>): Config {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError(`${path}: not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { config, problems } = readConfig(content);
  if (problems.length > 0) throw new InputError(problems.map(({ message }) => `${path}: ${message}`).join("\n"));
  return Object.keys(base).length === 0 ? config : readConfig({ ...base, ...(content as object) }).config;
}

/** @throws InputError when it is there and cannot be read: to go on without it would be to lint by other rules. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new InputError(
      `${path}: cannot be read: ${code === "EISDIR" ? "it is a folder" : error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
