import type { RunRow } from "../catalogue/schema.js";
import { textOf } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { FalseSuccess } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { bare, isFunction, isWithin, propertyName, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { streamedMessage } from "./streamed-results.js";

/**
 * A run that streams events, the last of which says in a field of its own that a limit has ended
 * it: code that only keeps their text hands out whatever came before as the answer.
 */
export function readStreamedText(analysis: LoopAnalysis, call: RecognisedCall, row: RunRow): FalseSuccess | undefined {
  const { context } = analysis;
  const signs = (row.silentSigns ?? []).flatMap((sign) => /^\[\]\.(\w+)$/.exec(sign)?.[1] ?? []);
  const message = signs.length === 0 || row.streams !== true ? undefined : streamedMessage(analysis, call);
  if (message === undefined) return undefined;
  const { variable, loop } = message;
  // Whoever is handed the whole event can ask it.
  const isOnlyRead = variable.reads.every((read) => {
    const member = context.tree.parentOf(read);
    const name = member?.type === "MemberExpression" && member.object === read ? propertyName(member) : undefined;
    return name !== undefined && !signs.includes(name);
  });
  const owner = context.tree.ownerOf(loop);
  if (!isOnlyRead || !isFunction(owner)) return undefined;
  for (const kept of keptTexts(analysis, call, loop)) {
    const used = kept.reads.filter((read) => read.range[0] > loop.range[1] && isWithin(read, owner));
    // A question about the text, or another function that is given it, may tell the one from the other.
    const returned = used.map((read) => context.tree.statementOf(read));
    const [first] = returned;
    if (first?.type !== "ReturnStatement" || first.argument === null || !returned.every((one) => one === first))
      continue;
    if (!isHandedPlainly(first.argument)) continue;
    return {
      how: "silent-limit",
      span: spanOf(first),
      what: call.callee,
      evidence: [
        { what: `\`${call.callee}\` ends at its limit without an error`, at: spanOf(call.node) },
        {
          what: `\`${textOf(context, first, 60)}\` follows, and nothing has asked for \`${signs.join("` or `")}\``,
          at: spanOf(first),
        },
      ],
    };
  }
  return undefined;
}

/** Variables from before a loop in which it leaves a text of the events. */
function keptTexts(analysis: LoopAnalysis, call: RecognisedCall, loop: Node): Variable[] {
  const kept = new Set<Variable>();
  walk(loop, (node) => {
    const target = node.type === "AssignmentExpression" ? bare(node.left) : undefined;
    const variable = target?.type === "Identifier" ? analysis.context.scopes.variableOf(target) : undefined;
    if (
      node.type === "AssignmentExpression" &&
      variable !== undefined &&
      !isWithin(variable.identifier, loop) &&
      analysis.origins.of(node.right).some((origin) => origin.kind === "reply" && origin.call === call) &&
      analysis.origins.aspectsOf(node.right).has("text")
    )
      kept.add(variable);
    return false;
  });
  return [...kept];
}

/** `answer`, `{ status: "answered", answer }`: nothing that could look at the text comes between. */
function isHandedPlainly(value: Node): boolean {
  const given = bare(value);
  if (given.type !== "ObjectExpression") return given.type === "Identifier";
  return given.properties.every((property) => property.type === "Property" && isPlain(bare(property.value)));
}

function isPlain(node: Node): boolean {
  return node.type === "Identifier" || node.type === "Literal" || node.type === "MemberExpression";
}
