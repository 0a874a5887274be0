import { sdks } from "./sdks.js";

/** Packages that ask a model or run agents, each with the newest version that was looked at, where one was. */
export function modelPackages(): ReadonlyMap<string, string | undefined> {
  const asking = sdks.filter(({ rows }) =>
    rows.some(({ kind }) => kind === "model-call" || kind === "run" || kind === "agent"),
  );
  return new Map(asking.flatMap(({ packages, checked }) => packages.map((name) => [name, checked[name]] as const)));
}
