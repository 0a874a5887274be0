import type { FileContext } from "../file/file-context.js";
import { bare, isFunction, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, Identifier, Node } from "../syntax/node.js";
import type { RegionNode } from "./region.js";

const GUARD = "@agent-loop/guard";
/** Options of a budget that say what a run may use, and not only how often it may ask. */
const MEASURED = new Set(["tokens", "cost", "timeMs"]);

/** Whether a turn asks a budget of the guard library that is measured in tokens, cost or time. */
export function asksGuardBudget(context: FileContext, region: readonly RegionNode[]): boolean {
  return region.some(({ node }) => {
    const callee = node.type === "CallExpression" ? bare(node.callee) : undefined;
    if (callee?.type !== "MemberExpression" || !/^(?:step|exhausted)$/.test(propertyName(callee) ?? "")) return false;
    const object = bare(callee.object);
    const made = object.type === "Identifier" ? makerOf(context, object) : undefined;
    return made !== undefined && isOfGuard(context, made.callee) && isMeasured(made);
  });
}

/** The call that made what a variable, or a parameter without an argument, holds. */
function makerOf(context: FileContext, identifier: Identifier): CallExpression | undefined {
  const variable = context.scopes.variableOf(identifier);
  const definition = variable?.definition;
  if (variable === undefined || definition === undefined || variable.writes.length > 0) return undefined;
  const value =
    definition.type === "VariableDeclarator"
      ? definition.init
      : isFunction(definition)
        ? definition.params.flatMap((parameter) =>
            parameter.type === "AssignmentPattern" && parameter.left === variable.identifier ? [parameter.right] : [],
          )[0]
        : undefined;
  const made = value ? bare(value) : undefined;
  return made?.type === "CallExpression" ? made : undefined;
}

function isOfGuard(context: FileContext, callee: Node): boolean {
  const name = bare(callee);
  const variable = name.type === "Identifier" ? context.scopes.variableOf(name) : undefined;
  const declaration = variable?.kind === "import" ? context.tree.parentOf(variable.definition) : undefined;
  return declaration?.type === "ImportDeclaration" && declaration.source.value === GUARD;
}

function isMeasured({ arguments: [options] }: CallExpression): boolean {
  if (options?.type !== "ObjectExpression") return true;
  return options.properties.some(
    (property) => property.type === "SpreadElement" || MEASURED.has(keyName(property) ?? ""),
  );
}
