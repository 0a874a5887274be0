import type { TSESTree } from "@typescript-eslint/types";
import type { FileContext } from "../file/file-context.js";
import { bare, dottedName, findProperty, isWithin, keyName, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { CalledTools } from "../tools/called-tools.js";

const ANSWERS =
  /^(?:push|unshift|add|append|set|concat|send|emit|write|enqueue|submit|answer|respond|yield|addToolResult|addToolOutput|addMessage|record|resolve)/i;
const ID_KEYS = new Set(["tool_call_id", "toolCallId", "tool_use_id", "toolUseId", "call_id", "callId", "tool_callId"]);

/** How the code of a file answers the calls of the model. */
export interface CallAnswers {
  /** Whether a call hands on a result beside the id of the call it belongs to. */
  readonly isById: (call: CallExpression) => boolean;
  /** Whether an assignment makes a history longer by an answer. */
  readonly isAdded: (assignment: TSESTree.AssignmentExpression) => boolean;
  /** Whether something is handed on within a piece of code that may be an answer. */
  readonly isIn: (node: Node) => boolean;
  /** Whether an object is an answer to a call, also where the SDK takes it without an id. */
  readonly isAnswer: (node: Node) => boolean;
}

export function readCallAnswers({ tree }: FileContext, called: CalledTools): CallAnswers {
  return { isById: answersById, isAdded: addsAnswer, isIn: answersIn, isAnswer: isAnswerOfTool };

  function answersById(call: CallExpression): boolean {
    if (!ANSWERS.test((dottedName(call.callee) ?? "").split(".").at(-1) ?? "")) return false;
    return call.arguments.some((argument) => argument.type !== "SpreadElement" && isAnswer(argument));
  }

  function answersIn(node: Node): boolean {
    return tree.calls.some(
      (call) => isWithin(call, node) && ANSWERS.test((dottedName(call.callee) ?? "").split(".").at(-1) ?? ""),
    );
  }

  /** An answer to a call, also where the SDK takes it without an id. */
  function isAnswerOfTool(node: Node): boolean {
    if (node.type !== "ObjectExpression") return false;
    const role = findProperty(node, "role")?.value;
    return (
      isAnswer(node) ||
      (role?.type === "Literal" && role.value === "tool" && findProperty(node, "content") !== undefined)
    );
  }

  /** `messages = [...messages, asked, { role: "user", content: [{ type: "tool_result", tool_use_id, content }] }]` */
  function addsAnswer({ right }: TSESTree.AssignmentExpression): boolean {
    const list = bare(right);
    return (
      list.type === "ArrayExpression" &&
      list.elements[0]?.type === "SpreadElement" &&
      list.elements.some((element) => element !== null && element.type !== "SpreadElement" && isAnswer(element))
    );
  }

  /** A result beside the id of its call, also when a helper puts the two together: `asResult(call.id, text)`. */
  function isAnswer(node: Node): boolean {
    const value = settled(node);
    if (value.type === "CallExpression")
      return (
        value.arguments.length > 1 &&
        value.arguments.some((argument) => argument.type !== "SpreadElement" && isIdOfCall(argument))
      );
    // `{ role: "user", content: [{ type: "tool_result", tool_use_id, content }] }`
    const content = value.type === "ObjectExpression" ? findProperty(value, "content")?.value : undefined;
    if (
      content?.type === "ArrayExpression" &&
      content.elements.some((element) => element !== null && element.type === "ObjectExpression" && isAnswer(element))
    )
      return true;
    const keys =
      value.type === "ObjectExpression"
        ? value.properties.map((part) => (part.type === "Property" ? (keyName(part) ?? "") : ""))
        : [];
    // `{ tool_use_id, ...outcome }`: what came of the call may be spread out beside its id.
    const isSpread =
      value.type === "ObjectExpression" && value.properties.some((part) => part.type === "SpreadElement");
    return (
      keys.some((key) => ID_KEYS.has(key)) &&
      (isSpread || keys.some((key) => /^(?:content|output|result|results|response|value|isError|is_error)$/.test(key)))
    );
  }

  function isIdOfCall(node: Node): boolean {
    const value = bare(node);
    return (
      value.type === "MemberExpression" &&
      /^(?:id|call_?id|tool_?call_?id|tool_?use_?id)$/i.test(propertyName(value) ?? "") &&
      called.isItem(value.object)
    );
  }
}
