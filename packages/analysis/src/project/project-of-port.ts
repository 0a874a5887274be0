import { openReferences } from "../bind/open-references.js";
import { catalogue } from "../catalogue/catalogue.js";
import type { FileContext } from "../file/file-context.js";
import { openFile } from "../file/open-file.js";
import type { AnalysisSettings } from "../settings.js";
import { Project } from "./project.js";
import type { SourceFile, SourcePort } from "./source-port.js";
import { readDetails, summarise } from "./summarise.js";
import { readWitnesses } from "./witnesses.js";

const projects = new WeakMap<SourcePort, { settings: AnalysisSettings; gate: boolean; project: Project }>();

/**
 * The project behind a port. It lives as long as the port, so that summaries are computed once.
 *
 * @param gate `false` takes every file for one that may lead to facts.
 */
export function projectOf(port: SourcePort, settings: AnalysisSettings, gate = true): Project {
  const open = projects.get(port);
  if (open?.gate === gate && JSON.stringify(open.settings) === JSON.stringify(settings)) return open.project;
  const known = catalogue();
  const { holdsFacts, asksModel } = readWitnesses(known, settings);
  const mayAsk = ({ text }: SourceFile): boolean => !gate || asksModel(text);
  const openAlone = (file: SourceFile): FileContext =>
    openFile({ file, settings, versions: project, project: undefined, references: openReferences(file.path) });
  const project: Project = new Project(
    port,
    {
      summarise: (file) => summarise(openAlone(file), mayAsk(file)),
      detail: (file) => readDetails(openAlone(file), mayAsk(file)),
    },
    gate ? holdsFacts : () => true,
    {
      asks(name, path) {
        const row = known.findRows(name, path).rows.find(({ kind }) => kind === "model-call" || kind === "run");
        return row === undefined ? undefined : `${name} ${path}`;
      },
      typeOf(name, path) {
        const type = known.findType(name, path);
        return type && { name: type.packageName, path: type.path };
      },
    },
  );
  projects.set(port, { settings, gate, project });
  return project;
}
