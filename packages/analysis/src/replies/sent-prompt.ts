import { bare, forEachChild, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";

/** Names of what a model is asked with. */
const PROMPT =
  /messag|histor|prompt|conversation|transcript|question|instruction|chat|^(?:input|inputs|content|contents|text|query|turn|turns|thread|task|goal)$/i;
/** Names of what goes along with it, or with any other request. */
const ASIDE =
  /(?:url|uri|endpoint|path|host|key|token|secret|proxy|headers?|timeout|signal|ids?|name|client|registry|logger|profile|mode|version|language)$/i;

/**
 * Whether a call may send what a model is asked with: something that is named so, a value of which
 * the text does not say what it holds, or what the own object keeps.
 */
export function maySendPrompt(call: CallExpression): boolean {
  const callee = bare(call.callee);
  if (callee.type === "MemberExpression" && callee.object.type === "ThisExpression") return true;
  return call.arguments.some((argument) => mayHold(bare(argument)));
}

function mayHold(value: Node): boolean {
  switch (value.type) {
    case "Literal":
      return typeof value.value === "string" && !/^(?:\/|https?:)/.test(value.value);
    case "TemplateLiteral":
      return true;
    case "Identifier":
    case "MemberExpression": {
      const name = value.type === "Identifier" ? value.name : propertyName(value);
      // `EXEC_ENDPOINT` is a setting, whatever it holds.
      return name === undefined || (!ASIDE.test(name) && !/^[A-Z][A-Z0-9_]+$/.test(name));
    }
    case "ObjectExpression":
      return value.properties.some((property) =>
        property.type === "SpreadElement" ? mayHold(bare(property.argument)) : namesPrompt(property),
      );
    case "ConditionalExpression":
      return mayHold(bare(value.consequent)) || mayHold(bare(value.alternate));
    case "LogicalExpression":
      return mayHold(bare(value.left)) || mayHold(bare(value.right));
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return namesPrompt(value);
    default:
      return true;
  }
}

function namesPrompt(node: Node): boolean {
  const name = node.type === "Identifier" ? node.name : node.type === "Property" ? keyName(node) : undefined;
  if (name !== undefined && PROMPT.test(name)) return true;
  let found = false;
  forEachChild(node, (child) => (found ||= namesPrompt(child)));
  return found;
}
