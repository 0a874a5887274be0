import type { TSESTree } from "@typescript-eslint/types";
import type { Frame } from "../flow/paths.js";
import { bare, dottedName, isFunction, isWithin, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import type { FileContext } from "../file/file-context.js";

/** What becomes of something that fails. */
export type Fate =
  /** It is turned into something that goes on: a message, a result, another value. */
  | { readonly kind: "observed" }
  /** It leaves what is asked about. */
  | { readonly kind: "escapes" }
  /** A handler takes it and leaves nothing behind. */
  | { readonly kind: "swallowed"; readonly handler: TSESTree.CatchClause | FunctionNode }
  | { readonly kind: "unknown" };

const OBSERVED: Fate = { kind: "observed" };
const UNKNOWN: Fate = { kind: "unknown" };
const ESCAPES: Fate = { kind: "escapes" };

/** Calls that run what they are given on the spot and pass on what it throws. */
const PASSES_ON = new Set([
  "map",
  "forEach",
  "filter",
  "flatMap",
  "reduce",
  "some",
  "every",
  "find",
  "all",
  "race",
  "resolve",
  "from",
  "push",
  "unshift",
  "concat",
  "then",
  "finally",
]);
const LOGS =
  /^(?:console|log|logger|logging|debug|winston|pino|sentry|tracer?|span|telemetry|metrics?|reporter|captureException|captureMessage|printError|warn|error|logError|log_error|this\.log|this\.logger|this\.#?log(?:ger)?)\b|(?:^|\.)(?:log|logger|debug|warn|info|trace|captureException|captureMessage|recordException|setStatus|increment)(?:\.|$)/i;
const ADDS =
  /^(?:push|unshift|add|append|set|concat|write|send|emit|enqueue|resolve|reject|next|yield|record|insert|save|update|addMessage|addToolResult|addResult|addToolOutput|submit|answer|respond|dispatch|call|fail)/i;

/**
 * Follows a failure outwards from the place where it is thrown.
 *
 * @param stop The code whose failing is asked about: a loop, one pass over the calls, the body of a tool.
 * @param frame The calls by which the place is reached, where they are known.
 * @param answers What `stop` returns is an answer, as in the body of a tool; elsewhere a `return` ends the run.
 */
export function fateOfFailure(context: FileContext, from: Node, stop: Node, frame?: Frame, answers = false): Fate {
  const { tree, bindings } = context;
  return climb(from, frame, 0);

  function climb(start: Node, at: Frame | undefined, depth: number): Fate {
    if (depth > 12) return UNKNOWN;
    for (let child = start, up = tree.parentOf(child); up !== undefined; child = up, up = tree.parentOf(up)) {
      if (child === stop) return ESCAPES;
      if (up.type === "TryStatement" && up.block === child && up.handler) {
        const fate = inHandler(up, up.handler);
        if (fate.kind === "escapes") continue;
        return fate;
      }
      if (up.type === "CallExpression") {
        const handled = inPromise(up, child);
        if (handled !== undefined) return handled;
      }
      if (up.type === "MemberExpression" && up.object === child) {
        const chained = inChain(up);
        if (chained !== undefined) return chained;
      }
      if (isFunction(up)) {
        if (up === stop) return ESCAPES;
        return throughFunction(up, at, depth);
      }
    }
    return ESCAPES;
  }

  /** `run(call).catch(…)`, `run(call).then(ok, failed)` */
  function inChain(member: TSESTree.MemberExpression): Fate | undefined {
    const call = tree.parentOf(member);
    if (call?.type !== "CallExpression" || call.callee !== member) return undefined;
    const name = propertyName(member);
    const handler = name === "catch" ? call.arguments[0] : name === "then" ? call.arguments[1] : undefined;
    if (name !== "catch" && name !== "then") return undefined;
    if (handler === undefined) return undefined;
    const value = functionAt(handler);
    if (value === undefined) return OBSERVED;
    if (value.body.type !== "BlockStatement") return OBSERVED;
    return outcomeOf(value.body) === "throws" ? undefined : OBSERVED;
  }

  /** The handler, written on the spot or as a function of this file. */
  function functionAt(handler: Node): FunctionNode | undefined {
    const value = bare(handler);
    if (isFunction(value)) return value;
    const entity = bindings.entityOf(value);
    return entity.kind === "function" ? entity.node : undefined;
  }

  /** The promise, or a function that makes it, is handed to something. */
  function inPromise(call: CallExpression, child: Node): Fate | undefined {
    if (call.callee === child) return undefined;
    const callee = bare(call.callee);
    const name = callee.type === "MemberExpression" ? propertyName(callee) : undefined;
    if (name === "allSettled") return OBSERVED;
    const value = bare(child);
    // `withTimeout(run(call))`, `attempt(() => run(call))`: what these make of a failure is their own affair.
    const isPending = isFunction(value) || (value.type === "CallExpression" && !isParse(from));
    return isPending && !(name !== undefined && PASSES_ON.has(name)) ? UNKNOWN : undefined;
  }

  function throughFunction(fn: FunctionNode, at: Frame | undefined, depth: number): Fate {
    const parent = tree.parentOf(fn);
    if (parent?.type === "CallExpression" && fn.type !== "FunctionDeclaration") {
      if (parent.callee === fn) return climb(fn, at, depth + 1);
      const handled = inPromise(parent, fn);
      return handled ?? climb(parent, at, depth + 1);
    }
    if (parent?.type === "NewExpression") return climb(parent, at, depth + 1);
    if (at !== undefined && at.fn === fn && at.call !== undefined) return climb(at.call, at.caller, depth + 1);
    if (at?.fn !== fn && at !== undefined) {
      let home: Frame | undefined = at;
      while (home !== undefined && home.fn !== fn) home = home.caller;
      if (home?.call !== undefined) return climb(home.call, home.caller, depth + 1);
    }
    const sites = (bindings.callsOf(fn) ?? []).filter((site) => isWithin(site, stop));
    const [site] = sites;
    return site === undefined ? UNKNOWN : climb(site, undefined, depth + 1);
  }

  function inHandler(statement: TSESTree.TryStatement, handler: TSESTree.CatchClause): Fate {
    switch (outcomeOf(handler.body)) {
      case "throws":
        return ESCAPES;
      case "returns":
        // What ends the run is no observation, whatever it hands back.
        return isOwnCode(handler) && !answers ? ESCAPES : OBSERVED;
      case "breaks":
        return UNKNOWN;
      case "silent":
        return isAnsweredElsewhere(statement) ? OBSERVED : { kind: "swallowed", handler };
      default:
        return OBSERVED;
    }
  }

  /** Whether a `return` here leaves what is asked about, and not only a helper. */
  function isOwnCode(node: Node): boolean {
    const owner = tree.ownerOf(node);
    return owner === stop || (owner === tree.ownerOf(stop) && isWithin(node, stop));
  }

  type HandlerOutcome = "throws" | "returns" | "breaks" | "silent" | "keeps";

  function outcomeOf(block: TSESTree.BlockStatement): HandlerOutcome {
    let outcome: HandlerOutcome = "silent";
    for (const statement of block.body) {
      switch (statement.type) {
        case "ThrowStatement":
          return outcome === "keeps" ? "keeps" : "throws";
        case "ReturnStatement":
          return outcome === "keeps" ? "keeps" : "returns";
        case "BreakStatement":
          return outcome === "keeps" ? "keeps" : "breaks";
        case "ContinueStatement":
        case "EmptyStatement":
        case "VariableDeclaration":
          break;
        case "ExpressionStatement":
          if (!isLog(statement.expression)) outcome = "keeps";
          break;
        default:
          // A branch may do anything; what it does for one failure it may do for all.
          outcome = "keeps";
      }
    }
    return outcome;
  }

  function isLog(node: Node): boolean {
    const value = node.type === "AwaitExpression" ? bare(node.argument) : bare(node);
    if (value.type !== "CallExpression") return false;
    const name = dottedName(value.callee) ?? "";
    return LOGS.test(name) && !ADDS.test(name.split(".").at(-1) ?? "");
  }

  /** The answer is given behind the `try`, whatever happened inside of it. */
  function isAnsweredElsewhere(statement: TSESTree.TryStatement): boolean {
    if (!hasAnswer(statement.block)) return true;
    const parent = tree.parentOf(statement);
    if (parent?.type !== "BlockStatement") return false;
    const rest = parent.body.slice(parent.body.indexOf(statement) + 1);
    return rest.some((one) => hasAnswer(one)) || (statement.finalizer !== null && hasAnswer(statement.finalizer));
  }

  function hasAnswer(node: Node): boolean {
    return tree.calls.some((call) => {
      if (!isWithin(call, node)) return false;
      const callee = bare(call.callee);
      const name = callee.type === "MemberExpression" ? propertyName(callee) : dottedName(callee);
      return name !== undefined && ADDS.test(name) && !LOGS.test(dottedName(callee) ?? "");
    });
  }
}

/** `JSON.parse(…)`, which fails before its result is handed on. */
export function isParse(node: Node): node is CallExpression {
  if (node.type !== "CallExpression") return false;
  return dottedName(node.callee) === "JSON.parse" || dottedName(node.callee) === "JSON5.parse";
}
