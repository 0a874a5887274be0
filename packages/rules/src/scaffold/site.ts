import type { AgentLoop, AnalysisSettings, FileModel, NumberConstant } from "@agent-loop/analysis";
import { firstFree } from "./free-name.js";
import { readStyle, type FileStyle } from "./style.js";

/** A ceiling of this many steps or fewer is a budget by itself. */
export const FEW_STEPS = 5;

/** Everything a scaffold looks at: the loop, the file round it, and what the user wants. */
export interface Site {
  readonly model: FileModel;
  readonly loop: AgentLoop;
  readonly text: string;
  readonly settings: AnalysisSettings;
  readonly style: FileStyle;
  /** The first of some names that nothing in the file has; taken for good. */
  freeName(...wanted: readonly [string, ...string[]]): string;
  /** The same for a variable of the loop's own function, which may have a name that others use elsewhere. */
  localName(...wanted: readonly [string, ...string[]]): string;
}

export function siteOf(model: FileModel, loop: AgentLoop, text: string, settings: AnalysisSettings): Site {
  const chosen = new Set<string>();
  const own = text.slice(loop.shape.owner.start, loop.shape.owner.end);
  const pick = (wanted: readonly [string, ...string[]], isTaken: (name: string) => boolean): string => {
    const free = firstFree(wanted, (name) => chosen.has(name) || isTaken(name));
    chosen.add(free);
    return free;
  };
  return {
    model,
    loop,
    text,
    settings,
    style: readStyle(text, model.path, loop.shape.statement.start),
    freeName: (...wanted) => pick(wanted, (name) => model.names.has(name)),
    localName: (...wanted) => pick(wanted, (name) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(own)),
  };
}

/** A number at the top of the file: one that is there already, or one to be written. */
export interface NamedFigure {
  readonly name: string;
  /** The declaration; `undefined` when the file has it. */
  readonly declaration: string | undefined;
}

/** The figure under one of some names, so that the loops of one file share it. */
export function namedFigure(site: Site, wanted: readonly [string, ...string[]], value: string): NamedFigure {
  const known = site.model.layout.constants.find(
    (constant) => wanted.includes(constant.name) && isReasonable(site, constant),
  );
  if (known !== undefined) return { name: known.name, declaration: undefined };
  const name = site.freeName(...wanted);
  return { name, declaration: `const ${name} = ${value};` };
}

function isReasonable({ settings }: Site, { name, value }: NumberConstant): boolean {
  return value > 0 && (!/STEPS|TURNS|ROUNDS|DEPTH/.test(name) || value <= settings.maxRounds);
}

/** `200_000`, as people write large numbers. */
export function figure(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, "_");
}
