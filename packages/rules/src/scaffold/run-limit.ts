import type { AnalysisSettings, FileModel, Run, Span } from "@agent-loop/analysis";
import type { Edit, Suggestion } from "../finding.js";
import { importEdits } from "./imports.js";
import { indentAt, startsLine } from "./places.js";
import { readStyle } from "./style.js";

interface ScaffoldContext {
  readonly text: string;
  readonly settings: AnalysisSettings;
}

/** A step limit in the spelling of the SDK: a number, or its own condition that counts. */
export function suggestRunLimit(model: FileModel, run: Run, { text, settings }: ScaffoldContext): Suggestion[] {
  const { shape } = run;
  if (shape.option === undefined) return [];
  const steps = String(settings.maxSteps);
  if (shape.conditions && shape.counter === undefined) return [];
  const limit = shape.counter === undefined ? steps : `${shape.counter.name}(${steps})`;
  const edit = place(text, run, shape.option, limit);
  if (edit === undefined) return [];
  const imports = shape.counter === undefined ? [] : importEdits({ model, text, style: readStyle(text, model.path) }, [shape.counter]);
  return [{ title: `End the run after ${steps} steps`, edits: [edit, ...imports], preferred: true }];
}

function place(text: string, { shape }: Run, option: string, limit: string): Edit | undefined {
  if (shape.list !== undefined) return appended(text, shape.list, limit);
  if (shape.value !== undefined) {
    const value = text.slice(shape.value.start, shape.value.end);
    // A condition stays, beside the count; a number or a count that never comes is replaced.
    const keeps = shape.conditions && shape.counter !== undefined && !/^(?:isLoopFinished\(|(?:stepCountIs|isStepCount)\()/.test(value);
    return { span: shape.value, text: keeps ? `[${value}, ${limit}]` : limit };
  }
  if (shape.object !== undefined) return property(text, shape.object, shape.isEmpty, `${option}: ${limit}`);
  if (shape.newArgument !== undefined) return { span: { start: shape.newArgument, end: shape.newArgument }, text: `, { ${option}: ${limit} }` };
  return undefined;
}

/** One more member at the end of a list. */
function appended(text: string, list: Span, member: string): Edit {
  const written = text.slice(list.start, list.end);
  const content = written.trimEnd();
  const end = list.start + content.length;
  const separator = content === "" ? "" : content.endsWith(",") ? " " : ", ";
  return { span: { start: end, end }, text: separator + member };
}

/** One more property at the beginning of an object, on a line of its own where the others have theirs. */
function property(text: string, object: Span, isEmpty: boolean, written: string): Edit {
  const start = object.start + 1;
  const span = { start, end: start };
  if (isEmpty) return { span: { start, end: object.end - 1 }, text: ` ${written} ` };
  const first = start + (text.slice(start, object.end).search(/\S/) ?? 0);
  if (!startsLine(text, first)) return { span, text: ` ${written},` };
  return { span, text: `\n${indentAt(text, first)}${written},` };
}
