import type { TSESTree } from "@typescript-eslint/types";
import type { FoundLoop } from "../loops/agent-loops.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import {
  dottedName,
  forEachChild,
  isFunction,
  isLoop,
  isWithin,
  keyName,
  listOf,
  propertyName,
  spanOf,
} from "../syntax/node.js";
import type { ClassNode, FunctionNode, Identifier, Node, Span } from "../syntax/node.js";
import { textOf } from "../file/file-context.js";
import type { DeadLimit, Run } from "../model/file-model.js";
import type { Evidence } from "../model/judgement.js";
import { isLimitName, isRunLimitName } from "./limit-names.js";

/** A limit that nothing looks at, and the function or class that goes on without it. */
export interface UnusedLimit extends DeadLimit {
  readonly within: Span;
}

/** Limits that are declared, or counted towards, and that nothing ever looks at. */
export function readUnusedLimits(
  analysis: LoopAnalysis,
  loops: readonly FoundLoop[],
  runs: readonly Run[],
): UnusedLimit[] {
  if (analysis.calls.isEmpty()) return [];
  return [
    ...analysis.context.tree.classes.flatMap((node) => unusedFields(analysis, node)),
    ...analysis.context.tree.functions.flatMap((fn) => unusedParameters(analysis, fn, loops, runs)),
    ...onlyShown(analysis),
  ];
}

// A private field that is never read

function unusedFields(analysis: LoopAnalysis, owner: ClassNode): UnusedLimit[] {
  const asked = analysis.calls.all.find(({ node }) => isWithin(node, owner));
  if (asked === undefined) return [];
  const found: UnusedLimit[] = [];
  for (const { name, node, reads } of privateLimits(analysis, owner)) {
    if (reads > 0 || isRead(owner, name)) continue;
    found.push({
      span: spanOf(node),
      text: name,
      fault: "unused",
      of: asked.callee,
      within: spanOf(owner),
      evidence: [{ what: `\`${asked.callee}\` goes on without it`, at: spanOf(asked.node) }],
    });
  }
  return found;
}

interface Field {
  readonly name: string;
  readonly node: Node;
  /** How often the constructor reads the parameter itself. */
  readonly reads: number;
}

function privateLimits(analysis: LoopAnalysis, owner: ClassNode): Field[] {
  const fields: Field[] = [];
  for (const member of owner.body.body) {
    if (member.type === "PropertyDefinition") {
      const name = keyName(member);
      if (name !== undefined && isRunLimitName(name) && (member.accessibility === "private" || name.startsWith("#")))
        fields.push({ name, node: member, reads: 0 });
    }
    if (member.type !== "MethodDefinition" || member.kind !== "constructor" || !isFunction(member.value)) continue;
    for (const parameter of member.value.params) {
      if (parameter.type !== "TSParameterProperty" || parameter.accessibility !== "private") continue;
      const plain: Node =
        parameter.parameter.type === "AssignmentPattern" ? parameter.parameter.left : parameter.parameter;
      if (plain.type !== "Identifier" || !isRunLimitName(plain.name)) continue;
      fields.push({
        name: plain.name,
        node: parameter,
        reads: analysis.context.scopes.variableOf(plain)?.reads.length ?? 0,
      });
    }
  }
  return fields;
}

/** Whether anything in a class reads the field, or hands the whole object on. */
function isRead(owner: ClassNode, name: string): boolean {
  let read = false;
  const visit = (node: Node, parent: Node | undefined, isFilling: boolean): void => {
    if (read) return;
    if (node.type === "MemberExpression") {
      const isWritten = parent?.type === "AssignmentExpression" && parent.left === node && parent.operator === "=";
      // `this.maxSteps = options.maxSteps ?? 15` reads the option, not the field.
      const isOption = isFilling && node.object.type !== "ThisExpression";
      if (propertyName(node) === name && !isWritten && !isOption) read = true;
      if (node.object.type === "ThisExpression" && node.computed && propertyName(node) === undefined) read = true;
    } else if (node.type === "ThisExpression" && parent?.type !== "MemberExpression") {
      read = true;
    }
    const fills = isFilling || isFillOf(name, node);
    forEachChild(node, (child) => {
      visit(child, node, fills);
    });
  };
  visit(owner.body, undefined, false);
  return read;
}

/** A node that only puts something into the field: `if (options.maxSteps) this.maxSteps = options.maxSteps`. */
function isFillOf(name: string, node: Node): boolean {
  switch (node.type) {
    case "PropertyDefinition":
      return keyName(node) === name;
    case "AssignmentExpression":
      return dottedName(node.left) === `this.${name}`;
    case "ExpressionStatement":
      return isFillOf(name, node.expression);
    case "BlockStatement":
      return node.body.length === 1 && node.body.every((statement) => isFillOf(name, statement));
    case "IfStatement":
      return isFillOf(name, node.consequent) && (node.alternate === null || isFillOf(name, node.alternate));
    default:
      return false;
  }
}

// A parameter, or an option of one, that the function never looks at

function unusedParameters(
  analysis: LoopAnalysis,
  fn: FunctionNode,
  loops: readonly FoundLoop[],
  runs: readonly Run[],
): UnusedLimit[] {
  if (isForced(analysis, fn)) return [];
  const limited =
    loops.find(({ cycle }) => isWithin(cycle.node, fn) && analysis.context.tree.ownerOf(cycle.head) === fn)?.loop
      .head ?? runs.find(({ span }) => span.start >= fn.range[0] && span.end <= fn.range[1])?.span;
  if (limited === undefined) return [];
  const evidence: Evidence[] = [{ what: "what it should limit", at: limited }];
  const found: UnusedLimit[] = [];
  for (const parameter of fn.params) {
    for (const name of unusedNames(analysis, parameter)) {
      if (isReadElsewhere(analysis, name)) continue;
      const asked = analysis.calls.all.find(({ node }) => isWithin(node, fn)) ?? analysis.calls.madeBy(fn);
      found.push({
        span: spanOf(parameter),
        text: name,
        fault: "unused",
        of: asked?.callee ?? "the model",
        within: spanOf(fn),
        evidence,
      });
    }
  }
  return found;
}

/** A method may take a parameter only because an interface or a base class asks for it. */
function isForced(analysis: LoopAnalysis, fn: FunctionNode): boolean {
  const holder = analysis.context.tree.parentOf(fn);
  if (holder?.type === "MethodDefinition") {
    const owner = analysis.context.tree.classOf(fn);
    return (
      owner === undefined ||
      listOf(owner.implements).length > 0 ||
      owner.superClass !== null ||
      listOf(holder.decorators).length > 0
    );
  }
  // A callback or an object's method has the signature that its user wants.
  return (
    holder?.type === "CallExpression" ||
    holder?.type === "Property" ||
    (holder?.type === "VariableDeclarator" && holder.id.type === "Identifier" && holder.id.typeAnnotation != null)
  );
}

function unusedNames(analysis: LoopAnalysis, parameter: Node): string[] {
  const { scopes } = analysis.context;
  const plain = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  if (plain.type === "Identifier") {
    const variable = scopes.variableOf(plain);
    if (variable === undefined || variable.writes.length > 0) return [];
    if (variable.reads.length === 0) return isRunLimitName(plain.name) ? [plain.name] : [];
    const names = declaredLimits(analysis, plain.typeAnnotation?.typeAnnotation);
    return names.filter((name) => variable.reads.every((read) => readsOther(analysis, read, name)));
  }
  if (plain.type !== "ObjectPattern" || plain.properties.some((property) => property.type === "RestElement")) return [];
  const taken = new Map<string, Identifier | undefined>();
  for (const property of plain.properties) {
    if (property.type !== "Property") continue;
    const name = keyName(property);
    const target = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    if (name !== undefined) taken.set(name, target.type === "Identifier" ? target : undefined);
  }
  const declared = declaredLimits(analysis, plain.typeAnnotation?.typeAnnotation).filter((name) => !taken.has(name));
  const bound = [...taken].flatMap(([name, target]) =>
    target !== undefined && isRunLimitName(name) && scopes.variableOf(target)?.reads.length === 0 ? [name] : [],
  );
  return [...declared, ...bound];
}

/** Limits that a type declares which only this file can use. */
function declaredLimits(analysis: LoopAnalysis, type: Node | undefined): string[] {
  if (type === undefined) return [];
  switch (type.type) {
    case "TSTypeLiteral":
      return type.members.flatMap(limitOfMember);
    case "TSIntersectionType":
      return type.types.flatMap((part) => declaredLimits(analysis, part));
    case "TSTypeReference": {
      if (type.typeName.type !== "Identifier") return [];
      const definition = analysis.context.scopes.variableOf(type.typeName)?.definition;
      if (definition === undefined || analysis.context.tree.isExported(type.typeName.name, definition)) return [];
      if (definition.type === "TSInterfaceDeclaration") return definition.body.body.flatMap(limitOfMember);
      return definition.type === "TSTypeAliasDeclaration" ? declaredLimits(analysis, definition.typeAnnotation) : [];
    }
    default:
      return [];
  }
}

function limitOfMember(member: TSESTree.TypeElement): string[] {
  const name = member.type === "TSPropertySignature" ? keyName(member) : undefined;
  return name !== undefined && isRunLimitName(name) ? [name] : [];
}

/** Whether a read of an object takes another member of it, so that the limit stays where it is. */
function readsOther(analysis: LoopAnalysis, read: Identifier, name: string): boolean {
  const parent = analysis.context.tree.parentOf(read);
  if (parent?.type === "MemberExpression" && parent.object === read) {
    const member = propertyName(parent);
    return member !== undefined && member !== name;
  }
  if (parent?.type !== "VariableDeclarator" || parent.init !== read || parent.id.type !== "ObjectPattern") return false;
  return parent.id.properties.every(
    (property) => property.type === "Property" && keyName(property) !== undefined && keyName(property) !== name,
  );
}

/** Whether any code of the file takes a member of that name out of something, other than to put it into one of the same name. */
function isReadElsewhere(analysis: LoopAnalysis, name: string): boolean {
  let read = false;
  const visit = (node: Node, parent: Node | undefined): void => {
    if (read) return;
    if (node.type === "MemberExpression" && propertyName(node) === name) {
      const isWritten = parent?.type === "AssignmentExpression" && parent.left === node;
      const isCopied = parent?.type === "Property" && keyName(parent) === name;
      if (!isWritten && !isCopied) read = true;
    }
    if (
      node.type === "ObjectPattern" &&
      parent?.type === "VariableDeclarator" &&
      node.properties.some((property) => property.type === "Property" && keyName(property) === name)
    )
      read = true;
    forEachChild(node, (child) => {
      visit(child, node);
    });
  };
  visit(analysis.context.tree.program, undefined);
  return read;
}

// A counter that is shown beside its limit and never compared with it

function onlyShown(analysis: LoopAnalysis): UnusedLimit[] {
  const { context, origins } = analysis;
  const found: UnusedLimit[] = [];
  for (const assignment of context.tree.assignments) {
    if (
      assignment.operator !== "+=" ||
      !isInLoop(analysis, assignment) ||
      !origins.aspectsOf(assignment.right).has("usage")
    )
      continue;
    const counter = dottedName(assignment.left);
    if (counter === undefined) continue;
    const uses = usesOf(analysis, counter).filter((use) => !isWithin(use, assignment));
    if (uses.length === 0 || !uses.every((use) => isShown(analysis, use) !== undefined)) continue;
    const limit = uses
      .flatMap((use) => namesBeside(isShown(analysis, use)))
      .find((name) => name !== counter && isShownLimit(name.slice(name.lastIndexOf(".") + 1)));
    if (limit === undefined || !usesOf(analysis, limit).every((use) => isShown(analysis, use) !== undefined)) continue;
    const asked = analysis.calls.all.find(({ node }) => isWithin(node, context.tree.ownerOf(assignment)));
    found.push({
      span: spanOf(assignment),
      text: limit,
      fault: "only-shown",
      of: asked?.callee ?? "the model",
      within: spanOf(context.tree.ownerOf(assignment)),
      evidence: [{ what: `\`${textOf(context, assignment)}\` counts towards it`, at: spanOf(assignment) }],
    });
  }
  return found;
}

/** Beside a sum of tokens, `maxTokens` is no limit of one reply. */
function isShownLimit(name: string): boolean {
  return isLimitName(name) || /^max_?tokens$/i.test(name);
}

function isInLoop(analysis: LoopAnalysis, node: Node): boolean {
  for (
    let up = analysis.context.tree.parentOf(node);
    up !== undefined && !isFunction(up);
    up = analysis.context.tree.parentOf(up)
  )
    if (isLoop(up)) return true;
  return false;
}

/** Every read of a name or field, by the way it is written. */
function usesOf(analysis: LoopAnalysis, written: string): Node[] {
  const uses: Node[] = [];
  const visit = (node: Node, parent: Node | undefined): void => {
    if ((node.type === "MemberExpression" || node.type === "Identifier") && dottedName(node) === written) {
      const isDeclared = parent?.type === "VariableDeclarator" && parent.id === node;
      const isPlainName = parent?.type === "Property" && parent.key === node && parent.value !== node;
      const isParameter = parent !== undefined && (isFunction(parent) || parent.type === "TSParameterProperty");
      if (
        !isDeclared &&
        !isPlainName &&
        !isParameter &&
        !(parent?.type === "PropertyDefinition" && parent.key === node)
      )
        uses.push(node);
      return;
    }
    forEachChild(node, (child) => {
      visit(child, node);
    });
  };
  visit(analysis.context.tree.program, undefined);
  return uses;
}

/** The template or joined text a value is shown in. */
function isShown(analysis: LoopAnalysis, node: Node): Node | undefined {
  let shown: Node | undefined;
  for (
    let up = analysis.context.tree.parentOf(node), child: Node = node;
    up !== undefined;
    child = up, up = analysis.context.tree.parentOf(up)
  ) {
    if (up.type === "TemplateLiteral" || up.type === "JSXExpressionContainer") return up;
    if (up.type === "BinaryExpression" && up.operator === "+") shown = up;
    else if (up.type === "CallExpression" && up.callee === child) continue;
    else if (up.type === "CallExpression")
      return /(?:^|\.)(?:log|info|debug|warn|error|trace|print|write|show|render|setText|emit)$/.test(
        dottedName(up.callee) ?? "",
      )
        ? up
        : undefined;
    else if (up.type === "MemberExpression" && up.object === child) continue;
    else
      return shown !== undefined && analysis.context.file.text.slice(shown.range[0], shown.range[1]).match(/["'`]/)
        ? shown
        : undefined;
  }
  return undefined;
}

function namesBeside(shown: Node | undefined): string[] {
  const names: string[] = [];
  const visit = (node: Node): void => {
    const name = node.type === "MemberExpression" || node.type === "Identifier" ? dottedName(node) : undefined;
    if (name !== undefined) names.push(name);
    else forEachChild(node, visit);
  };
  if (shown !== undefined) visit(shown);
  return names;
}
