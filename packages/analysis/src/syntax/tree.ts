import type { TSESTree } from "@typescript-eslint/types";
import { addChildren, isFunction, isLoop } from "./node.js";
import type { CallExpression, ClassNode, FunctionNode, LoopNode, NewExpression, Node, Program } from "./node.js";
import { addTo } from "./groups.js";

/** What one walk over a file learns: who contains whom, and where the nodes are that the analysis asks about. */
export interface Tree {
  readonly program: Program;
  readonly loops: readonly LoopNode[];
  readonly functions: readonly FunctionNode[];
  readonly classes: readonly ClassNode[];
  readonly calls: readonly CallExpression[];
  readonly news: readonly NewExpression[];
  readonly imports: readonly TSESTree.ImportDeclaration[];
  readonly exports: readonly (
    TSESTree.ExportNamedDeclaration | TSESTree.ExportDefaultDeclaration | TSESTree.ExportAllDeclaration
  )[];
  readonly assignments: readonly TSESTree.AssignmentExpression[];
  readonly switches: readonly TSESTree.SwitchStatement[];
  /** The tests of `if`, `?:`, and what stands before `&&`, `||`, `??`. */
  readonly conditions: readonly Node[];
  readonly continues: readonly TSESTree.ContinueStatement[];
  readonly throws: readonly TSESTree.ThrowStatement[];
  readonly taggedTemplates: readonly TSESTree.TaggedTemplateExpression[];
  /** Every name written anywhere in the file; a name outside of it is free for new code. */
  readonly names: ReadonlySet<string>;
  /** The containing node; `undefined` for the program. */
  parentOf(node: Node): Node | undefined;
  /** The function whose body runs the node, or the program. */
  ownerOf(node: Node): FunctionNode | Program;
  /** The class whose member the node stands in, seen through arrow functions but not through other functions. */
  classOf(node: Node): ClassNode | undefined;
  /** The statement the node is part of. */
  statementOf(node: Node): Node;
  /** The values a function hands back. */
  returnsOf(fn: FunctionNode): readonly Node[];
  /** The calls in a node, in the order of the text. */
  callsIn(node: Node): readonly CallExpression[];
  /** Whether a top-level declaration leaves the file. */
  isExported(name: string, definition: Node): boolean;
}

export function readTree(program: Program): Tree {
  const parents = new Map<Node, Node>();
  const loops: LoopNode[] = [];
  const functions: FunctionNode[] = [];
  const classes: ClassNode[] = [];
  const calls: CallExpression[] = [];
  const news: NewExpression[] = [];
  const imports: Tree["imports"][number][] = [];
  const exports: Tree["exports"][number][] = [];
  const assignments: TSESTree.AssignmentExpression[] = [];
  const switches: TSESTree.SwitchStatement[] = [];
  const conditions: Node[] = [];
  const continues: TSESTree.ContinueStatement[] = [];
  const throws: TSESTree.ThrowStatement[] = [];
  const taggedTemplates: TSESTree.TaggedTemplateExpression[] = [];
  const returns: TSESTree.ReturnStatement[] = [];
  const names = new Set<string>();

  // An explicit stack: generated code can be nested deeper than the call stack allows.
  const stack: Node[] = [program];
  while (stack.length > 0) {
    const node = stack.pop();
    if (node === undefined) break;
    switch (node.type) {
      case "CallExpression":
        calls.push(node);
        break;
      case "NewExpression":
        news.push(node);
        break;
      case "Identifier":
        names.add(node.name);
        break;
      case "AssignmentExpression":
        assignments.push(node);
        break;
      case "ReturnStatement":
        returns.push(node);
        break;
      case "SwitchStatement":
        switches.push(node);
        break;
      case "ContinueStatement":
        continues.push(node);
        break;
      case "ThrowStatement":
        throws.push(node);
        break;
      case "IfStatement":
      case "ConditionalExpression":
        conditions.push(node.test);
        break;
      case "LogicalExpression":
        conditions.push(node.left);
        break;
      case "TaggedTemplateExpression":
        taggedTemplates.push(node);
        break;
      case "ImportDeclaration":
        imports.push(node);
        break;
      case "ExportNamedDeclaration":
      case "ExportDefaultDeclaration":
      case "ExportAllDeclaration":
        exports.push(node);
        break;
      case "ClassDeclaration":
      case "ClassExpression":
        classes.push(node);
        break;
      default:
        if (isFunction(node)) functions.push(node);
        else if (isLoop(node)) loops.push(node);
    }
    const before = stack.length;
    addChildren(node, stack);
    // The first child is to be visited first, so it has to lie on top.
    for (let low = before, high = stack.length - 1; low < high; low++, high--) {
      const child = stack[low] as Node;
      stack[low] = stack[high] as Node;
      stack[high] = child;
    }
    for (let i = before; i < stack.length; i++) parents.set(stack[i] as Node, node);
  }

  const parentOf = (node: Node): Node | undefined => parents.get(node);

  function ownerOf(node: Node): FunctionNode | Program {
    let child = node;
    for (let current = parents.get(node); current !== undefined; current = parents.get(current)) {
      if (isFunction(current) && current.id !== child) return current;
      // A field initialiser and a static block run in a function of their own; nothing returns from them.
      child = current;
    }
    return program;
  }

  function classOf(node: Node): ClassNode | undefined {
    for (let current = parents.get(node); current !== undefined; current = parents.get(current)) {
      if (current.type === "ClassBody") {
        const owner = parents.get(current);
        if (owner?.type === "ClassDeclaration" || owner?.type === "ClassExpression") return owner;
      }
      if (current.type === "FunctionDeclaration") return undefined;
      if (current.type === "FunctionExpression") {
        const holder = parents.get(current);
        if (holder?.type !== "MethodDefinition" && holder?.type !== "PropertyDefinition") return undefined;
      }
    }
    return undefined;
  }

  function statementOf(node: Node): Node {
    let current = node;
    for (let up = parents.get(node); up !== undefined; up = parents.get(up)) {
      if (
        up.type === "BlockStatement" ||
        up.type === "Program" ||
        up.type === "SwitchCase" ||
        up.type === "StaticBlock"
      ) {
        return current;
      }
      current = up;
    }
    return current;
  }

  let returnsByFunction: Map<Node, Node[]> | undefined;

  function returnsOf(fn: FunctionNode): readonly Node[] {
    if (fn.body.type !== "BlockStatement") return [fn.body];
    if (returnsByFunction === undefined) {
      returnsByFunction = new Map();
      for (const statement of returns) {
        if (statement.argument === null) continue;
        const owner = ownerOf(statement);
        addTo(returnsByFunction, owner, statement.argument);
      }
    }
    return returnsByFunction.get(fn) ?? [];
  }

  let callsInOrder: readonly CallExpression[] | undefined;

  function callsIn(node: Node): readonly CallExpression[] {
    callsInOrder ??= [...calls].sort((a, b) => a.range[0] - b.range[0]);
    const first = firstFrom(callsInOrder, node.range[0]);
    const found: CallExpression[] = [];
    for (let index = first; index < callsInOrder.length; index++) {
      const call = callsInOrder[index];
      if (call === undefined || call.range[0] >= node.range[1]) break;
      found.push(call);
    }
    return found;
  }

  let exportedNames: Set<string> | undefined;

  function isExported(name: string, definition: Node): boolean {
    for (let current: Node | undefined = definition; current !== undefined; current = parents.get(current)) {
      if (current.type === "ExportNamedDeclaration" || current.type === "ExportDefaultDeclaration") return true;
      if (current.type === "BlockStatement") return false;
    }
    if (exportedNames === undefined) {
      exportedNames = new Set();
      for (const statement of exports) {
        if (statement.type === "ExportNamedDeclaration" && statement.source === null) {
          for (const { local } of statement.specifiers) exportedNames.add(local.name);
        }
        if (statement.type === "ExportDefaultDeclaration" && statement.declaration.type === "Identifier") {
          exportedNames.add(statement.declaration.name);
        }
      }
    }
    return exportedNames.has(name);
  }

  return {
    program,
    assignments,
    switches,
    conditions,
    continues,
    throws,
    taggedTemplates,
    returnsOf,
    callsIn,
    isExported,
    loops,
    functions,
    classes,
    calls,
    news,
    imports,
    exports,
    names,
    parentOf,
    ownerOf,
    classOf,
    statementOf,
  };
}

/** Where the nodes begin that start at a place or behind it. */
function firstFrom(nodes: readonly Node[], start: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.range[0] ?? start) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
