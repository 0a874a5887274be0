import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Whether the ESLint configuration that governs a folder names our plugin.
 *
 * The configuration is read as text: it is a program, and nothing in a workspace is executed.
 */
export function isPluginInUse(folder: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    const configs = entriesOf(current).filter((name) => /^eslint\.config\.[cm]?[jt]s$/.test(name));
    if (configs.length > 0) return configs.some((name) => namesPlugin(join(current, name)));
    if (dirname(current) === current) return false;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function namesPlugin(path: string): boolean {
  try {
    return readFileSync(path, "utf8").includes("eslint-plugin-agent-loop");
  } catch {
    return false;
  }
}
