import type { EffectRow } from "../catalogue/schema.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, isFunction, isNothing, isWithin, keyName, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, NewExpression, Node, Span } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { definedAs, objectOf, readArgument } from "../file/argument-paths.js";
import type { EffectNode } from "./effects.js";
import { calleeText, findRows, textOf } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import type { Repetition } from "../model/file-model.js";
import type { Evidence } from "../model/judgement.js";
import type { Repetitions } from "./repetitions.js";
import { countersIn, unsteadyPartsOf } from "./sources-of-values.js";

/** Why a key protects from nothing. */
export type KeyFault = "chance" | "clock" | "attempt" | "delivery" | "cursor" | "not-sent";

/** A key that goes with an effect, and whether it is the same each time the effect is repeated. */
export interface IdempotencyKey {
  /** Where the key is made, or where it is handed over when the SDK drops it. */
  readonly span: Span;
  readonly callee: string;
  /** The key as written. */
  readonly text: string;
  readonly fault: KeyFault | undefined;
  readonly repeatedBy: readonly Repetition[];
  readonly evidence: readonly Evidence[];
}

/** What an API says of its keys, whatever its calls do. */
type KeyOptions = Pick<EffectRow, "key" | "fakeKey" | "labels" | "headers">;

export type KeyedCall = CallExpression | NewExpression;

const KEY_NAME =
  /^(?:x-)?idempot(?:ency|ent)[-_]?(?:key|token|id)?$|^(?:client_?(?:request_?)?token|de-?dup(?:e|lication)?_?(?:id|key)|message_?deduplication_?id|client_?mutation_?id|client_?order_?id|request_?token)$/i;
/** Names that are keys for some services and only labels for others: they keep a call from being reported. */
const MAYBE_KEY_NAME =
  /^(?:x-)?(?:request|operation|correlation|transaction|event|message|job|workflow|external|client)[-_]?(?:request)?[-_]?(?:id|key|ref(?:erence)?)$|^(?:unique_?key|nonce|_id|reference_?(?:id|key)?)$/i;
const MAX_DEPTH = 6;

/** The value that is given as a key, with the place that says so. */
interface GivenKey {
  readonly value: Node;
  readonly at: Node;
}

/** Whether a call gives a key, as far as its arguments can be read. */
export interface KeyReading {
  readonly state: "given" | "maybe" | "absent";
  readonly keys: readonly GivenKey[];
}

/** Looks for a key: where the API takes one, in headers, and under the names that keys have. */
export function readKey(context: FileContext, call: KeyedCall, row: KeyOptions | undefined): KeyReading {
  const keys: GivenKey[] = [];
  let isUnreadable = false;
  for (const path of row?.key ?? []) {
    const argument = readArgument(context, call, path);
    if (argument.state === "given" && !isNoKey(argument.node)) keys.push({ value: argument.node, at: argument.node });
    if (argument.state === "unreadable") isUnreadable = true;
  }
  const fake = new Set<Node>();
  for (const path of row?.fakeKey ?? []) {
    const argument = readArgument(context, call, path);
    if (argument.state === "given") fake.add(argument.node);
  }
  const labels = new Set<Node>();
  for (const path of row?.labels ?? []) {
    const argument = readArgument(context, call, path);
    if (argument.state === "given") labels.add(bare(argument.node));
  }
  // A key that the SDK drops is reported where it is given.
  let isMaybe = fake.size > 0;
  for (const argument of call.arguments) {
    if (argument.type === "SpreadElement") isMaybe = true;
    else if (isNamedKey(argument)) isMaybe = true;
    else collect(argument, 0);
  }
  if (row?.headers !== undefined) {
    const headers = readArgument(context, call, row.headers);
    if (headers.state === "given" && objectOf(context, headers.node) === undefined && mayHoldKey(headers.node))
      isUnreadable = true;
  }
  if (keys.length > 0) return { state: "given", keys };
  return { state: isUnreadable || isMaybe ? "maybe" : "absent", keys };

  function collect(node: Node, depth: number): void {
    const value = definedAs(context, node);
    if (depth > MAX_DEPTH) return;
    for (const part of partsPutInto(context, node, call)) {
      if (KEY_NAME.test(part.name)) keys.push({ value: part.value, at: part.at });
      else if (MAYBE_KEY_NAME.test(part.name)) isMaybe = true;
    }
    if (value.type === "CallExpression") {
      // `JSON.stringify({ … })`, `new Headers({ … })` and helpers that build options.
      const object = objectOf(context, value);
      if (object !== undefined) collect(object, depth + 1);
      else
        for (const argument of value.arguments)
          if (argument.type !== "SpreadElement" && !isFunction(argument)) collect(argument, depth + 1);
      return;
    }
    if (value.type === "NewExpression") {
      for (const argument of value.arguments) if (argument.type !== "SpreadElement") collect(argument, depth + 1);
      return;
    }
    if (value.type !== "ObjectExpression") return;
    for (const part of value.properties) {
      if (part.type === "SpreadElement") {
        collect(part.argument, depth + 1);
        continue;
      }
      const name = keyName(part);
      if (name !== undefined && !fake.has(bare(part.value)) && !labels.has(bare(part.value))) {
        if (KEY_NAME.test(name)) keys.push({ value: part.value, at: part });
        else if (MAYBE_KEY_NAME.test(name)) isMaybe = true;
      }
      collect(part.value, depth + 1);
    }
  }
}

interface PutPart {
  readonly name: string;
  readonly value: Node;
  readonly at: Node;
}

/** What is put into an object after it was made and before it is used: `headers.set("Idempotency-Key", key)`, `options.idempotencyKey = key`. */
function partsPutInto({ tree, scopes }: FileContext, node: Node, use: Node): PutPart[] {
  const object = bare(node);
  const variable = object.type === "Identifier" ? scopes.variableOf(object) : undefined;
  return (variable?.reads ?? []).flatMap((read): PutPart[] => {
    const member = tree.parentOf(read);
    const whole = member && tree.parentOf(member);
    if (
      member?.type !== "MemberExpression" ||
      member.object !== read ||
      whole === undefined ||
      whole.range[0] > use.range[0]
    )
      return [];
    const name = propertyName(member);
    if (name !== undefined && whole.type === "AssignmentExpression" && whole.operator === "=" && whole.left === member)
      return [{ name, value: whole.right, at: whole }];
    if (whole.type !== "CallExpression" || whole.callee !== member || !/^(?:set|append|setHeader)$/.test(name ?? ""))
      return [];
    const [key, value] = whole.arguments;
    return key?.type === "Literal" &&
      typeof key.value === "string" &&
      value !== undefined &&
      value.type !== "SpreadElement"
      ? [{ name: key.value, value, at: whole }]
      : [];
  });
}

/** `perform(action, idempotencyKey)`, `perform(action, keyOf(task))` */
function isNamedKey(argument: Node): boolean {
  const value = bare(argument);
  const named = value.type === "CallExpression" ? value.callee : value;
  return /idempot|dedup|(?:^|[._])key(?:Of|For)?$|Key(?:Of|For)?$/.test(dottedName(named) ?? "");
}

/** A constant set of headers holds no key of one call; something made for the call might. */
function mayHoldKey(headers: Node): boolean {
  const value = bare(headers);
  return value.type === "CallExpression"
    ? value.arguments.length > 0
    : value.type !== "Identifier" && value.type !== "MemberExpression";
}

/** Nothing, or a text without a letter: no key either way. */
function isNoKey(node: Node): boolean {
  const value = bare(node);
  return isNothing(value) || (value.type === "Literal" && value.value === "");
}

/** The keys of a call with what is wrong with them. */
export function judgeKeys(
  analysis: LoopAnalysis,
  repetitions: Repetitions,
  call: KeyedCall,
  row: KeyOptions | undefined,
): IdempotencyKey[] {
  const { context } = analysis;
  const { keys } = readKey(context, call, row);
  if (keys.length === 0 && row?.fakeKey === undefined) return [];
  const callee = calleeText(context, call);
  const place = repetitions.of(call);
  const judged: IdempotencyKey[] = [];
  for (const path of row?.fakeKey ?? []) {
    const argument = readArgument(context, call, path);
    if (argument.state !== "given" || isNoKey(argument.node)) continue;
    const at = context.tree.parentOf(argument.node);
    judged.push({
      span: spanOf(at?.type === "Property" ? at : argument.node),
      callee,
      text: textOf(context, argument.node),
      fault: "not-sent",
      repeatedBy: place.by,
      evidence: [{ what: `\`${callee}\` accepts the option and sends no header for it`, at: spanOf(call) }],
    });
  }
  for (const key of keys) judged.push(judge(key.value));
  return judged;

  function judge(value: Node): IdempotencyKey {
    const base = { callee, text: textOf(context, value), repeatedBy: place.by };
    const sound: IdempotencyKey = { ...base, span: spanOf(value), fault: undefined, evidence: [] };
    if (place.durable) return sound;
    const unsteady = unsteadyPartsOf(context, value);
    for (const part of unsteady) {
      const isPerRun = part.what === "attempt" || part.what === "delivery";
      const repeated = place.by.filter((code) =>
        repetitions.of(part.made).by.some((other) => other.node === code.node),
      );
      if (!isPerRun && repeated.length === 0) continue;
      if (part.what === "cursor" && repeated.every((code) => code.by === "tool-body")) continue;
      if (isPerRun && place.by.length === 0 && part.what === "attempt") continue;
      if (isKeptFirst(part.through, call)) continue;
      const cause = repeated[0] ?? place.by[0];
      return {
        ...base,
        span: spanOf(shownAt(part.made, value)),
        fault: part.what,
        evidence: [
          { what: `\`${textOf(context, part.made)}\` is another value each time`, at: spanOf(part.made) },
          ...(cause?.evidence ?? []),
        ],
      };
    }
    const counted = countersIn(context, value).some((counter) =>
      place.by.some((code) => code.by === "retry" && isWithin(counter.identifier, code.node)),
    );
    if (!counted) return sound;
    return {
      ...base,
      span: spanOf(value),
      fault: "attempt",
      evidence: [{ what: "the counter of the retry is part of it", at: spanOf(value) }],
    };
  }

  /** The place to mend: where the value is made, when that is in the code of the call. */
  function shownAt(made: Node, value: Node): Node {
    return context.tree.ownerOf(made) === context.tree.ownerOf(call) ? made : value;
  }

  /** A value that is stored before the effect can be read again. */
  function isKeptFirst(through: readonly Variable[], effect: Node): boolean {
    return through.some((variable) =>
      variable.reads.some((read) => {
        if (read.range[0] >= effect.range[0]) return false;
        for (let up = context.tree.parentOf(read); up !== undefined; up = context.tree.parentOf(up)) {
          if (up.type === "AwaitExpression") return up.range[1] <= effect.range[0] && !isDefinition(up, variable);
          if (isFunction(up) || up.type === "BlockStatement") return false;
        }
        return false;
      }),
    );
  }

  function isDefinition(node: Node, variable: Variable): boolean {
    return isWithin(node, variable.definition);
  }
}

/** Every key of a file that goes with an effect, or with something that is handed a key under a name that says so. */
export function readKeys(
  analysis: LoopAnalysis,
  repetitions: Repetitions,
  effects: readonly { readonly node: EffectNode; readonly row: EffectRow | undefined }[],
): IdempotencyKey[] {
  const rows = new Map<EffectNode, EffectRow | undefined>(effects.map(({ node, row }) => [node, row]));
  const keys = new Map<number, IdempotencyKey>();
  const { tree, bindings } = analysis.context;

  /** Awaited or handed back, also with a `.catch` behind it: work that is done, and no value that is put together. */
  const isDone = (call: CallExpression): boolean => {
    const parent = tree.parentOf(call);
    if (
      parent?.type === "AwaitExpression" ||
      parent?.type === "ReturnStatement" ||
      parent?.type === "ArrowFunctionExpression"
    )
      return true;
    const next =
      parent?.type === "MemberExpression" && /^(?:then|catch|finally)$/.test(propertyName(parent) ?? "")
        ? tree.parentOf(parent)
        : undefined;
    return next?.type === "CallExpression" && next.callee === parent && isDone(next);
  };

  for (const call of tree.calls) {
    const asked = findRows(analysis.context, bindings.entityOf(call.callee), "model-call").find(
      ({ row }) => row.fakeKey !== undefined,
    );
    // What happens inside a function of this file is read there.
    if (asked === undefined && !rows.has(call) && (!isDone(call) || bindings.calleeOf(call) !== undefined)) continue;
    for (const key of judgeKeys(analysis, repetitions, call, rows.get(call) ?? asked?.row))
      if (!keys.has(key.span.start)) keys.set(key.span.start, key);
  }
  return [...keys.values()];
}
