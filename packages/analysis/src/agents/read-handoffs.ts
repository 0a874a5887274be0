import { argumentsAt, elementsOf } from "../bind/placed-arguments.js";
import { valueOf } from "../bind/values.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, findProperty, isFunction, isWithin, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import { constantOf, readArgument } from "../file/arguments.js";
import { isNamed, textOf } from "../file/file-context.js";
import type { Handoff } from "../model/handoffs.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { rawRepliesIn, writtenAs } from "../replies/raw-replies.js";
import type { RawReply } from "../replies/raw-replies.js";
import { CHECKS, mayBeChecked } from "../replies/text-checks.js";

/** Inputs of agents that are the text of another agent, as it came. */
export function readHandoffs(analysis: LoopAnalysis): Handoff[] {
  const found: Handoff[] = [];
  for (const to of analysis.calls.all) {
    // A text that is given to somebody who judges it is being checked.
    if (!isAgent(analysis, to) || CHECKS.test(agentName(analysis, to))) continue;
    const handoff = inputsOf(analysis, to)
      .flatMap((input) => rawRepliesIn(analysis, input, { pastTurns: "left-out" }))
      .find(
        (reply) =>
          !reply.whole &&
          isAnother(analysis, reply, to) &&
          ![to.node, ...reply.handed].some((place) => mayBeChecked(analysis, place, reply)),
      );
    if (handoff === undefined) continue;
    const span = isWithin(handoff.node, to.node) ? spanOf(handoff.node) : spanOf(to.node);
    found.push({
      from: agentName(analysis, handoff.call),
      to: agentName(analysis, to),
      span,
      text: textOf(analysis.context, handoff.node),
      evidence: [
        { what: `\`${handoff.call.callee}\` writes the text`, at: spanOf(handoff.call.node) },
        { what: `\`${to.callee}\` takes it as its input`, at: spanOf(to.node) },
      ],
    });
  }
  return found;
}

/** How an agent is called in the code: by the object that runs, or by the call. */
function agentName(analysis: LoopAnalysis, call: RecognisedCall): string {
  const row = call.row?.row;
  const [agent] =
    row?.kind === "run" && row.agent !== undefined && row.agent !== "new"
      ? argumentsAt(analysis.context, call.node, row.agent)
      : [];
  return agent === undefined ? call.callee : textOf(analysis.context, agent.node, 40);
}

/** Somebody who acts on what is asked: an agent object, a run with tools, a model with tools, or a call the user names. */
function isAgent(analysis: LoopAnalysis, call: RecognisedCall): boolean {
  const row = call.row?.row;
  if (row === undefined) return isNamed(analysis.context, call.node, analysis.context.settings.modelCalls);
  // A run that goes round without being given tools has its own.
  if (row.kind === "run" && (row.agent !== undefined || row.loops === undefined || row.loops === "always")) return true;
  if (row.tools === undefined) return false;
  return readArgument(analysis.context, call.node, row.tools).some((way) => way.state === "given");
}

function inputsOf(analysis: LoopAnalysis, call: RecognisedCall): Node[] {
  const paths = call.row?.row.input;
  if (paths === undefined)
    return call.node.arguments.filter((argument) => argument.type !== "SpreadElement" && !isFunction(bare(argument)));
  return paths.flatMap((path) => argumentsAt(analysis.context, call.node, path).map(({ node }) => node));
}

/** Whether the text comes from somebody else: an agent that goes over its own text again hands nothing on. */
function isAnother(analysis: LoopAnalysis, reply: RawReply, to: RecognisedCall): boolean {
  const { call: from } = reply;
  if (from.node === to.node) return isCalledOnEach(analysis, to) || isSentElsewhere(analysis, reply, to);
  return identityOf(analysis, from) !== identityOf(analysis, to);
}

/** `for (const stage of stages) text = (await stage.run(text)).text`: the same call, another agent each time. */
function isCalledOnEach(analysis: LoopAnalysis, { node, row }: RecognisedCall): boolean {
  let object = bare(node.callee);
  while (object.type === "MemberExpression") object = bare(object.object);
  const given =
    row?.row.kind === "run" && row.row.agent !== undefined && row.row.agent !== "new"
      ? argumentsAt(analysis.context, node, row.row.agent)
      : [];
  return [object, ...given.map((one) => bare(one.node))].some((one) => isEach(analysis, one, node));
}

/**
 * `stage(payer, await stage(reader, mail))`: one function runs whomever it is given, and is given the
 * text of one along with another.
 */
function isSentElsewhere({ context }: LoopAnalysis, { handed }: RawReply, to: RecognisedCall): boolean {
  const fn = context.tree.ownerOf(to.node);
  if (!isFunction(fn)) return false;
  const sites = context.bindings.callsOf(fn) ?? [];
  const site = sites.find((one) => one.arguments.some((argument) => handed.includes(argument)));
  const beside = (one: CallExpression, other: CallExpression): string[] =>
    one.arguments
      .filter((_, index) => !handed.includes(other.arguments[index] ?? other))
      .map((argument) => context.file.text.slice(...argument.range));
  return (
    site !== undefined && sites.some((one) => one !== site && beside(one, site).join() !== beside(site, site).join())
  );
}

/** Whether a name stands for each of a list in turn: that of a `for … of`, or the element that `reduce` hands over. */
function isEach({ context }: LoopAnalysis, name: Node, use: Node): boolean {
  const variable = name.type === "Identifier" ? context.scopes.variableOf(name) : undefined;
  if (variable === undefined) return false;
  const { definition } = variable;
  if (isFunction(definition)) {
    const call = context.tree.parentOf(definition);
    const callee = call?.type === "CallExpression" && call.arguments[0] === definition ? bare(call.callee) : undefined;
    const element = definition.params[1];
    return (
      callee?.type === "MemberExpression" &&
      /^reduce(?:Right)?$/.test(propertyName(callee) ?? "") &&
      element !== undefined &&
      isWithin(variable.identifier, element)
    );
  }
  const declaration = context.tree.parentOf(definition);
  const loop = declaration && context.tree.parentOf(declaration);
  return loop?.type === "ForOfStatement" && loop.left === declaration && isWithin(use, loop);
}

/** What makes an agent this one: its object, its model, its instructions, its tools. */
function identityOf(analysis: LoopAnalysis, call: RecognisedCall): string {
  const { context } = analysis;
  const row = call.row?.row;
  const callee = bare(call.node.callee);
  const parts: string[] = [callee.type === "MemberExpression" ? writtenAs(analysis, callee.object) : ""];
  if (row?.kind === "run" && row.agent !== undefined)
    parts.push(...argumentsAt(context, call.node, row.agent).map(({ node }) => writtenAs(analysis, node)));
  for (const name of ["model", "system", "instructions", "tools"]) {
    parts.push(
      ...argumentsAt(context, call.node, `0.${name}`).map(
        ({ node }) => `${name}=${context.file.text.slice(...valueOf(context, node).node.range)}`,
      ),
    );
  }
  for (const list of argumentsAt(context, call.node, "0.messages")) {
    for (const { node } of elementsOf(context, list)) {
      const message = bare(node);
      const role = message.type === "ObjectExpression" ? findProperty(message, "role") : undefined;
      if (role && constantOf(context, role.value) === "system")
        parts.push(context.file.text.slice(message.range[0], message.range[1]));
    }
  }
  return parts.join("\n");
}
