import { bare, dottedName, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { FileContext } from "../file/file-context.js";
import { literalText } from "../file/literal-text.js";

/** Methods that say: this piece of work is done. */
const COMPLETES =
  /^(?:complete|close|resolve|merge|publish|finish|finali[sz]e|approve|mark(?:As)?(?:Done|Complete|Completed|Resolved|Closed|Finished|Merged|Published|Translated)|ship|deploy|release|settle|fulfil+)(?:Task|Issue|Ticket|Job|Milestone|Order|Case|Claim|Pr|PullRequest|Merge|Run|Work|Item|Branch|Request)?$/i;
const CHANGES =
  /^(?:update|set|save|put|patch|create|insert|upsert|updateOne|setState|setStatus|transition|add|replace)\w*$/i;
/** Methods that are told a state by its name: `setState(id, "settled")`. */
const SETS_STATE =
  /^(?:(?:set|update|change|move|put)(?:To)?_?(?:state|status|stage|phase|resolution)|transition(?:To)?|moveTo|mark(?:As)?)$/i;
/** Things that are closed, resolved or published without any work being claimed done. */
const PLUMBING =
  /^(?:streams?|client|browser|server|socket|conn|connection|rl|readline|controller|writer|reader|channel|db|pool|session|page|context|watcher|transport|mcp|pubsub|redis|events?|bus|queue|emitter|broker|topic|ws|kafka|nats|promise|path|module|require|fs|lodash|deferred|handle|file|terminal|spinner|span|tracer|observer|subject|subscription|process|logger|log)$/i;
const STATUS = /^(?:status|state|stage|phase|resolution|done|completed|complete|resolved|closed|labels?|tags?)$/i;
const DONE = new RegExp(
  `^(?:${[
    "done|complete|completed|closed|resolved|merged|published|shipped|approved|finished|success|succeeded|ready|fixed|deployed|accepted|passed|booked",
    "translated|verified|released|settled|paid|delivered|fulfilled|solved|reconciled|imported|exported|migrated|processed|handled|answered|converted",
    "corrected|cleaned|classified|reviewed|tested|confirmed|installed|upgraded|provisioned|transferred|refunded|repaired|restored|implemented|applied|built",
  ].join("|")})$`,
  "i",
);
/** `UPDATE jobs SET status = 'done'` */
const SETS_DONE = /\bset\b[^;]*\b(?:status|state|stage|phase|resolution)"?\s*=\s*'([a-z_]+)'/i;

/** Whether a call marks work as done in the world outside. */
export function marksDone(context: FileContext, call: CallExpression): boolean {
  const callee = bare(call.callee);
  if (callee.type !== "MemberExpression" || call.arguments.length === 0) return false;
  const method = propertyName(callee);
  if (method === undefined || !isWaitedFor(context, call)) return false;
  const [statement] = call.arguments;
  if (
    statement !== undefined &&
    /^(?:query|execute|run|exec)/i.test(method) &&
    DONE.test(SETS_DONE.exec(literalText(context, statement))?.[1] ?? "")
  )
    return true;
  const owner = dottedName(callee.object);
  // `db.update(jobs).set({ state: "done" })`: what a chain of calls is about says what it sets.
  if (owner === undefined)
    return (
      CHANGES.test(method) &&
      bare(callee.object).type === "CallExpression" &&
      call.arguments.some((argument) => saysDone(argument))
    );
  if (isPlumbing(owner)) return false;
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

/** `await`, or what a function hands back; also when further calls are chained on. */
function isWaitedFor(context: FileContext, call: CallExpression): boolean {
  const parent = context.tree.parentOf(call);
  const next =
    parent?.type === "MemberExpression" && parent.object === call ? context.tree.parentOf(parent) : undefined;
  if (next?.type === "CallExpression" && next.callee === parent) return isWaitedFor(context, next);
  return (
    parent?.type === "AwaitExpression" ||
    parent?.type === "ReturnStatement" ||
    (parent?.type === "ArrowFunctionExpression" && parent.body === call)
  );
}

function saysDone(node: Node, depth = 0): boolean {
  const value = bare(node);
  if (value.type !== "ObjectExpression" || depth > 2) return false;
  return value.properties.some((property) => {
    if (property.type !== "Property") return false;
    const name = keyName(property) ?? "";
    const inner = bare(property.value);
    if (inner.type === "ObjectExpression") return saysDone(inner, depth + 1);
    if (!STATUS.test(name)) return false;
    if (inner.type === "ArrayExpression")
      return inner.elements.some((element) => element !== null && isDoneWord(element));
    return inner.type === "Literal" && inner.value === true
      ? /done|complete|resolved|closed/i.test(name)
      : isDoneWord(inner);
  });
}
