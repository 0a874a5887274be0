import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JAVASCRIPT, TYPESCRIPT } from "./agents.js";
import { Project, type Place } from "./project.js";

interface OxlintReport {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[];
  }[];
}

describe("oxlint", () => {
  let project: Project;
  beforeAll(() => {
    project = new Project({ ours: ["eslint-plugin-agent-loop", "agent-loop"], others: { oxlint: "1.94.0", eslint: "10.15.0" }, files: { ...TYPESCRIPT, "js/agent.js": JAVASCRIPT["src/agent.js"] ?? "", "js/model.js": JAVASCRIPT["src/model.js"] ?? "" } });
  });
  afterAll(() => {
    project.remove();
  });

  it("finds through its JavaScript plugins what the command finds", () => {
    const wanted = project.command("src", "js", "--preset", "strict");
    const { stdout } = project.run("node", "--input-type=module", "-e", 'import plugin from "eslint-plugin-agent-loop"; console.log(JSON.stringify(plugin.configs.strict.rules));');
    project.put(".oxlintrc.json", JSON.stringify({ plugins: [], categories: { correctness: "off" }, jsPlugins: [{ name: "agent-loop", specifier: "eslint-plugin-agent-loop" }], rules: JSON.parse(stdout) as object }));
    const ran = project.run("oxlint", "--format", "json", "src", "js");
    const { diagnostics } = JSON.parse(ran.stdout) as OxlintReport;
    const places = diagnostics.map(({ code, filename, labels: [label] }): Place => `${filename.replaceAll("\\", "/")}:${label?.span.line ?? 0}:${label?.span.column ?? 0} ${code.replace(/^agent-loop\((.*)\)$/, "$1")}`);
    expect(wanted.length).toBeGreaterThan(0);
    expect(places.sort()).toEqual(wanted);
  });
});
