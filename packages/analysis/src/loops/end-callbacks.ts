import type { FileContext } from "../file/file-context.js";
import { bare, isFunction, keyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";

/** Options of a model call that hold what runs when it has answered. */
export const AT_THE_END: RegExp =
  /^on(?:Finish|Finished|StepFinish|StepEnd|Complete|Completed|Completion|End|Done|Response|Error)$/;

const MAX_DEPTH = 4;

/** The functions that a model call is handed to run when it has answered: `{ onFinish: async ({ text }) => … }`. */
export function endCallbacks(context: FileContext, call: CallExpression): FunctionNode[] {
  const found: FunctionNode[] = [];
  for (const argument of call.arguments) visit(argument.type === "SpreadElement" ? argument.argument : argument, 0);
  return found;

  function visit(node: Node, depth: number): void {
    const value = bare(node);
    if (depth > MAX_DEPTH) return;
    if (value.type === "Identifier") {
      const variable = context.scopes.variableOf(value);
      const definition = variable?.kind === "const" ? variable.definition : undefined;
      if (definition?.type === "VariableDeclarator" && definition.id === variable?.identifier && definition.init)
        visit(definition.init, depth + 1);
      return;
    }
    if (value.type !== "ObjectExpression") return;
    for (const property of value.properties) {
      if (property.type === "SpreadElement") visit(property.argument, depth + 1);
      else if (AT_THE_END.test(keyName(property) ?? "")) add(property.value);
      else visit(property.value, depth + 1);
    }
  }

  function add(node: Node): void {
    const value = bare(node);
    if (isFunction(value)) {
      found.push(value);
      return;
    }
    const entity = context.bindings.entityOf(value);
    if (entity.kind === "function") found.push(entity.node);
  }
}
