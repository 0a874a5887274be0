import { bare, dottedName, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { FileContext } from "../file/file-context.js";

/** Methods that say: this piece of work is done. */
const COMPLETES = /^(?:complete|close|resolve|merge|publish|finish|finali[sz]e|approve|mark(?:As)?(?:Done|Complete|Completed|Resolved|Closed|Finished|Merged|Published|Translated)|ship|deploy|release|settle|fulfil+)(?:Task|Issue|Ticket|Job|Milestone|Order|Case|Claim|Pr|PullRequest|Merge|Run|Work|Item|Branch|Request)?$/i;
const CHANGES = /^(?:update|set|save|put|patch|create|insert|upsert|updateOne|setState|setStatus|transition)\w*$/i;
/** Methods that are told a state by its name: `setState(id, "settled")`. */
const SETS_STATE = /^(?:(?:set|update|change|move|put)(?:To)?_?(?:state|status|stage|phase|resolution)|transition(?:To)?|moveTo|mark(?:As)?)$/i;
/** Things that are closed, resolved or published without any work being claimed done. */
const PLUMBING =
  /^(?:streams?|client|browser|server|socket|conn|connection|rl|readline|controller|writer|reader|channel|db|pool|session|page|context|watcher|transport|mcp|pubsub|redis|events?|bus|queue|emitter|broker|topic|ws|kafka|nats|promise|path|module|require|fs|lodash|deferred|handle|file|terminal|spinner|span|tracer|observer|subject|subscription|process|logger|log)$/i;
const STATUS = /^(?:status|state|stage|phase|resolution|done|completed|complete|resolved|closed)$/i;
const DONE = /^(?:done|complete|completed|closed|resolved|merged|published|shipped|approved|finished|success|succeeded|ready|fixed|deployed|accepted|passed|booked|translated|verified|released|settled|paid|delivered|fulfilled|solved)$/i;

/** Whether a call marks work as done in the world outside. */
export function marksDone(context: FileContext, call: CallExpression): boolean {
  const callee = bare(call.callee);
  if (callee.type !== "MemberExpression" || call.arguments.length === 0) return false;
  const method = propertyName(callee);
  const owner = dottedName(callee.object);
  if (method === undefined || owner === undefined || isPlumbing(owner) || !isWaitedFor(context, call)) return false;
  if (SETS_STATE.test(method) && call.arguments.some((argument) => isDoneWord(argument))) return true;
  return COMPLETES.test(method) || (CHANGES.test(method) && call.arguments.some((argument) => saysDone(argument)));
}

function isDoneWord(node: Node): boolean {
  const value = bare(node);
  return value.type === "Literal" && typeof value.value === "string" && DONE.test(value.value);
}

function isPlumbing(owner: string): boolean {
  const words = owner.slice(owner.lastIndexOf(".") + 1).split(/(?<=[a-z])(?=[A-Z])|_/);
  return words.some((word) => PLUMBING.test(word)) || owner === "_";
}

/** `await`, or what a function hands back. */
function isWaitedFor(context: FileContext, call: CallExpression): boolean {
  const parent = context.tree.parentOf(call);
  return parent?.type === "AwaitExpression" || parent?.type === "ReturnStatement" || (parent?.type === "ArrowFunctionExpression" && parent.body === call);
}

function saysDone(node: Node, depth = 0): boolean {
  const value = bare(node);
  if (value.type !== "ObjectExpression" || depth > 2) return false;
  return value.properties.some((property) => {
    if (property.type !== "Property") return false;
    const name = keyName(property) ?? "";
    const inner = bare(property.value);
    if (inner.type === "ObjectExpression") return saysDone(inner, depth + 1);
    return STATUS.test(name) && inner.type === "Literal" && (inner.value === true ? /done|complete|resolved|closed/i.test(name) : typeof inner.value === "string" && DONE.test(inner.value));
  });
}
