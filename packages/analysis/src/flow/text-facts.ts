import type { FileContext } from "../file/file-context.js";
import type { TextFact } from "../project/module-summary.js";
import { bare, isWithin, keyName } from "../syntax/node.js";
import type { FunctionNode } from "../syntax/node.js";
import type { Origin, Origins } from "./origins.js";

/**
 * What a function says of a text it is given: it hands on a part of it, or answers whether words
 * are in it. Nothing is said where anything else goes into the answer.
 */
export function readTextFacts(
  { tree }: FileContext,
  origins: Origins,
  fn: FunctionNode,
): Readonly<Record<string, readonly TextFact[]>> {
  if (fn.params.length === 0) return {};
  const told: Record<string, readonly TextFact[]> = {};
  const mixed = new Set<string>();
  const add = (name: string, from: Iterable<Origin>): void => {
    const facts = factsOf(from, fn);
    if (facts === undefined) mixed.add(name);
    else if (facts.length > 0) told[name] = [...(told[name] ?? []), ...facts];
  };
  const returned = tree.returnsOf(fn).map(bare);
  const objects = returned.filter((value) => value.type === "ObjectExpression");
  if (objects.length === 0) add("", origins.answers(fn));
  for (const { properties } of objects) {
    for (const property of properties) {
      const name = property.type === "Property" ? keyName(property) : undefined;
      // What is spread may bring any property.
      if (property.type === "SpreadElement") return {};
      if (name !== undefined) add(name, origins.of(property.value));
    }
  }
  return Object.fromEntries(Object.entries(told).filter(([name]) => !mixed.has(name)));
}

/** `undefined` when anything but a part of what the function is given goes in. */
function factsOf(from: Iterable<Origin>, fn: FunctionNode): TextFact[] | undefined {
  const facts: TextFact[] = [];
  for (const origin of from) {
    if (origin.kind === "literal") continue;
    const given = origin.kind === "question" ? origin.subject : origin;
    if (given.kind !== "parameter" || given.variable.definition !== fn) return undefined;
    const parameter = fn.params.findIndex((one) => isWithin(given.variable.identifier, one));
    // A pattern has taken the parameter apart; the path starts behind it.
    if (fn.params[parameter]?.type === "ObjectPattern") return undefined;
    facts.push({
      how: origin.kind === "question" ? "asks" : "hands",
      parameter,
      path: given.path,
      parsed: given.parsed,
      isStringMethod: origin.kind === "question" && origin.isStringMethod,
    });
  }
  return facts;
}
