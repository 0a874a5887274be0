import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { definedAs, objectOf } from "../file/argument-paths.js";
import { objectPlace } from "../loops/places.js";
import { bare, dottedName, findProperty, isFunction, isWithin, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";

/** The folder in which a process runs that is told of no other. */
export const OWN_FOLDER = "path:.";

/** A path: the folder, and what is chosen in it. */
export interface SplitPath {
  readonly root: Node | string;
  readonly rest: readonly Node[];
  /** The function of the file that puts the path together. */
  readonly helper?: FunctionNode;
}

/** `join(dir, name)`, `` `${dir}/${name}` ``, `"/workspace/report.json"`, and what a helper makes of it: `inHome(name)`. */
export function splitPath(analysis: LoopAnalysis, node: Node, depth = 0): SplitPath | undefined {
  const value = definedAs(analysis.context, node);
  switch (value.type) {
    case "CallExpression": {
      const given = value.arguments.filter((argument) => argument.type !== "SpreadElement");
      if (/(?:^|\.)(?:join|resolve)$/.test(dottedName(value.callee) ?? "")) {
        const [root, ...rest] = given;
        return root === undefined ? undefined : { root, rest };
      }
      const helper = depth < 2 ? analysis.context.bindings.calleeOf(value) : undefined;
      const made = helper && madeBy(analysis, helper, depth);
      if (helper === undefined || made === undefined) return undefined;
      const index = typeof made.root === "string" ? -1 : indexOfParameter(analysis, helper, made.root);
      const root = index < 0 ? made.root : given[index];
      return root === undefined ? undefined : { root, rest: given.filter((one) => one !== root), helper };
    }
    case "TemplateLiteral": {
      const [root, ...rest] = value.expressions;
      const start = value.quasis[0]?.value.raw ?? "";
      if (root !== undefined && start === "") return { root, rest };
      return start.includes("/")
        ? { root: start.slice(0, start.lastIndexOf("/")), rest: value.expressions }
        : undefined;
    }
    case "BinaryExpression":
      return value.operator === "+" ? { root: value.left, rest: [value.right] } : undefined;
    case "Literal":
      return typeof value.value === "string" ? { root: value.value, rest: [] } : undefined;
    default:
      return undefined;
  }
}

/** The one path that a helper hands back. */
function madeBy(analysis: LoopAnalysis, helper: FunctionNode, depth: number): SplitPath | undefined {
  const [only, ...others] = analysis.context.tree.returnsOf(helper);
  return only === undefined || others.length > 0 ? undefined : splitPath(analysis, only, depth + 1);
}

function indexOfParameter(analysis: LoopAnalysis, helper: FunctionNode, node: Node): number {
  const value = bare(node);
  const variable = value.type === "Identifier" ? analysis.context.scopes.variableOf(value) : undefined;
  return variable?.definition === helper
    ? helper.params.findIndex((parameter) => isWithin(variable.identifier, parameter))
    : -1;
}

/** Names under which a folder is known, parameters seen through their callers. */
export function rootKeys(analysis: LoopAnalysis, root: Node | string, depth = 0): Set<string> {
  const keys = new Set<string>();
  if (typeof root === "string") return keys.add(pathKey(root));
  const value = definedAs(analysis.context, root);
  if (value.type === "Literal" && typeof value.value === "string") return keys.add(pathKey(value.value));
  const written = dottedName(value.type === "CallExpression" ? value.callee : value);
  if (written === "process.cwd") return keys.add(OWN_FOLDER);
  if (value.type === "MemberExpression") {
    const object = objectPlace(analysis.context, value.object, undefined);
    const name = propertyName(value);
    return object === undefined || name === undefined ? keys : keys.add(`field:${object}.${name}`);
  }
  if (value.type !== "Identifier") return keys;
  const variable = analysis.context.scopes.variableOf(value);
  if (variable === undefined) return keys;
  keys.add(`variable:${variable.identifier.range[0]}`);
  const { definition } = variable;
  if (variable.kind !== "parameter" || !isFunction(definition) || depth > 3) return keys;
  const index = definition.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
  for (const call of analysis.context.tree.calls) {
    if (analysis.context.bindings.calleeOf(call) !== definition) continue;
    const argument = call.arguments[index];
    if (argument !== undefined && argument.type !== "SpreadElement")
      for (const key of rootKeys(analysis, argument, depth + 1)) keys.add(key);
  }
  return keys;
}

function pathKey(path: string): string {
  const plain = path.replace(/^\.\//, "").replace(/\/$/, "");
  return `path:${plain === "" && !path.startsWith("/") ? "." : plain}`;
}

/** The names of a folder and of each folder it is in; the root of the disk is nobody's. */
export function keysOfFoldersAround(keys: ReadonlySet<string>): Set<string> {
  const all = new Set<string>();
  for (const key of keys) {
    all.add(key);
    if (!key.startsWith("path:")) continue;
    const parts = key.slice("path:".length).split("/");
    for (let i = parts[0] === "" ? 2 : 1; i < parts.length; i++) all.add(`path:${parts.slice(0, i).join("/")}`);
    if (parts[0] !== "" && parts[0] !== "..") all.add(OWN_FOLDER);
  }
  return all;
}

/** What a call is told by an option of that name. */
export function optionOf(analysis: LoopAnalysis, call: CallExpression, name: string): Node | undefined {
  for (const argument of call.arguments) {
    const object =
      argument.type === "SpreadElement" || argument.type === "Identifier"
        ? undefined
        : objectOf(analysis.context, argument);
    const property = object && findProperty(object, name);
    if (property !== undefined) return property.value;
  }
  return undefined;
}

/** The machine a method is called on, `sandbox` in `sandbox.commands.run(…)`, where it is an object made at run time. */
export function machineOf(analysis: LoopAnalysis, call: CallExpression): string | undefined {
  let root: Node = bare(call.callee);
  if (root.type !== "MemberExpression") return undefined;
  root = bare(root.object);
  // `sandbox.commands.run` and `this.sandbox.files.write`: the parts of a machine are that machine.
  while (root.type === "MemberExpression" && bare(root.object).type !== "ThisExpression") root = bare(root.object);
  if (root.type === "MemberExpression") {
    const object = objectPlace(analysis.context, root.object, undefined);
    const name = propertyName(root);
    return object === undefined || name === undefined ? undefined : `machine:${object}.${name}`;
  }
  if (root.type !== "Identifier") return undefined;
  const variable = analysis.context.scopes.variableOf(root);
  if (variable === undefined || variable.kind === "import") return undefined;
  const made = settled(definedAs(analysis.context, root));
  // `const { execSync } = require("node:child_process")` and the like are modules, no machines.
  if (made.type === "CallExpression" && /^(?:require|import)$/.test(dottedName(made.callee) ?? "")) return undefined;
  return `machine:${variable.identifier.range[0]}`;
}
