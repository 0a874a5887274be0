import type { FileLayout, ImportShape, NumberConstant } from "../model/file-layout.js";
import { bare, spanOf } from "./node.js";
import type { Node, Program, Statement } from "./node.js";
import type { Scopes } from "./scopes.js";
import type { Tree } from "./tree.js";

/** Reads what stands at the top of a file. */
export function readLayout(tree: Tree, scopes: Scopes): FileLayout {
  const body = tree.program.body;
  const rest = body.findIndex((statement) => !isHead(statement));
  const head = rest < 0 ? body : body.slice(0, rest);
  return {
    imports: tree.imports.map(importShape),
    headEnd: head.at(-1)?.range[1],
    firstStatement: rest < 0 ? undefined : body[rest]?.range[0],
    usesRequire: tree.imports.length === 0 && head.some((statement) => statement.type === "VariableDeclaration"),
    constants: numberConstants(tree.program, scopes),
  };
}

/** Directives and whatever brings modules in. */
function isHead(statement: Statement): boolean {
  switch (statement.type) {
    case "ImportDeclaration":
    case "TSImportEqualsDeclaration":
      return true;
    case "ExpressionStatement":
      // Loading settings between imports (`dotenv.config()`) belongs to them.
      return (
        statement.expression.type === "Literal" ||
        (statement.expression.type === "CallExpression" && isRequire(statement.expression))
      );
    case "VariableDeclaration":
      return statement.declarations.every(({ init }) => init !== null && isRequire(init));
    default:
      return false;
  }
}

/** `require("x")`, also with a member or a call behind it. */
function isRequire(node: Node): boolean {
  const expression = bare(node);
  if (expression.type === "MemberExpression") return isRequire(expression.object);
  if (expression.type !== "CallExpression") return false;
  const callee = bare(expression.callee);
  return callee.type === "Identifier" ? callee.name === "require" : isRequire(callee);
}

function importShape(declaration: Tree["imports"][number]): ImportShape {
  const named = declaration.specifiers.filter((specifier) => specifier.type === "ImportSpecifier");
  return {
    module: declaration.source.value,
    span: spanOf(declaration),
    names: named.map(({ imported }) => (imported.type === "Identifier" ? imported.name : imported.value)),
    namesEnd: declaration.importKind === "type" ? undefined : named.at(-1)?.range[1],
  };
}

function numberConstants(program: Program, scopes: Scopes): NumberConstant[] {
  return program.body.flatMap((statement): NumberConstant[] => {
    if (statement.type !== "VariableDeclaration" || statement.kind !== "const") return [];
    return statement.declarations.flatMap(({ id, init }): NumberConstant[] => {
      if (id.type !== "Identifier" || init?.type !== "Literal" || typeof init.value !== "number") return [];
      return scopes.declarationsOf(id.name) === 1 ? [{ name: id.name, value: init.value }] : [];
    });
  });
}
