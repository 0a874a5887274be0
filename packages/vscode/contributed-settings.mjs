// The settings that the manifest offers, made of the schema that the server checks them with.
//   node contributed-settings.mjs --write    puts them into package.json
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { editorSchema } from "agent-loop-language-server";

/** What only an editor can set; the rest is described by the schema itself. */
const EDITOR_ONLY = {
  diagnostics: {
    markdownDescription: "Whether findings are shown. `auto` stays quiet where the ESLint configuration of the workspace names `eslint-plugin-agent-loop`, so that nothing is said twice.",
    markdownEnumDescriptions: ["Unless ESLint says the same already.", "Always.", "Never; hover, loop view and status stay."],
  },
  codeLens: { markdownDescription: "Show a line above each loop that sums it up; a click opens the loop view." },
  fixAll: {
    markdownDescription: "Rules whose best suggestion `source.fixAll.agentLoop` may apply, for use in `editor.codeActionsOnSave`. These edits change what the program does; none is applied unasked.",
    uniqueItems: true,
  },
};
const ORDER = ["diagnostics", "preset", "rules", "codeLens", "fixAll", "scaffold", "maxSteps", "tokenBudget", "modelCalls", "toolCalls"];

/** `contributes.configuration.properties` of the manifest. */
export function contributedSettings() {
  const names = Object.keys(editorSchema.properties).filter((name) => name !== "$schema");
  const place = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  names.sort((a, b) => place(a) - place(b));
  const settings = names.map((name, order) => {
    const { description, ...schema } = editorSchema.properties[name];
    const words = EDITOR_ONLY[name] ?? { markdownDescription: `${description} A file \`agent-loop.config.json\` wins over this.` };
    const empty = schema.type === "object" ? {} : schema.type === "array" ? [] : undefined;
    return [`agentLoop.${name}`, { order, scope: "resource", ...schema, ...(schema.default === undefined && empty !== undefined && { default: empty }), ...words }];
  });
  const trace = { order: 99, scope: "window", type: "string", enum: ["off", "messages", "verbose"], default: "off", markdownDescription: "Write what the editor and the server say to each other to the output." };
  return { ...Object.fromEntries(settings), "agentLoop.trace.server": trace };
}

if (process.argv.includes("--write")) {
  const path = fileURLToPath(new URL("package.json", import.meta.url));
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  manifest.contributes.configuration.properties = contributedSettings();
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
