import type { Frame } from "../flow/paths.js";
import type { FileContext } from "../file/file-context.js";
import { bare, findProperty } from "../syntax/node.js";
import type { CallExpression, NewExpression, ObjectExpression } from "../syntax/node.js";
import { valueOf } from "./values.js";
import type { Placed } from "./values.js";

/**
 * What stands at an argument path of the catalogue (`0.tools[].execute`, `new.0.name`), seen from one chain of calls:
 * a helper that puts agents or tools together means something else for every caller.
 *
 * Each answer is the expression as it is written there; `valueOf` follows it further. What only
 * stands there under a condition is left out.
 */
export function argumentsAt(
  context: FileContext,
  call: CallExpression | NewExpression,
  path: string,
  frame?: Frame,
): readonly Placed[] {
  const [first = "", ...steps] = path.split(".");
  if (first === "new") {
    const callee = bare(call.callee);
    if (callee.type !== "MemberExpression") return [];
    if (steps.length === 0) return [{ node: callee.object, frame }];
    const maker = makerOf(context, { node: callee.object, frame });
    return maker === undefined ? [] : argumentsAt(context, maker.node, steps.join("."), maker.frame);
  }
  const [, digits, isList] = /^(-?\d+)(\[\])?$/.exec(first) ?? [];
  if (digits === undefined) return [];
  const index = Number(digits);
  const argument = call.arguments.at(index);
  if (
    argument === undefined ||
    argument.type === "SpreadElement" ||
    (index >= 0 && call.arguments.slice(0, index).some((before) => before.type === "SpreadElement"))
  )
    return [];
  const start: readonly Placed[] = [{ node: argument, frame }];
  const follow = (names: readonly string[]): readonly Placed[] =>
    names.reduce<readonly Placed[]>(
      (found, step) => found.flatMap((value) => stepInto(context, value, step)),
      isList ? start.flatMap((value) => elementsOf(context, value)) : start,
    );
  const made = steps.indexOf("new");
  if (made < 0) return follow(steps);
  // `0.new.0.messages`: what the constructor of the first argument was given.
  return follow(steps.slice(0, made)).flatMap((value) => {
    const maker = makerOf(context, value);
    return maker === undefined ? [] : argumentsAt(context, maker.node, steps.slice(made + 1).join("."), maker.frame);
  });
}

/** The call or construction that made an object, through calls that hand on the same object. */
function makerOf(
  context: FileContext,
  object: Placed,
): { readonly node: CallExpression | NewExpression; readonly frame: Frame | undefined } | undefined {
  const { node, frame } = valueOf(context, object.node, object.frame);
  if (node.type === "NewExpression") return { node, frame };
  if (node.type !== "CallExpression") return undefined;
  const callee = bare(node.callee);
  const entity = context.bindings.entityOf(callee);
  if (entity.kind === "package" && callee.type === "MemberExpression") {
    const type = context.catalogue.findType(entity.name, entity.path, context.versionOf(entity.name));
    if (type?.same === true) return makerOf(context, { node: callee.object, frame });
  }
  return { node, frame };
}

function stepInto(context: FileContext, value: Placed, step: string): readonly Placed[] {
  const isList = step.endsWith("[]");
  const name = isList ? step.slice(0, -2) : step;
  const { node, frame } = valueOf(context, value.node, value.frame);
  if (node.type !== "ObjectExpression") return [];
  const found = propertyAt(context, { node, frame }, name);
  if (found === undefined) return [];
  return isList ? elementsOf(context, found) : [found];
}

/** A property of an object literal, or of what it spreads. */
function propertyAt(
  context: FileContext,
  object: { readonly node: ObjectExpression; readonly frame: Frame | undefined },
  name: string,
): Placed | undefined {
  const own = findProperty(object.node, name);
  if (own !== undefined) return { node: own.value, frame: object.frame };
  for (const part of object.node.properties.toReversed()) {
    if (part.type !== "SpreadElement") continue;
    const spread = valueOf(context, part.argument, object.frame);
    const found =
      spread.node.type === "ObjectExpression"
        ? propertyAt(context, { node: spread.node, frame: spread.frame }, name)
        : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The elements of a list, or the values of an object, that are written down. */
export function elementsOf(context: FileContext, list: Placed, depth = 0): readonly Placed[] {
  const { node, frame } = valueOf(context, list.node, list.frame);
  if (depth > 6) return [];
  switch (node.type) {
    case "ArrayExpression":
      return node.elements.flatMap((element) => {
        if (element === null) return [];
        return element.type === "SpreadElement"
          ? elementsOf(context, { node: element.argument, frame }, depth + 1)
          : [{ node: element, frame }];
      });
    case "ObjectExpression":
      return node.properties.flatMap((property) =>
        property.type === "SpreadElement"
          ? elementsOf(context, { node: property.argument, frame }, depth + 1)
          : [{ node: property.value, frame }],
      );
    default:
      return [];
  }
}
