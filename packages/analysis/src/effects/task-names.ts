import type { TSESTree } from "@typescript-eslint/types";
import { bare, isFunction, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import { placeIn } from "./http-requests.js";
import type { EffectShape } from "../model/file-model.js";
import type { FileContext } from "../file/file-context.js";
import { literalText } from "../file/literal-text.js";
import type { RepeatedPlace } from "./repetitions.js";
import { placeInCall } from "../runs/signal-place.js";

const IDENTIFIES = /(?:^id|[a-z]Id|_id|Key|_key|Number|Ref|Uuid)$/;
/** Ids of attempts and calls change when the work is done again; ids of owners stay when other work is done. */
const MISLEADS =
  /attempt|retry|call_?id|callId|trace|span|delivery|request_?id|message_?id|event_?id|user|customer|account|tenant|org|team|channel|workspace|project|repo|parent|owner|author|price|product|sku|model|template|inbox|guild|chat|api|public|secret|access|thread_?ts|idempot/i;
const IS_TASK = /(?:task|run|job|case|order|ticket|workflow|step|issue|invoice|booking|payment|check|commission)/i;

/** What a scaffold needs to give an effect a key. */
export function readEffectShape(
  context: FileContext,
  call: CallExpression | TSESTree.TaggedTemplateExpression,
  place: RepeatedPlace,
  keyOption: string | undefined,
): EffectShape {
  const [index = "", ...names] = keyOption?.split(".") ?? [];
  // An id of a record has a form of its own; only keys may be any text.
  const isKey = /^\d+$/.test(index) && /idempot|dedup/i.test(names.at(-1) ?? "");
  return {
    taskNames: taskNamesAt(context, call),
    step: stepOf(context, call, place),
    keyPlace: isKey && call.type === "CallExpression" ? placeInCall(call, Number(index), names) : undefined,
  };
}

/** Names in scope that tell one task from another, the best first. */
export function taskNamesAt(context: FileContext, call: Node): string[] {
  const names = new Map<string, number>();
  const add = (text: string): void => {
    if (MISLEADS.test(text) || names.has(text)) return;
    names.set(text, IS_TASK.test(text) ? 0 : /\.id$|^id$/.test(text) ? 2 : 1);
  };
  for (let owner = context.tree.ownerOf(call); isFunction(owner); owner = context.tree.ownerOf(owner)) {
    for (const parameter of owner.params) addParameter(parameter, add);
    addConstants(owner, call, add);
  }
  return [...names].sort((a, b) => a[1] - b[1]).map(([text]) => text);

  function addParameter(parameter: Node, addName: (text: string) => void): void {
    const pattern = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
    if (pattern.type === "ObjectPattern") return addPattern(pattern, addName);
    if (pattern.type !== "Identifier") return;
    const isText = /^:\s*string$/.test(context.file.text.slice(...(pattern.typeAnnotation?.range ?? [0, 0])));
    if (IDENTIFIES.test(pattern.name) || (isText && IS_TASK.test(pattern.name))) addName(pattern.name);
    // Only what the code already reads is known to be there.
    for (const read of context.scopes.variableOf(pattern)?.reads ?? []) {
      const member = context.tree.parentOf(read);
      if (member?.type !== "MemberExpression" || member.object !== read || member.optional) continue;
      const name = propertyName(member);
      if (name !== undefined && IDENTIFIES.test(name)) addName(`${pattern.name}.${name}`);
    }
  }

  function addPattern(pattern: TSESTree.ObjectPattern, addName: (text: string) => void): void {
    for (const property of pattern.properties) {
      if (property.type !== "Property") continue;
      const value = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
      if (value.type === "Identifier" && IDENTIFIES.test(value.name)) addName(value.name);
      else if (value.type === "Identifier" && IDENTIFIES.test(keyName(property) ?? "")) addName(value.name);
    }
  }

  function addConstants(fn: FunctionNode, before: Node, addName: (text: string) => void): void {
    if (fn.body.type !== "BlockStatement") return;
    for (const statement of fn.body.body) {
      if (statement.range[0] >= before.range[0]) return;
      if (statement.type !== "VariableDeclaration" || statement.kind !== "const") continue;
      for (const declarator of statement.declarations)
        if (declarator.id.type === "ObjectPattern") addPattern(declarator.id, addName);
    }
  }
}

/** A word for what the effect does in its task: `refund`, `charges`, the name of the tool. */
function stepOf(
  context: FileContext,
  call: CallExpression | TSESTree.TaggedTemplateExpression,
  place: RepeatedPlace,
): string {
  const tool = place.by.find((code) => code.tool?.name !== undefined)?.tool?.name;
  if (tool !== undefined) return tool;
  if (call.type !== "CallExpression") return "statement";
  const [first] = call.arguments;
  if (first !== undefined && first.type !== "SpreadElement") {
    const path = placeIn(literalText(context, first));
    const last = /^[\w/-]+$/.test(path) ? path.split("/").at(-1) : undefined;
    if (last !== undefined && last !== "") return last;
  }
  const callee = bare(call.callee);
  if (callee.type !== "MemberExpression") return callee.type === "Identifier" ? callee.name : "step";
  const method = propertyName(callee) ?? "step";
  const owner = bare(callee.object);
  const noun = owner.type === "MemberExpression" ? propertyName(owner) : undefined;
  if (noun === undefined) return method;
  const one = noun.replace(/([^s])s$/, "$1");
  return /^(?:create|send|post|add)$/.test(method) ? one : `${one}-${method}`;
}
