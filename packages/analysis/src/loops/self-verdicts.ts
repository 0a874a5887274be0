import { argumentsAt } from "../bind/placed-arguments.js";
import { definedAs, readArgument } from "../file/argument-paths.js";
import { calleeText, textOf } from "../file/file-context.js";
import type { SelfVerdict } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import type { Evidence } from "../model/judgement.js";
import { bare, dottedName, findProperty, propertyName, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { FoundExit } from "./exits.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { placeOf } from "./places.js";
import type { SentInput } from "./sent-input.js";

/** Names of fields in which a model passes judgement on work. */
export const VERDICT: RegExp =
  /^(?:is_?|all_?)?(?:done|complete|completed|finished|pass|passes|passed|approve|approved|approval|ok|safe|valid|correct|success|successful|good|good_?enough|accept|accepted|acceptable|satisfied|satisfactory|resolved|solved|confidence|score|rating|grade|quality|quality_?score|overall_?score|verdict|goal_?(?:met|reached|achieved)|task_?(?:done|complete|completed)|meets_?\w*|mended|fixed|repaired|corrected|works|working|sure|certain|confident|points|marks|stars|proven|holds|convincing|plausible)$/i;

/** The verdict that ends a loop, where the one that gives it is the one that did the work. */
export function readSelfVerdict(
  analysis: LoopAnalysis,
  exits: readonly FoundExit[],
  sent: readonly SentInput[],
): SelfVerdict | undefined {
  for (const exit of exits) {
    if (exit.decidedBy !== "model-signal" || exit.result === "throws" || exit.result === "failure") continue;
    const verdict = verdictOf(analysis, exit);
    if (verdict === undefined) continue;
    const how = verifierOf(analysis, verdict.call, sent);
    if (how === undefined || (how.how === "own-reply" && (!VERDICT.test(verdict.field) || verdict.isArgument)))
      continue;
    return {
      ...how,
      span: exit.test ?? exit.span,
      what: textOf(analysis.context, verdict.test),
      evidence: [
        {
          what: `\`${verdict.field}\` comes from the reply of \`${verdict.call.callee}\``,
          at: spanOf(verdict.call.node),
        },
        ...how.evidence,
      ],
    };
  }
  return undefined;
}

interface Verdict {
  readonly call: RecognisedCall;
  readonly field: string;
  readonly test: Node;
  /** It is known only as a part of the arguments of a tool call. */
  readonly isArgument: boolean;
}

/** A field of a reply that was checked against a schema, and that says how good the work is. */
function verdictOf(analysis: LoopAnalysis, exit: FoundExit): Verdict | undefined {
  for (const { test, how, whole } of exit.guards) {
    // Other conditions on the way are not what decides.
    const written = whole ?? test;
    if (how === "catch" || written.range[0] !== exit.test?.start || written.range[1] !== exit.test.end) continue;
    for (const origin of analysis.origins.of(test)) {
      if (origin.kind !== "reply" || origin.call.how === "wrapper") continue;
      const field = origin.path.filter((part) => part !== "[]").at(-1) ?? "";
      const isRead = isStructured(origin.call, origin.path, origin.parsed);
      const isArgument = !isRead && origin.path.slice(0, -1).some((part) => /^(?:input|arguments|args)$/.test(part));
      if ((VERDICT.test(field) || isYesOrNo(test, field)) && (isRead || isArgument))
        return { call: origin.call, field, test, isArgument };
    }
  }
  return undefined;
}

/** Fields that say what comes next, and not how good the work is. */
const SAYS_NEXT =
  /next|continue|more|need|has_?[a-z]|tool|call|question|ask|wait|retry|length|empty|intent|type|action|route|step/i;

/** `if (object.faithful)`: somebody who is asked about the work of another call says yes or no, in whatever words. */
function isYesOrNo(test: Node, field: string): boolean {
  const asked = bare(test);
  return (asked.type === "MemberExpression" || asked.type === "Identifier") && field !== "" && !SAYS_NEXT.test(field);
}

function isStructured(call: RecognisedCall, path: readonly string[], parsed: boolean): boolean {
  if (parsed) return true;
  const written = path.filter((part) => part !== "[]");
  const known = [...(call.reply?.structured ?? []), ...(call.reply?.text ?? [])].map((one) =>
    one
      .split(".")
      .map((part) => part.replace(/\[[^\]]*\]$/, ""))
      .filter((part) => part !== ""),
  );
  return known.some((parts) => parts.length < written.length && parts.every((part, i) => part === written[i]));
}

function verifierOf(
  analysis: LoopAnalysis,
  judge: RecognisedCall,
  sent: readonly SentInput[],
): { how: SelfVerdict["how"]; evidence: readonly Evidence[] } | undefined {
  const { context } = analysis;
  const inputs = sent.find(({ call }) => call === judge);
  if (inputs === undefined) return undefined;
  if (
    inputs.parts.some(({ node }) =>
      analysis.origins
        .of(node)
        .some(
          (origin) => origin.kind === "oracle" || origin.kind === "human" || (origin.kind === "call" && origin.awaited),
        ),
    )
  )
    return undefined;
  const own = identityOf(analysis, judge);
  const isSomebodyElse = (call: RecognisedCall): boolean => {
    const other = identityOf(analysis, call);
    return own !== undefined && other !== undefined && other !== own;
  };
  const again = sameHelper(analysis, judge, own, sent) ?? sameSpeaker(analysis, judge, own, inputs, sent);
  if (again !== undefined) return again;
  const sameThread = sent.find(
    (other) =>
      other.call !== judge &&
      other.call.node.range[0] < judge.node.range[0] &&
      sendsSameList(analysis, other, inputs) &&
      !isSomebodyElse(other.call),
  );
  if (sameThread !== undefined)
    return {
      how: "conversation",
      evidence: [{ what: "the same conversation did the work", at: spanOf(sameThread.call.node) }],
    };
  const workers = new Map<RecognisedCall, Node>();
  for (const { node } of inputs.parts) {
    for (const origin of analysis.origins.of(node))
      if (origin.kind === "reply" && origin.call !== judge) workers.set(origin.call, origin.node);
  }
  if (workers.size === 0) {
    // Nobody else worked in this turn: the flag is part of the work that it judges.
    return sent.length === 1
      ? { how: "own-reply", evidence: [{ what: "the same reply is the work", at: spanOf(judge.node) }] }
      : undefined;
  }
  if (own === undefined || ![...workers.keys()].every((worker) => identityOf(analysis, worker) === own))
    return undefined;
  const [worker] = workers.keys();
  return {
    how: own.startsWith("agent:") ? "agent" : "model",
    evidence: [
      {
        what: `\`${worker === undefined ? judge.callee : calleeText(context, worker.node)}\` did the work with the same ${own.startsWith("agent:") ? "agent" : "model"}`,
        at: spanOf(worker?.node ?? judge.node),
      },
    ],
  };
}

type Verifier = { readonly how: SelfVerdict["how"]; readonly evidence: readonly Evidence[] };

/** One helper asks for the work and for the verdict on it; its model is written in it, and not handed in. */
function sameHelper(
  analysis: LoopAnalysis,
  judge: RecognisedCall,
  own: string | undefined,
  sent: readonly SentInput[],
): Verifier | undefined {
  const asked = sent.filter(({ call }) => call === judge);
  if (own === undefined || asked.length < 2 || isHandedIn(analysis, judge)) return undefined;
  const isGivenWork = asked.some(({ parts, frame }) =>
    parts.some(({ node }) =>
      given(node, frame).some((part) =>
        analysis.origins.of(part).some((origin) => origin.kind === "reply" && origin.call === judge),
      ),
    ),
  );
  return isGivenWork
    ? { how: "model", evidence: [{ what: "the same call did the work", at: spanOf(judge.node) }] }
    : undefined;

  /** The arguments from which a helper makes its prompt. */
  function given(node: Node, frame: SentInput["frame"]): readonly Node[] {
    const arguments_ = frame?.call?.arguments.filter((argument) => argument.type !== "SpreadElement") ?? [];
    return [node, ...arguments_];
  }
}

function isHandedIn({ context }: LoopAnalysis, call: RecognisedCall): boolean {
  const model = modelNamedBy(context, call);
  return model?.type === "Identifier" && context.scopes.variableOf(model)?.kind === "parameter";
}

/** The expression that says which model a call asks. */
function modelNamedBy(context: LoopAnalysis["context"], { node: call, row }: RecognisedCall): Node | undefined {
  if (row?.row.kind === "model-call" && row.row.model !== undefined) {
    const [named] = argumentsAt(context, call, row.row.model);
    if (named !== undefined) return bare(named.node);
  }
  for (const argument of call.arguments) {
    const options = bare(argument);
    const model = options.type === "ObjectExpression" ? findProperty(options, "model") : undefined;
    if (model !== undefined) return bare(model.value);
  }
  return undefined;
}

/** The chat that gave the answer, or the agent that did the work, is asked whether it is good. */
function sameSpeaker(
  analysis: LoopAnalysis,
  judge: RecognisedCall,
  own: string | undefined,
  inputs: SentInput,
  sent: readonly SentInput[],
): Verifier | undefined {
  const others = sent.filter(({ call }) => call !== judge);
  const chat = inputs.isKept ? speakerOf(analysis, inputs) : undefined;
  const sameChat =
    chat === undefined ? undefined : others.find((other) => other.isKept && speakerOf(analysis, other) === chat);
  if (sameChat !== undefined)
    return {
      how: "conversation",
      evidence: [{ what: "the same conversation did the work", at: spanOf(sameChat.call.node) }],
    };
  if (own?.startsWith("agent:") !== true) return undefined;
  const sameAgent = others.find(
    ({ call }) => call.node.range[0] < judge.node.range[0] && identityOf(analysis, call) === own,
  );
  return (
    sameAgent && {
      how: "agent",
      evidence: [
        {
          what: `\`${calleeText(analysis.context, sameAgent.call.node)}\` did the work with the same agent`,
          at: spanOf(sameAgent.call.node),
        },
      ],
    }
  );
}

function speakerOf({ context }: LoopAnalysis, { call, frame }: SentInput): string | undefined {
  const callee = bare(call.node.callee);
  return callee.type === "MemberExpression" ? placeOf(context, callee.object, frame) : undefined;
}

function sendsSameList(analysis: LoopAnalysis, a: SentInput, b: SentInput): boolean {
  const places = (input: SentInput): string[] =>
    input.parts.flatMap(({ node, frame }) => {
      const value = bare(node);
      const place =
        value.type === "Identifier" || value.type === "MemberExpression"
          ? placeOf(analysis.context, value, frame)
          : undefined;
      return place === undefined ||
        !/messages|history|input|contents|conversation|thread/i.test(dottedName(value) ?? "")
        ? []
        : [place];
    });
  const mine = places(a);
  return places(b).some((place) => mine.includes(place));
}

/** A model with something bound to it (`llm.withStructuredOutput(schema)`) is the same model. */
const DERIVES = /^(?:with[A-Z]\w*|bind(?:Tools)?)$/;

/** Which model or agent a call asks, as far as two calls can be told to ask the same one. */
export function identityOf(analysis: LoopAnalysis, call: RecognisedCall): string | undefined {
  const { context } = analysis;
  const row = call.row?.row;
  if (row === undefined) return undefined;
  if (row.kind === "run" && row.agent !== undefined) {
    const agent = readArgument(context, call.node, row.agent);
    return agent.state === "given" ? keyOf(analysis, agent.node, "agent") : undefined;
  }
  const model = modelNamedBy(context, call);
  if (model !== undefined) return keyOf(analysis, model, "model");
  const callee = bare(call.node.callee);
  return callee.type === "MemberExpression" &&
    propertyName(callee) !== undefined &&
    bare(callee.object).type === "Identifier"
    ? keyOf(analysis, callee.object, "model")
    : undefined;
}

function keyOf(analysis: LoopAnalysis, node: Node, what: string): string | undefined {
  // Two constants that hold the same name are one model.
  const named = definedAs(analysis.context, node);
  const value = named.type === "Literal" ? named : bare(node);
  const maker = named.type === "CallExpression" ? bare(named.callee) : undefined;
  if (maker?.type === "MemberExpression" && DERIVES.test(propertyName(maker) ?? ""))
    return keyOf(analysis, maker.object, what);
  if (value.type === "Literal") return `${what}:${String(value.value)}`;
  const place = placeOf(analysis.context, value, undefined);
  if (place !== undefined) return `${what}:${place}`;
  // `openai("gpt-4o")` twice is one model.
  return value.type === "CallExpression" && value.arguments.every((argument) => argument.type === "Literal")
    ? `${what}:${textOf(analysis.context, value, 200)}`
    : undefined;
}
