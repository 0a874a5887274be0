import { definedAs, propertyOf } from "../file/argument-paths.js";
import type { FileContext } from "../file/file-context.js";
import { bare, dottedName, isFunction, isWithin, propertyName, settled } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { keyThatBinds } from "./called-tools.js";
import type { CalledTools } from "./called-tools.js";
import { PERMISSION } from "./permission-words.js";
import type { FoundTool } from "./tools.js";

/** What in the code of a tool is the model's to choose. */
export interface ModelChoices {
  /** Whether a value holds an argument of the tool for which the schema takes anything. */
  readonly isFree: (node: Node, tool: FoundTool) => boolean;
}

export function readModelChoices(context: FileContext, called: CalledTools): ModelChoices {
  const { scopes } = context;
  return { isFree: (node, tool) => isFree(node, tool) };

  /** Whether a value holds an argument of the tool for which the schema takes anything. */
  function isFree(node: Node, tool: FoundTool, depth = 0): boolean {
    const value = settled(node);
    if (depth > 10) return false;
    // In a dispatcher there is no schema; what the model wrote is what it wrote.
    if (!isFunction(tool.node) && called.isArguments(value)) return true;
    const inner = (one: Node): boolean => isFree(one, tool, depth + 1);
    switch (value.type) {
      case "Identifier": {
        const variable = scopes.variableOf(value);
        return variable !== undefined && isFreeName(variable, tool, depth);
      }
      case "MemberExpression": {
        const name = propertyName(value);
        const root = bare(value.object);
        if (root.type === "Identifier" && name !== undefined) {
          const variable = scopes.variableOf(root);
          if (variable !== undefined && isInput(variable, tool)) return isOpen(tool, name);
        }
        return inner(value.object);
      }
      case "TemplateLiteral":
        return value.expressions.some(inner);
      case "BinaryExpression":
        return inner(value.left) || inner(value.right);
      case "LogicalExpression":
        return inner(value.left) || inner(value.right);
      case "CallExpression":
        if (PERMISSION.test(dottedName(value.callee) ?? "")) return false;
        return (
          isMadeOf(value.callee, inner) ||
          value.arguments.some((argument) => argument.type !== "SpreadElement" && inner(argument))
        );
      case "NewExpression":
        return value.arguments.some((argument) => argument.type !== "SpreadElement" && inner(argument));
      case "ObjectExpression":
        return value.properties.some((part) => inner(part.type === "SpreadElement" ? part.argument : part.value));
      case "ArrayExpression":
        return value.elements.some((element) => element !== null && element.type !== "SpreadElement" && inner(element));
      default:
        return false;
    }
  }

  /** `keys.map(…)`, `text.trim()`; what was picked out of a list has been looked at. */
  function isMadeOf(callee: Node, isFreeValue: (node: Node) => boolean): boolean {
    const method = bare(callee);
    return (
      method.type === "MemberExpression" &&
      /^(?:map|flatMap|flat|slice|concat|join|split|trim\w*|toString|to(?:Lower|Upper)Case|replace\w*|at)$/.test(
        propertyName(method) ?? "",
      ) &&
      isFreeValue(method.object)
    );
  }

  function isFreeName(variable: Variable, tool: FoundTool, depth: number): boolean {
    const { definition } = variable;
    if (isInput(variable, tool)) {
      const [parameter] = isFunction(definition) ? definition.params : [];
      const key = parameter?.type === "ObjectPattern" ? keyThatBinds(parameter, variable.identifier) : undefined;
      return key === undefined || isOpen(tool, key);
    }
    if (definition.type === "VariableDeclarator" && definition.init !== null) {
      if (definition.id.type === "ObjectPattern") {
        const root = bare(definition.init);
        const key = keyThatBinds(definition.id, variable.identifier);
        const source = root.type === "Identifier" ? scopes.variableOf(root) : undefined;
        if (source !== undefined && key !== undefined && isInput(source, tool)) return isOpen(tool, key);
        if (!isFunction(tool.node) && called.isArguments(definition.init)) return true;
      }
      return isFree(definition.init, tool, depth + 1);
    }
    if (variable.kind === "parameter" && isFunction(definition)) {
      const index = definition.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
      return context.bindings.sitesOf(definition).some((site) => {
        const argument = site.arguments[index];
        return argument !== undefined && argument.type !== "SpreadElement" && isFree(argument, tool, depth + 1);
      });
    }
    return false;
  }

  function isInput(variable: Variable, tool: FoundTool): boolean {
    return (
      variable.kind === "parameter" &&
      variable.definition === tool.node &&
      isFunction(tool.node) &&
      tool.node.params[0] !== undefined &&
      isWithin(variable.identifier, tool.node.params[0])
    );
  }

  /** Whether the schema lets the model write anything there: no list of values, no pattern. */
  function isOpen(tool: FoundTool, name: string): boolean {
    if (tool.schema === undefined) return true;
    const schema = definedAs(context, tool.schema);
    const fields =
      schema.type === "CallExpression" &&
      schema.arguments[0] !== undefined &&
      schema.arguments[0].type !== "SpreadElement"
        ? schema.arguments[0]
        : schema;
    let field = propertyOf(context, fields, name);
    if (field.state !== "given") {
      const properties = propertyOf(context, fields, "properties");
      if (properties.state === "given") field = propertyOf(context, properties.node, name);
    }
    if (field.state !== "given") return field.state === "absent" ? false : true;
    return !/enum|literal|regex|pattern|union\(|refine|const\b|\bboolean\(/i.test(
      context.file.text.slice(field.node.range[0], field.node.range[1]),
    );
  }
}
