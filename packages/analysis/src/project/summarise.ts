import type { TSESTree } from "@typescript-eslint/types";
import { ANY_ELEMENT } from "../bind/collections.js";
import { parametersOfSignature } from "../bind/expected-types.js";
import type { Entity } from "../bind/entity.js";
import { returnedParameter } from "../bind/returned-parameter.js";
import { runnersOf } from "../flow/callbacks.js";
import { readOrigins } from "../flow/origins.js";
import type { Origins } from "../flow/origins.js";
import { contractOf, findRows, isNamed } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import { successFlagsOf } from "../completion/success-flags.js";
import { effectsOfFunction, isLookedAtFirst } from "../effects/function-effects.js";
import { findRequestHelper } from "../effects/request-helpers.js";
import { findSubjectHelper } from "../effects/subject-helpers.js";
import { readTextFacts } from "../flow/text-facts.js";
import { findDispatcher } from "../tools/dispatchers.js";
import { looksForLoops } from "../loops/noticing-names.js";
import { NO_MODEL_CALLS, readModelCalls } from "../replies/model-calls.js";
import type { ModelCalls } from "../replies/model-calls.js";
import {
  bare,
  dottedName,
  forEachChild,
  isFunction,
  isPlainType,
  isWithin,
  keyName,
  listOf,
  propertyName,
  settled,
} from "../syntax/node.js";
import type { CallExpression, ClassNode, FunctionNode, Node, ObjectExpression } from "../syntax/node.js";
import type {
  ClassShape,
  DeclaredShape,
  FunctionDetails,
  FunctionFacts,
  FunctionShape,
  Guard,
  InterfaceShape,
  ModuleDetails,
  ModuleSummary,
  ParameterCall,
  Provision,
  Reference,
  RemoteMembers,
  RemoteShape,
  ReplyFacts,
} from "./module-summary.js";
import { declaredName } from "./declared-name.js";
import { isHandedBack } from "./handed-back.js";
import { keyOfReference, OWN_FILE, signatureOf, UNKNOWN_SHAPE, WHOLE_MODULE } from "./module-summary.js";

const MAX_DEPTH = 6;
/** A function with so many ends does not do what it does by itself: somebody chooses. */
const MANY_ENDS = 8;
/** A function that does little else than what it calls. */
const FEW_CALLS = 3;
/** A function that calls more than this is generated. */
const MAX_CALLS = 400;

/**
 * Reads what a file offers to others. Imports stay references, so no other file is looked at.
 *
 * @param mayAsk false when the text says that none of its calls can be one of a model.
 */
export function summarise(context: FileContext, mayAsk: boolean): ModuleSummary {
  return new Summary(context, mayAsk).read();
}

/** Reads what the functions of a file do beside calling others. */
export function readDetails(context: FileContext, mayAsk: boolean): ModuleDetails {
  return new Summary(context, mayAsk).readDetails();
}

class Summary {
  readonly #context: FileContext;
  /** What asks a model in this file; where nothing does, no function has to be searched for it. */
  readonly #calls: ModelCalls;
  #origins: Origins | undefined;
  /** What was referred to, with its name; those behind the last one read wait for their turn. */
  readonly #declared = new Map<Declared, Reference>();
  readonly #names = new Map<string, Declared>();
  readonly #references = new Map<string, RemoteShape>();
  #callsByOwner: Map<Node, CallExpression[]> | undefined;
  #assignedFields: Map<Node, string[]> | undefined;

  constructor(context: FileContext, mayAsk: boolean) {
    this.#context = context;
    this.#calls = mayAsk ? readModelCalls(context) : NO_MODEL_CALLS;
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
            for (const specifier of statement.specifiers)
              exports[nameOf(specifier.exported)] = this.#imported(statement.source.value, nameOf(specifier.local));
          } else if (statement.declaration) {
            for (const name of declaredNames(statement.declaration)) addNamed(name, name);
          } else {
            for (const specifier of statement.specifiers) addNamed(nameOf(specifier.exported), nameOf(specifier.local));
          }
      }
    }
    for (const assignment of tree.assignments) this.#readCommonJs(assignment.left, assignment.right, exports);
    const provides = this.#provisions();
    const declared: Record<string, DeclaredShape> = {};
    // The map grows while what was referred to is read.
    for (const [node, { name }] of this.#declared) declared[name] = this.#declaredShape(node);
    return { path: file.path, exports, declared, provides, stars };
  }

  readDetails(): ModuleDetails {
    // The names of functions are given out while the summary is read.
    this.read();
    const details: Record<string, FunctionDetails> = {};
    for (const [node, { name }] of this.#declared) if (isFunction(node)) details[name] = this.#detailsOf(node);
    return details;
  }

  #refer(node: Declared): Reference {
    let reference = this.#declared.get(node);
    if (reference === undefined) {
      const written = declaredName(this.#context.tree, node);
      let name = written;
      for (let n = 2; this.#names.has(name); n++) name = `${written}~${n}`;
      this.#names.set(name, node);
      reference = { kind: "reference", from: this.#context.file.path, specifier: OWN_FILE, name, steps: [] };
      this.#declared.set(node, reference);
    }
    return reference;
  }

  #declaredShape(node: Declared): DeclaredShape {
    if (isFunction(node)) return this.#functionShape(node);
    return node.type === "TSInterfaceDeclaration" ? this.#interfaceShape(node) : this.#classShape(node);
  }

  /** What the file gives out as something of a type. */
  #provisions(): Provision[] {
    const { tree, bindings } = this.#context;
    const provisions: Provision[] = [];
    const add = (type: RemoteShape, value: RemoteShape): void => {
      if ((type.kind === "reference" || type.kind === "class" || type.kind === "interface") && value.kind !== "unknown")
        provisions.push({ type, value });
    };
    for (const node of tree.classes) {
      const parents = [
        ...(node.superClass ? [node.superClass] : []),
        ...listOf(node.implements).map(({ expression }) => expression),
      ];
      for (const parent of parents)
        add(this.#homeOf(withoutInstance(this.#shapeOfExpression(parent))), {
          kind: "instance",
          of: this.#refer(node),
        });
    }
    for (const statement of tree.program.body) {
      const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declaration?.type === "TSInterfaceDeclaration") {
        const own = this.#refer(declaration);
        for (const { expression } of declaration.extends) add(this.#shapeOfExpression(expression), own);
      }
      if (declaration?.type !== "VariableDeclaration") continue;
      for (const { id, init } of declaration.declarations) {
        if (id.type !== "Identifier" || !id.typeAnnotation || !init || isFunction(init)) continue;
        const value = this.#shapeOf(bindings.entityOf(init), 0);
        add(this.#typeProvided(id.typeAnnotation.typeAnnotation), value);
      }
    }
    // A client of a package that is handed to a class of the project, as to one that adds logging.
    for (const made of tree.news) {
      const maker = this.#shapeOf(bindings.entityOf(made.callee), 0);
      if (maker.kind !== "reference") continue;
      for (const [index, argument] of made.arguments.entries()) {
        const given = isName(argument) ? bindings.entityOf(argument) : undefined;
        if (given?.kind !== "package" || this.#context.catalogue.packageOf(given.name) === undefined) continue;
        add({ ...maker, steps: [...maker.steps, `<${index}`] }, this.#shapeOf(given, 0));
      }
    }
    for (const fn of tree.functions) {
      if (!fn.returnType) continue;
      const type = this.#typeProvided(fn.returnType.typeAnnotation);
      if (type.kind === "unknown") continue;
      for (const value of tree.returnsOf(fn)) add(type, this.#shapeOf(bindings.entityOf(value), 0));
    }
    return provisions;
  }

  /** In the workspace of an SDK its packages are files of the project, whatever the catalogue says of them. */
  #homeOf(shape: RemoteShape): RemoteShape {
    if (shape.kind !== "package" || !/^\w+#?$/.test(shape.path)) return shape;
    return {
      kind: "reference",
      from: this.#context.file.path,
      specifier: shape.name,
      name: shape.path.replace("#", ""),
      steps: [],
    };
  }

  /** The interface or class a value is declared to be. */
  #typeProvided(type: Node): RemoteShape {
    const entity = this.#context.bindings.typeEntity(type);
    if (entity.kind === "package") return UNKNOWN_SHAPE;
    return withoutInstance(this.#shapeOf(entity, 0));
  }

  #imported(specifier: string, name: string): RemoteShape {
    const { catalogue, file } = this.#context;
    if (catalogue.packageOf(specifier) !== undefined)
      return { kind: "package", name: specifier, path: name === "*" ? "" : name };
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
    if (
      expression.type === "Literal" &&
      (typeof expression.value === "number" ||
        typeof expression.value === "string" ||
        typeof expression.value === "boolean")
    ) {
      return { kind: "literal", value: expression.value };
    }
    if (expression.type === "Identifier") {
      const definition = this.#context.scopes.variableOf(expression)?.definition;
      if (definition?.type === "TSInterfaceDeclaration") return this.#refer(definition);
      if (definition?.type === "TSTypeAliasDeclaration")
        return this.#aliasedShape(this.#context.bindings.typeEntity(definition.typeAnnotation), depth + 1);
      if (definition?.type === "VariableDeclarator" && definition.id.type === "Identifier" && definition.init) {
        const init = bare(definition.init);
        if (init.type === "Literal") return this.#shapeOfExpression(init, depth + 1);
      }
    }
    return this.#shapeOf(this.#context.bindings.entityOf(expression), depth);
  }

  #aliasedShape(entity: Entity, depth: number): RemoteShape {
    return entity.kind === "typed" && entity.node.type === "TSFunctionType"
      ? this.#signature(entity.node.params, depth)
      : this.#shapeOf(entity, depth);
  }

  #shapeOf(entity: Entity, depth: number): RemoteShape {
    if (depth > MAX_DEPTH) return UNKNOWN_SHAPE;
    switch (entity.kind) {
      case "package":
        return { kind: "package", name: entity.name, path: entity.path };
      case "remote":
        return entity.shape;
      case "function":
      case "class":
        return this.#refer(entity.node);
      case "instance":
        return { kind: "instance", of: this.#refer(entity.node) };
      case "object":
        return { kind: "object", members: this.#objectMembers(entity.node, depth) };
      case "typed":
        if (entity.node.type === "TSInterfaceDeclaration") return this.#refer(entity.node);
        return entity.node.type === "TSTypeLiteral"
          ? { kind: "object", members: this.#typedMembers(entity.node.members, depth) }
          : UNKNOWN_SHAPE;
      case "collection": {
        const of = this.#shapeOf(entity.of, depth + 1);
        return of.kind === "unknown" ? UNKNOWN_SHAPE : { kind: "collection", form: entity.form, of };
      }
      default:
        return UNKNOWN_SHAPE;
    }
  }

  #interfaceShape(node: TSESTree.TSInterfaceDeclaration): InterfaceShape {
    const members = this.#typedMembers(node.body.body, 0);
    return {
      kind: "interface",
      id: this.#idOf(node),
      members,
      plain: node.body.body.flatMap((member) => {
        if (member.type !== "TSPropertySignature" || !member.typeAnnotation) return [];
        const name = keyName(member);
        const isPlain = isPlainType(member.typeAnnotation.typeAnnotation);
        return isPlain && name !== undefined && members[name] === undefined ? [name] : [];
      }),
      bases: node.extends.map(({ expression }) => this.#shapeOfExpression(expression)),
    };
  }

  /** What the fields of a type hold; its methods are written in what implements it. */
  #typedMembers(signatures: readonly Node[], depth: number): RemoteMembers {
    const members: Record<string, RemoteShape> = {};
    if (depth > MAX_DEPTH) return members;
    for (const signature of signatures) {
      const params = parametersOfSignature(signature);
      const name = params === undefined || !("key" in signature) ? undefined : keyName(signature);
      const typed = params === undefined ? UNKNOWN_SHAPE : this.#signature(params, depth + 1);
      if (name !== undefined && typed.kind !== "unknown") members[signatureOf(name)] = typed;
      if (signature.type !== "TSPropertySignature" && signature.type !== "TSIndexSignature") continue;
      if (!signature.typeAnnotation) continue;
      const key = signature.type === "TSIndexSignature" ? ANY_ELEMENT : keyName(signature);
      const shape = this.#shapeOf(
        this.#context.bindings.typeEntity(signature.typeAnnotation.typeAnnotation),
        depth + 1,
      );
      if (key !== undefined && shape.kind !== "unknown") members[key] = shape;
    }
    return members;
  }

  /** What functions of a written type are called with, as far as something is known of it. */
  #signature(params: readonly Node[], depth: number): RemoteShape {
    if (depth > MAX_DEPTH) return UNKNOWN_SHAPE;
    const takes = params.map((parameter) =>
      "typeAnnotation" in parameter && parameter.typeAnnotation?.type === "TSTypeAnnotation"
        ? this.#shapeOf(this.#context.bindings.typeEntity(parameter.typeAnnotation.typeAnnotation), depth + 1)
        : UNKNOWN_SHAPE,
    );
    return takes.some(({ kind }) => kind !== "unknown") ? { kind: "signature", takes } : UNKNOWN_SHAPE;
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

  #classShape(node: ClassNode): ClassShape {
    const statics: Record<string, RemoteShape> = {};
    const members: Record<string, RemoteShape> = {};
    const add = (name: string, isStatic: boolean): void => {
      const of: Entity = isStatic ? { kind: "class", node } : { kind: "instance", node };
      const shape = this.#shapeOf(this.#context.bindings.memberOf(of, name), 1);
      if (shape.kind !== "unknown") (isStatic ? statics : members)[name] = shape;
    };
    const abstract: string[] = [];
    for (const member of node.body.body) {
      const name = "key" in member ? keyName(member) : undefined;
      if (name === undefined) continue;
      if (member.type === "TSAbstractMethodDefinition") abstract.push(name);
      if (member.type !== "MethodDefinition" && member.type !== "PropertyDefinition") continue;
      if (name !== "constructor") add(name, member.static);
      else if (member.value && isFunction(member.value))
        for (const field of this.#fieldsOf(member.value)) if (members[field] === undefined) add(field, false);
    }
    const base = node.superClass ? this.#shapeOfExpression(node.superClass, 1) : UNKNOWN_SHAPE;
    for (const [name, given] of this.#givenFields(node)) members[name] ??= given;
    return {
      kind: "class",
      id: this.#idOf(node),
      statics,
      members,
      base,
      takes: this.#takenBy(node),
      hands: this.#handsOn(node),
      abstract,
    };
  }

  /** Fields that hold what the constructor is given, and getters of such fields. */
  #givenFields(node: ClassNode): Map<string, RemoteShape> {
    const fields = new Map<string, RemoteShape>();
    const constructor = constructorOf(node);
    if (constructor === undefined) return fields;
    for (const parameter of constructor.params) {
      if (parameter.type !== "TSParameterProperty") continue;
      const { parameter: inner } = parameter;
      const name = inner.type === "AssignmentPattern" ? inner.left : inner;
      fields.set(name.name, this.#givenAt(name, constructor));
    }
    for (const assignment of this.#context.tree.assignments) {
      const target = bare(assignment.left);
      if (
        target.type !== "MemberExpression" ||
        target.object.type !== "ThisExpression" ||
        this.#context.tree.ownerOf(assignment) !== constructor
      )
        continue;
      const name = propertyName(target);
      if (name !== undefined) fields.set(name, this.#givenAt(assignment.right, constructor));
    }
    for (const member of node.body.body) {
      if (member.type !== "MethodDefinition" || member.kind !== "get" || !isFunction(member.value)) continue;
      const [only, ...others] = this.#context.tree.returnsOf(member.value).map(bare);
      const field =
        only?.type === "MemberExpression" && only.object.type === "ThisExpression" && others.length === 0
          ? propertyName(only)
          : undefined;
      const name = keyName(member);
      const given = field === undefined ? undefined : fields.get(field);
      if (name !== undefined && given !== undefined) fields.set(name, given);
    }
    for (const [name, { kind }] of fields) if (kind !== "given") fields.delete(name);
    return fields;
  }

  /** The parameter of a constructor that a value is, or is a part of: `client`, `options.client`. */
  #givenAt(value: Node, constructor: FunctionNode): RemoteShape {
    const members: string[] = [];
    let root = bare(value);
    if (root.type === "LogicalExpression") root = bare(root.left);
    while (root.type === "MemberExpression") {
      const name = propertyName(root);
      if (name === undefined) return UNKNOWN_SHAPE;
      members.unshift(name);
      root = bare(root.object);
    }
    const variable = root.type === "Identifier" ? this.#context.scopes.variableOf(root) : undefined;
    if (variable?.kind !== "parameter" || variable.definition !== constructor) return UNKNOWN_SHAPE;
    const parameter = constructor.params.findIndex((one) => isWithin(variable.identifier, one));
    const pattern = parameter < 0 ? undefined : patternOf(constructor.params[parameter]);
    if (pattern === undefined) return UNKNOWN_SHAPE;
    if (pattern === variable.identifier) return { kind: "given", parameter, members };
    if (pattern.type !== "ObjectPattern") return UNKNOWN_SHAPE;
    const taken = pattern.properties.find(
      (property) => property.type === "Property" && isWithin(variable.identifier, property.value),
    );
    const name = taken?.type === "Property" ? keyName(taken) : undefined;
    return name === undefined ? UNKNOWN_SHAPE : { kind: "given", parameter, members: [name, ...members] };
  }

  /** What `super(…)` hands to the constructor of the base. */
  #handsOn(node: ClassNode): RemoteShape[] | undefined {
    const constructor = constructorOf(node);
    if (constructor === undefined || !node.superClass) return undefined;
    const call = this.#callsOf(constructor).find(({ callee }) => callee.type === "Super");
    return (call?.arguments ?? []).map((argument) => {
      if (argument.type === "SpreadElement") return UNKNOWN_SHAPE;
      const shape = this.#shapeOfExpression(argument, 1);
      return shape.kind === "unknown" ? this.#givenAt(argument, constructor) : shape;
    });
  }

  #takenBy(node: ClassNode): RemoteShape[] {
    for (const member of node.body.body) {
      if (member.type !== "MethodDefinition" || member.kind !== "constructor") continue;
      return member.value.params.map((parameter) => {
        const plain = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
        const pattern = plain.type === "AssignmentPattern" ? plain.left : plain;
        return "typeAnnotation" in pattern && pattern.typeAnnotation
          ? this.#typeProvided(pattern.typeAnnotation.typeAnnotation)
          : UNKNOWN_SHAPE;
      });
    }
    return [];
  }

  /** Fields that only the constructor speaks of: `constructor(private llm: Llm)`, `this.llm = llm` in JavaScript. */
  #fieldsOf(constructor: FunctionNode): string[] {
    const declared = constructor.params.flatMap((parameter) => {
      if (parameter.type !== "TSParameterProperty") return [];
      const { parameter: inner } = parameter;
      const pattern: Node = inner.type === "AssignmentPattern" ? inner.left : inner;
      return pattern.type === "Identifier" ? [pattern.name] : [];
    });
    const assigned = this.#fieldAssignments().get(constructor) ?? [];
    return [...declared, ...assigned];
  }

  #fieldAssignments(): ReadonlyMap<Node, readonly string[]> {
    if (this.#assignedFields === undefined) {
      this.#assignedFields = new Map();
      for (const assignment of this.#context.tree.assignments) {
        const target = bare(assignment.left);
        const name =
          target.type === "MemberExpression" && target.object.type === "ThisExpression"
            ? propertyName(target)
            : undefined;
        if (name === undefined) continue;
        const owner = this.#context.tree.ownerOf(assignment);
        const names = this.#assignedFields.get(owner) ?? [];
        this.#assignedFields.set(owner, names);
        names.push(name);
      }
    }
    return this.#assignedFields;
  }

  /** A limit that a short function leaves to another one of its file: `countCall() { this.costs.enforceLimit(); }`. */
  #guardBehind(fn: FunctionNode): Guard | undefined {
    const calls = this.#callsOf(fn);
    if (calls.length > FEW_CALLS) return undefined;
    for (const call of calls) {
      const callee = this.#context.bindings.calleeOf(call);
      const guard = callee === undefined || callee === fn ? undefined : readGuard(callee);
      if (guard === "throws" || guard === "throws-first") return guard;
    }
    return undefined;
  }

  #functionShape(node: FunctionNode): FunctionShape {
    return { kind: "function", id: this.#idOf(node), facts: this.#factsOf(node), returns: this.#returnsOf(node) };
  }

  #returnsOf(node: FunctionNode): RemoteShape {
    const { bindings, scopes, tree } = this.#context;
    return returnedParameter(node, tree, scopes) ?? this.#shapeOf(bindings.resultOf({ kind: "function", node }), 1);
  }

  #factsOf(fn: FunctionNode): FunctionFacts {
    const made = this.#calls.isEmpty() ? undefined : this.#calls.madeBy(fn);
    const row = made?.row;
    const called = this.#calledBy(fn);
    return {
      asks: made === undefined ? undefined : row === undefined ? made.callee : `${row.packageName} ${row.path}`,
      wraps: made === undefined ? called.wraps : [],
      choosesCommand: this.#choosesCommand(fn),
      calls: made === undefined ? called.others : [...called.wraps, ...called.others],
      onParameters: made === undefined ? this.#callsOnParameters(fn) : [],
      contract: contractOf(this.#context, fn),
      flags: successFlagsOf(this.#context, fn),
      acts: findSubjectHelper(this.#context, fn, this.#callsOf(fn)),
      dispatches: findDispatcher(this.#context, fn),
      request: findRequestHelper(this.#context, fn),
    };
  }

  #detailsOf(fn: FunctionNode): FunctionDetails {
    const made = this.#calls.isEmpty() ? undefined : this.#calls.madeBy(fn);
    return {
      reply: this.#calls.isEmpty() ? undefined : this.#replyOf(fn),
      mayGuard: readGuard(fn) ?? this.#guardBehind(fn),
      comparesSizes: comparesSizes(fn),
      asksHuman: this.#asksHuman(fn),
      notices: this.#notices(fn, 0),
      effects: effectsOfFunction(
        this.#context,
        this.#callsOf(fn).filter((call) => this.#calls.at(call) === undefined),
      ),
      onceOnly: made === undefined ? this.#calledOnceOnly(fn) : [],
      tells: readTextFacts(this.#context, this.#originsOf(), fn),
    };
  }

  #calledOnceOnly(fn: FunctionNode): Reference[] {
    return this.#callsOf(fn).flatMap((call) => {
      const shape = this.#interned(this.#calledShape(call.callee));
      return shape.kind === "reference" && isLookedAtFirst(this.#context, call) ? [shape] : [];
    });
  }

  /** What a function calls itself; what lies behind is asked of them. */
  #calledBy(fn: FunctionNode): { readonly wraps: readonly RemoteShape[]; readonly others: readonly RemoteShape[] } {
    const wraps = new Set<RemoteShape>();
    const others = new Set<RemoteShape>();
    for (const call of this.#callsOf(fn)) {
      // What is only set going is nobody's model call: `void this.bus.publish(update)`.
      if (this.#isLeftAlone(call)) continue;
      // What is handed to an awaited call is called there: `await retry(this.ask)`.
      const handed = this.#context.tree.parentOf(call)?.type === "AwaitExpression" ? call.arguments.filter(isName) : [];
      const called = [call.callee, ...handed]
        .map((node) => this.#interned(this.#calledShape(node)))
        .filter((shape) => shape.kind === "reference" && shape !== this.#declared.get(fn) && !wraps.has(shape));
      if (called.length === 0 || wraps.size + others.size > MAX_CALLS) continue;
      const into = isHandedBack(this.#context, call, fn) ? wraps : others;
      for (const shape of called) into.add(shape);
    }
    return { wraps: [...wraps], others: [...others].filter((shape) => !wraps.has(shape)) };
  }

  /** Whether it ends in many ways, each with the whole result of another call. */
  #choosesCommand(fn: FunctionNode): boolean {
    const ends = new Set<string>();
    for (const returned of this.#context.tree.returnsOf(fn)) {
      const value = settled(returned);
      const callee = value.type === "CallExpression" ? dottedName(value.callee) : undefined;
      if (callee !== undefined) ends.add(callee);
    }
    return ends.size >= MANY_ENDS;
  }

  /** A method of the own object is called through its class: a class that extends this one may have another. */
  #calledShape(node: Node): RemoteShape {
    const { tree, bindings } = this.#context;
    const entity = bindings.entityOf(node);
    const written = this.#shapeOf(entity, MAX_DEPTH);
    const owner = tree.classOf(node);
    if (owner === undefined || entity.kind === "package") return written;
    const members: string[] = [];
    let root = bare(node);
    while (root.type === "MemberExpression") {
      const name = propertyName(root);
      if (name === undefined) return written;
      members.unshift(`.${name}`);
      root = bare(root.object);
    }
    const isInherited =
      members.length > 0 &&
      !owner.body.body.some((member) => "key" in member && `.${keyName(member) ?? ""}` === members[0]);
    if (root.type === "Super" && members.length === 1) return { ...this.#refer(owner), steps: ["#", "^", ...members] };
    if (root.type !== "ThisExpression" || members.length === 0) return written;
    return members.length === 1 || entity.kind === "unknown" || isInherited
      ? { ...this.#refer(owner), steps: ["#", ...members] }
      : written;
  }

  #isLeftAlone(call: CallExpression): boolean {
    const { tree } = this.#context;
    let up = tree.parentOf(call);
    while (up?.type === "ChainExpression" || up?.type === "UnaryExpression") up = tree.parentOf(up);
    return up?.type === "ExpressionStatement";
  }

  /** Equal references are made again and again; one object stands for all of them. */
  #interned(shape: RemoteShape): RemoteShape {
    if (shape.kind !== "reference") return shape;
    const key = keyOfReference(shape);
    const known = this.#references.get(key);
    if (known !== undefined) return known;
    this.#references.set(key, shape);
    return shape;
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
      if (variable?.kind !== "parameter" || variable.definition !== fn || bindings.entityOf(root).kind !== "unknown")
        return [];
      const parameter = fn.params.findIndex(
        (each) =>
          each === variable.identifier || (each.type === "AssignmentPattern" && each.left === variable.identifier),
      );
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

  #originsOf(): Origins {
    return (this.#origins ??= readOrigins(this.#context, this.#calls));
  }

  #replyOf(fn: FunctionNode): ReplyFacts | undefined {
    for (const value of this.#context.tree.returnsOf(fn)) {
      for (const origin of this.#originsOf().of(value)) {
        if (origin.kind === "reply") return { shape: origin.call.reply, path: origin.path, parsed: origin.parsed };
      }
    }
    return undefined;
  }

  #asksHuman(fn: FunctionNode): boolean {
    const { bindings, settings } = this.#context;
    return this.#callsOf(fn).some(
      (call) =>
        isNamed(this.#context, call, settings.humanGates) ||
        findRows(this.#context, bindings.entityOf(call.callee), "human-gate").length > 0,
    );
  }

  #notices(fn: FunctionNode, depth: number): boolean {
    return this.#callsOf(fn).some((call) => {
      if (looksForLoops(call)) return true;
      const inner = depth < MAX_INNER ? this.#context.bindings.calleeOf(call) : undefined;
      return inner !== undefined && inner !== fn && this.#notices(inner, depth + 1);
    });
  }

  #idOf(node: Declared): string {
    return `${this.#context.file.path}#${this.#refer(node).name}`;
  }
}

/** How many functions of a file are looked into for what a call of the first one does. */
const MAX_INNER = 2;

type Declared = FunctionNode | ClassNode | TSESTree.TSInterfaceDeclaration;

/** `implements Llm` may lead to a class, too: what stands for it is an instance all the same. */
function withoutInstance(shape: RemoteShape): RemoteShape {
  if (shape.kind === "instance") return shape.of;
  if (shape.kind === "reference" && shape.steps.at(-1) === "#") return { ...shape, steps: shape.steps.slice(0, -1) };
  return shape;
}

function constructorOf(node: ClassNode): FunctionNode | undefined {
  for (const member of node.body.body)
    if (member.type === "MethodDefinition" && member.kind === "constructor" && isFunction(member.value))
      return member.value;
  return undefined;
}

function patternOf(parameter: Node | undefined): Node | undefined {
  const plain = parameter?.type === "TSParameterProperty" ? parameter.parameter : parameter;
  return plain?.type === "AssignmentPattern" ? plain.left : plain;
}

function isName(node: Node): boolean {
  const expression = bare(node);
  return expression.type === "Identifier" || expression.type === "MemberExpression";
}

/**
 * Whether a function compares something that outlives its call (a field, a variable of the file)
 * and throws by the answer, or hands the answer back.
 */
function readGuard(fn: FunctionNode): Guard | undefined {
  let guard: Guard | undefined;
  let waited = false;
  const visit = (node: Node): void => {
    if (guard === "throws" || guard === "throws-first" || (isFunction(node) && node !== fn)) return;
    if (node.type === "AwaitExpression" || node.type === "YieldExpression") waited = true;
    if (node.type === "IfStatement" && comparesKept(node.test)) {
      if (throwsIn(node.consequent)) guard = waited || !comparesKept(node.test, "length") ? "throws" : "throws-first";
      else if (returnsIn(node.consequent)) guard ??= "answers";
    }
    if (node.type === "ReturnStatement" && node.argument && comparesKept(node.argument)) guard ??= "answers";
    forEachChild(node, visit);
  };
  visit(fn.body);
  return guard ?? (fn.body.type !== "BlockStatement" && comparesKept(fn.body) ? "answers" : undefined);
}

/** Whether a test compares a field with a number, apart from fields with one name. */
function comparesKept(node: Node, but?: string): boolean {
  const test = bare(node);
  if (test.type === "LogicalExpression") return comparesKept(test.left, but) || comparesKept(test.right, but);
  if (test.type === "UnaryExpression") return comparesKept(test.argument, but);
  if (test.type !== "BinaryExpression" || !/^[<>]=?$/.test(test.operator)) return false;
  return [test.left, test.right].some((side) => {
    const value = bare(side);
    const kept = value.type === "UpdateExpression" ? bare(value.argument) : value;
    return (
      (kept.type === "MemberExpression" && (but === undefined || propertyName(kept) !== but)) ||
      value.type === "UpdateExpression"
    );
  });
}

/** Names of what is counted, where it is only compared for being equal: `this.turns === this.maxTurns`. */
const COUNTED = /count|turn|step|round|left|remain|limit|max|attempt|tries|depth|iter|budget/i;

/** Whether anything in a function, callbacks included, is compared in size with something else than nothing; what goes through a list only counts its items. */
function comparesSizes(fn: FunctionNode): boolean {
  const steps = new Set<Node>();
  return walk(fn.body, (node) => {
    if (node.type === "ForStatement" && node.test) steps.add(node.test);
    if (node.type !== "BinaryExpression" || steps.has(node)) return false;
    const sides = [bare(node.left), bare(node.right)];
    if (/^[!=]==?$/.test(node.operator)) return sides.some((side) => COUNTED.test(nameOfValue(side) ?? ""));
    return /^[<>]=?$/.test(node.operator) && !sides.some((side) => side.type === "Literal" && side.value === 0);
  });
}

function nameOfValue(node: Node): string | undefined {
  return node.type === "Identifier" ? node.name : node.type === "MemberExpression" ? propertyName(node) : undefined;
}

function throwsIn(node: Node): boolean {
  return node.type === "ThrowStatement" || (node.type === "BlockStatement" && node.body.some(throwsIn));
}

function returnsIn(node: Node): boolean {
  return node.type === "ReturnStatement" || (node.type === "BlockStatement" && node.body.some(returnsIn));
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
      return pattern.properties.flatMap((property) =>
        patternNames(property.type === "RestElement" ? property.argument : property.value),
      );
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
