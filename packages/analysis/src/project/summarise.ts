import type { Entity } from "../bind/entity.js";
import { runnersOf } from "../flow/callbacks.js";
import { readOrigins } from "../flow/origins.js";
import type { Origins } from "../flow/origins.js";
import { findRows, isNamed } from "../model/file-context.js";
import type { FileContext } from "../model/file-context.js";
import { readModelCalls } from "../model/model-calls.js";
import type { ModelCalls } from "../model/model-calls.js";
import { bare, dottedName, forEachChild, isFunction, keyName, listOf, propertyName } from "../syntax/node.js";
import type { CallExpression, ClassNode, FunctionNode, Node, ObjectExpression } from "../syntax/node.js";
import type { ClassShape, FunctionFacts, FunctionShape, ModuleSummary, ParameterCall, RemoteMembers, RemoteShape, ReplyFacts } from "./module-summary.js";
import { UNKNOWN_SHAPE, WHOLE_MODULE } from "./module-summary.js";

const MAX_DEPTH = 6;
const MAX_CALLS = 60;

/** Reads what a file offers to others. Imports stay references, so no other file is looked at. */
export function summarise(context: FileContext): ModuleSummary {
  return new Summary(context).read();
}

class Summary {
  readonly #context: FileContext;
  readonly #calls: ModelCalls;
  readonly #origins: Origins;
  readonly #functions = new Map<FunctionNode, FunctionShape>();
  readonly #classes = new Map<ClassNode, ClassShape>();
  readonly #busy = new Set<Node>();
  #callsByOwner: Map<Node, CallExpression[]> | undefined;

  constructor(context: FileContext) {
    this.#context = context;
    this.#calls = readModelCalls(context);
    this.#origins = readOrigins(context, this.#calls);
  }

  read(): ModuleSummary {
    const { tree, scopes, file } = this.#context;
    const exports: Record<string, RemoteShape> = {};
    const stars: string[] = [];
    const addNamed = (exported: string, local: string): void => {
      const variable = scopes.topLevel(local);
      if (variable !== undefined) exports[exported] = this.#shapeOfExpression(variable.identifier);
    };
    for (const statement of tree.exports) {
      switch (statement.type) {
        case "ExportAllDeclaration":
          if (statement.exported) exports[nameOf(statement.exported)] = this.#imported(statement.source.value, "*");
          else stars.push(statement.source.value);
          break;
        case "ExportDefaultDeclaration":
          exports["default"] = this.#shapeOfExpression(statement.declaration);
          break;
        case "ExportNamedDeclaration":
          if (statement.source) {
            for (const specifier of statement.specifiers) exports[nameOf(specifier.exported)] = this.#imported(statement.source.value, nameOf(specifier.local));
          } else if (statement.declaration) {
            for (const name of declaredNames(statement.declaration)) addNamed(name, name);
          } else {
            for (const specifier of statement.specifiers) addNamed(nameOf(specifier.exported), nameOf(specifier.local));
          }
      }
    }
    for (const assignment of tree.assignments) this.#readCommonJs(assignment.left, assignment.right, exports);
    return { path: file.path, exports, stars };
  }

  #imported(specifier: string, name: string): RemoteShape {
    const { catalogue, file } = this.#context;
    if (catalogue.packageOf(specifier) !== undefined) return { kind: "package", name: specifier, path: name === "*" ? "" : name };
    return { kind: "reference", from: file.path, specifier, name, steps: [] };
  }

  /** `module.exports = …`, `module.exports.ask = …`, `exports.ask = …` */
  #readCommonJs(left: Node, right: Node, exports: Record<string, RemoteShape>): void {
    const target = dottedName(left);
    if (target === undefined) return;
    const name = /^(?:module\.exports|exports)(?:\.(\w+))?$/.exec(target);
    if (name === null || this.#context.scopes.topLevel("exports") !== undefined) return;
    const shape = this.#shapeOfExpression(right);
    if (name[1] !== undefined) exports[name[1]] = shape;
    else if (target === "module.exports") exports[WHOLE_MODULE] = shape;
  }

  #shapeOfExpression(node: Node, depth = 0): RemoteShape {
    const expression = bare(node);
    if (expression.type === "Literal" && (typeof expression.value === "number" || typeof expression.value === "string" || typeof expression.value === "boolean")) {
      return { kind: "literal", value: expression.value };
    }
    if (expression.type === "Identifier") {
      const definition = this.#context.scopes.variableOf(expression)?.definition;
      if (definition?.type === "TSInterfaceDeclaration") return this.#interfaceShape(definition.id.name, definition.body.body, depth);
      if (definition?.type === "TSTypeAliasDeclaration") {
        const type = definition.typeAnnotation;
        if (type.type === "TSTypeLiteral") return this.#interfaceShape(definition.id.name, type.members, depth);
        return this.#shapeOf(this.#context.bindings.typeEntity(type), depth + 1);
      }
      if (definition?.type === "VariableDeclarator" && definition.id.type === "Identifier" && definition.init) {
        const init = bare(definition.init);
        if (init.type === "Literal") return this.#shapeOfExpression(init, depth + 1);
      }
    }
    return this.#shapeOf(this.#context.bindings.entityOf(expression), depth);
  }

  #shapeOf(entity: Entity, depth: number): RemoteShape {
    if (depth > MAX_DEPTH) return UNKNOWN_SHAPE;
    switch (entity.kind) {
      case "package":
        return { kind: "package", name: entity.name, path: entity.path };
      case "remote":
        return entity.shape;
      case "function":
        return this.#functionShape(entity.node, depth);
      case "class":
        return this.#classShape(entity.node, depth);
      case "instance":
        return { kind: "instance", of: this.#classShape(entity.node, depth) };
      case "object":
        return { kind: "object", members: this.#objectMembers(entity.node, depth) };
      case "typed":
        if (entity.node.type === "TSInterfaceDeclaration") return this.#interfaceShape(entity.node.id.name, entity.node.body.body, depth);
        return entity.node.type === "TSTypeLiteral" ? this.#interfaceShape("", entity.node.members, depth) : UNKNOWN_SHAPE;
      default:
        return UNKNOWN_SHAPE;
    }
  }

  /** What the fields of a type hold; its methods are written in the classes that implement it. */
  #interfaceShape(name: string, signatures: readonly Node[], depth: number): RemoteShape {
    const members: Record<string, RemoteShape> = {};
    if (depth <= MAX_DEPTH) {
      for (const signature of signatures) {
        if (signature.type !== "TSPropertySignature" || !signature.typeAnnotation) continue;
        const key = keyName(signature);
        const shape = this.#shapeOf(this.#context.bindings.typeEntity(signature.typeAnnotation.typeAnnotation), depth + 1);
        if (key !== undefined && shape.kind !== "unknown") members[key] = shape;
      }
    }
    return { kind: "interface", id: `${this.#context.file.path}#${name}`, members };
  }

  #objectMembers(object: ObjectExpression, depth: number): RemoteMembers {
    const members: Record<string, RemoteShape> = {};
    for (const property of object.properties) {
      if (property.type !== "Property") continue;
      const name = keyName(property);
      if (name !== undefined) members[name] = this.#shapeOfExpression(property.value, depth + 1);
    }
    return members;
  }

  #classShape(node: ClassNode, depth: number): RemoteShape {
    const known = this.#classes.get(node);
    if (known !== undefined) return known;
    if (this.#busy.has(node)) return UNKNOWN_SHAPE;
    this.#busy.add(node);
    const statics: Record<string, RemoteShape> = {};
    const members: Record<string, RemoteShape> = {};
    for (const member of node.body.body) {
      if (member.type !== "MethodDefinition" && member.type !== "PropertyDefinition") continue;
      const name = keyName(member);
      if (name === undefined || name === "constructor") continue;
      const of: Entity = member.static ? { kind: "class", node } : { kind: "instance", node };
      (member.static ? statics : members)[name] = this.#shapeOf(this.#context.bindings.memberOf(of, name), depth + 1);
    }
    this.#busy.delete(node);
    const base = node.superClass ? this.#shapeOf(this.#context.bindings.entityOf(node.superClass), depth + 1) : UNKNOWN_SHAPE;
    const promised = listOf(node.implements).map(({ expression }) => this.#shapeOfExpression(expression, depth + 1));
    const abstract = node.body.body.flatMap((member) => (member.type === "TSAbstractMethodDefinition" ? (keyName(member) ?? []) : []));
    const shape: ClassShape = { kind: "class", id: this.#idOf(node), statics, members, base, implements: promised, abstract };
    this.#classes.set(node, shape);
    return shape;
  }

  #functionShape(node: FunctionNode, depth: number): RemoteShape {
    const known = this.#functions.get(node);
    if (known !== undefined) return known;
    if (this.#busy.has(node)) return UNKNOWN_SHAPE;
    this.#busy.add(node);
    const shape: FunctionShape = {
      kind: "function",
      id: this.#idOf(node),
      facts: this.#factsOf(node),
      returns: this.#returnsOf(node, depth),
    };
    this.#busy.delete(node);
    this.#functions.set(node, shape);
    return shape;
  }

  #returnsOf(node: FunctionNode, depth: number): RemoteShape {
    for (const value of this.#context.tree.returnsOf(node)) {
      const shape = this.#shapeOf(this.#context.bindings.entityOf(value), depth + 1);
      if (shape.kind !== "unknown") return shape;
    }
    return UNKNOWN_SHAPE;
  }

  #factsOf(fn: FunctionNode): FunctionFacts {
    const made = this.#calls.madeBy(fn);
    const row = made?.row;
    return {
      asks: made === undefined ? undefined : row === undefined ? made.callee : `${row.packageName} ${row.path}`,
      calls: made === undefined ? this.#callsElsewhere(fn, new Set()) : [],
      onParameters: made === undefined ? this.#callsOnParameters(fn) : [],
      reply: this.#replyOf(fn),
      mayGuard: mayGuard(fn),
      asksHuman: this.#asksHuman(fn),
    };
  }

  /** The calls of other files that a function makes, also through functions of its own file. */
  #callsElsewhere(fn: FunctionNode, seen: Set<Node>): RemoteShape[] {
    if (seen.has(fn)) return [];
    seen.add(fn);
    const found: RemoteShape[] = [];
    for (const call of this.#callsOf(fn)) {
      if (found.length >= MAX_CALLS) break;
      const entity = this.#context.bindings.entityOf(call.callee);
      if (entity.kind === "remote") found.push(entity.shape);
      const callee = this.#context.bindings.calleeOf(call);
      if (callee !== undefined) found.push(...this.#callsElsewhere(callee, seen));
    }
    return found;
  }

  /** A helper that is handed a client asks the model through it. */
  #callsOnParameters(fn: FunctionNode): ParameterCall[] {
    const { scopes, bindings } = this.#context;
    return this.#callsOf(fn).flatMap((call): ParameterCall[] => {
      const members: string[] = [];
      let root = bare(call.callee);
      while (root.type === "MemberExpression") {
        const name = propertyName(root);
        if (name === undefined) return [];
        members.unshift(name);
        root = bare(root.object);
      }
      const variable = root.type === "Identifier" ? scopes.variableOf(root) : undefined;
      if (variable?.kind !== "parameter" || variable.definition !== fn || bindings.entityOf(root).kind !== "unknown") return [];
      const parameter = fn.params.findIndex((each) => each === variable.identifier || (each.type === "AssignmentPattern" && each.left === variable.identifier));
      return parameter < 0 ? [] : [{ parameter, members }];
    });
  }

  #callsOf(fn: FunctionNode): readonly CallExpression[] {
    if (this.#callsByOwner === undefined) {
      this.#callsByOwner = new Map();
      for (const call of this.#context.tree.calls) {
        for (const owner of runnersOf(this.#context.tree, call)) {
          const calls = this.#callsByOwner.get(owner) ?? [];
          this.#callsByOwner.set(owner, calls);
          calls.push(call);
        }
      }
    }
    return this.#callsByOwner.get(fn) ?? [];
  }

  #replyOf(fn: FunctionNode): ReplyFacts | undefined {
    for (const value of this.#context.tree.returnsOf(fn)) {
      for (const origin of this.#origins.of(value)) {
        if (origin.kind === "reply") return { shape: origin.call.reply, path: origin.path, parsed: origin.parsed };
      }
    }
    return undefined;
  }

  #asksHuman(fn: FunctionNode): boolean {
    const { bindings, settings } = this.#context;
    return this.#callsOf(fn).some((call) => isNamed(this.#context, call, settings.humanGates) || findRows(this.#context, bindings.entityOf(call.callee), "human-gate").length > 0);
  }

  #idOf(node: Node): string {
    const { tree, file } = this.#context;
    const names: string[] = [];
    for (let current: Node | undefined = node; current !== undefined; current = tree.parentOf(current)) {
      const name = nameOfDeclaration(current);
      if (name !== undefined) names.unshift(name);
    }
    return `${file.path}#${names.length > 0 ? names.join(".") : "default"}`;
  }
}

function nameOfDeclaration(node: Node): string | undefined {
  switch (node.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "ClassExpression":
      return node.id?.name;
    case "VariableDeclarator":
      return node.id.type === "Identifier" ? node.id.name : undefined;
    case "MethodDefinition":
    case "PropertyDefinition":
    case "Property":
      return keyName(node);
    default:
      return undefined;
  }
}

/** A comparison and a way to say "stop": the function may hold a limit. */
function mayGuard(fn: FunctionNode): boolean {
  let compares = false;
  let stops = false;
  const visit = (node: Node): void => {
    if (compares && stops) return;
    if (node.type === "BinaryExpression" && /^[<>]=?$/.test(node.operator)) compares = true;
    if (node.type === "ThrowStatement") stops = true;
    if (node.type === "ReturnStatement" && node.argument && isAnswer(node.argument)) stops = true;
    if (isFunction(node) && node !== fn) return;
    forEachChild(node, visit);
  };
  visit(fn.body);
  if (!isFunction(fn) || fn.body.type === "BlockStatement") return compares && stops;
  return compares && isAnswer(fn.body);
}

function isAnswer(node: Node): boolean {
  const value = bare(node);
  if (value.type === "Literal") return typeof value.value === "boolean" || typeof value.value === "string";
  return value.type === "BinaryExpression" || value.type === "LogicalExpression" || value.type === "UnaryExpression" || value.type === "ObjectExpression";
}

function declaredNames(declaration: Node): string[] {
  switch (declaration.type) {
    case "VariableDeclaration":
      return declaration.declarations.flatMap(({ id }) => patternNames(id));
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
      return declaration.id ? [declaration.id.name] : [];
    default:
      return [];
  }
}

function patternNames(pattern: Node): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => patternNames(property.type === "RestElement" ? property.argument : property.value));
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element ? patternNames(element) : []));
    case "AssignmentPattern":
      return patternNames(pattern.left);
    default:
      return [];
  }
}

function nameOf(node: Node): string {
  return node.type === "Identifier" ? node.name : node.type === "Literal" ? String(node.value) : "";
}
