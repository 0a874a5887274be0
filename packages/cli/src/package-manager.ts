import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "./repository-root.js";

/** How a package manager is told things. */
export interface PackageManager {
  /** Adds something that is used in development. */
  readonly add: string;
  /** Runs a script of the manifest. */
  readonly run: string;
  /** Runs a program of an installed package. */
  readonly exec: string;
}

const MANAGERS = {
  npm: { add: "npm install --save-dev", run: "npm run", exec: "npx" },
  pnpm: { add: "pnpm add --save-dev", run: "pnpm run", exec: "pnpm exec" },
  yarn: { add: "yarn add --dev", run: "yarn run", exec: "yarn run" },
  bun: { add: "bun add --dev", run: "bun run", exec: "bunx" },
} as const satisfies Readonly<Record<string, PackageManager>>;

const LOCKFILES: readonly (readonly [string, keyof typeof MANAGERS])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];

/** The package manager of a folder: what its manifest names or whose lockfile lies there, or in a folder above within the repository. */
export function packageManagerOf(folder: string): PackageManager {
  const root = repositoryRoot(folder);
  for (let current = folder; ; current = dirname(current)) {
    const name = namedIn(current) ?? LOCKFILES.find(([lockfile]) => existsSync(join(current, lockfile)))?.[1];
    if (name !== undefined) return MANAGERS[name];
    if (current === root || dirname(current) === current) return MANAGERS.npm;
  }
}

/** What `packageManager` of the manifest says: `pnpm@10.34.9`. */
function namedIn(folder: string): keyof typeof MANAGERS | undefined {
  try {
    const { packageManager } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      packageManager?: unknown;
    };
    const [name = ""] = String(packageManager).split("@");
    return name in MANAGERS ? (name as keyof typeof MANAGERS) : undefined;
  } catch {
    return undefined;
  }
}
