import type { Edit } from "../finding.js";
import type { NamedImport } from "./gate.js";
import { aboveComments, behindLine, separatorBehind } from "./places.js";
import type { Site } from "./site.js";

/** The file that imports. */
type ImportSite = Pick<Site, "model" | "text" | "style">;

/** Brings names in: beside those a module is imported for already, or by an import of their own. */
export function importEdits(site: ImportSite, wanted: readonly NamedImport[]): Edit[] {
  const { imports } = site.model.layout;
  const fresh = new Map<string, string[]>();
  const edits: Edit[] = [];
  for (const { module, name } of wanted) {
    const own = imports.filter((each) => each.module === module);
    if (own.some((each) => each.namesEnd !== undefined && each.names.includes(name))) continue;
    const home = own.find((each) => each.namesEnd !== undefined);
    if (home?.namesEnd !== undefined)
      edits.push({
        span: { start: home.namesEnd, end: home.namesEnd },
        text: separatorBehind(site.text, home.namesEnd) + name,
      });
    else fresh.set(module, [...(fresh.get(module) ?? []), name]);
  }
  if (fresh.size > 0) edits.push(newImports(site, fresh));
  return edits;
}

function newImports({ model, text, style }: ImportSite, fresh: ReadonlyMap<string, readonly string[]>): Edit {
  const { layout } = model;
  const lines = [...fresh].map(([module, names]) => {
    const from = style.quote + module + style.quote;
    const end = style.semicolons ? ";" : "";
    return layout.usesRequire
      ? `const { ${names.join(", ")} } = require(${from})${end}`
      : `import { ${names.join(", ")} } from ${from}${end}`;
  });
  const code = lines.join(style.newline);
  if (layout.headEnd !== undefined) {
    const at = behindLine(text, layout.headEnd);
    return { span: { start: at, end: at }, text: style.newline + code };
  }
  const at = layout.firstStatement === undefined ? 0 : aboveComments(text, layout.firstStatement);
  return { span: { start: at, end: at }, text: code + style.newline + style.newline };
}
