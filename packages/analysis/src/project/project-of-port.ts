import { openReferences } from "../bind/open-references.js";
import { catalogue } from "../catalogue/catalogue.js";
import { openFile } from "../model/open-file.js";
import type { AnalysisSettings } from "../settings.js";
import { Project } from "./project.js";
import type { SourcePort } from "./source-port.js";
import { summarise } from "./summarise.js";
import { hasWitness } from "./witnesses.js";

const projects = new WeakMap<SourcePort, { settings: AnalysisSettings; project: Project }>();

/** The project behind a port. It lives as long as the port, so that summaries are computed once. */
export function projectOf(port: SourcePort, settings: AnalysisSettings): Project {
  const known = projects.get(port);
  if (known !== undefined && JSON.stringify(known.settings) === JSON.stringify(settings)) return known.project;
  const witnesses = hasWitness(catalogue(), settings);
  const project = new Project(
    port,
    (file) => summarise(openFile({ file, settings, port, project: undefined, references: openReferences(file.path) })),
    witnesses,
  );
  projects.set(port, { settings, project });
  return project;
}
