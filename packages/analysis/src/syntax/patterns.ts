import { isWithin, keyName } from "./node.js";
import type { Node } from "./node.js";

/** The steps by which a pattern takes a name out of a value: `{ a: [b] }` leads to `b` by `a` and `[]`. */
export function keysTo(pattern: Node, target: Node): string[] {
  switch (pattern.type) {
    case "AssignmentPattern":
      return keysTo(pattern.left, target);
    case "ArrayPattern":
      return [
        "[]",
        ...pattern.elements.flatMap((element) => (element && isWithin(target, element) ? keysTo(element, target) : [])),
      ];
    case "ObjectPattern":
      for (const property of pattern.properties) {
        if (property.type === "Property" && isWithin(target, property.value))
          return [keyName(property) ?? "[]", ...keysTo(property.value, target)];
      }
      return [];
    default:
      return [];
  }
}
