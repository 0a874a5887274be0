import type { TSESTree } from "@typescript-eslint/types";
import { forEachChild, isFunction, listOf } from "./node.js";
import type { FunctionNode, Identifier, Node, Program } from "./node.js";

export type VariableKind =
  "import" | "const" | "let" | "var" | "parameter" | "function" | "class" | "catch" | "type" | "enum";

/** A place where a variable gets a new value after its declaration. */
export interface Write {
  readonly target: Identifier;
  /** The assignment, update or loop head that writes. */
  readonly node: Node;
}

export interface Variable {
  readonly name: string;
  readonly kind: VariableKind;
  /** The identifier that declares it. */
  readonly identifier: Identifier;
  /** The declarator, function, class, import specifier, or the function whose parameter it is. */
  readonly definition: Node;
  readonly reads: readonly Identifier[];
  readonly writes: readonly Write[];
}

interface MutableVariable extends Variable {
  definition: Node;
  reads: Identifier[];
  writes: Write[];
}

type Callable = FunctionNode | TSESTree.TSDeclareFunction | TSESTree.TSEmptyBodyFunctionExpression;

interface Scope {
  readonly parent: Scope | undefined;
  readonly variables: Map<string, MutableVariable>;
  readonly holdsVar: boolean;
}

/** Which variable every identifier of a file stands for. */
export interface Scopes {
  /** The variable an identifier reads, writes or declares; `undefined` for a global. */
  variableOf(identifier: Identifier): Variable | undefined;
  /** A variable that is visible at the top of the file. */
  topLevel(name: string): Variable | undefined;
  /** How many variables of the file have this name. */
  declarationsOf(name: string): number;
}

/**
 * Resolves names with one walk, for every parser alike.
 *
 * Types and values share one name space here: a class is both, and the analysis follows
 * annotations (`client: OpenAI`) as readily as calls.
 */
export function readScopes(program: Program): Scopes {
  const resolved = new Map<Identifier, MutableVariable>();
  const declarations = new Map<string, number>();
  const pending: { identifier: Identifier; scope: Scope; write: Node | undefined; read: boolean }[] = [];

  const open = (parent: Scope | undefined, holdsVar: boolean): Scope => ({ parent, variables: new Map(), holdsVar });

  function declare(scope: Scope, identifier: Identifier, kind: VariableKind, definition: Node): void {
    let home = scope;
    if (kind === "var") while (!home.holdsVar && home.parent !== undefined) home = home.parent;
    const known = home.variables.get(identifier.name);
    // A type may share the name of a value, and `var` may be declared twice: the first value wins.
    if (known !== undefined && !(known.kind === "type" && kind !== "type")) {
      // Overloads are declared before the function that has a body.
      if (known.definition.type === "TSDeclareFunction") known.definition = definition;
      resolved.set(identifier, known);
      return;
    }
    const variable: MutableVariable = { name: identifier.name, kind, identifier, definition, reads: [], writes: [] };
    home.variables.set(identifier.name, variable);
    resolved.set(identifier, variable);
    declarations.set(identifier.name, (declarations.get(identifier.name) ?? 0) + 1);
  }

  function declarePattern(scope: Scope, pattern: Node, kind: VariableKind, definition: Node): void {
    switch (pattern.type) {
      case "Identifier":
        declare(scope, pattern, kind, definition);
        if (pattern.typeAnnotation) visit(pattern.typeAnnotation, scope);
        for (const decorator of listOf(pattern.decorators)) visit(decorator, scope);
        return;
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") declarePattern(scope, property.argument, kind, definition);
          else {
            if (property.computed) visit(property.key, scope);
            declarePattern(scope, property.value, kind, definition);
          }
        }
        if (pattern.typeAnnotation) visit(pattern.typeAnnotation, scope);
        return;
      case "ArrayPattern":
        for (const element of pattern.elements) if (element) declarePattern(scope, element, kind, definition);
        if (pattern.typeAnnotation) visit(pattern.typeAnnotation, scope);
        return;
      case "AssignmentPattern":
        declarePattern(scope, pattern.left, kind, definition);
        visit(pattern.right, scope);
        return;
      case "RestElement":
        declarePattern(scope, pattern.argument, kind, definition);
        if (pattern.typeAnnotation) visit(pattern.typeAnnotation, scope);
        return;
      case "TSParameterProperty":
        declarePattern(scope, pattern.parameter, kind, definition);
        for (const decorator of listOf(pattern.decorators)) visit(decorator, scope);
        return;
      default:
        visit(pattern, scope);
    }
  }

  /** A pattern on the left of an assignment or of `for (x of …)`. */
  function writePattern(scope: Scope, pattern: Node, node: Node, alsoReads: boolean): void {
    switch (pattern.type) {
      case "Identifier":
        pending.push({ identifier: pattern, scope, write: node, read: alsoReads });
        return;
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") writePattern(scope, property.argument, node, alsoReads);
          else {
            if (property.computed) visit(property.key, scope);
            writePattern(scope, property.value, node, alsoReads);
          }
        }
        return;
      case "ArrayPattern":
        for (const element of pattern.elements) if (element) writePattern(scope, element, node, alsoReads);
        return;
      case "AssignmentPattern":
        writePattern(scope, pattern.left, node, alsoReads);
        visit(pattern.right, scope);
        return;
      case "RestElement":
        writePattern(scope, pattern.argument, node, alsoReads);
        return;
      default:
        visit(pattern, scope);
    }
  }

  function visitAll(nodes: readonly (Node | null | undefined)[], scope: Scope): void {
    for (const node of nodes) if (node) visit(node, scope);
  }

  function visitChildren(node: Node, scope: Scope): void {
    forEachChild(node, (child) => {
      visit(child, scope);
    });
  }

  /** Function declarations are callable before their line, so a block declares them first. */
  function hoist(statements: readonly Node[], scope: Scope): void {
    for (const statement of statements) {
      const declaration =
        (statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration") &&
        statement.declaration
          ? statement.declaration
          : statement;
      switch (declaration.type) {
        case "FunctionDeclaration":
        case "TSDeclareFunction":
          if (declaration.id) declare(scope, declaration.id, "function", declaration);
          break;
        case "ClassDeclaration":
          if (declaration.id) declare(scope, declaration.id, "class", declaration);
          break;
        case "TSInterfaceDeclaration":
        case "TSTypeAliasDeclaration":
          declare(scope, declaration.id, "type", declaration);
          break;
        case "TSEnumDeclaration":
          declare(scope, declaration.id, "enum", declaration);
          break;
        default:
      }
    }
  }

  function visitFunction(node: Callable, outer: Scope): void {
    const scope = open(outer, true);
    for (const parameter of node.params) declarePattern(scope, parameter, "parameter", node);
    visitAll([node.typeParameters, node.returnType], scope);
    if (node.body?.type === "BlockStatement") {
      hoist(node.body.body, scope);
      visitAll(node.body.body, scope);
    } else if (node.body) {
      visit(node.body, scope);
    }
  }

  function visit(node: Node, scope: Scope): void {
    switch (node.type) {
      case "Identifier":
        pending.push({ identifier: node, scope, write: undefined, read: true });
        if (node.typeAnnotation) visit(node.typeAnnotation, scope);
        return;
      case "MemberExpression":
        visit(node.object, scope);
        if (node.computed) visit(node.property, scope);
        return;
      case "Property":
        if (node.computed) visit(node.key, scope);
        visit(node.value, scope);
        return;
      case "MethodDefinition":
      case "PropertyDefinition":
      case "AccessorProperty":
      case "TSAbstractMethodDefinition":
      case "TSAbstractPropertyDefinition":
      case "TSAbstractAccessorProperty": {
        visitAll(listOf(node.decorators), scope);
        if (node.computed) visit(node.key, scope);
        if ("typeAnnotation" in node && node.typeAnnotation) visit(node.typeAnnotation, scope);
        if (node.value) visit(node.value, scope);
        return;
      }
      case "VariableDeclaration":
        for (const declarator of node.declarations) {
          const kind = node.kind === "var" ? "var" : node.kind === "let" ? "let" : "const";
          declarePattern(scope, declarator.id, kind, declarator);
          if (declarator.init) visit(declarator.init, scope);
        }
        return;
      case "FunctionDeclaration":
      case "TSDeclareFunction":
      case "ArrowFunctionExpression":
      case "TSEmptyBodyFunctionExpression":
        visitFunction(node, scope);
        return;
      case "FunctionExpression": {
        if (!node.id) return visitFunction(node, scope);
        const own = open(scope, false);
        declare(own, node.id, "function", node);
        visitFunction(node, own);
        return;
      }
      case "ClassDeclaration":
      case "ClassExpression": {
        visitAll(listOf(node.decorators), scope);
        const own = open(scope, false);
        if (node.type === "ClassExpression" && node.id) declare(own, node.id, "class", node);
        visitAll(
          [node.typeParameters, node.superClass, node.superTypeArguments, ...listOf(node.implements), node.body],
          own,
        );
        return;
      }
      case "BlockStatement":
      case "StaticBlock":
      case "TSModuleBlock": {
        const own = open(scope, node.type !== "BlockStatement");
        hoist(node.body, own);
        visitAll(node.body, own);
        return;
      }
      case "SwitchStatement": {
        visit(node.discriminant, scope);
        const own = open(scope, false);
        for (const branch of node.cases) hoist(branch.consequent, own);
        visitAll(node.cases, own);
        return;
      }
      case "ForStatement": {
        const own = open(scope, false);
        visitAll([node.init, node.test, node.update, node.body], own);
        return;
      }
      case "ForInStatement":
      case "ForOfStatement": {
        const own = open(scope, false);
        if (node.left.type === "VariableDeclaration") visit(node.left, own);
        else writePattern(own, node.left, node, false);
        visitAll([node.right, node.body], own);
        return;
      }
      case "CatchClause": {
        const own = open(scope, false);
        if (node.param) declarePattern(own, node.param, "catch", node);
        visit(node.body, own);
        return;
      }
      case "AssignmentExpression":
        writePattern(scope, node.left, node, node.operator !== "=");
        visit(node.right, scope);
        return;
      case "UpdateExpression":
        writePattern(scope, node.argument, node, true);
        return;
      case "ImportDeclaration":
        for (const specifier of node.specifiers) declare(scope, specifier.local, "import", specifier);
        return;
      case "TSImportEqualsDeclaration":
        declare(scope, node.id, "import", node);
        return;
      case "ExportNamedDeclaration":
        if (node.declaration) visit(node.declaration, scope);
        else if (!node.source) for (const specifier of node.specifiers) visit(specifier.local, scope);
        return;
      case "ExportAllDeclaration":
        return;
      case "TSQualifiedName":
        visit(node.left, scope);
        return;
      case "LabeledStatement":
        visit(node.body, scope);
        return;
      case "BreakStatement":
      case "ContinueStatement":
        return;
      case "TSTypeAliasDeclaration":
      case "TSInterfaceDeclaration": {
        const own = open(scope, false);
        if (node.type === "TSTypeAliasDeclaration") visitAll([node.typeParameters, node.typeAnnotation], own);
        else visitAll([node.typeParameters, ...node.extends, node.body], own);
        return;
      }
      case "TSTypeParameter":
        declare(scope, node.name, "type", node);
        visitAll([node.constraint, node.default], scope);
        return;
      case "TSPropertySignature":
        // Names of members are not references.
        if (node.typeAnnotation) visit(node.typeAnnotation, scope);
        return;
      case "TSEnumDeclaration":
        for (const member of node.body.members) if (member.initializer) visit(member.initializer, scope);
        return;
      case "TSMethodSignature":
      case "TSFunctionType":
      case "TSConstructorType": {
        const own = open(scope, false);
        visitAll([node.typeParameters, node.returnType], own);
        // Parameters of a signature are not variables anyone reads, but their types are.
        for (const parameter of node.params)
          if ("typeAnnotation" in parameter) visitAll([parameter.typeAnnotation], own);
        return;
      }
      case "TSTypePredicate":
      case "MetaProperty":
      case "TSImportType":
        return;
      case "JSXIdentifier":
        return;
      default:
        if (isFunction(node)) visitFunction(node, scope);
        else visitChildren(node, scope);
    }
  }

  const top = open(undefined, true);
  hoist(program.body, top);
  for (const statement of program.body) visit(statement, top);

  for (const { identifier, scope, write, read } of pending) {
    for (let home: Scope | undefined = scope; home !== undefined; home = home.parent) {
      const variable = home.variables.get(identifier.name);
      if (variable === undefined) continue;
      resolved.set(identifier, variable);
      if (read) variable.reads.push(identifier);
      if (write !== undefined) variable.writes.push({ target: identifier, node: write });
      break;
    }
  }

  return {
    variableOf: (identifier) => resolved.get(identifier),
    topLevel: (name) => top.variables.get(name),
    declarationsOf: (name) => declarations.get(name) ?? 0,
  };
}
