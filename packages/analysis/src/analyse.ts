import type { TypeSource } from "./bind/type-source.js";
import { linkedReferences, NO_REFERENCES } from "./bind/open-references.js";
import { readOrigins } from "./flow/origins.js";
import { readAgentLoops } from "./loops/agent-loops.js";
import { readGraphLoops } from "./graphs/graph-loops.js";
import type { LoopAnalysis } from "./loops/loop-analysis.js";
import { readCompletionFacts } from "./completion/completion-facts.js";
import { readDelegationCycles } from "./agents/delegation-cycles.js";
import { catalogue } from "./catalogue/catalogue.js";
import { emptyModel } from "./model/empty-model.js";
import type { FileModel } from "./model/file-model.js";
import { readLimitFacts } from "./limits/limit-facts.js";
import { readModelCalls } from "./replies/model-calls.js";
import { readHandoffs } from "./agents/read-handoffs.js";
import { readMemoryWrites } from "./replies/read-memory-writes.js";
import { readSelfTriggers } from "./events/self-triggers.js";
import { readToolFacts } from "./tools/tool-facts.js";
import { openFile } from "./file/open-file.js";
import type { Dependencies } from "./project/dependencies.js";
import { projectOf } from "./project/project-of-port.js";
import type { Project } from "./project/project.js";
import { readWitnesses } from "./project/witnesses.js";
import type { SourceFile, SourcePort } from "./project/source-port.js";
import type { AnalysisSettings } from "./settings.js";
import { readLayout } from "./syntax/read-layout.js";

export interface AnalysisInput {
  readonly file: SourceFile;
  readonly settings: AnalysisSettings;
  /** How other files are reached; without it only this file is read. */
  readonly port?: SourcePort;
  /** The type checker of the host, where it has one; it is asked for what the text leaves unknown. */
  readonly types?: TypeSource;
  /** `false` looks also at files of which their text says that nothing is in them; the facts are the same. */
  readonly gate?: boolean;
}

/** A file before it is parsed. */
export interface UnparsedInput extends Omit<AnalysisInput, "file" | "types"> {
  readonly file: Pick<SourceFile, "path" | "text">;
}

/**
 * The model of a file that holds nothing, by its text and by what it leads to; `undefined` when it
 * has to be parsed and analysed. Most files of a project need no more.
 */
export function analyseUnparsed({
  file: { path, text },
  settings,
  port,
  gate = true,
}: UnparsedInput): FileModel | undefined {
  if (!gate) return undefined;
  const project = port && projectOf(port, settings);
  if (project === undefined || !settings.crossFile)
    return readWitnesses(catalogue(), settings).holdsFacts(text) ? undefined : emptyModel(path, []);
  project.begin();
  const { value: reaches, dependencies } = project.record(() => project.reachesFacts(path, text));
  const needs = project.takeNeeds();
  if (reaches) return undefined;
  const model = emptyModel(path, needs);
  madeFrom.set(model, dependencies);
  return model;
}

/**
 * Reads the agent loops of one file, and every other fact that rules ask for.
 *
 * Never throws on user code: what cannot be read is `unknown`.
 */
export function analyse(input: AnalysisInput): FileModel {
  const { settings, port, gate = true } = input;
  const project = port && projectOf(port, settings, gate);
  if (project === undefined) return findModel(input, undefined);
  project.begin();
  const { value: model, dependencies } = project.record(() => findModel(input, project));
  madeFrom.set(model, dependencies);
  return model;
}

const madeFrom = new WeakMap<FileModel, Dependencies>();

/** What a model was made from beside the text of its own file; `undefined` when it was made without a port. */
export function dependenciesOf(model: FileModel): Dependencies | undefined {
  return madeFrom.get(model);
}

/** Whether `analyse` would say the same of the same text: nothing that its model was made from has changed. */
export function stillHolds(dependencies: Dependencies, port: SourcePort, settings: AnalysisSettings): boolean {
  const project = projectOf(port, settings);
  project.begin();
  return project.holds(dependencies);
}

function findModel(input: AnalysisInput, known: Project | undefined): FileModel {
  const { file, settings, types, gate = true } = input;
  const project = settings.crossFile ? known : undefined;
  try {
    const holdsFacts =
      !gate ||
      (project
        ? project.reachesFacts(file.path, file.text)
        : readWitnesses(catalogue(), settings).holdsFacts(file.text)) ||
      (types !== undefined && readWitnesses(catalogue(), settings).mayHandOutFacts(file.text, types));
    return holdsFacts ? readModel(input, project, known) : emptyModel(file.path, project?.takeNeeds() ?? []);
  } catch (error) {
    // Generated code can be nested deeper than the stack allows; one such file must not end the run for all others.
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return emptyModel(file.path, project?.takeNeeds() ?? [], reason);
  }
}

function readModel(
  { file, settings, types }: AnalysisInput,
  project: Project | undefined,
  versions: Project | undefined,
): FileModel {
  const references = project ? linkedReferences(file.path, project) : NO_REFERENCES;
  const context = openFile({ file, settings, versions, project, references, types });
  const calls = readModelCalls(context);
  const origins = readOrigins(context, calls);
  const analysis: LoopAnalysis = { context, calls, origins };
  const { loops, passed } = readAgentLoops(analysis);
  const limits = readLimitFacts(analysis, loops);
  const tools = readToolFacts(analysis, loops);
  return {
    path: file.path,
    passed,
    ...limits,
    loops: [...limits.loops, ...readGraphLoops(analysis)],
    ...tools,
    ...readCompletionFacts(analysis, loops),
    delegationCycles: readDelegationCycles(analysis),
    selfTriggers: readSelfTriggers(analysis),
    handoffs: readHandoffs(analysis),
    memoryWrites: [...readMemoryWrites(analysis), ...tools.memoryWrites],
    names: context.tree.names,
    layout: readLayout(context.tree, context.scopes),
    needs: project?.takeNeeds() ?? [],
  };
}
