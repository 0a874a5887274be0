// Stands in for `node:fs/promises` in a browser.
import { readFileSync } from "./browser-fs.js";

export async function readFile(path: string): Promise<string> {
  return await Promise.resolve(readFileSync(path));
}
