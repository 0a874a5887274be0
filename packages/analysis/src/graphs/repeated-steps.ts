import { argumentsAt } from "../bind/placed-arguments.js";
import { functionAt, valueOf } from "../bind/values.js";
import type { RepeatedStep } from "../catalogue/schema.js";
import { conditionsOf } from "../flow/conditions.js";
import type { Origin } from "../flow/origins.js";
import { findRows, textOf } from "../file/file-context.js";
import type { TextStop } from "../model/file-model.js";
import { aspectOf } from "../replies/generic-reply.js";
import type { Judgement } from "../model/judgement.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { bare, findProperty, isWithin, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, NewExpression, Node } from "../syntax/node.js";
import { keysTo } from "../syntax/patterns.js";
import { operands } from "../loops/exits.js";
import { limitValue } from "../loops/limits.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";

/** A step of a workflow that is repeated until (or while) a function of this file says so. */
interface Repetition {
  readonly data: RepeatedStep;
  readonly condition: FunctionNode;
  /** What the step does, when it is written in this file. */
  readonly body: FunctionNode | undefined;
  /** The step is an agent: its text is what it gives back. */
  readonly agent: boolean;
}

/**
 * Whether a repeated step ends by itself: `yes` when its condition counts, `no` when nothing but
 * the model's output decides, `undefined` when the call repeats no step.
 */
export function repetitionEnds(analysis: LoopAnalysis, call: CallExpression | NewExpression): Judgement | undefined {
  const repetition = readRepetition(analysis, call);
  if (repetition === undefined) return undefined;
  const deciders = partsOf(analysis, repetition).map((part) => decider(analysis, repetition, part));
  if (deciders.includes("count")) return "yes";
  return deciders.length > 0 && deciders.every((one) => one === "model") && asksModel(analysis, repetition)
    ? "no"
    : "unknown";
}

/** Where the condition of a repeated step is given: a count belongs there. */
export function conditionOfRepetition(
  { context }: LoopAnalysis,
  call: CallExpression | NewExpression,
): Node | undefined {
  const data = findRows(context, context.bindings.entityOf(call.callee), "run").find(
    ({ row }) => row.repeats !== undefined,
  )?.row.repeats;
  return data && argumentsAt(context, call, data.condition)[0]?.node;
}

/** Repetitions that words in the model's output bring to an end. */
export function readRepetitionTextStops(analysis: LoopAnalysis): TextStop[] {
  return analysis.context.tree.calls.flatMap((call): TextStop[] => {
    const repetition = readRepetition(analysis, call);
    if (repetition === undefined) return [];
    for (const part of partsOf(analysis, repetition)) {
      for (const origin of analysis.origins.of(part)) {
        if (origin.kind !== "question") continue;
        const asked = callBehind(analysis, repetition, origin.subject);
        if (asked === undefined) continue;
        return [
          {
            span: spanOf(origin.node),
            of: "run",
            what: asked,
            evidence: [
              {
                what: `\`${textOf(analysis.context, origin.node)}\` looks for words in the output of the step`,
                at: spanOf(origin.node),
              },
            ],
          },
        ];
      }
    }
    return [];
  });
}

function readRepetition({ context }: LoopAnalysis, call: CallExpression | NewExpression): Repetition | undefined {
  const data = findRows(context, context.bindings.entityOf(call.callee), "run").find(
    ({ row }) => row.repeats !== undefined,
  )?.row.repeats;
  if (data === undefined) return undefined;
  const [given] = argumentsAt(context, call, data.condition);
  const condition = given && functionAt(context, given.node, given.frame)?.node;
  if (condition === undefined) return undefined;
  for (const path of data.body) {
    const [step] = argumentsAt(context, call, path);
    const made = step && valueOf(context, step.node, step.frame);
    if (made === undefined || (made.node.type !== "CallExpression" && made.node.type !== "NewExpression")) continue;
    const [execute] = argumentsAt(context, made.node, data.execute, made.frame);
    const [inner] = made.node.arguments;
    const maker = inner && inner.type !== "SpreadElement" ? valueOf(context, inner, made.frame).node : undefined;
    const agent = [made.node, maker].some(
      (node) =>
        (node?.type === "CallExpression" || node?.type === "NewExpression") &&
        findRows(context, context.bindings.entityOf(node.callee), "agent").length > 0,
    );
    return { data, condition, body: execute && functionAt(context, execute.node, execute.frame)?.node, agent };
  }
  return { data, condition, body: undefined, agent: false };
}

function asksModel({ calls, context }: LoopAnalysis, { body, agent }: Repetition): boolean {
  return (
    agent ||
    (body !== undefined && context.tree.calls.some((call) => isWithin(call, body) && calls.at(call) !== undefined))
  );
}

/** The questions that a condition asks. */
function partsOf({ context }: LoopAnalysis, { condition }: Repetition): Node[] {
  return context.tree
    .returnsOf(condition)
    .flatMap((value) =>
      [
        ...operands(value),
        ...conditionsOf(context.tree, value, condition).flatMap(({ test }) => operands(test)),
      ].filter((part) => bare(part).type !== "Literal"),
    );
}

function decider(analysis: LoopAnalysis, repetition: Repetition, part: Node): "count" | "model" | "unknown" {
  const test = bare(part);
  if (test.type === "BinaryExpression" && /^(?:[<>]=?|===?)$/.test(test.operator)) {
    for (const [side, other] of [
      [test.left, test.right],
      [test.right, test.left],
    ] as const) {
      const counts = analysis.origins
        .of(side)
        .some((origin) => origin.kind === "parameter" && pathOf(repetition, origin)[0] === repetition.data.count);
      if (counts && limitValue(analysis.context, analysis.origins, other).fault === undefined) return "count";
    }
  }
  const origins = analysis.origins.of(part).filter((origin) => origin.kind !== "literal");
  const isModel =
    origins.length > 0 &&
    origins.every((origin) => {
      if (origin.kind === "question") return callBehind(analysis, repetition, origin.subject) !== undefined;
      return origin.kind === "parameter" && isOfReply(analysis, repetition, origin);
    });
  return isModel ? "model" : "unknown";
}

type ParameterOrigin = Origin & { readonly kind: "parameter" };

/** Where in the condition's parameter a value stands. */
function pathOf({ condition }: Repetition, { variable, path }: ParameterOrigin): readonly string[] {
  const [parameter] = condition.params;
  if (parameter === undefined || !isWithin(variable.identifier, parameter)) return [];
  return [...keysTo(parameter, variable.identifier), ...path];
}

interface FieldValue {
  readonly node: Node;
  /** Where in that value the field stands: nowhere deeper when the value is put into the field itself. */
  readonly within: readonly string[];
}

/** What the step puts into a field of its output: by itself, with what it spreads, or with all that it hands back. */
function valuesOf({ context }: LoopAnalysis, { body }: Repetition, field: string): FieldValue[] {
  if (body === undefined) return [];
  return context.tree.returnsOf(body).flatMap((returned): FieldValue[] => {
    const value = valueOf(context, returned).node;
    if (value.type !== "ObjectExpression") return [{ node: returned, within: [field] }];
    const property = findProperty(value, field);
    if (property !== undefined) return [{ node: property.value, within: [] }];
    return value.properties.flatMap((part) =>
      part.type === "SpreadElement" ? [{ node: part.argument, within: [field] }] : [],
    );
  });
}

function isOfReply(analysis: LoopAnalysis, repetition: Repetition, origin: ParameterOrigin): boolean {
  const [output, field] = pathOf(repetition, origin);
  if (output !== repetition.data.output || field === undefined) return false;
  if (repetition.agent) return true;
  const values = valuesOf(analysis, repetition, field);
  return (
    values.length > 0 &&
    values.every(({ node }) => {
      const from = analysis.origins.of(node);
      return from.length > 0 && from.every((one) => one.kind === "reply");
    })
  );
}

/** The call whose text a question about the output is asked of. */
function callBehind(analysis: LoopAnalysis, repetition: Repetition, subject: ParameterOrigin): string | undefined {
  const [output, field, ...rest] = pathOf(repetition, subject);
  if (output !== repetition.data.output || field === undefined || subject.parsed) return undefined;
  if (repetition.agent) return field === "text" ? "the agent" : undefined;
  for (const { node, within } of valuesOf(analysis, repetition, field)) {
    const from = analysis.origins
      .of(node)
      .find(
        (origin): origin is Origin & { kind: "reply"; call: RecognisedCall } =>
          origin.kind === "reply" &&
          !origin.parsed &&
          aspectOf(origin.call.reply, [...origin.path, ...within, ...rest]) === "text",
      );
    if (from !== undefined) return from.call.callee;
  }
  return undefined;
}
