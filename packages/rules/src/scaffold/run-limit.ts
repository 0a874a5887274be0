import type { AnalysisSettings, FileModel, Run, Span } from "@agent-loop/analysis";
import type { Edit, Suggestion } from "../finding.js";
import { handOver } from "./deadline.js";
import { importEdits } from "./imports.js";
import { behindLine, indentAt, separatorBehind, startsLine } from "./places.js";
import { readStyle } from "./style.js";

interface ScaffoldContext {
  readonly text: string;
  readonly settings: AnalysisSettings;
}

/** A step limit in the spelling of the SDK: a number, or its own condition that counts. */
export function suggestRunLimit(model: FileModel, run: Run, { text, settings }: ScaffoldContext): Suggestion[] {
  const { shape } = run;
  // A count that ends the run without a word would make half an answer look like one; a deadline throws.
  if (run.endsUnseen && shape.value === undefined && shape.list === undefined)
    return suggestRunDeadline(run, { text, settings });
  if (shape.option === undefined) return [];
  const steps = String(settings.maxSteps);
  if (shape.conditions && shape.counter === undefined) return [];
  const limit = shape.counter === undefined ? steps : `${shape.counter.name}(${steps})`;
  const money = run.budgeted === "no" && shape.signal === undefined ? costOption(run) : undefined;
  const signal = run.budgeted === "no" && shape.list === undefined ? shape.signalBeside : undefined;
  const other =
    money !== undefined ? `${money}: ${RUN_COST}` : signal !== undefined ? `${signal}: ${TIMEOUT}` : undefined;
  const beside = other === undefined ? "" : separatorIn(text, run) + other;
  const edit = place(text, run, shape.option, limit + beside);
  if (edit === undefined) return [];
  const [step, time] = withDeadline(text, run, edit);
  const imports =
    shape.counter === undefined
      ? []
      : importEdits({ model, text, style: readStyle(text, model.path) }, [shape.counter]);
  const within =
    money !== undefined
      ? ` or ${RUN_COST} dollars`
      : time === undefined && step === edit && signal === undefined
        ? ""
        : ` or ${RUN_MINUTES} minutes`;
  return [
    {
      title: `End the run after ${steps} steps${within}`,
      edits: [step, ...(time === undefined ? [] : [time]), ...imports],
      preferred: true,
    },
  ];
}

const RUN_MINUTES = 10;
const RUN_COST = 5;
const TIMEOUT = `AbortSignal.timeout(${RUN_MINUTES} * 60_000)`;

/** Mends of a run whose steps are limited, and whose cost is not. */
export function suggestRunDeadline({ shape: { signal } }: Run, { text }: ScaffoldContext): Suggestion[] {
  if (signal === undefined) return [];
  return [
    { title: `End the run after ${RUN_MINUTES} minutes`, edits: [handOver(text, signal, TIMEOUT)], preferred: true },
  ];
}

/** The option that limits what a run may cost, where it stands beside the one that limits its steps. */
function costOption({ limits, shape }: Run): string | undefined {
  if (shape.list !== undefined || shape.conditions) return undefined;
  const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("."));
  const steps = limits.find(({ option }) => option.measure === "steps");
  const cost = limits.find(
    ({ option, given }) => option.measure === "cost" && option.inert !== true && given === undefined,
  );
  if (steps === undefined || cost === undefined || parentOf(steps.option.option) !== parentOf(cost.option.option))
    return undefined;
  return cost.option.option.slice(cost.option.option.lastIndexOf(".") + 1);
}

/** The limit together with a deadline, where the SDK takes one: steps alone would be the next finding. */
function withDeadline(
  text: string,
  { budgeted, shape: { signal, isEmpty, newArgument, object } }: Run,
  limit: Edit,
): [Edit, Edit?] {
  if (budgeted !== "no" || signal === undefined) return [limit];
  const deadline = handOver(text, signal, TIMEOUT);
  const { start } = deadline.span;
  // In options that are made for the limit, both stand together.
  if (start === newArgument && limit.span.start === start)
    return [{ ...limit, text: `${limit.text.slice(0, -2)}, ${deadline.text.replace(/^, \{ /, "")}` }];
  if (object !== undefined && isEmpty && start > limit.span.start - 1 && start <= limit.span.end)
    return [{ ...limit, text: `${limit.text.trimEnd()}, ${deadline.text.trim()} ` }];
  return start >= limit.span.start && start < limit.span.end ? [limit] : [limit, deadline];
}

function place(text: string, { shape }: Run, option: string, limit: string): Edit | undefined {
  if (shape.list !== undefined) return appended(text, shape.list, limit);
  if (shape.value !== undefined) {
    const value = text.slice(shape.value.start, shape.value.end);
    // A condition stays, beside the count; a number or a count that never comes is replaced.
    const keeps =
      shape.conditions &&
      shape.counter !== undefined &&
      !/^(?:isLoopFinished\(|(?:stepCountIs|isStepCount)\()/.test(value);
    return { span: shape.value, text: keeps ? `[${value}, ${limit}]` : limit };
  }
  if (shape.object !== undefined) return property(text, shape.object, shape.isEmpty, `${option}: ${limit}`);
  if (shape.newArgument !== undefined)
    return { span: { start: shape.newArgument, end: shape.newArgument }, text: `, { ${option}: ${limit} }` };
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

/** What stands between the limit and another option beside it. */
function separatorIn(text: string, { shape: { value, object, isEmpty } }: Run): string {
  if (value !== undefined) return separatorBehind(text, value.end);
  if (object === undefined || isEmpty) return ", ";
  const first = object.start + 1 + text.slice(object.start + 1, object.end).search(/\S/);
  return startsLine(text, first) ? `,${text.includes("\r\n") ? "\r\n" : "\n"}${indentAt(text, first)}` : ", ";
}

/** One more property at the beginning of an object, on a line of its own where the others have theirs. */
function property(text: string, object: Span, isEmpty: boolean, written: string): Edit {
  if (isEmpty) return { span: { start: object.start + 1, end: object.end - 1 }, text: ` ${written} ` };
  // A comment behind the brace stays there.
  const start = behindLine(text, object.start + 1);
  const span = { start, end: start };
  const first = start + text.slice(start, object.end).search(/\S/);
  if (!startsLine(text, first)) return { span, text: ` ${written},` };
  return { span, text: `${text.includes("\r\n") ? "\r\n" : "\n"}${indentAt(text, first)}${written},` };
}
