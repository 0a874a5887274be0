import { DEFAULT_CONFIG, DiskSources } from "@agent-loop/engine";
import type { Connection } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { describe, expect, it } from "vitest";
import { LintedDocuments } from "../src/linted-documents.js";
import type { SettingsStore } from "../src/settings-store.js";
import { Sources } from "../src/sources.js";

const URI = "file:///w/a.ts";
const TEXT = 'import OpenAI from "openai";\n';

/** Sources whose tree of one file breaks the analysis. */
class BreakingSources extends Sources {
  override of(): DiskSources {
    const sources = new DiskSources(["/w"]);
    const program = {
      type: "Program",
      range: [0, TEXT.length],
      get body(): never {
        throw new RangeError("too deep");
      },
    };
    sources.parse = (path) => ({ state: "found", value: { path, text: TEXT, program: program as never } });
    return sources;
  }
}

describe("a document on which the analysis fails", () => {
  it("is logged once, shows nothing, and stops nobody", async () => {
    const logged: string[] = [];
    const connection = { console: { error: (message: string) => void logged.push(message) } } as unknown as Connection;
    const settings = { of: () => Promise.resolve({ config: DEFAULT_CONFIG, showsDiagnostics: true, codeLens: false, fixAll: [] }) } as unknown as SettingsStore;
    const linted = new LintedDocuments(connection, settings, new BreakingSources(), true);
    for (const version of [1, 2, 3]) {
      const found = await linted.of(TextDocument.create(URI, "typescript", version, TEXT));
      expect(found).toMatchObject({ version, findings: [], result: { failure: { kind: "crash" } } });
    }
    expect(logged).toEqual(["agent-loop failed on /w/a.ts: RangeError: too deep"]);
  });
});
