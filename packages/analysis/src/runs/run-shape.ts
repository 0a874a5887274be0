import type { AgentRow, RunRow } from "../catalogue/schema.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, spanOf } from "../syntax/node.js";
import type { CallExpression, NewExpression, Node, ObjectExpression } from "../syntax/node.js";
import { definitionsOf, readArgument, readMaker } from "../file/arguments.js";
import type { FoundRow } from "../file/file-context.js";
import type { RunShape } from "../model/file-model.js";
import { signalPlaceOf } from "./signal-place.js";

/** Where a step limit can be put into the options of a run. */
export function readRunShape(
  analysis: LoopAnalysis,
  site: CallExpression | NewExpression,
  found: FoundRow<RunRow> | FoundRow<AgentRow>,
): RunShape {
  const { context } = analysis;
  const signal = found.row.kind === "run" ? signalPlaceOf(site, found.row.signal) : undefined;
  const rounds = found.row.kind === "run" ? found.row.repeats?.count : undefined;
  const none: RunShape = {
    signal,
    signalBeside: undefined,
    option: undefined,
    conditions: false,
    counter: undefined,
    object: undefined,
    isEmpty: true,
    newArgument: undefined,
    value: undefined,
    list: undefined,
    rounds,
  };
  const limit = (found.row.limits ?? []).find(
    ({ measure, inert, option }) => measure === "steps" && inert !== true && !option.startsWith("with."),
  );
  if (limit === undefined) return none;
  const [root = "", ...rest] = limit.option.split(".");
  const name = rest.at(-1) ?? (root === "new" ? undefined : root);
  const conditions = limit.conditions === true;
  const counter = conditions ? counterOf(analysis, found) : undefined;
  const shape: RunShape = { ...none, option: rest.at(-1), conditions, counter };
  if (name === undefined || rest.length === 0) return shape;
  const maker = root === "new" ? readMaker(context, site)?.made : site;
  if (maker === undefined) return shape;
  const path = root === "new" ? rest : [root, ...rest];
  const [way, ...others] = readArgument(context, maker, path.join("."));
  if (way?.state === "given" && others.length === 0) {
    const value = bare(way.value);
    const list = value.type === "ArrayExpression" ? { start: value.range[0] + 1, end: value.range[1] - 1 } : undefined;
    const signalBeside =
      signal === undefined && found.row.kind === "run"
        ? besideOf(analysis, site, found.row.signal, limit.option)
        : undefined;
    return { ...shape, value: spanOf(way.value), list, signalBeside };
  }
  if (way?.state !== "absent" || others.length > 0) return shape;
  const parent = path.slice(0, -1).join(".");
  const holder = objectAt(analysis, maker, parent);
  if (holder !== undefined) return { ...shape, object: spanOf(holder), isEmpty: holder.properties.length === 0 };
  const index = Number(parent);
  const last = maker.arguments.at(-1);
  return Number.isInteger(index) && index === maker.arguments.length && last !== undefined
    ? { ...shape, newArgument: last.range[1] }
    : shape;
}

/** The name of an option that is not given, where it belongs into the object that holds another one. */
function besideOf(
  analysis: LoopAnalysis,
  site: CallExpression | NewExpression,
  option: string | undefined,
  other: string,
): string | undefined {
  const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("."));
  if (option === undefined || parentOf(option) !== parentOf(other)) return undefined;
  const ways = readArgument(analysis.context, site, option);
  return ways.every(({ state }) => state === "absent") ? option.slice(option.lastIndexOf(".") + 1) : undefined;
}

function objectAt(
  analysis: LoopAnalysis,
  site: CallExpression | NewExpression,
  path: string,
): ObjectExpression | undefined {
  const [way, ...others] = readArgument(analysis.context, site, path);
  if (way?.state !== "given" || others.length > 0) return undefined;
  let value: Node = bare(way.value);
  if (value.type === "Identifier") {
    const definitions = definitionsOf(analysis.context, value);
    const [only] = definitions ?? [];
    if (definitions?.length !== 1 || only === undefined || only === "absent") return undefined;
    value = bare(only);
  }
  return value.type === "ObjectExpression" ? value : undefined;
}

/** The SDK's own condition that counts steps, by the name that this file imports already where it does. */
function counterOf(analysis: LoopAnalysis, found: FoundRow<RunRow> | FoundRow<AgentRow>): RunShape["counter"] {
  const { catalogue, tree } = analysis.context;
  const imported = new Set(
    tree.imports.flatMap(({ specifiers }) =>
      specifiers.flatMap((one) =>
        one.type === "ImportSpecifier" && one.imported.type === "Identifier" ? [one.imported.name] : [],
      ),
    ),
  );
  const names: { name: string; module: string }[] = [];
  // Frameworks that are built on another SDK take its conditions.
  for (const module of [found.packageName, ...tree.imports.map(({ source }) => source.value)]) {
    const sdk = catalogue.sdks.find(({ packages }) => packages.includes(catalogue.packageOf(module) ?? module));
    for (const row of sdk?.rows ?? []) {
      if (row.kind !== "stop-condition" || row.measure !== "steps" || row.count !== "0") continue;
      for (const name of typeof row.at === "string" ? [row.at] : row.at) {
        const holds = catalogue
          .findRows(module, name, analysis.context.versionOf(module))
          .rows.some((one) => one.kind === "stop-condition");
        if (holds) names.push({ name, module });
      }
    }
  }
  return names.find(({ name }) => imported.has(name)) ?? names[0];
}
