import type { TSESTree } from "@typescript-eslint/types";
import type { FileContext } from "../file/file-context.js";
import { bare, dottedName, forEachChild, isFunction, isLoop, keyName, settled } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node, ObjectExpression } from "../syntax/node.js";

/** What a way out of some code hands to whoever called it. */
export type Handed =
  | { readonly kind: "throws" }
  /** Nothing: the function just ends. */
  | { readonly kind: "nothing" }
  | { readonly kind: "value"; readonly node: Node }
  /** The process ends; `code` is what it says. */
  | { readonly kind: "process"; readonly code: number | undefined; readonly node: Node }
  | { readonly kind: "unknown" };

export const UNREADABLE: Handed = { kind: "unknown" };

export interface HandedAt {
  readonly handed: Handed;
  /** The statement that hands it over. */
  readonly at: Node | undefined;
  /** Statements that run before it. */
  readonly passed: readonly Node[];
}

/** What is handed over when control goes on behind a statement, as far as nothing branches on the way. */
export function handedAfter(context: FileContext, statement: Node): HandedAt {
  const passed: Node[] = [];
  let child = statement;
  for (let up = context.tree.parentOf(child); up !== undefined; child = up, up = context.tree.parentOf(up)) {
    switch (up.type) {
      case "BlockStatement":
      case "Program": {
        const at = up.body.indexOf(child as TSESTree.Statement);
        for (const next of up.body.slice(at + 1)) {
          const handed = handedBy(context, next);
          if (handed !== undefined) return { handed, at: next, passed };
          passed.push(next);
        }
        if (up.type === "Program") return { handed: UNREADABLE, at: undefined, passed };
        break;
      }
      case "LabeledStatement":
      case "IfStatement":
        break;
      case "TryStatement":
        if (up.finalizer !== null && up.finalizer !== child) passed.push(up.finalizer);
        break;
      case "CatchClause":
        break;
      default:
        if (isFunction(up))
          return up.generator ? lastYield(passed) : { handed: { kind: "nothing" }, at: undefined, passed };
        // Another turn of an outer loop, a case of a switch: who knows.
        return { handed: UNREADABLE, at: undefined, passed };
    }
  }
  return { handed: UNREADABLE, at: undefined, passed };
}

/** A generator hands over what it yields last, when that says how it ended: any other event may be only the end. */
function lastYield(passed: readonly Node[]): HandedAt {
  const at = passed.at(-1);
  const value = at?.type === "ExpressionStatement" ? yieldedBy(at.expression) : undefined;
  return value === undefined
    ? { handed: UNREADABLE, at: undefined, passed }
    : { handed: { kind: "value", node: value }, at, passed };
}

function yieldedBy(node: Node): Node | undefined {
  const value = settled(node);
  if (value.type !== "YieldExpression" || value.delegate || value.argument === null) return undefined;
  const event = settled(value.argument);
  if (event.type !== "ObjectExpression") return undefined;
  return [...flagsOf(event).constants].some(([name, flag]) => claimsSuccess(name, flag) !== "unknown")
    ? event
    : undefined;
}

/** What a statement hands over if it ends the function; `undefined` when control goes on behind it. */
export function handedBy(context: FileContext, statement: Node): Handed | undefined {
  switch (statement.type) {
    case "ThrowStatement":
      return { kind: "throws" };
    case "ReturnStatement":
      return statement.argument === null
        ? handedByBareReturn(context, statement)
        : handedValue(context, statement.argument);
    case "ExpressionStatement": {
      const call = settled(statement.expression);
      if (call.type !== "CallExpression") return undefined;
      return neverReturns(context, call) ?? undefined;
    }
    case "IfStatement":
    case "SwitchStatement":
    case "TryStatement":
      return mayLeave(statement) ? UNREADABLE : undefined;
    default:
      return isLoop(statement) && mayLeave(statement) ? UNREADABLE : undefined;
  }
}

/** `yield { type: "done" }; return;` */
function handedByBareReturn(context: FileContext, statement: TSESTree.ReturnStatement): Handed {
  const block = context.tree.parentOf(statement);
  const before = block?.type === "BlockStatement" ? block.body[block.body.indexOf(statement) - 1] : undefined;
  const value = before?.type === "ExpressionStatement" ? yieldedBy(before.expression) : undefined;
  return value === undefined ? { kind: "nothing" } : { kind: "value", node: value };
}

function handedValue(context: FileContext, value: Node): Handed {
  const expression = yieldedBy(value) ?? settled(value);
  if (expression.type === "CallExpression") {
    const ends = neverReturns(context, expression);
    if (ends !== undefined) return ends;
  }
  if (expression.type === "UnaryExpression" && expression.operator === "void") return { kind: "nothing" };
  return { kind: "value", node: expression };
}

/** A call behind which nothing runs: `process.exit(1)`, a function that is declared to return `never` or that only throws. */
function neverReturns(context: FileContext, call: CallExpression): Handed | undefined {
  const name = dottedName(call.callee);
  if (name === "process.exit" || name === "Deno.exit") {
    const [code] = call.arguments;
    return {
      kind: "process",
      code:
        code === undefined
          ? undefined
          : code.type === "Literal" && typeof code.value === "number"
            ? code.value
            : undefined,
      node: call,
    };
  }
  if (name === "Promise.reject") return { kind: "throws" };
  const fn = context.bindings.calleeOf(call);
  return fn !== undefined && onlyThrows(fn) ? { kind: "throws" } : undefined;
}

function onlyThrows(fn: FunctionNode): boolean {
  if (fn.returnType?.typeAnnotation.type === "TSNeverKeyword") return true;
  return (
    fn.body.type === "BlockStatement" &&
    fn.body.body.at(-1)?.type === "ThrowStatement" &&
    fn.body.body.every((statement) => !mayLeave(statement) || statement.type === "ThrowStatement")
  );
}

/** Whether a statement may return from its function, or throw on purpose. */
function mayLeave(node: Node): boolean {
  let found = false;
  const visit = (inner: Node): void => {
    if (found || isFunction(inner)) return;
    if (inner.type === "ReturnStatement" || inner.type === "ThrowStatement") {
      found = true;
      return;
    }
    if (inner.type === "CallExpression" && dottedName(inner.callee) === "process.exit") {
      found = true;
      return;
    }
    forEachChild(inner, visit);
  };
  visit(node);
  return found;
}

/** Text that reads like an answer: a single word may be a sign that the caller knows, a sentence is taken for what was asked for. */
export function isSentence(node: Node): boolean {
  return (
    node.type === "TemplateLiteral" ||
    (node.type === "Literal" && typeof node.value === "string" && node.value.trim().includes(" "))
  );
}

/** Names of properties by which a result says how it came about. */
const FLAG =
  /^(?:ok|success|succeeded|status|state|reason|stopped\w*|stop_?reason|finish_?reason|error|errors|done|complete|completed|finished|truncated|partial|incomplete|kind|type|outcome|exit\w*|failed|failure|timed_?out|aborted|limit\w*|max\w*|reached\w*|exceeded|exhausted|is_?error|code|warning|message|note|resolved|verified|passed|converged|recovered|solved|found|sent|saved|applied|handled|fixed|answered|accepted|satisfied|valid)$/i;
const SUCCESS =
  /^(?:ok|success|succeeded|successful|done|complete|completed|finished|resolved|approved|passed|solved)$/i;
const REACHED = /^(?:recovered|found|sent|saved|applied|handled|fixed|answered|accepted|satisfied|valid)$/i;
const FAILURE =
  /fail|error|limit|max|exceed|exhaust|timeout|timed|stop|abort|stuck|stall|partial|incomplete|truncat|open|pending|unfinished|cancel|escalat|reject|budget|running|unknown|interrupt|paused|gave|blocked|need/i;

export interface Flags {
  /** Values of flag properties that are written out. */
  readonly constants: ReadonlyMap<string, string | number | boolean | null>;
  /** Flag properties whose value is worked out. */
  readonly computed: readonly string[];
  readonly keys: readonly string[];
  readonly isOpen: boolean;
}

export function flagsOf(object: ObjectExpression): Flags {
  const constants = new Map<string, string | number | boolean | null>();
  const computed: string[] = [];
  const keys: string[] = [];
  let isOpen = false;
  for (const property of object.properties) {
    if (property.type === "SpreadElement") {
      isOpen = true;
      continue;
    }
    const name = keyName(property);
    if (name === undefined) continue;
    keys.push(name);
    const value = bare(property.value);
    const literal = value.type === "Literal" ? value.value : undefined;
    const isConstant =
      typeof literal === "string" || typeof literal === "number" || typeof literal === "boolean" || literal === null;
    if (FLAG.test(name)) {
      if (isConstant) constants.set(name, literal);
      else computed.push(name);
    } else if (value.type === "ObjectExpression") {
      const inner = flagsOf(value);
      for (const [key, flag] of inner.constants) constants.set(`${name}.${key}`, flag);
      computed.push(...inner.computed.map((key) => `${name}.${key}`));
    }
  }
  return { constants, computed, keys, isOpen };
}

/** Whether a flag says by itself that all went well (`yes`) or that it did not (`no`). */
export function claimsSuccess(name: string, value: string | number | boolean | null): "yes" | "no" | "unknown" {
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (typeof value === "boolean") {
    if (SUCCESS.test(last) || /^(?:verified|converged)$/i.test(last)) return value ? "yes" : "no";
    // Beside other news, what was found or sent need not be what was asked for; that it was not says enough.
    if (!value && REACHED.test(last)) return "no";
    return FAILURE.test(last) ? (value ? "no" : "yes") : "unknown";
  }
  if (
    typeof value === "string" &&
    /^(?:status|state|outcome|result|kind|type|reason|stop_?reason|finish_?reason|exit\w*)$/i.test(last)
  ) {
    if (SUCCESS.test(value)) return "yes";
    return FAILURE.test(value) ? "no" : "unknown";
  }
  return "unknown";
}
