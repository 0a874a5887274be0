import type { TSESTree } from "@typescript-eslint/types";
import {
  bare,
  findProperty,
  isClass,
  isFunction,
  isPlainType,
  isWithin,
  keyName,
  listOf,
  propertyName,
  settled,
} from "../syntax/node.js";
import type {
  CallExpression,
  ClassNode,
  FunctionNode,
  Identifier,
  NewExpression,
  Node,
  ObjectExpression,
} from "../syntax/node.js";
import type { Scopes, Variable } from "../syntax/scopes.js";
import type { Tree } from "../syntax/tree.js";
import { GLOBALS } from "../catalogue/catalogue.js";
import { isSameShape, signatureOf, UNKNOWN_SHAPE } from "../project/module-summary.js";
import type { RemoteShape } from "../project/module-summary.js";
import { commentBefore } from "../syntax/comment-before.js";
import {
  ANY_ELEMENT,
  COLLECTION_TYPES,
  EACH_ELEMENT,
  entriesOf,
  getsElements,
  isElement,
  listOfSame,
  memberOfCollection,
} from "./collections.js";
import type { CollectionOf } from "./collections.js";
import { expectedTypeOf, parametersOfSignature } from "./expected-types.js";
import { readFillings } from "./fillings.js";
import type { Fillings } from "./fillings.js";
import { readJsDoc, readTypedefs } from "./js-doc.js";
import type { DocumentedType, JsDoc } from "./js-doc.js";
import { returnedParameter } from "./returned-parameter.js";
import { joinPath, UNKNOWN } from "./entity.js";
import type { Entity } from "./entity.js";
import { placeOfFunction } from "./function-place.js";
import type { FunctionPlace, KnownParameter } from "./function-place.js";
import { addTo } from "../syntax/groups.js";

/** What the bindings of a file ask of the world outside it. */
export interface BindingsOutside {
  /** The text of the file: comments may say what a type annotation says elsewhere. */
  readonly text: string;
  /** The type a call of an access path returns: `package` and `path`; `undefined` when no row says. */
  typeOfCall(name: string, path: string): { readonly name: string; readonly path: string } | undefined;
  /** Which argument a call of an access path gives back, called or watched in another way: `promisify(exec)`. */
  handedBack(name: string, path: string): number | undefined;
  isKnownPackage(specifier: string): boolean;
  /** Whether a row of the catalogue speaks of an access path. */
  hasRows(name: string, path: string): boolean;
  /** The access path of a member by the type of the expression; only where the host has a type checker, and a row speaks of it. */
  readonly pathByType:
    | ((node: Node, members: readonly string[]) => { readonly name: string; readonly path: string } | undefined)
    | undefined;
  /** What the parameters of a function are, when it is handed to a call of this path (or annotated with this type). */
  parametersOf(name: string, path: string, place: FunctionPlace): readonly KnownParameter[];
  /** What a file of the project exports under a name. */
  exportOf(specifier: string, name: string): RemoteShape;
  memberOf(shape: RemoteShape, name: string): RemoteShape;
  resultOf(shape: RemoteShape): RemoteShape;
  instanceOf(shape: RemoteShape): RemoteShape;
  /** What a constructor, or a function of a type, is called with. */
  takenBy(shape: RemoteShape, index: number): RemoteShape;
  /** What stands in the project for a member of an interface or an abstract class of this file. */
  heirMember(type: string, name: string): RemoteShape;
}

/** Which known thing an expression of a file stands for. */
export interface Bindings {
  entityOf(node: Node): Entity;
  /** The function a call runs, when it is written in this file. */
  calleeOf(call: CallExpression | NewExpression): FunctionNode | undefined;
  /** All calls of a function in this file, when no other code can call it. */
  callsOf(fn: FunctionNode): readonly CallExpression[] | undefined;
  /** The calls of a function or method that this file shows; others may call it, too. */
  sitesOf(fn: FunctionNode): readonly CallExpression[];
  memberOf(entity: Entity, name: string): Entity;
  /** What a call of it gives. */
  resultOf(entity: Entity): Entity;
  /** What a value of a written type stands for. */
  typeEntity(type: Node): Entity;
  /** Whether the text left open what is called, and its type told. */
  isKnownByType(callee: Node): boolean;
}

/** Names of functions that hand back the client they are given, with something added (tracing, caching). */
const WRAPPER = /^(?:wrap|trace|observe|instrument|monitor|proxy|with|patch|memo|once|cache|lazy|singleton)/i;
/** Utility types that keep the shape of their first argument. */
const TRANSPARENT_TYPES = new Set([
  "Partial",
  "Readonly",
  "Required",
  "Pick",
  "Omit",
  "NonNullable",
  "Promise",
  "Awaited",
]);
const MAX_DEPTH = 24;
/** Globals with functions that give a collection of what they are handed. */
const MAKES_COLLECTIONS = new Set(["Array", "Object", "Promise"]);
/** Elements of a list literal that are looked at; a longer one is a table of data. */
const MAX_ELEMENTS = 16;
/** Objects in objects that a constructor is given. */
const MAX_GIVEN = 4;

export function readBindings(tree: Tree, scopes: Scopes, outside: BindingsOutside): Bindings {
  const known = new Map<Node, Entity>();
  const ofVariable = new Map<Variable, Entity>();
  const busy = new Set<Node>();
  const resolving = new Set<Variable>();
  const spreading = new Set<ObjectExpression>();
  const callSites = new Map<FunctionNode, readonly CallExpression[]>();
  const siting = new Set<FunctionNode>();
  const aliasing = new Set<Node>();
  const knownByType = new Set<Node>();
  let fillings: Fillings | undefined;
  let callsByName: Map<string, CallExpression[]> | undefined;

  /** Whether a question was left open because it was asked on the way to itself. */
  let cutShort = false;

  function entityOf(node: Node): Entity {
    const cast = castOf(node);
    const expression = settled(node);
    // A cast may be wider than the value: `new ChatOpenAI() as Runnable`.
    if (cast.kind === "package" && isInstance(cast))
      return expression === node ? cast : narrower(entityOf(expression), cast);
    const cached = known.get(expression);
    if (cached !== undefined) return cached;
    // A value that is defined through itself, or too far away, is one we cannot name.
    if (busy.has(expression) || busy.size > MAX_DEPTH) {
      cutShort = true;
      return UNKNOWN;
    }
    busy.add(expression);
    let entity = read(expression);
    busy.delete(expression);
    if (entity.kind === "unknown") entity = cast;
    if (outside.pathByType !== undefined && isOpen(entity)) entity = byType(expression) ?? entity;
    // What is unknown only because of where it was asked may be known when asked elsewhere.
    if (entity.kind !== "unknown" || !cutShort || busy.size === 0) known.set(expression, entity);
    if (busy.size === 0) cutShort = false;
    return entity;
  }

  /** Nothing is known of it but a name, or that some call has given it. */
  function isOpen(entity: Entity): boolean {
    if (entity.kind !== "package") return entity.kind === "unknown";
    const { name, path } = entity;
    const isNamedOnly = name === GLOBALS || !outside.isKnownPackage(name) || path.includes("()");
    return isNamedOnly && !outside.hasRows(name, path);
  }

  /** What is called, when the type of something on the way to it belongs to a package that has a row for the rest. */
  function byType(callee: Node): Entity | undefined {
    const call = tree.parentOf(outermost(callee));
    if (call?.type !== "CallExpression" || bare(call.callee) !== callee) return undefined;
    const ways: [Node, readonly string[]][] = [[callee, []]];
    let members: readonly string[] = [];
    for (let at = callee; at.type === "MemberExpression";) {
      const name = propertyName(at);
      if (name === undefined) break;
      members = [name, ...members];
      at = bare(at.object);
      ways.unshift([at, members]);
    }
    for (const [node, names] of ways) {
      const path = outside.pathByType?.(node, names);
      if (path === undefined) continue;
      knownByType.add(callee);
      return { kind: "package", ...path };
    }
    return undefined;
  }

  /** The expression with the casts and optional chains round it. */
  function outermost(node: Node): Node {
    let current = node;
    for (let up = tree.parentOf(current); up !== undefined && bare(up) === node; up = tree.parentOf(up)) current = up;
    return current;
  }

  function castOf(node: Node): Entity {
    if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression") return typeEntity(node.typeAnnotation);
    return UNKNOWN;
  }

  function read(node: Node): Entity {
    switch (node.type) {
      case "Identifier": {
        const variable = scopes.variableOf(node);
        return variable === undefined
          ? { kind: "package", name: "globalThis", path: node.name }
          : onceEach(variable, node);
      }
      case "ThisExpression": {
        const owner = tree.classOf(node);
        if (owner !== undefined) return { kind: "instance", node: owner };
        const typed = thisTypeOf(node);
        if (typed !== undefined) return typeEntity(typed);
        const object = objectOf(node);
        return object === undefined ? UNKNOWN : { kind: "object", node: object };
      }
      case "Super": {
        const owner = tree.classOf(node);
        return owner?.superClass ? instanceOf(entityOf(owner.superClass)) : UNKNOWN;
      }
      case "MemberExpression": {
        return memberOf(entityOf(node.object), propertyName(node) ?? indexName(node.property));
      }
      case "CallExpression":
        return resultOf(node);
      case "NewExpression": {
        const held = madeCollection(node);
        return held.kind === "unknown" ? instanceOf(entityOf(node.callee), node) : held;
      }
      case "ArrayExpression":
        return listEntity(node);
      case "ImportExpression": {
        const source = node.source;
        return source.type === "Literal" && typeof source.value === "string"
          ? importEntity(source.value, "*")
          : UNKNOWN;
      }
      case "ConditionalExpression":
        return either(node.consequent, node.alternate);
      case "LogicalExpression":
        return either(node.left, node.right);
      case "AssignmentExpression":
        return entityOf(node.right);
      case "SequenceExpression": {
        const last = node.expressions.at(-1);
        return last === undefined ? UNKNOWN : entityOf(last);
      }
      case "ObjectExpression":
        return { kind: "object", node };
      case "ClassDeclaration":
      case "ClassExpression":
        return { kind: "class", node };
      default:
        return isFunction(node) ? { kind: "function", node } : UNKNOWN;
    }
  }

  /** What `clients[0]` or `clients[name]` reads: the element with this number, or any. */
  function indexName(property: Node): string {
    const index = bare(property);
    return index.type === "Literal" && typeof index.value === "number" ? String(index.value) : ANY_ELEMENT;
  }

  /** A list of one kind of thing; of different things it is known which stands where. */
  function listEntity(node: TSESTree.ArrayExpression): Entity {
    if (node.elements.length === 0) return filledEntity(node, "list");
    if (node.elements.length > MAX_ELEMENTS) return UNKNOWN;
    const elements = node.elements.map((element) =>
      element === null || element.type === "Literal" || element.type === "TemplateLiteral"
        ? UNKNOWN
        : element.type === "SpreadElement"
          ? memberOf(entityOf(element.argument), EACH_ELEMENT)
          : entityOf(element),
    );
    const of = agreedOn(elements);
    if (of.kind !== "unknown") return listOfSame(of);
    const hasSpread = node.elements.some((element) => element?.type === "SpreadElement");
    const written = askedFor(node);
    return hasSpread || elements.every(({ kind }) => kind === "unknown")
      ? written
      : { kind: "parts", members: new Map(elements.map((element, i) => [String(i), element])), written };
  }

  /** What the type that is written for a literal's place says that it is: `const tools: Tool[] = [search, fetch]`. */
  function askedFor(literal: Node): Entity {
    const expected = expectedTypeOf(tree, literal);
    return expected === undefined ? UNKNOWN : expected.members.reduce(memberOf, typeEntity(expected.type));
  }

  /** `new Map([["writer", agent]])`, and what is put into it later. */
  function madeCollection(node: NewExpression): Entity {
    const { callee } = node;
    const made = callee.type === "Identifier" ? COLLECTION_TYPES.get(callee.name) : undefined;
    if (callee.type !== "Identifier" || made === undefined || scopes.variableOf(callee) !== undefined) return UNKNOWN;
    const [form, position] = made;
    const written = node.typeArguments?.params[position];
    const typed = written ? typeEntity(written) : UNKNOWN;
    const [given] = node.arguments;
    const element =
      given === undefined || given.type === "SpreadElement" ? UNKNOWN : memberOf(entityOf(given), EACH_ELEMENT);
    const value = form === "map" ? memberOf(element, "1") : element;
    const of = value.kind === "unknown" || isUntyped(value) ? typed : value;
    if (of.kind !== "unknown" && of.kind !== "typed") return collectionOf(form, of);
    const filled = filledEntity(node, form);
    return filled.kind === "unknown" ? collectionOf(form, of) : filled;
  }

  function collectionOf(form: CollectionOf<Entity>["form"], of: Entity): Entity {
    return of.kind === "unknown" ? UNKNOWN : { kind: "collection", form, of };
  }

  /** What is put later into a collection that is made empty. */
  function filledEntity(made: Node, form: CollectionOf<Entity>["form"]): Entity {
    fillings ??= readFillings(tree, scopes);
    const values = fillings.of(made).map(entityOf);
    return collectionOf(form, agreedOn(values.filter((value) => value.kind !== "unknown" && !isUndefined(value))));
  }

  /** The one thing that all of these are. */
  function agreedOn(entities: readonly Entity[]): Entity {
    const [first, ...others] = entities;
    return first !== undefined && others.every((other) => isSame(first, other)) ? first : UNKNOWN;
  }

  /** `function (this: Chat) { … }` says what `this` is. */
  function thisTypeOf(node: Node): Node | undefined {
    let fn = tree.ownerOf(node);
    while (fn.type === "ArrowFunctionExpression") fn = tree.ownerOf(fn);
    const first = isFunction(fn) ? fn.params[0] : undefined;
    return first?.type === "Identifier" && first.name === "this" ? first.typeAnnotation?.typeAnnotation : undefined;
  }

  /** Two ways to get a value (`a ?? b`, `x ? a : b`): the one that is known. */
  function either(first: Node, second: Node): Entity {
    const entity = entityOf(first);
    if (!isVague(entity)) return entity;
    const other = entityOf(second);
    return other.kind === "unknown" || isUndefined(other) ? entity : other;
  }

  /** Nothing is known but a name or a type, behind which something else may stand. */
  function isVague(entity: Entity): boolean {
    if (entity.kind === "package") return isUndefined(entity) || entity.name.startsWith(".");
    return entity.kind === "unknown" || entity.kind === "typed";
  }

  function isUndefined(entity: Entity): boolean {
    return entity.kind === "package" && entity.name === "globalThis" && entity.path === "undefined";
  }

  /** The object literal whose method or function property holds the node. */
  function objectOf(node: Node): ObjectExpression | undefined {
    const owner = tree.ownerOf(node);
    if (owner.type !== "FunctionExpression") return undefined;
    const property = tree.parentOf(owner);
    const object = property && tree.parentOf(property);
    return property?.type === "Property" && object?.type === "ObjectExpression" ? object : undefined;
  }

  /** `text = text.replace(…)`, `walk(part, name)` in `walk`: a variable that is made from itself says nothing new about itself. */
  function onceEach(variable: Variable, use: Identifier): Entity {
    const cached = ofVariable.get(variable);
    if (cached !== undefined && use !== variable.identifier) return cached;
    if (resolving.has(variable)) {
      cutShort = true;
      return UNKNOWN;
    }
    const wasCutShort = cutShort;
    cutShort = false;
    resolving.add(variable);
    const entity = variableEntity(variable, use);
    resolving.delete(variable);
    // The answer is the same wherever it is asked, unless it was left open on the way.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- `variableEntity` comes back here and may set it.
    if (!cutShort && use !== variable.identifier) ofVariable.set(variable, entity);
    cutShort ||= wasCutShort;
    return entity;
  }

  function variableEntity(variable: Variable, use: Identifier): Entity {
    const { definition } = variable;
    switch (definition.type) {
      case "ImportSpecifier": {
        const { imported } = definition;
        return importEntity(sourceOf(definition), imported.type === "Identifier" ? imported.name : imported.value);
      }
      case "ImportDefaultSpecifier":
        return importEntity(sourceOf(definition), "default");
      case "ImportNamespaceSpecifier":
        return importEntity(sourceOf(definition), "*");
      case "TSImportEqualsDeclaration": {
        const reference = definition.moduleReference;
        if (reference.type !== "TSExternalModuleReference") return UNKNOWN;
        return importEntity(reference.expression.value, "*");
      }
      case "VariableDeclarator":
        return declaredEntity(variable, definition);
      case "ClassDeclaration":
      case "ClassExpression":
        return { kind: "class", node: definition };
      default:
        if (variable.kind === "parameter" && isFunction(definition)) return parameterEntity(variable, definition);
        if (isFunction(definition))
          return variable.identifier === use && variable.kind !== "function"
            ? UNKNOWN
            : { kind: "function", node: definition };
        return UNKNOWN;
    }
  }

  function sourceOf(specifier: Node): string {
    const declaration = tree.parentOf(specifier);
    return declaration?.type === "ImportDeclaration" ? declaration.source.value : "";
  }

  function importEntity(specifier: string, name: string): Entity {
    if (outside.isKnownPackage(specifier)) return { kind: "package", name: specifier, path: name === "*" ? "" : name };
    const shape = outside.exportOf(specifier, name);
    if (shape.kind !== "unknown") return fromShape(shape);
    // A package that no row speaks of keeps its name: settings may name `{ module, export }`.
    return { kind: "package", name: specifier, path: name === "*" ? "" : name };
  }

  function fromShape(shape: RemoteShape): Entity {
    if (shape.kind === "package") return { kind: "package", name: shape.name, path: shape.path };
    return shape.kind === "unknown" ? UNKNOWN : { kind: "remote", shape };
  }

  function declaredEntity(variable: Variable, declarator: TSESTree.VariableDeclarator): Entity {
    const { id, init } = declarator;
    if (id.type === "Identifier") {
      const annotated = id.typeAnnotation ? typeEntity(id.typeAnnotation.typeAnnotation) : UNKNOWN;
      const value = init ? entityOf(init) : elementGoneOver(declarator);
      // An annotation may be wider than the value (`const model: Runnable = new ChatOpenAI()`).
      if (annotated.kind === "package" && narrower(value, annotated) === annotated) return annotated;
      if (value.kind !== "unknown" && !isUndefined(value) && !isUntyped(value)) return value;
      const written = writtenEntity(variable);
      if (written.kind !== "unknown" && !isUntyped(written)) return written;
      const promised = annotated.kind === "unknown" ? documentedValue(declarator) : annotated;
      return promised.kind !== "unknown" ? promised : value.kind === "unknown" || isUndefined(value) ? written : value;
    }
    const value = init ? entityOf(init) : elementGoneOver(declarator);
    return value.kind === "unknown" ? UNKNOWN : patternEntity(id, variable.identifier, value);
  }

  /** What a variable of a loop stands for: `for (const agent of agents)`. */
  function elementGoneOver(declarator: TSESTree.VariableDeclarator): Entity {
    const declaration = tree.parentOf(declarator);
    const loop = declaration && tree.parentOf(declaration);
    return loop?.type === "ForOfStatement" && loop.left === declaration
      ? memberOf(entityOf(loop.right), EACH_ELEMENT)
      : UNKNOWN;
  }

  /** What a call gives that no row types: what is written about it says more. */
  function isUntyped(entity: Entity): boolean {
    return entity.kind === "package" && entity.path.endsWith("()");
  }

  /** A written type may be wider than the value, which is then what counts. */
  function narrower(value: Entity, written: Entity): Entity {
    return value.kind === "package" && isInstance(value) ? value : written;
  }

  /** What a type says of a member counts where the value itself says less: that it came out of a context, or nothing. */
  function asDeclared(value: Entity, declared: Entity): Entity {
    if (declared.kind !== "package" || !isInstance(declared)) return value;
    return value.kind === "unknown" || (value.kind === "package" && !isInstance(value)) ? declared : value;
  }

  function isInstance(entity: Entity & { kind: "package" }): boolean {
    return entity.path.includes("#") && outside.isKnownPackage(entity.name);
  }

  /** A variable that is filled later (`client ??= new OpenAI()`): what it is filled with, when that is one thing. */
  function writtenEntity(variable: Variable): Entity {
    for (const write of variable.writes) {
      if (write.node.type !== "AssignmentExpression" || write.node.left !== write.target) continue;
      const entity = entityOf(write.node.right);
      if (entity.kind !== "unknown" && !isUndefined(entity)) return entity;
    }
    return UNKNOWN;
  }

  /** What `target` gets when `value` is taken apart by `pattern`. */
  function patternEntity(pattern: Node, target: Identifier, value: Entity): Entity {
    switch (pattern.type) {
      case "Identifier":
        return pattern === target ? value : UNKNOWN;
      case "AssignmentPattern": {
        const entity = patternEntity(pattern.left, target, value);
        return entity.kind === "unknown" && pattern.left === target ? entityOf(pattern.right) : entity;
      }
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement" || !isWithin(target, property.value)) continue;
          const name = keyName(property);
          const annotated = UNKNOWN;
          const member = name === undefined ? annotated : memberOf(value, name);
          return patternEntity(property.value, target, member);
        }
        return UNKNOWN;
      case "ArrayPattern":
        for (const [index, element] of pattern.elements.entries()) {
          if (element === null || !isWithin(target, element)) continue;
          return element.type === "RestElement"
            ? patternEntity(element.argument, target, value.kind === "collection" ? value : UNKNOWN)
            : patternEntity(element, target, memberOf(value, String(index)));
        }
        return UNKNOWN;
      default:
        return UNKNOWN;
    }
  }

  function parameterEntity(variable: Variable, fn: FunctionNode): Entity {
    for (const [index, parameter] of fn.params.entries()) {
      if (!isWithin(variable.identifier, parameter)) continue;
      const plain = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
      const pattern = plain.type === "AssignmentPattern" ? plain.left : plain;
      const annotation = "typeAnnotation" in pattern ? pattern.typeAnnotation : undefined;
      const typed = annotation
        ? patternEntity(pattern, variable.identifier, typeEntity(annotation.typeAnnotation))
        : UNKNOWN;
      if (typed.kind !== "unknown" && typed.kind !== "typed")
        return withHanded(typed, pattern === variable.identifier ? handedEntity(fn, index) : UNKNOWN);
      const fallback =
        plain.type === "AssignmentPattern"
          ? patternEntity(pattern, variable.identifier, entityOf(plain.right))
          : UNKNOWN;
      if (fallback.kind !== "unknown") return fallback;
      const handed = patternEntity(pattern, variable.identifier, handedEntity(fn, index));
      if (handed.kind !== "unknown") return handed;
      const expected = annotation ? UNKNOWN : patternEntity(pattern, variable.identifier, expectedEntity(fn, index));
      if (expected.kind !== "unknown") return expected;
      const documented = documentedParameter(fn, index, pattern, variable.identifier);
      if (documented.kind !== "unknown") return documented;
      const given = argumentEntity(fn, index, pattern, variable.identifier);
      if (given.kind === "object" && typed.kind === "typed") return { ...given, written: typed };
      return given.kind === "unknown" ? typed : given;
    }
    return UNKNOWN;
  }

  /** A written type (`context: Context<"issues.edited">`) does not take away what an SDK is known to hand over. */
  function withHanded(written: Entity, handed: Entity): Entity {
    return handed.kind === "parts" ? { ...handed, written } : written;
  }

  /** What an SDK hands to a function that is given to it: `app.message(async ({ say }) => …)`. */
  function handedEntity(fn: FunctionNode, index: number): Entity {
    const place = placeOfFunction(tree, scopes, fn);
    if (place === undefined) return UNKNOWN;
    const element = elementHanded(place, index);
    if (element.kind !== "unknown") return element;
    const entity = place.call ? entityOf(place.call.callee) : typeEntity(place.type);
    if (entity.kind !== "package") return UNKNOWN;
    return partsOf(
      outside.parametersOf(entity.name, entity.path, place).flatMap(({ parameter, type }) => {
        const [first, ...members] = parameter.split(".");
        return Number(first) === index ? [{ members, type }] : [];
      }),
    );
  }

  /** What the type that is written for a function's place says that it is called with: `const widget: Widget = { run: (input) => … }`. */
  function expectedEntity(fn: FunctionNode, index: number): Entity {
    const expected = expectedTypeOf(tree, fn);
    if (expected === undefined) return UNKNOWN;
    const last = expected.members.at(-1);
    const name = last === EACH_ELEMENT ? undefined : last;
    const holder = (name === undefined ? expected.members : expected.members.slice(0, -1)).reduce(
      memberOf,
      typeEntity(expected.type),
    );
    if (holder.kind === "remote" && name !== undefined) {
      const taken = outside.takenBy(outside.memberOf(holder.shape, signatureOf(name)), index);
      if (taken.kind !== "unknown") return fromShape(taken);
    }
    const written = holder.kind === "typed" && name !== undefined ? parametersUnder(holder.node, name) : undefined;
    return writtenParameter(written, index) ?? takenByType(name === undefined ? holder : memberOf(holder, name), index);
  }

  function takenByType(type: Entity, index: number): Entity {
    if (type.kind === "remote") return fromShape(outside.takenBy(type.shape, index));
    const isFunctionType = type.kind === "typed" && type.node.type === "TSFunctionType";
    return (isFunctionType ? writtenParameter(type.node.params, index) : undefined) ?? UNKNOWN;
  }

  function writtenParameter(params: readonly Node[] | undefined, index: number): Entity | undefined {
    const parameter = params?.[index];
    return parameter !== undefined &&
      "typeAnnotation" in parameter &&
      parameter.typeAnnotation?.type === "TSTypeAnnotation"
      ? typeEntity(parameter.typeAnnotation.typeAnnotation)
      : undefined;
  }

  function parametersUnder(
    type: (Entity & { kind: "typed" })["node"],
    name: string,
  ): readonly TSESTree.Parameter[] | undefined {
    if (type.type === "TSFunctionType") return undefined;
    const members = type.type === "TSTypeLiteral" ? type.members : type.body.body;
    const member = members.find((one) => "key" in one && keyName(one) === name);
    return member === undefined ? undefined : parametersOfSignature(member);
  }

  /** `agents.map((agent) => …)`: what a method of a collection calls a function with. */
  function elementHanded(place: FunctionPlace, index: number): Entity {
    if (place.call === undefined || place.argument !== 0 || place.members.length > 0) return UNKNOWN;
    const callee = bare(place.call.callee);
    if (callee.type !== "MemberExpression" || !getsElements(propertyName(callee) ?? "", index)) return UNKNOWN;
    const object = entityOf(callee.object);
    return object.kind === "collection"
      ? object.of
      : object.kind === "remote"
        ? memberOf(object, ANY_ELEMENT)
        : UNKNOWN;
  }

  /** What callers hand in, when those of this file agree. */
  function argumentEntity(fn: FunctionNode, index: number, pattern: Node, target: Identifier): Entity {
    let agreed: Entity = UNKNOWN;
    for (const call of [...sitesOf(fn), ...constructionsBy(fn)]) {
      const argument = call.arguments[index];
      if (argument === undefined || argument.type === "SpreadElement") continue;
      const entity = patternEntity(pattern, target, entityOf(argument));
      if (entity.kind === "unknown") continue;
      if (agreed.kind !== "unknown" && !isSame(agreed, entity)) return UNKNOWN;
      agreed = entity;
    }
    return agreed;
  }

  function isSame(a: Entity, b: Entity): boolean {
    if (a.kind === "package" && b.kind === "package") return a.name === b.name && a.path === b.path;
    if ("node" in a && "node" in b) return a.kind === b.kind && a.node === b.node;
    if (a.kind === "parts" && b.kind === "parts") return haveSameMembers(a.members, b.members);
    return a.kind === "remote" && b.kind === "remote" && isSameShape(a.shape, b.shape);
  }

  function haveSameMembers(a: ReadonlyMap<string, Entity>, b: ReadonlyMap<string, Entity>): boolean {
    if (a.size !== b.size) return false;
    return [...a].every(([name, one]) => {
      const other = b.get(name) ?? UNKNOWN;
      return isSame(one, other) || (one.kind === "unknown" && other.kind === "unknown");
    });
  }

  let typedefs: ReadonlyMap<string, DocumentedType> | undefined;

  /** JavaScript files say their types in comments: `@param {import("openai").OpenAI} client`. */
  function documentedParameter(fn: FunctionNode, index: number, pattern: Node, target: Identifier): Entity {
    const doc = documentationOf(fn);
    if (doc === undefined || doc.parameters.size === 0) return UNKNOWN;
    if (pattern.type === "Identifier") return documentedType(doc.parameters.get(pattern.name));
    // The parameter has no name of its own, so the comment may call it anything: the order tells.
    const roots = [...doc.parameters.keys()].filter((name) => !name.includes("."));
    const root = roots[index];
    if (root === undefined) return UNKNOWN;
    const whole = patternEntity(pattern, target, documentedType(doc.parameters.get(root)));
    if (whole.kind !== "unknown" || pattern.type !== "ObjectPattern") return whole;
    const taken = pattern.properties.find(
      (property) => property.type === "Property" && isWithin(target, property.value),
    );
    const name = taken?.type === "Property" ? keyName(taken) : undefined;
    return name === undefined ? UNKNOWN : documentedType(doc.parameters.get(`${root}.${name}`));
  }

  function documentationOf(declaration: Node): JsDoc | undefined {
    const comment = outside.text.includes("@") ? commentBefore(outside.text, tree, declaration) : undefined;
    return comment?.startsWith("/**") === true ? readJsDoc(comment) : undefined;
  }

  /** What a comment before a declaration, or before the assignment of a field, says that it is. */
  function documentedValue(declaration: Node): Entity {
    return documentedType(documentationOf(declaration)?.type);
  }

  function documentedType(type: DocumentedType | undefined, depth = 0): Entity {
    if (type === undefined || depth > 4) return UNKNOWN;
    if (type.source !== undefined) return instanceOf(importEntity(type.source, type.name));
    typedefs ??= readTypedefs(outside.text);
    const declared = typedefs.get(type.name);
    if (declared !== undefined) return documentedType(declared, depth + 1);
    const variable = scopes.topLevel(type.name);
    return variable === undefined ? UNKNOWN : instanceOf(onceEach(variable, variable.identifier));
  }

  function typeEntity(type: Node): Entity {
    switch (type.type) {
      case "TSTypeReference": {
        const name = type.typeName.type === "Identifier" ? type.typeName.name : undefined;
        const first = type.typeArguments?.params[0];
        if (name !== undefined && TRANSPARENT_TYPES.has(name) && first) return typeEntity(first);
        if (name === "ReturnType" && first?.type === "TSTypeQuery") return resultOfEntity(queried(first));
        if (name === "InstanceType" && first?.type === "TSTypeQuery") return instanceOf(queried(first));
        const held = name === undefined ? undefined : COLLECTION_TYPES.get(name);
        if (held !== undefined && type.typeName.type === "Identifier" && !scopes.variableOf(type.typeName)) {
          const element = type.typeArguments?.params[held[1]];
          return element ? collectionOf(held[0], typeEntity(element)) : UNKNOWN;
        }
        return namedType(type.typeName);
      }
      case "TSTypeLiteral":
        return { kind: "typed", node: type };
      case "TSUnionType":
      case "TSIntersectionType":
        for (const part of type.types) {
          const entity = typeEntity(part);
          if (entity.kind !== "unknown") return entity;
        }
        return UNKNOWN;
      case "TSArrayType":
        return collectionOf("list", typeEntity(type.elementType));
      case "TSTypeOperator":
        return type.operator === "readonly" && type.typeAnnotation ? typeEntity(type.typeAnnotation) : UNKNOWN;
      case "TSMappedType":
        return type.typeAnnotation ? collectionOf("record", typeEntity(type.typeAnnotation)) : UNKNOWN;
      case "TSTypeQuery":
        return queried(type);
      case "TSIndexedAccessType": {
        const { indexType } = type;
        const name =
          indexType.type === "TSLiteralType" && indexType.literal.type === "Literal"
            ? indexType.literal.value
            : undefined;
        return typeof name === "string" ? memberOf(typeEntity(type.objectType), name) : UNKNOWN;
      }
      case "TSFunctionType":
        return { kind: "typed", node: type };
      case "TSImportType": {
        const source = type.source;
        const qualifier = type.qualifier;
        if (typeof source.value !== "string" || qualifier?.type !== "Identifier") return UNKNOWN;
        return instanceOf(importEntity(source.value, qualifier.name));
      }
      default:
        return UNKNOWN;
    }
  }

  function queried(query: TSESTree.TSTypeQuery): Entity {
    return query.exprName.type === "TSImportType" ? UNKNOWN : entityName(query.exprName);
  }

  function entityName(name: TSESTree.EntityName): Entity {
    if (name.type === "TSQualifiedName") return memberOf(entityName(name.left), name.right.name);
    return name.type === "Identifier" ? entityOf(name) : UNKNOWN;
  }

  function namedType(name: TSESTree.EntityName): Entity {
    if (name.type === "Identifier") {
      const variable = scopes.variableOf(name);
      const definition = variable?.definition;
      if (definition?.type === "TSInterfaceDeclaration") return { kind: "typed", node: definition };
      if (definition?.type === "TSTypeAliasDeclaration") return aliasedType(definition);
      if (definition?.type === "TSTypeParameter")
        return definition.constraint ? typeEntity(definition.constraint) : UNKNOWN;
      if (variable === undefined) return UNKNOWN;
    }
    return instanceOf(entityName(name));
  }

  /** `type Json = string | Json[]` is made of itself. */
  function aliasedType(alias: TSESTree.TSTypeAliasDeclaration): Entity {
    if (aliasing.has(alias)) return UNKNOWN;
    aliasing.add(alias);
    const entity = typeEntity(alias.typeAnnotation);
    aliasing.delete(alias);
    return entity;
  }

  function instanceOf(entity: Entity, made?: NewExpression): Entity {
    switch (entity.kind) {
      case "package": {
        // The name of a type may stand for a value already: `type Client = OpenAI` in another file.
        if (entity.path.endsWith("#")) return entity;
        // What `require` gives may itself be the class.
        const path = `${entity.path || "default"}#`;
        const typed = outside.typeOfCall(entity.name, path);
        return typed ? { kind: "package", ...typed } : { kind: "package", name: entity.name, path };
      }
      case "class":
        return { kind: "instance", node: entity.node };
      case "remote": {
        const shape = outside.instanceOf(entity.shape);
        const given = (shape.kind === "instance" ? (made?.arguments ?? []) : []).map((argument) =>
          argument.type === "SpreadElement" ? UNKNOWN_SHAPE : shapeOfGiven(argument),
        );
        return fromShape(
          shape.kind === "instance" && given.some(({ kind }) => kind !== "unknown") ? { ...shape, given } : shape,
        );
      }
      default:
        return UNKNOWN;
    }
  }

  /** What a constructor of another file is given, as far as that may be a client. */
  function shapeOfGiven(node: Node, depth = 0): RemoteShape {
    // `options = { base: options }` has no end, and no client lies that deep.
    if (depth > MAX_GIVEN) return UNKNOWN_SHAPE;
    const entity = entityOf(node);
    if (entity.kind === "package" && outside.isKnownPackage(entity.name))
      return { kind: "package", name: entity.name, path: entity.path };
    if (entity.kind === "remote") return entity.shape;
    if (entity.kind !== "object") return UNKNOWN_SHAPE;
    const members = entity.node.properties.flatMap((property) => {
      const name = property.type === "Property" ? keyName(property) : undefined;
      return property.type === "Property" && name !== undefined
        ? [[name, shapeOfGiven(property.value, depth + 1)] as const]
        : [];
    });
    return members.some(([, { kind }]) => kind !== "unknown")
      ? { kind: "object", members: Object.fromEntries(members) }
      : UNKNOWN_SHAPE;
  }

  function memberOf(entity: Entity, name: string): Entity {
    if (isElement(name) && !mayHold(entity)) return UNKNOWN;
    switch (entity.kind) {
      case "collection":
        return memberOfCollection<Entity>(entity, name) ?? UNKNOWN;
      case "package":
        return { kind: "package", name: entity.name, path: joinPath(entity.path, name) };
      case "object":
        return asDeclared(objectMember(entity.node, name), entity.written ? memberOf(entity.written, name) : UNKNOWN);
      case "instance":
        return classMember(entity.node, name, false);
      case "class":
        return name === "prototype" ? { kind: "instance", node: entity.node } : classMember(entity.node, name, true);
      case "typed":
        return typedMember(entity.node, name);
      case "remote":
        if (name === "prototype" && entity.shape.kind !== "object") return instanceOf(entity);
        // `ask.call(this, …)` calls the same function.
        if (/^(?:call|apply|bind)$/.test(name) && entity.shape.kind === "function") return entity;
        return fromShape(outside.memberOf(entity.shape, name));
      case "parts":
        return entity.members.get(name) ?? (entity.written ? memberOf(entity.written, name) : UNKNOWN);
      case "function":
        return name === "bind" || name === "call" || name === "apply" ? entity : UNKNOWN;
      default:
        return UNKNOWN;
    }
  }

  /** Whether something may have elements. */
  function mayHold({ kind }: Entity): boolean {
    return kind === "collection" || kind === "object" || kind === "parts" || kind === "typed" || kind === "remote";
  }

  /** What lies under every key of an object literal, when that is one thing. */
  function elementOfObject(object: ObjectExpression): Entity {
    if (object.properties.length === 0) return memberOf(filledEntity(object, "record"), ANY_ELEMENT);
    // `all = { ...all, [key]: one }` spreads itself.
    if (object.properties.length > MAX_ELEMENTS || spreading.has(object)) return UNKNOWN;
    spreading.add(object);
    const elements = object.properties.map((property) =>
      property.type === "SpreadElement" ? memberOf(entityOf(property.argument), ANY_ELEMENT) : entityOf(property.value),
    );
    spreading.delete(object);
    const agreed = agreedOn(elements);
    return agreed.kind === "unknown" ? memberOf(askedFor(object), ANY_ELEMENT) : agreed;
  }

  function objectMember(object: ObjectExpression, name: string): Entity {
    if (name === ANY_ELEMENT) return elementOfObject(object);
    const property = findProperty(object, name);
    if (property !== undefined) return entityOf(property.value);
    if (spreading.has(object)) return UNKNOWN;
    spreading.add(object);
    let found: Entity = UNKNOWN;
    for (const part of object.properties) {
      if (part.type !== "SpreadElement" || found.kind !== "unknown") continue;
      found = memberOf(entityOf(part.argument), name);
    }
    spreading.delete(object);
    return found;
  }

  function classMember(node: ClassNode, name: string, isStatic: boolean): Entity {
    for (const member of node.body.body) {
      switch (member.type) {
        case "MethodDefinition":
          if (member.static !== isStatic || keyName(member) !== name) continue;
          if (member.kind === "set") continue;
          if (member.kind === "get") {
            // What is put in through the setter comes out again.
            const put = assignedField(node, name);
            return put.kind === "unknown" && isFunction(member.value) ? returnedEntity(member.value) : put;
          }
          if (isFunction(member.value)) return { kind: "function", node: member.value };
          continue;
        case "PropertyDefinition":
        case "AccessorProperty": {
          if (member.static !== isStatic || keyName(member) !== name) continue;
          const annotated = member.typeAnnotation ? typeEntity(member.typeAnnotation.typeAnnotation) : UNKNOWN;
          const value = member.value ? entityOf(member.value) : UNKNOWN;
          // What runs is the function that is written, whatever type it is declared with.
          if (value.kind === "function") return value;
          if (annotated.kind === "package")
            return narrower(value.kind === "unknown" ? assignedField(node, name) : value, annotated);
          if (annotated.kind === "instance" || annotated.kind === "remote") return annotated;
          if (value.kind !== "unknown" && !isUndefined(value) && !isUntyped(value)) return value;
          const assigned = assignedField(node, name);
          if (assigned.kind !== "unknown" && !isUntyped(assigned)) return assigned;
          const promised = annotated.kind === "unknown" ? documentedValue(member) : annotated;
          return promised.kind !== "unknown"
            ? promised
            : value.kind === "unknown" || isUndefined(value)
              ? assigned
              : value;
        }
        case "TSAbstractMethodDefinition":
          if (keyName(member) === name && node.id) return fromShape(outside.heirMember(node.id.name, name));
          continue;
        default:
      }
    }
    const parameter = isStatic ? UNKNOWN : parameterProperty(node, name);
    if (parameter.kind !== "unknown") return parameter;
    const assigned = assignedField(node, name);
    if (assigned.kind !== "unknown") return assigned;
    if (!node.superClass) return UNKNOWN;
    const base = entityOf(node.superClass);
    return memberOf(isStatic ? base : instanceOf(base), name);
  }

  function parameterProperty(node: ClassNode, name: string): Entity {
    for (const member of node.body.body) {
      if (member.type !== "MethodDefinition" || member.kind !== "constructor" || !isFunction(member.value)) continue;
      for (const parameter of member.value.params) {
        if (parameter.type !== "TSParameterProperty") continue;
        const { parameter: inner } = parameter;
        const pattern: Node = inner.type === "AssignmentPattern" ? inner.left : inner;
        if (pattern.type !== "Identifier" || pattern.name !== name) continue;
        const variable = scopes.variableOf(pattern);
        return variable ? parameterEntity(variable, member.value) : UNKNOWN;
      }
    }
    return UNKNOWN;
  }

  let fieldAssignments: Map<ClassNode, Map<string, Node[]>> | undefined;

  /** What `this.name = …` puts into a field, anywhere in the class. */
  function assignedField(node: ClassNode, name: string): Entity {
    fieldAssignments ??= readFieldAssignments();
    const values = fieldAssignments.get(node)?.get(name) ?? [];
    const entities = values.map(entityOf).filter((entity) => entity.kind !== "unknown" && !isUndefined(entity));
    const typed = entities.find((entity) => !isUntyped(entity));
    if (typed !== undefined) return typed;
    const documented = values
      .map((value) => documentedValue(tree.parentOf(value) ?? value))
      .find((entity) => entity.kind !== "unknown");
    return documented ?? entities[0] ?? UNKNOWN;
  }

  function readFieldAssignments(): Map<ClassNode, Map<string, Node[]>> {
    const fields = new Map<ClassNode, Map<string, Node[]>>();
    for (const assignment of tree.assignments) {
      const target = bare(assignment.left);
      if (target.type !== "MemberExpression" || target.object.type !== "ThisExpression") continue;
      const owner = tree.classOf(assignment);
      const name = propertyName(target);
      if (owner === undefined || name === undefined) continue;
      const ofClass = fields.get(owner) ?? new Map<string, Node[]>();
      fields.set(owner, ofClass);
      addTo(ofClass, name, assignment.right);
    }
    return fields;
  }

  function typedMember(node: (Entity & { kind: "typed" })["node"], name: string): Entity {
    if (node.type === "TSFunctionType") return UNKNOWN;
    const members = node.type === "TSTypeLiteral" ? node.members : node.body.body;
    let declared: Entity = UNKNOWN;
    let underAnyKey: Entity = UNKNOWN;
    for (const member of members) {
      if (member.type === "TSPropertySignature" && keyName(member) === name && member.typeAnnotation) {
        declared = typeEntity(member.typeAnnotation.typeAnnotation);
        if (declared.kind === "unknown" && isPlainType(member.typeAnnotation.typeAnnotation)) return UNKNOWN;
      } else if (member.type === "TSIndexSignature" && member.typeAnnotation) {
        underAnyKey = typeEntity(member.typeAnnotation.typeAnnotation);
      }
    }
    if (declared.kind === "unknown" && underAnyKey.kind !== "unknown") return underAnyKey;
    if (isElement(name)) return UNKNOWN;
    // A property that holds a function is written by those who make the object, as a method is.
    const isCallable = declared.kind === "typed" && declared.node.type === "TSFunctionType";
    if (node.type === "TSTypeLiteral" || (declared.kind !== "unknown" && !isCallable)) return declared;
    const implemented = implementedMember(node, name);
    if (implemented.kind !== "unknown") return implemented;
    if (isCallable) return declared;
    for (const { expression } of node.extends) {
      const inherited = expression.type === "Identifier" ? memberOf(namedType(expression), name) : UNKNOWN;
      if (inherited.kind !== "unknown") return inherited;
    }
    return UNKNOWN;
  }

  /** A call on an interface runs the one class of this file that implements it. */
  function implementedMember(node: TSESTree.TSInterfaceDeclaration, name: string): Entity {
    const implementations = tree.classes.filter((candidate) =>
      listOf(candidate.implements).some(
        (clause) =>
          clause.expression.type === "Identifier" && scopes.variableOf(clause.expression)?.definition === node,
      ),
    );
    const [only] = implementations;
    const own = implementations.length === 1 && only ? classMember(only, name, false) : UNKNOWN;
    return own.kind === "unknown" ? fromShape(outside.heirMember(node.id.name, name)) : own;
  }

  function resultOf(call: CallExpression): Entity {
    const callee = bare(call.callee);
    if (callee.type === "Identifier" && callee.name === "require" && scopes.variableOf(callee) === undefined) {
      const [source] = call.arguments;
      return source?.type === "Literal" && typeof source.value === "string" ? importEntity(source.value, "*") : UNKNOWN;
    }
    if (callee.type === "MemberExpression" && propertyName(callee) === "bind") return entityOf(callee.object);
    const collected = collectedBy(call, callee);
    if (collected.kind !== "unknown") return collected;
    const entity = entityOf(callee);
    const passed = entity.kind === "package" ? outside.handedBack(entity.name, entity.path) : undefined;
    const given = passed === undefined ? undefined : call.arguments[passed];
    if (given !== undefined && given.type !== "SpreadElement") return entityOf(given);
    const same = handedBackBy(entity);
    const back = same === undefined ? undefined : call.arguments[same.parameter];
    if (same !== undefined && back !== undefined && back.type !== "SpreadElement")
      return same.members.reduce(memberOf, entityOf(back));
    const result = resultOfEntity(entity);
    // A call that no row types gives a path that ends in `()`: it may be a wrapper.
    if (result.kind !== "unknown" && !(result.kind === "package" && result.path.endsWith("()"))) return result;
    const wrapped = wrappedClient(call, callee);
    return wrapped.kind === "unknown" ? result : wrapped;
  }

  /** A collection that a call makes from what it is given: `Object.values(agents)`, `names.map((name) => new Agent(name))`. */
  function collectedBy(call: CallExpression, callee: Node): Entity {
    const method = callee.type === "MemberExpression" ? propertyName(callee) : undefined;
    const [given, made] = call.arguments;
    if (callee.type !== "MemberExpression" || given === undefined || given.type === "SpreadElement") return UNKNOWN;
    const owner = bare(callee.object);
    const isGlobal = owner.type === "Identifier" && scopes.variableOf(owner) === undefined;
    switch (isGlobal && MAKES_COLLECTIONS.has(owner.name) ? `${owner.name}.${method ?? ""}` : method) {
      case "Object.values":
        return collectionOf("list", memberOf(entityOf(given), ANY_ELEMENT));
      case "Object.entries": {
        const value = memberOf(entityOf(given), ANY_ELEMENT);
        return value.kind === "unknown" ? UNKNOWN : entriesOf(value);
      }
      case "Object.fromEntries":
        return collectionOf("record", memberOf(memberOf(entityOf(given), EACH_ELEMENT), "1"));
      case "Array.from":
        return made === undefined
          ? collectionOf("list", memberOf(entityOf(given), EACH_ELEMENT))
          : collectionOf("list", madeForEach(made));
      case "Promise.all": {
        const all = entityOf(given);
        return all.kind === "collection" || all.kind === "parts" ? all : UNKNOWN;
      }
      case "map":
        return isKnownInstance(entityOf(callee.object)) ? UNKNOWN : collectionOf("list", madeForEach(given));
      default:
        return UNKNOWN;
    }
  }

  function madeForEach(fn: Node): Entity {
    const entity = isFunction(fn) || fn.type === "Identifier" ? entityOf(fn) : UNKNOWN;
    const made = entity.kind === "function" ? returnedEntity(entity.node) : UNKNOWN;
    return isUntyped(made) ? UNKNOWN : made;
  }

  /** An object of an SDK has methods of its own, whatever their names are elsewhere. */
  function isKnownInstance(entity: Entity): boolean {
    return entity.kind === "package" && isInstance(entity);
  }

  /** The parameter a function gives back, whatever else it does with it. */
  function handedBackBy(entity: Entity): (RemoteShape & { kind: "given" }) | undefined {
    if (entity.kind === "remote") {
      const returned = entity.shape.kind === "function" ? entity.shape.returns : undefined;
      return returned?.kind === "given" ? returned : undefined;
    }
    return entity.kind === "function" ? returnedParameter(entity.node, tree, scopes) : undefined;
  }

  /** `wrapOpenAI(new OpenAI())` is the client with tracing round it. */
  function wrappedClient(call: CallExpression, callee: Node): Entity {
    const name =
      callee.type === "Identifier"
        ? callee.name
        : callee.type === "MemberExpression"
          ? propertyName(callee)
          : undefined;
    const [first] = call.arguments;
    if (name === undefined || !WRAPPER.test(name) || first === undefined || first.type === "SpreadElement")
      return UNKNOWN;
    const given = entityOf(first);
    if (given.kind === "package" && given.path.includes("#")) return given;
    return given.kind === "function" ? given : UNKNOWN;
  }

  function resultOfEntity(entity: Entity): Entity {
    switch (entity.kind) {
      case "package": {
        const path = entity.path || "default";
        const typed = outside.typeOfCall(entity.name, path);
        return typed ? { kind: "package", ...typed } : { kind: "package", name: entity.name, path: `${path}()` };
      }
      case "function":
        return returnedEntity(entity.node);
      case "method":
        return entity.gives;
      case "typed":
        return entity.node.type === "TSFunctionType" && entity.node.returnType
          ? typeEntity(entity.node.returnType.typeAnnotation)
          : UNKNOWN;
      case "remote":
        return fromShape(outside.resultOf(entity.shape));
      default:
        return UNKNOWN;
    }
  }

  /** What a function returns, when it is one thing we know. */
  function returnedEntity(fn: FunctionNode): Entity {
    const annotated = fn.returnType ? typeEntity(fn.returnType.typeAnnotation) : UNKNOWN;
    if (annotated.kind === "package")
      return (
        tree
          .returnsOf(fn)
          .map((value) => narrower(entityOf(value), annotated))
          .find((entity) => entity !== annotated) ?? annotated
      );
    let untyped: Entity = UNKNOWN;
    for (const value of tree.returnsOf(fn)) {
      const entity = entityOf(value);
      if (isUntyped(entity)) untyped = entity;
      else if (entity.kind !== "unknown" && !isUndefined(entity)) return entity;
    }
    const promised = annotated.kind === "unknown" ? documentedType(documentationOf(fn)?.returns) : annotated;
    return promised.kind === "unknown" ? untyped : promised;
  }

  function calleeOf(call: CallExpression | NewExpression): FunctionNode | undefined {
    if (isImported(call.callee)) return undefined;
    const entity = entityOf(call.callee);
    if (entity.kind === "function") return call.type === "CallExpression" ? entity.node : undefined;
    if (entity.kind === "class" && call.type === "NewExpression") {
      for (const member of entity.node.body.body) {
        if (member.type === "MethodDefinition" && member.kind === "constructor" && isFunction(member.value))
          return member.value;
      }
    }
    return undefined;
  }

  /** Whether a path starts at an import: what it leads to is written in another file, and need not be looked up. */
  function isImported(node: Node): boolean {
    let root = bare(node);
    while (root.type === "MemberExpression" || root.type === "CallExpression")
      root = bare(root.type === "MemberExpression" ? root.object : root.callee);
    return root.type === "Identifier" && scopes.variableOf(root)?.kind === "import";
  }

  function callsOf(fn: FunctionNode): readonly CallExpression[] | undefined {
    return isReachableFromOutside(fn) ? undefined : sitesOf(fn);
  }

  function sitesOf(fn: FunctionNode): readonly CallExpression[] {
    const sites = callSites.get(fn);
    if (sites !== undefined) return sites;
    const name = nameOf(fn);
    if (name === undefined || siting.has(fn)) {
      cutShort ||= name !== undefined;
      return [];
    }
    callsByName ??= groupByName();
    const wasCutShort = cutShort;
    cutShort = false;
    siting.add(fn);
    const found = (callsByName.get(name) ?? []).filter((call) => calleeOf(call) === fn);
    siting.delete(fn);
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- `calleeOf` comes back here and may set it.
    if (!cutShort) callSites.set(fn, found);
    cutShort ||= wasCutShort;
    return found;
  }

  let constructions: Map<ClassNode, (CallExpression | NewExpression)[]> | undefined;

  /** Where objects are made by a constructor: `new Llm(…)`, and `super(…)` in a class that extends its own. */
  function constructionsBy(fn: FunctionNode): readonly (CallExpression | NewExpression)[] {
    const holder = tree.parentOf(fn);
    const owner = holder?.type === "MethodDefinition" && holder.kind === "constructor" ? tree.classOf(fn) : undefined;
    if (owner === undefined) return [];
    if (constructions === undefined) {
      constructions = new Map();
      for (const call of [...tree.news, ...tree.calls]) {
        const base = call.callee.type === "Super" ? tree.classOf(call)?.superClass : undefined;
        const name = call.type === "NewExpression" ? bare(call.callee) : base && bare(base);
        const made = name?.type === "Identifier" ? scopes.variableOf(name)?.definition : undefined;
        if (made !== undefined && isClass(made)) addTo(constructions, made, call);
      }
    }
    return constructions.get(owner) ?? [];
  }

  function groupByName(): Map<string, CallExpression[]> {
    const groups = new Map<string, CallExpression[]>();
    for (const call of tree.calls) {
      const callee = bare(call.callee);
      const name =
        callee.type === "Identifier"
          ? callee.name
          : callee.type === "MemberExpression"
            ? propertyName(callee)
            : undefined;
      if (name === undefined) continue;
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [call]);
      else group.push(call);
    }
    return groups;
  }

  /** The name a function is called by, as a variable or as a member. */
  function nameOf(fn: FunctionNode): string | undefined {
    const holder = tree.parentOf(fn);
    if (fn.id) return fn.id.name;
    if (holder?.type === "VariableDeclarator") return holder.id.type === "Identifier" ? holder.id.name : undefined;
    return holder?.type === "MethodDefinition" || holder?.type === "PropertyDefinition" || holder?.type === "Property"
      ? keyName(holder)
      : undefined;
  }

  /** Exported, a method, or used as a value: somebody we cannot see may call it. */
  function isReachableFromOutside(fn: FunctionNode): boolean {
    const holder = tree.parentOf(fn);
    const name =
      fn.id ?? (holder?.type === "VariableDeclarator" && holder.id.type === "Identifier" ? holder.id : undefined);
    if (name === undefined) return true;
    const variable = scopes.variableOf(name);
    if (variable === undefined || tree.isExported(variable.name, variable.definition)) return true;
    return variable.reads.some((read) => {
      const parent = tree.parentOf(read);
      return !(parent?.type === "CallExpression" && parent.callee === read);
    });
  }

  return {
    entityOf,
    calleeOf,
    callsOf,
    sitesOf,
    typeEntity,
    memberOf,
    resultOf: resultOfEntity,
    isKnownByType: (callee) => knownByType.has(bare(callee)),
  };
}

interface Part {
  readonly members: readonly string[];
  readonly type: { readonly name: string; readonly path: string };
}

/** One thing, or an object put together from what is known about its members. */
function partsOf(parts: readonly Part[]): Entity {
  const whole = parts.find(({ members }) => members.length === 0);
  if (whole) return { kind: "package", ...whole.type };
  const grouped = new Map<string, Part[]>();
  for (const {
    members: [first, ...rest],
    type,
  } of parts) {
    if (first !== undefined) addTo(grouped, first, { members: rest, type });
  }
  return grouped.size === 0
    ? UNKNOWN
    : { kind: "parts", members: new Map([...grouped].map(([name, inner]) => [name, partsOf(inner)])) };
}
