import type { TSESTree } from "@typescript-eslint/types";
import { bare, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, NewExpression, Node } from "../syntax/node.js";
import type { Scopes } from "../syntax/scopes.js";
import type { Tree } from "../syntax/tree.js";
import { addTo } from "../syntax/groups.js";

/** Where a function is handed over: an argument of a call or a member of one, or a type it is declared with. */
export type FunctionPlace =
  | {
      readonly call: CallExpression | NewExpression;
      readonly argument: number;
      readonly members: readonly string[];
      readonly type: undefined;
    }
  | { readonly call: undefined; readonly type: TSESTree.TypeNode };

/** What a parameter of such a function is: an argument path of the catalogue and the type it leads to. */
export interface KnownParameter {
  readonly parameter: string;
  readonly type: { readonly name: string; readonly path: string };
}

export function placeOfFunction(tree: Tree, scopes: Scopes, fn: FunctionNode): FunctionPlace | undefined {
  return placeOfValue(tree, fn) ?? placeOfName(tree, scopes, fn) ?? placeOfMethod(tree, fn);
}

function placeOfValue(tree: Tree, value: Node): FunctionPlace | undefined {
  const members: string[] = [];
  let child = value;
  for (let up = tree.parentOf(child); up !== undefined; child = up, up = tree.parentOf(up)) {
    switch (up.type) {
      case "CallExpression":
      case "NewExpression": {
        const given: readonly Node[] = up.arguments;
        const argument = given.indexOf(child);
        return argument < 0 ? undefined : { call: up, argument, members, type: undefined };
      }
      case "Property": {
        const name = keyName(up);
        if (name === undefined || up.value !== child) return undefined;
        members.unshift(name);
        break;
      }
      case "VariableDeclarator":
        return members.length === 0 && up.id.typeAnnotation
          ? { call: undefined, type: up.id.typeAnnotation.typeAnnotation }
          : undefined;
      case "ObjectExpression":
      case "ArrayExpression":
        break;
      default:
        if (bare(up) !== bare(child)) return undefined;
    }
  }
  return undefined;
}

/** A function with a name is handed over where its name is an argument; one such place speaks for all. */
function placeOfName(tree: Tree, scopes: Scopes, fn: FunctionNode): FunctionPlace | undefined {
  const holder = tree.parentOf(fn);
  const name =
    fn.id ?? (holder?.type === "VariableDeclarator" && holder.id.type === "Identifier" ? holder.id : undefined);
  const variable = name && scopes.variableOf(name);
  for (const read of variable?.reads ?? []) {
    const place = placeOfValue(tree, read);
    if (place?.call !== undefined) return place;
  }
  return undefined;
}

/** A method is handed over as `this.onMessage`, or bound to its object. */
function placeOfMethod(tree: Tree, fn: FunctionNode): FunctionPlace | undefined {
  const holder = tree.parentOf(fn);
  const name =
    holder?.type === "MethodDefinition" || holder?.type === "PropertyDefinition" ? keyName(holder) : undefined;
  const owner = tree.classOf(fn);
  const handed = name === undefined ? [] : (handedMembers(tree).get(name) ?? []);
  const value = handed.find((node) => tree.classOf(node) === owner);
  return owner === undefined || value === undefined ? undefined : placeOfValue(tree, value);
}

const membersOfTrees = new WeakMap<Tree, ReadonlyMap<string, readonly Node[]>>();

/** The arguments of calls that are methods of the own object, by the method's name. */
function handedMembers(tree: Tree): ReadonlyMap<string, readonly Node[]> {
  const known = membersOfTrees.get(tree);
  if (known !== undefined) return known;
  const members = new Map<string, Node[]>();
  for (const argument of [...tree.calls, ...tree.news].flatMap((call): readonly Node[] => call.arguments)) {
    const member = unbound(argument);
    if (member.type !== "MemberExpression" || member.object.type !== "ThisExpression") continue;
    const name = propertyName(member);
    if (name !== undefined) addTo(members, name, argument);
  }
  membersOfTrees.set(tree, members);
  return members;
}

/** `this.onMessage.bind(this)` is the method. */
function unbound(argument: Node): Node {
  const value = bare(argument);
  const callee = value.type === "CallExpression" ? bare(value.callee) : undefined;
  return callee?.type === "MemberExpression" && propertyName(callee) === "bind" ? bare(callee.object) : value;
}

/** Whether an argument path of the catalogue (`-1`, `0.handler`, `0.tools[].execute`) leads to this place. */
export function leadsTo(path: string, place: FunctionPlace): boolean {
  if (place.call === undefined) return path === "";
  const [first, ...members] = path.split(".");
  const index = Number(first);
  if (first === "" || Number.isNaN(index)) return false;
  const argument = index < 0 ? place.call.arguments.length + index : index;
  if (argument !== place.argument) return false;
  return matches(members, place.members);
}

function matches(wanted: readonly string[], written: readonly string[]): boolean {
  const [head, ...rest] = wanted;
  if (head === undefined) return written.length === 0;
  const [name, ...others] = written;
  const isList = head.endsWith("[]");
  if (name !== (isList ? head.slice(0, -2) : head)) return false;
  // An element of a list has no name of its own, a value of an object has.
  return matches(rest, others) || (isList && others.length > 0 && matches(rest, others.slice(1)));
}
