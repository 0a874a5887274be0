import type { TSESTree } from "@typescript-eslint/types";
import type { ArgumentPath, EffectRow, EffectVerb } from "../catalogue/schema.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, isFunction, keyName, methodOf, propertyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, Node, ObjectExpression } from "../syntax/node.js";
import { objectOf, readArgument } from "../file/argument-paths.js";
import { calleeText, callSpan, contractOfCall, findRows, howKnown, isNamed, textOf } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import type { Certainty, Effect } from "../model/file-model.js";
import { readRequest } from "./http-requests.js";
import { readKey } from "./idempotency-keys.js";
import type { KeyReading } from "./idempotency-keys.js";
import type { Evidence } from "../model/judgement.js";
import { literalText } from "../file/literal-text.js";
import { findOnceGuard } from "./once-guards.js";
import { findRecordWrite } from "./record-writes.js";
import type { Repetitions } from "./repetitions.js";
import type { RepeatedPlace } from "./repetitions.js";
import { findRunStatement } from "./run-statements.js";
import { findRequestHelper, requestThrough } from "./request-helpers.js";
import { unsteadyPartsOf } from "./sources-of-values.js";
import { readEffectShape } from "./task-names.js";
import { toldWay } from "../project/told-way.js";
import { asksOnly, readStatement } from "./written-statements.js";
import type { StatementEffect } from "./written-statements.js";

/** A call, or a statement in a tagged template. */
export type EffectNode = CallExpression | TSESTree.TaggedTemplateExpression;

/** An effect with the nodes that other facts are read from. */
export interface FoundEffect extends Effect {
  readonly node: EffectNode;
  readonly row: EffectRow | undefined;
  /** Where the call says what is run or removed. */
  readonly subjectAt: ArgumentPath | undefined;
}

/** What a call does, before it is asked what repeats it. */
interface Doing {
  readonly verb: EffectVerb;
  readonly certainty: Certainty;
  readonly row: EffectRow | undefined;
  readonly idempotent: boolean;
  readonly destructive: boolean;
  /** The record that is written, where its identity may stand. */
  readonly record: Node | undefined;
  readonly evidence: readonly Evidence[];
  /** Settled by a comment or a setting. */
  readonly keyed: Effect["keyed"] | undefined;
  /** What the call is, as the SDK knows it: `nodemailer Transporter#.sendMail`. */
  readonly knownAs?: string;
  /** It is told by what a helper is told to send. */
  readonly isRequest?: boolean;
  /** Where a call of a helper says what is run or removed. */
  readonly subjectAt?: ArgumentPath;
}

const CREATES = /^(?:create|insert|add|post|publish|enqueue|open|book|order|start|trigger|submit|save|append)/i;
const SENDS = /^(?:send|notify|mail|email|message|reply|tweet|sms|page)/i;
const PAYS = /^(?:pay|charge|refund|transfer|payout|capture|withdraw|purchase|buy)/i;
const DEPLOYS = /^(?:deploy|release|merge|rollout|promote|publish|ship)/i;
const DELETES = /^(?:delete|remove|drop|destroy|purge|wipe|truncate|erase|revoke|terminate|cancel|kill)/i;
/** Columns and fields that tell one record from another. */
const IDENTITY =
  /^(?:_?id|uuid|guid|key|slug|external_?id|unique_?\w*|dedup\w*|idempot\w*|hash|fingerprint|checksum|natural_?key)$/i;

/** Columns that say to whom a row belongs, who may have many of them. */
const OWNER = /^(?:customer|user|account|tenant|org(?:ani[sz]ation)?|team|workspace|owner|author|client|member)_id$/i;

/** Work that changes the world outside, with what keeps it from being done twice. */
export function readEffects(analysis: LoopAnalysis, repetitions: Repetitions): FoundEffect[] {
  const { context } = analysis;
  const effects: FoundEffect[] = [];
  for (const call of [...context.tree.calls, ...context.tree.taggedTemplates]) {
    if (analysis.calls.at(call) !== undefined) continue;
    const placeOf = (): RepeatedPlace => repetitions.of(call);
    const effect = readEffect(context, call, placeOf) ?? readRemoteEffect(context, call, placeOf);
    if (effect === undefined) continue;
    const place = placeOf();
    const { row, evidence } = effect;
    const names = place.by.flatMap((code) => code.tool?.name ?? []);
    // A request inside a tool that is there to look something up looks something up.
    if (effect.isRequest && names.some((name) => asksOnly(name))) continue;
    const keyOption = row?.key?.[0] ?? (row?.headers === undefined ? undefined : `${row.headers}.Idempotency-Key`);
    effects.push({
      span: callSpan(context, call),
      callee: effect.callee,
      verb: effect.verb,
      certainty: effect.certainty,
      statement: spanOf(context.tree.statementOf(call)),
      keyed: effect.keyed,
      destructive: effect.destructive,
      keyOption,
      repeatedBy: place.by.map(({ by, span, evidence: why }) => ({ by, span, evidence: why })),
      evidence,
      shape: readEffectShape(context, call, place, keyOption),
      node: call,
      row,
      subjectAt: effect.subjectAt,
    });
  }
  return effects;
}

/** An effect of a call, and what keeps it from being done twice where it stands. */
export interface CallEffect extends Pick<
  Effect,
  "callee" | "verb" | "certainty" | "destructive" | "keyed" | "evidence"
> {
  readonly row: EffectRow | undefined;
  /** What the call is, as the SDK knows it. */
  readonly knownAs: string | undefined;
  /** Where the call says what is run or removed. */
  readonly subjectAt: ArgumentPath | undefined;
  /** It is told by the method and the place of a request. */
  readonly isRequest: boolean;
}

/**
 * What a call or a statement does to the world by itself.
 *
 * @param placeOf what runs it again; most calls do nothing, and then nobody asks.
 */
export function readEffect(
  context: FileContext,
  node: EffectNode,
  placeOf: () => RepeatedPlace,
): CallEffect | undefined {
  const doing =
    node.type === "CallExpression"
      ? (readDoing(context, node) ?? readRequestThrough(context, node) ?? readActThrough(context, node))
      : fromText(context, node);
  return doing && judged(context, node, doing, placeOf());
}

function judged(context: FileContext, node: EffectNode, doing: Doing, place: RepeatedPlace): CallEffect {
  const { keyed, evidence } = judge(context, node, doing, place.durable, () => findOnceGuard(context, node, place));
  return {
    callee: node.type === "CallExpression" ? calleeText(context, node) : textOf(context, node.tag),
    verb: doing.verb,
    certainty: doing.certainty,
    destructive: doing.destructive,
    keyed,
    evidence: [...doing.evidence, ...evidence],
    row: doing.row,
    knownAs: doing.knownAs,
    subjectAt: doing.row?.subject ?? doing.subjectAt,
    isRequest: doing.row?.url !== undefined || doing.isRequest === true,
  };
}

/** `this.request("/me/sendMail", { method: "POST" })`: a request whose place and method a helper is told. */
function readRequestThrough(context: FileContext, call: CallExpression): Doing | undefined {
  const fn = context.bindings.calleeOf(call);
  const entity = fn === undefined ? context.bindings.entityOf(call.callee) : undefined;
  const helper =
    fn === undefined
      ? entity?.kind === "remote" && entity.shape.kind === "function"
        ? entity.shape.facts.request
        : undefined
      : findRequestHelper(context, fn);
  if (helper === undefined) return undefined;
  const kind = requestThrough(context, call, helper);
  if (kind === "asks") return undefined;
  return {
    verb: kind === "removes" ? "delete" : "create",
    certainty: "shaped",
    row: undefined,
    idempotent: kind !== "creates",
    destructive: kind === "removes",
    record: undefined,
    keyed: undefined,
    isRequest: true,
    evidence: [
      entity?.kind === "remote" && entity.shape.kind === "function"
        ? toldWay(`\`${calleeText(context, call)}\` sends the request it is told`, [entity.shape.id])
        : { what: `\`${calleeText(context, call)}\` sends the request it is told`, at: spanOf(fn ?? call) },
    ],
  };
}

/** `removeFile(path)`, where a function of another file removes what it is told. */
function readActThrough(context: FileContext, call: CallExpression): Doing | undefined {
  const entity = context.bindings.entityOf(call.callee);
  if (entity.kind !== "remote" || entity.shape.kind !== "function") return undefined;
  const helper = entity.shape.facts.acts;
  if (helper === undefined) return undefined;
  const { callee, verb, destructive, subjectAt, knownAs } = helper;
  return {
    verb,
    certainty: "shaped",
    row: undefined,
    subjectAt,
    idempotent: false,
    destructive,
    record: undefined,
    keyed: undefined,
    evidence: [
      toldWay(`\`${calleeText(context, call)}\` hands what it is told to \`${callee}\``, [entity.shape.id], knownAs),
    ],
  };
}

/** What a function of another file does that is called where it may be called again. */
function readRemoteEffect(
  context: FileContext,
  node: EffectNode,
  placeOf: () => RepeatedPlace,
): CallEffect | undefined {
  if (node.type !== "CallExpression" || context.project === undefined) return undefined;
  const entity = context.bindings.entityOf(node.callee);
  if (entity.kind !== "remote") return undefined;
  const place = placeOf();
  if (place.by.length === 0) return undefined;
  const done = context.project.doneBy(entity.shape);
  if (done === undefined) return undefined;
  const { effect, via } = done;
  return judged(
    context,
    node,
    {
      ...effect,
      row: undefined,
      idempotent: false,
      record: undefined,
      keyed: undefined,
      evidence: [
        toldWay(`\`${calleeText(context, node)}\` leads to \`${effect.callee}\``, via, effect.knownAs ?? effect.callee),
      ],
    },
    place,
  );
}

function readDoing(context: FileContext, call: CallExpression): Doing | undefined {
  const at = spanOf(call);
  const written = calleeText(context, call);
  const verb = verbOf(call);
  const declared = { row: undefined, record: undefined, idempotent: false, certainty: "proven" as const };
  const contract = contractOfCall(context, call);
  if (contract?.what === "effect") {
    const keyed = contract.detail === "keyed" || contract.detail === "idempotent" ? contract.detail : undefined;
    return { ...declared, ...verb, keyed, evidence: [{ what: `a comment declares \`${written}\` an effect`, at }] };
  }
  if (isNamed(context, call, context.settings.effects)) {
    return {
      ...declared,
      ...verb,
      keyed: undefined,
      evidence: [{ what: `the settings name \`${written}\` as an effect`, at }],
    };
  }
  for (const { row, packageName, path, certain } of effectRows(context, call)) {
    if (!certain) continue;
    const doing = fromRow(context, call, row);
    if (doing !== undefined)
      return {
        ...doing,
        knownAs: `${packageName} ${path}`,
        evidence: [{ what: `\`${written}\` is ${packageName} \`${path}\`${howKnown(context, call)}`, at }],
      };
  }
  const statement = fromText(context, call);
  if (statement !== undefined) return statement;
  const record = findRecordWrite(context, call);
  if (record !== undefined) {
    return {
      verb: record.verb,
      certainty: "shaped",
      row: undefined,
      idempotent: record.idempotent,
      destructive: record.verb === "delete",
      record: record.data,
      keyed: undefined,
      evidence: [{ what: `\`${written}\` writes a record: ${record.sign}`, at }],
    };
  }
  return undefined;
}

/** What a statement does that is written out where it is run. */
function fromText(context: FileContext, node: EffectNode): Doing | undefined {
  const run = findRunStatement(context, node);
  if (run === undefined) return undefined;
  const inputs = node.type === "CallExpression" ? node.arguments : node.quasi.expressions;
  const runner = node.type === "CallExpression" ? calleeText(context, node) : (dottedName(node.tag) ?? "");
  return fromStatement(run.text, isRandomIn(context, inputs), runner, node);
}

function fromStatement(text: string, isRandom: boolean, callee: string, node: Node): Doing | undefined {
  const statement = readStatement(text);
  if (statement === undefined) return undefined;
  return {
    verb: statement.verb,
    certainty: "shaped",
    row: undefined,
    idempotent: statement.idempotent,
    destructive: statement.destructive,
    record: undefined,
    keyed: keyedByText(statement, isRandom),
    evidence: [{ what: `\`${callee}\` runs a statement that writes`, at: spanOf(node) }],
  };
}

/** An identity that chance makes keeps no second row out; any other may. */
function keyedByText(statement: StatementEffect, isRandom: boolean): Effect["keyed"] | undefined {
  if (statement.idempotent) return undefined;
  const [first = ""] = statement.columns;
  // The first column of a table is mostly the one that tells its rows apart, but for whose row it is beside an id that the store makes.
  const isOwner = statement.givesId && OWNER.test(first);
  const hasIdentity =
    statement.columns.some((column) => IDENTITY.test(column)) || (!isOwner && /_(?:id|key|uuid|hash)$/.test(first));
  return statement.logs || (hasIdentity && !isRandom) ? "unknown" : undefined;
}

/** The rows of the call, or of the request object that it only sends. */
function effectRows(context: FileContext, call: CallExpression): ReturnType<typeof findRows<"effect">> {
  const entity = context.bindings.entityOf(call.callee);
  const own = findRows(context, entity, "effect");
  if (own.length > 0) return own;
  return findRows(context, entity, "sends").flatMap(({ row }) => {
    const command = readArgument(context, call, row.command);
    return command.state === "given" ? findRows(context, context.bindings.entityOf(command.node), "effect") : [];
  });
}

function fromRow(context: FileContext, call: CallExpression, row: EffectRow): Omit<Doing, "evidence"> | undefined {
  const base = {
    row,
    certainty: "proven" as const,
    keyed: undefined,
    record: recordOf(context, call, row),
    destructive: row.destructive ?? false,
  };
  if (row.sql !== undefined) {
    const argument = readArgument(context, call, row.sql);
    const statement = argument.state === "given" ? readStatement(literalText(context, argument.node)) : undefined;
    if (statement === undefined) return undefined;
    return {
      ...base,
      verb: statement.verb,
      idempotent: statement.idempotent,
      destructive: statement.destructive,
      keyed: keyedByText(statement, isRandomIn(context, call.arguments)),
    };
  }
  if (row.url !== undefined) {
    const kind = readRequest(context, call, row);
    const key = readKey(context, call, row);
    if (kind === "asks" && key.state !== "given") return undefined;
    return {
      ...base,
      verb: kind === "removes" ? "delete" : row.verb,
      idempotent: kind === "sets" || kind === "removes",
      destructive: kind === "removes",
    };
  }
  const isSo =
    row.idempotent === true ||
    (row.idempotentIf ?? []).some(({ option, values }) => holds(context, call, option, values)) ||
    chainOf(context, call).some((name) => row.idempotentWith?.includes(name));
  return { ...base, verb: row.verb, idempotent: isSo };
}

function isRandomIn(context: FileContext, values: readonly Node[]): boolean {
  return values.some(
    (argument) =>
      argument.type !== "SpreadElement" && unsteadyPartsOf(context, argument).some((part) => part.what === "chance"),
  );
}

function holds(context: FileContext, call: CallExpression, option: string, values: readonly unknown[]): boolean {
  const argument = readArgument(context, call, option);
  if (argument.state === "unreadable") return true;
  return argument.state === "given" && (argument.node.type !== "Literal" || values.includes(argument.node.value));
}

/** The methods that are called on what a call returns: `.values(…).onConflictDoNothing()`. */
function chainOf(context: FileContext, call: CallExpression): string[] {
  return chainedCalls(context, call).map((next) => methodOf(next) ?? "");
}

function chainedCalls(context: FileContext, call: CallExpression): CallExpression[] {
  const chain: CallExpression[] = [];
  for (let current: Node = call; ;) {
    const member = context.tree.parentOf(current);
    const next = member && context.tree.parentOf(member);
    if (
      member?.type !== "MemberExpression" ||
      member.object !== current ||
      next?.type !== "CallExpression" ||
      next.callee !== member
    )
      return chain;
    chain.push(next);
    current = next;
  }
}

/** The record an insert writes: behind it in `.values()`, or as its first argument. */
function recordOf(context: FileContext, call: CallExpression, row: EffectRow): Node | undefined {
  if (row.verb !== "create" || row.url !== undefined || row.sql !== undefined || row.key !== undefined)
    return undefined;
  const values = chainedCalls(context, call).find((next) => methodOf(next) === "values");
  const [given] = values?.arguments ?? [];
  if (given !== undefined && given.type !== "SpreadElement") return given;
  const data = readArgument(context, call, "0.data");
  return data.state === "given" ? data.node : undefined;
}

function judge(
  context: FileContext,
  call: EffectNode,
  doing: Doing,
  isDurable: boolean,
  guard: () => Evidence | undefined,
): { keyed: Effect["keyed"]; evidence: readonly Evidence[] } {
  if (isDurable) return { keyed: "durable", evidence: [] };
  if (doing.keyed !== undefined) return { keyed: doing.keyed, evidence: [] };
  if (doing.idempotent) return { keyed: "idempotent", evidence: [] };
  const key: KeyReading =
    call.type === "CallExpression" ? readKey(context, call, doing.row) : { state: "absent", keys: [] };
  if (key.state === "given")
    return {
      keyed: "keyed",
      evidence: key.keys.slice(0, 1).map(({ at }) => ({ what: "it is given a key", at: spanOf(at) })),
    };
  if (isLogged(context, call, doing)) return { keyed: "unknown", evidence: [] };
  // Running a command or moving a file: nobody can say whether twice is once, but for a service that takes a key to tell.
  if (
    (doing.verb === "run" && doing.row?.key === undefined) ||
    doing.row?.subject !== undefined ||
    doing.subjectAt !== undefined
  )
    return { keyed: "unknown", evidence: [] };
  if (key.state === "maybe") return { keyed: "unknown", evidence: [] };
  if (doing.record !== undefined && mayTellApart(context, doing.record)) return { keyed: "unknown", evidence: [] };
  const before = guard();
  return before === undefined ? { keyed: "unkeyed", evidence: [] } : { keyed: "idempotent", evidence: [before] };
}

/** A row that a function of that name writes down is no work of its own. */
function isLogged(context: FileContext, call: EffectNode, doing: Doing): boolean {
  if (doing.verb !== "create" || doing.row?.url !== undefined) return false;
  const owner = context.tree.ownerOf(call);
  if (!isFunction(owner)) return false;
  const holder = context.tree.parentOf(owner);
  const name =
    owner.id?.name ??
    (holder?.type === "MethodDefinition" || holder?.type === "PropertyDefinition" ? keyName(holder) : undefined);
  return name !== undefined && /^_?(?:log|record|track|trace|audit|persist|remember|cache)/i.test(name);
}

/** Whether a record may carry an identity that is not made by chance, so that a second one is refused. */
function mayTellApart(context: FileContext, record: Node): boolean {
  const value = settled(record);
  if (value.type === "ArrayExpression")
    return value.elements.some(
      (element) =>
        element !== null && mayTellApart(context, element.type === "SpreadElement" ? element.argument : element),
    );
  const object: ObjectExpression | undefined = objectOf(context, value);
  if (object === undefined) return true;
  return object.properties.some((part) => {
    if (part.type === "SpreadElement")
      return objectOf(context, part.argument) === undefined || mayTellApart(context, part.argument);
    const name =
      part.key.type === "Identifier" && !part.computed
        ? part.key.name
        : part.key.type === "Literal"
          ? String(part.key.value)
          : "";
    return (
      IDENTITY.test(name) &&
      !unsteadyPartsOf(context, part.value).some((unsteady) => unsteady.what === "chance" || unsteady.what === "clock")
    );
  });
}

/** What the name of a declared effect says it does. */
function verbOf(call: CallExpression): { verb: EffectVerb; destructive: boolean } {
  const callee = bare(call.callee);
  const name = (callee.type === "MemberExpression" ? propertyName(callee) : dottedName(callee)) ?? "";
  if (DELETES.test(name)) return { verb: "delete", destructive: true };
  if (PAYS.test(name)) return { verb: "pay", destructive: true };
  if (DEPLOYS.test(name)) return { verb: "deploy", destructive: true };
  if (SENDS.test(name)) return { verb: "send", destructive: false };
  if (CREATES.test(name)) return { verb: "create", destructive: false };
  return { verb: "write", destructive: false };
}
