import type { FoundLoop } from "../loops/agent-loops.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, forEachChild, isFunction, keyName, spanOf } from "../syntax/node.js";
import type { Identifier, Node } from "../syntax/node.js";
import { isRunLimitName } from "./limit-names.js";
import type { UnusedLimit } from "./unused-limits.js";

/** Names of numbers of rounds, which are limits where nothing else is and nothing but a text shows them. */
const ROUNDS = /^(?:rounds?|turns?|steps?|iterations?|hops?|laps?)$/i;

/** Limits that stand in a variable which a loop without any bound never looks at: `const { prompt, maxRounds = 6 } = body`. */
export function readForgottenVariables(analysis: LoopAnalysis, loops: readonly FoundLoop[]): UnusedLimit[] {
  const open = loops.filter(({ loop }) => loop.limitDefect === "unbounded");
  if (open.length === 0) return [];
  const { tree } = analysis.context;
  const found: UnusedLimit[] = [];
  const visit = (node: Node): void => {
    if (node.type === "VariableDeclarator" && node.init !== null) {
      const owner = tree.ownerOf(node);
      for (const { loop, cycle } of open) {
        if (!isAround(analysis, owner, cycle.head)) continue;
        for (const name of limitsIn(node.id, node.init)) {
          if (!isForgotten(analysis, name)) continue;
          found.push({
            span: spanOf(name),
            text: name.name,
            fault: "unused",
            of: loop.calls[0]?.callee ?? "the model",
            within: loop.head,
            evidence: [{ what: "what it should limit", at: loop.head }],
          });
        }
      }
    }
    forEachChild(node, visit);
  };
  visit(tree.program);
  return found;
}

function isAround({ context: { tree } }: LoopAnalysis, owner: Node, place: Node): boolean {
  for (let home: Node = tree.ownerOf(place); ; home = tree.ownerOf(home)) {
    if (home === owner) return true;
    if (!isFunction(home)) return false;
  }
}

function limitsIn(pattern: Node, value: Node): Identifier[] {
  switch (pattern.type) {
    case "Identifier":
      return isRunLimitName(pattern.name) || (ROUNDS.test(pattern.name) && isNumber(value)) ? [pattern] : [];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => {
        if (property.type !== "Property") return [];
        const target = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
        return target.type === "Identifier" && isRunLimitName(keyName(property) ?? "") ? [target] : [];
      });
    default:
      return [];
  }
}

/** `20`, `Number(values.rounds)`, `options.rounds ?? 20` */
function isNumber(node: Node): boolean {
  const value = bare(node);
  switch (value.type) {
    case "Literal":
      return typeof value.value === "number";
    case "CallExpression":
      return /^(?:Number|parseInt|Number\.parseInt)$/.test(dottedName(value.callee) ?? "");
    case "LogicalExpression":
      return isNumber(value.right);
    default:
      return false;
  }
}

/** Whether nothing but a text for people ever holds it. */
function isForgotten({ context: { scopes, tree } }: LoopAnalysis, name: Identifier): boolean {
  const variable = scopes.variableOf(name);
  if (variable === undefined || variable.writes.length > 0 || tree.isExported(name.name, variable.definition))
    return false;
  if (variable.reads.length === 0) return isRunLimitName(name.name) || isRunLimitName(keyOf(tree.parentOf(name)));
  return variable.reads.every((read) => {
    const text = tree.parentOf(read);
    // `--max-turns=${turns}` is handed to a program.
    return text?.type === "TemplateLiteral" && !text.quasis.some(({ value }) => /--|=$/.test(value.raw));
  });
}

function keyOf(parent: Node | undefined): string {
  return parent?.type === "Property" ? (keyName(parent) ?? "") : "";
}
