import { splitPackage } from "../catalogue/access-path.js";
import type { Catalogue } from "../catalogue/catalogue.js";
import type { OptionValue } from "../catalogue/schema.js";
import { bare, dottedName } from "../syntax/node.js";
import { leadsTo } from "./function-place.js";
import type { FunctionPlace, KnownParameter } from "./function-place.js";

/** What the rows of the catalogue say about the parameters of a function that stands at a place. */
export function readParameters(
  known: Catalogue,
  version: string | undefined,
  name: string,
  path: string,
  place: FunctionPlace,
): KnownParameter[] {
  const at = known.normalise(name, path);
  return known.findRows(name, path, version).rows.flatMap((row): KnownParameter[] => {
    if (row.kind !== "parameter" || !leadsTo(row.function, place) || !holds(row.when, place)) return [];
    const type = splitPackage(row.type, at.packageName);
    return [{ parameter: row.parameter, type: { name: type.packageName, path: type.path } }];
  });
}

/** Whether another argument has one of the values; a constant that is written by its name counts as that name. */
function holds(when: OptionValue | undefined, place: FunctionPlace): boolean {
  if (when === undefined) return true;
  const argument = place.call?.arguments[Number(when.option)];
  if (argument === undefined) return false;
  const value = bare(argument);
  const written = value.type === "Literal" ? value.value : dottedName(value);
  return when.values.some((one) => one === written);
}
