import { bare, propertyName } from "../syntax/node.js";
import type { ClassNode, Node } from "../syntax/node.js";
import type { Scopes, Variable } from "../syntax/scopes.js";
import type { Tree } from "../syntax/tree.js";

/** What a file puts into its collections after they were made. */
export interface Fillings {
  /** The values that are put into the collection which an expression makes: `new Map()`, `[]`, `{}`. */
  of(made: Node): readonly Node[];
}

/** Methods that put something in, and the argument that they put in. */
const PUTS: ReadonlyMap<string, number> = new Map([
  ["add", 0],
  ["push", 0],
  ["set", 1],
  ["unshift", 0],
]);

/** Where a collection is kept: a variable, or a field of a class. */
type Home = Variable | { readonly owner: ClassNode; readonly field: string };

/** Reads with one look at all calls and assignments what is put where. */
export function readFillings(tree: Tree, scopes: Scopes): Fillings {
  const inVariables = new Map<Variable, Node[]>();
  const inFields = new Map<ClassNode, Map<string, Node[]>>();

  function homeOf(node: Node): Home | undefined {
    const place = bare(node);
    if (place.type === "Identifier") return scopes.variableOf(place);
    if (place.type !== "MemberExpression" || place.object.type !== "ThisExpression") return undefined;
    const owner = tree.classOf(place);
    const field = propertyName(place);
    return owner === undefined || field === undefined ? undefined : { owner, field };
  }

  function listAt(home: Home, make: boolean): Node[] | undefined {
    if (!("owner" in home)) {
      const list = inVariables.get(home);
      if (list === undefined && make) inVariables.set(home, []);
      return list ?? inVariables.get(home);
    }
    const ofClass = inFields.get(home.owner) ?? new Map<string, Node[]>();
    if (make) inFields.set(home.owner, ofClass);
    if (make && !ofClass.has(home.field)) ofClass.set(home.field, []);
    return ofClass.get(home.field);
  }

  function put(into: Node, value: Node | undefined): void {
    const home = value === undefined || value.type === "SpreadElement" ? undefined : homeOf(into);
    if (home !== undefined && value !== undefined) listAt(home, true)?.push(value);
  }

  for (const call of tree.calls) {
    const callee = bare(call.callee);
    const argument = callee.type === "MemberExpression" ? PUTS.get(propertyName(callee) ?? "") : undefined;
    if (callee.type === "MemberExpression" && argument !== undefined) put(callee.object, call.arguments[argument]);
  }
  for (const { left, right } of tree.assignments) {
    const target = bare(left);
    if (target.type === "MemberExpression" && target.computed) put(target.object, right);
  }

  /** Where a new collection is put: `const agents = new Map()`, `agents = new Map();` in a class, `this.agents = []`. */
  function keptIn(made: Node): Home | undefined {
    let value = made;
    let holder = tree.parentOf(value);
    while (holder !== undefined && bare(holder) === made) {
      value = holder;
      holder = tree.parentOf(value);
    }
    if (holder?.type === "VariableDeclarator") return homeOf(holder.id);
    if (holder?.type === "AssignmentExpression" && holder.right === value) return homeOf(holder.left);
    const owner = holder?.type === "PropertyDefinition" ? tree.classOf(holder) : undefined;
    if (holder?.type !== "PropertyDefinition" || owner === undefined || holder.computed) return undefined;
    const { key } = holder;
    const field = key.type === "Identifier" ? key.name : key.type === "PrivateIdentifier" ? `#${key.name}` : undefined;
    return field === undefined ? undefined : { owner, field };
  }

  return {
    of(made) {
      const home = keptIn(made);
      return (home && listAt(home, false)) ?? [];
    },
  };
}
