import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allRules } from "@agent-loop/rules";
import { editorSchema, GATE_OF_RULE } from "agent-loop-language-server";
import { describe, expect, it } from "vitest";

const here = fileURLToPath(new URL("../", import.meta.url));

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly markdownDescription?: string }>> };
    readonly walkthroughs: readonly { readonly steps: readonly { readonly description: string; readonly media: { readonly image?: string; readonly markdown?: string } }[] }[];
  };
}
const manifest = JSON.parse(readFileSync(`${here}package.json`, "utf8")) as Manifest;
const { commands, configuration, walkthroughs } = manifest.contributes;

describe("the manifest", () => {
  it("offers every setting that the server checks, each with words", async () => {
    const { contributedSettings } = (await import("../contributed-settings.mjs")) as { contributedSettings: () => unknown };
    expect(configuration.properties, "node contributed-settings.mjs --write puts them into package.json").toEqual(contributedSettings());
    const own = Object.keys(editorSchema.properties ?? {}).filter((name) => name !== "$schema");
    expect(Object.keys(configuration.properties).sort()).toEqual([...own, "trace.server"].map((name) => `agentLoop.${name}`).sort());
    expect(Object.entries(configuration.properties).filter(([, { markdownDescription = "" }]) => markdownDescription.length < 20)).toEqual([]);
  });

  it("wakes the extension only for languages that it reads", () => {
    const languages = /LANGUAGES: readonly string\[\] = \[([^\]]*)\];/.exec(readFileSync(`${here}src/languages.ts`, "utf8"))?.[1] ?? "";
    expect(manifest.activationEvents).toEqual([...languages.matchAll(/"(\w+)"/g)].map(([, language = ""]) => `onLanguage:${language}`));
  });

  it("has pictures and commands for every step of the walkthrough", () => {
    const names = commands.map(({ command }) => command);
    for (const { description, media } of walkthroughs.flatMap(({ steps }) => steps)) {
      expect(existsSync(`${here}${media.image ?? media.markdown ?? ""}`)).toBe(true);
      for (const [, command = ""] of description.matchAll(/command:(agentLoop\.\w+)/g)) expect(names).toContain(command);
    }
  });

  it("is written against the API of the oldest editor that it promises to run in", () => {
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies["@types/vscode"] ?? ""}`);
  });
});

it("every rule keeps a gate of the loop view", () => {
  expect(Object.keys(GATE_OF_RULE).sort()).toEqual(allRules.map(({ id }) => id).sort());
});
