import { skipsTheRest } from "../flow/leaving.js";
import { bare, dottedName, isFunction, isWithin, propertyName, settled, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { definedAs, propertyOf } from "../file/argument-paths.js";
import { findRows, textOf } from "../file/file-context.js";
import { literalText } from "../file/literal-text.js";
import type { FileContext } from "../file/file-context.js";
import type { Evidence } from "../model/judgement.js";
import type { EffectNode } from "./effects.js";
import type { RepeatedPlace } from "./repetitions.js";
import { findRunStatement } from "./run-statements.js";
import { readStatement } from "./written-statements.js";

/** Words of a condition that ask whether the work is done already. Only used to stay silent, never to report. */
const ASKS_DONE =
  /already|exist|duplicat|seen|processed|done|sent|handled|claim|cached|idempot|dedup|conflict|previous|prior|known|recorded|posted|found|lock/i;
const SAYS_TAKEN = /P2002|23505|11000|unique|duplicate|already|exists|conflict|\b409\b|ConditionalCheckFailed|EEXIST/i;
/** Calls that answer whether they were the first: a claim row, a lock, a set that keeps what it has. */
const CLAIMS =
  /^(?:claim|acquire|lock|reserve|tryLock|setnx|setNX|setIfAbsent|putIfAbsent|insertIfAbsent|begin|once|tryInsert|markOnce|firstTime)/i;
const READS =
  /^(?:find|get|list|search|select|query|read|fetch|lookup|look|load|count|exists|has|head|describe|retrieve|filter|some|includes|findFirst|findUnique|findOne|where|maybeSingle|first|check)/i;
/** `UPDATE jobs SET started_at = now() WHERE id = $1 AND started_at IS NULL`: only one asker changes the row. */
const CLAIMING_UPDATE =
  /^\s*update\b[\s\S]*\bset\b[\s\S]*\b(\w+)\s*=[\s\S]*\bwhere\b[\s\S]*\b\1\s*(?:is\s+(?:null|not\s+true|false)|=\s*(?:false|0|'\w+')|<>|!=|<)/i;
const FAILS = /error|fail|invalid|denied|missing|unauthori[sz]ed|forbidden|abort|cancel/i;

/** A look before the leap: a claim row, a search, a ledger. `undefined` when nothing of that kind stands before the effect. */
export function findOnceGuard(context: FileContext, effect: Node, place: RepeatedPlace): Evidence | undefined {
  const { tree } = context;
  for (const path of [ancestorsOf(effect), place.callers]) {
    let child: Node = effect;
    for (const up of path) {
      if (
        up.type === "TryStatement" &&
        up.handler &&
        isWithin(effect, up.block) &&
        SAYS_TAKEN.test(context.file.text.slice(up.handler.range[0], up.handler.range[1]))
      ) {
        return { what: "a second one is refused, and the refusal is handled", at: spanOf(up.handler) };
      }
      if (up.type === "IfStatement" && !isWithin(effect, up.test)) {
        const isElse = up.alternate !== null && isWithin(child, up.alternate);
        const guard = guardIn(up.test, isElse);
        if (guard !== undefined) return guard;
      }
      if (up.type === "LogicalExpression" && up.right === child) {
        const guard = guardIn(up.left, up.operator !== "&&");
        if (guard !== undefined) return guard;
      }
      if (up.type === "ConditionalExpression" && up.test !== child) {
        const guard = guardIn(up.test, up.alternate === child);
        if (guard !== undefined) return guard;
      }
      const statements =
        up.type === "BlockStatement" || up.type === "Program" ? up.body : up.type === "SwitchCase" ? up.consequent : [];
      for (const statement of statements) {
        if (statement.range[0] >= child.range[0]) break;
        // Who is turned away before the effect is turned away by the opposite of its condition.
        if (statement.type === "IfStatement" && skipsTheRest(statement.consequent)) {
          const guard = guardIn(statement.test, true);
          if (guard !== undefined) return guard;
        }
      }
      child = up;
    }
  }
  return undefined;

  function ancestorsOf(node: Node): Node[] {
    const path: Node[] = [];
    for (let up = tree.parentOf(node); up !== undefined; up = tree.parentOf(up)) {
      path.push(up);
      if (isFunction(up) && tree.parentOf(up)?.type !== "CallExpression") break;
    }
    return path;
  }

  /** A condition under which the effect happens; `negated` when it happens if the condition is false. */
  function guardIn(test: Node, negated: boolean): Evidence | undefined {
    const value = bare(test);
    if (value.type === "UnaryExpression" && value.operator === "!") return guardIn(value.argument, !negated);
    if (value.type === "LogicalExpression") return guardIn(value.left, negated) ?? guardIn(value.right, negated);
    const text = textOf(context, value, 200);
    if (FAILS.test(text)) return undefined;
    const found = (what: string): Evidence => ({ what: `\`${textOf(context, value)}\` ${what}`, at: spanOf(value) });
    const asked = askedThing(value);
    const call = asked && callBehind(asked.node);
    const name = call === undefined ? undefined : nameOf(call);
    const happensIfThere = asked !== undefined && asked.positive !== negated;
    if (call !== undefined && name !== undefined) {
      if (CLAIMS.test(name) || isClaim(call)) return found("says who came first");
      if (READS.test(name) && !happensIfThere) return found("looks for what is there already");
      if (/^(?:has|get)$/.test(name) && ASKS_DONE.test(text)) return found("looks for what is there already");
      if (/^(?:add|set)$/.test(name) && /NX|sadd|setnx/i.test(text)) return found("says who came first");
    }
    if (ASKS_DONE.test(text) && !happensIfThere) return found("asks whether it is done already");
    return undefined;
  }

  /** What a test asks about, and whether it is true when there is something. */
  function askedThing(test: Node): { node: Node; positive: boolean } | undefined {
    if (test.type === "BinaryExpression") {
      const [left, right] = [bare(test.left), bare(test.right)];
      const literal =
        right.type === "Literal"
          ? right.value
          : right.type === "Identifier" && right.name === "undefined"
            ? null
            : undefined;
      if (literal === undefined) return { node: left, positive: true };
      const isEmpty = literal === 0 || literal === null || literal === false;
      switch (test.operator) {
        case "===":
        case "==":
          return { node: left, positive: !isEmpty };
        case "!==":
        case "!=":
        case ">":
          return { node: left, positive: isEmpty };
        case ">=":
          return { node: left, positive: true };
        default:
          return { node: left, positive: false };
      }
    }
    return { node: test, positive: true };
  }

  /** The call or statement whose answer an expression is a part of. */
  function callBehind(node: Node): EffectNode | undefined {
    let value = settled(node);
    for (let depth = 0; depth < 8; depth++) {
      if (value.type === "TaggedTemplateExpression") return value;
      if (value.type === "CallExpression") {
        const callee = bare(value.callee);
        // `open.data.find(…)`: what was searched is what the call before it brought.
        if (
          callee.type === "MemberExpression" &&
          bare(callee.object).type !== "ThisExpression" &&
          /^(?:find|filter|some|at|then|catch|json|includes|trim)$/.test(propertyName(callee) ?? "")
        ) {
          const behind = callBehind(callee.object);
          return behind ?? value;
        }
        return value;
      }
      if (value.type === "MemberExpression") value = settled(value.object);
      else if (value.type === "Identifier") {
        const next = initOf(value);
        if (next === undefined) return undefined;
        value = settled(next);
      } else if (value.type === "LogicalExpression") value = settled(value.left);
      else return undefined;
    }
    return undefined;
  }

  function initOf(name: Node): Node | undefined {
    const direct = definedAs(context, name);
    if (direct !== name) return direct;
    if (name.type !== "Identifier") return undefined;
    const definition = context.scopes.variableOf(name)?.definition;
    return definition?.type === "VariableDeclarator" ? (definition.init ?? undefined) : undefined;
  }

  function nameOf(call: EffectNode): string | undefined {
    if (call.type === "TaggedTemplateExpression")
      return /^\w+/.exec(literalText(context, call).trim())?.[0].toLowerCase();
    const callee = bare(call.callee);
    return callee.type === "MemberExpression" ? propertyName(callee) : dottedName(callee);
  }

  /** An insert that does nothing when the row is there, an update of what nobody has taken: the answer says who came first. */
  function isClaim(call: EffectNode): boolean {
    const text = findRunStatement(context, call)?.text;
    if (text !== undefined && CLAIMING_UPDATE.test(text)) return true;
    if (call.type === "TaggedTemplateExpression")
      return (
        readStatement(literalText(context, call))?.idempotent === true && /^\s*insert/i.test(literalText(context, call))
      );
    const rows = findRows(context, context.bindings.entityOf(call.callee), "effect");
    if (rows.some(({ row }) => row.idempotentIf !== undefined)) return true;
    const [first] = call.arguments;
    if (
      first !== undefined &&
      first.type !== "SpreadElement" &&
      propertyOf(context, first, "skipDuplicates").state === "given"
    )
      return true;
    return /onConflict|skipDuplicates|\bNX\b|ifNotExists|attribute_not_exists|ON CONFLICT|INSERT OR IGNORE/i.test(
      context.file.text.slice(call.range[0], call.range[1]),
    );
  }
}
