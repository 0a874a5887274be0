import { bare, dottedName, isFunction, isLoop, isWithin, propertyName, settled } from "../syntax/node.js";
import type {
  CallExpression,
  FunctionNode,
  Identifier,
  MemberExpression,
  NewExpression,
  Node,
} from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { keyThatBinds } from "../tools/called-tools.js";
import { findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";

/** Something that is another value on every run: what it is, and where it is made. */
export interface Unsteady {
  readonly what: "chance" | "clock" | "attempt" | "delivery" | "cursor";
  /** The expression that makes the value, seen from the function that asks. */
  readonly made: Node;
  /** The variables it passes through on its way. */
  readonly through: readonly Variable[];
}

/** Exports that draw a new value each time, by package. */
const CHANCE: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:node:)?crypto$/, /^(?:default\.)?(?:randomUUID|randomBytes|randomInt|webcrypto\.randomUUID)$/],
  [/^globalThis$/, /^(?:(?:globalThis|window|self)\.)?(?:crypto\.(?:randomUUID|getRandomValues)|Math\.random)$/],
  [/^nanoid(?:\/|$)/, /^(?:default|nanoid)$/],
  [/^(?:uuid|uuidv4|uuidv7)$/, /^(?:default|v1|v4|v6|v7|default\.v4|v4\.default)$/],
  [/^(?:uuidv4|uuidv7)$/, /^/],
  [/^ulid(?:x)?$/, /^(?:default|ulid|monotonicFactory\(\))$/],
  [/^cuid$/, /^default$/],
  [/^@paralleldrive\/cuid2$/, /^createId$/],
  [/^@lukeed\/uuid(?:\/|$)/, /^(?:default|v4)$/],
  [/^(?:short-uuid|shortid|hyperid|ksuid|bson|mongodb)$/, /^(?:default\.generate|generate|default\(\)|ObjectId)$/],
];
const ATTEMPT =
  /^(?:attempts?|attempt_?(?:no|num|number|count|index|id)|attempts?_?made|retry|retries|retry_?(?:no|num|number|count|attempt)|retries_?(?:done|made)|try_?(?:no|num|number|count)|tries|n_?th_?try)$/i;
const DELIVERY =
  /^(?:delivery_?(?:id|tag|attempt|count)|receipt_?handle|x-github-delivery|x-amzn?-trace-id|approximate_?receive_?count|times_?delivered|ack_?id)$/i;
const CURSOR =
  /^(?:cursor|next_?cursor|page_?token|next_?page_?token|start_?cursor|end_?cursor|offset|scroll_?id|last_?event_?id|resume_?token|continuation_?token)$/i;
/** A day is a step of a task; a moment is not. */
const COARSENS =
  /^(?:slice|substring|substr|split|toDateString|toLocaleDateString|getFullYear|getUTCFullYear|getMonth|getDate|startOf|toISODate)$/;
const MAX_DEPTH = 14;

/** The unsteady parts of a value: what chance, the clock, the attempt or the delivery puts into it. */
export function unsteadyPartsOf(context: FileContext, node: Node): Unsteady[] {
  const { scopes, bindings, tree } = context;
  const found: Unsteady[] = [];
  const seen = new Set<Node>();
  visit(node, [], undefined, 0);
  return found;

  function visit(at: Node, through: readonly Variable[], seenFrom: Node | undefined, depth: number): void {
    const value = settled(at);
    if (depth > MAX_DEPTH || seen.has(value)) return;
    seen.add(value);
    const into = (inner: Node): void => {
      visit(inner, through, seenFrom, depth + 1);
    };
    const add = (what: Unsteady["what"]): void => {
      found.push({ what, made: seenFrom ?? value, through });
    };
    switch (value.type) {
      case "TemplateLiteral":
        value.expressions.forEach(into);
        return;
      case "BinaryExpression":
        // `Math.floor(Date.now() / DAY)` names a stretch of time, not a moment.
        if (value.operator === "/" || value.operator === "%" || value.operator === "|" || value.operator === ">>")
          return;
        into(value.left);
        into(value.right);
        return;
      case "LogicalExpression":
      case "ConditionalExpression":
        // What was kept or handed in is used again; chance is only what stands in for it the first time.
        return;
      case "ArrayExpression":
        for (const element of value.elements)
          if (element !== null) into(element.type === "SpreadElement" ? element.argument : element);
        return;
      case "ObjectExpression":
        for (const part of value.properties) into(part.type === "SpreadElement" ? part.argument : part.value);
        return;
      case "Identifier":
        visitName(value, through, seenFrom, depth);
        return;
      case "MemberExpression":
        visitMember(value, add, into);
        return;
      case "NewExpression":
        if (isGlobal(value.callee, "Date") && value.arguments.length === 0) add("clock");
        else if (isChance(value)) add("chance");
        else for (const argument of value.arguments) if (argument.type !== "SpreadElement") into(argument);
        return;
      case "CallExpression":
        visitCall(value, through, seenFrom, depth, add, into);
        return;
      default:
    }
  }

  function visitMember(
    member: MemberExpression,
    add: (what: Unsteady["what"]) => void,
    into: (node: Node) => void,
  ): void {
    const name = propertyName(member);
    if (name === undefined) return;
    if (ATTEMPT.test(name)) add("attempt");
    else if (
      DELIVERY.test(name) ||
      (/^(?:id|tag)$/.test(name) && /(?:^|\.)delivery$/i.test(dottedName(member.object) ?? ""))
    )
      add("delivery");
    else if (CURSOR.test(name)) add("cursor");
    else if (name === "length") return;
    else into(member.object);
  }

  function visitCall(
    call: CallExpression,
    through: readonly Variable[],
    seenFrom: Node | undefined,
    depth: number,
    add: (what: Unsteady["what"]) => void,
    into: (node: Node) => void,
  ): void {
    if (isChance(call)) return add("chance");
    const callee = bare(call.callee);
    const method = callee.type === "MemberExpression" ? propertyName(callee) : undefined;
    if (
      callee.type === "MemberExpression" &&
      method === "now" &&
      (isGlobal(callee.object, "Date") || isGlobal(callee.object, "performance"))
    )
      return add("clock");
    if (callee.type === "MemberExpression" && method === "hrtime" && isGlobal(callee.object, "process"))
      return add("clock");
    if (isGlobal(callee, "Date")) return add("clock");
    if (callee.type === "MemberExpression" && method !== undefined && COARSENS.test(method)) {
      const before = found.length;
      into(callee.object);
      found.push(...found.splice(before).filter((part) => part.what !== "clock"));
      return;
    }
    if (callee.type === "MemberExpression" && isGlobal(callee.object, "Math")) return;
    const fn = bindings.calleeOf(call);
    if (fn !== undefined) {
      // What a helper makes anew is made wherever the helper is called.
      for (const returned of tree.returnsOf(fn)) visit(returned, through, seenFrom ?? call, depth + 1);
    } else if (callee.type === "MemberExpression" && method !== "get" && method !== "findUnique") into(callee.object);
    for (const argument of call.arguments)
      if (argument.type !== "SpreadElement" && !isFunction(argument)) into(argument);
  }

  function visitName(name: Identifier, through: readonly Variable[], seenFrom: Node | undefined, depth: number): void {
    const variable = scopes.variableOf(name);
    if (variable === undefined) return;
    const path = [...through, variable];
    const { definition } = variable;
    const add = (what: Unsteady["what"]): void => {
      found.push({ what, made: seenFrom ?? name, through: path });
    };
    if (isCounter(variable) && ATTEMPT.test(variable.name)) return add("attempt");
    if (CURSOR.test(variable.name) && variable.kind !== "parameter" && variable.writes.length > 0) return add("cursor");
    if (definition.type === "VariableDeclarator") {
      // A value that is filled in only when it is missing has been kept.
      if (
        variable.writes.some(
          (write) =>
            write.node.type === "AssignmentExpression" &&
            (write.node.operator === "??=" || write.node.operator === "||="),
        )
      )
        return;
      if (definition.id === variable.identifier) {
        if (definition.init !== null) visit(definition.init, path, seenFrom, depth + 1);
        for (const write of variable.writes)
          if (write.node.type === "AssignmentExpression" && write.node.left === write.target)
            visit(write.node.right, path, seenFrom, depth + 1);
      } else if (definition.id.type === "ObjectPattern") {
        const key = keyThatBinds(definition.id, variable.identifier);
        if (key !== undefined && ATTEMPT.test(key)) add("attempt");
        else if (key !== undefined && DELIVERY.test(key)) add("delivery");
      }
      return;
    }
    if (variable.kind === "parameter" && isFunction(definition))
      visitParameter(variable, definition, path, seenFrom, depth, add);
  }

  function visitParameter(
    variable: Variable,
    fn: FunctionNode,
    through: readonly Variable[],
    seenFrom: Node | undefined,
    depth: number,
    add: (what: Unsteady["what"]) => void,
  ): void {
    const index = fn.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
    const parameter = fn.params[index];
    const key = parameter?.type === "ObjectPattern" ? keyThatBinds(parameter, variable.identifier) : variable.name;
    if (key !== undefined && ATTEMPT.test(key)) return add("attempt");
    if (key !== undefined && DELIVERY.test(key)) return add("delivery");
    if (parameter?.type !== "Identifier") return;
    if (countsAttempts(fn, index)) return add("attempt");
    for (const site of bindings.callsOf(fn) ?? []) {
      const argument = site.arguments[index];
      if (argument !== undefined && argument.type !== "SpreadElement") visit(argument, through, undefined, depth + 1);
    }
  }

  /** `pRetry((n) => …)`: the library says which attempt this is. */
  function countsAttempts(fn: FunctionNode, index: number): boolean {
    const call = tree.parentOf(fn);
    if (call?.type !== "CallExpression") return false;
    const place = call.arguments.findIndex((argument) => argument === fn);
    return findRows(context, bindings.entityOf(call.callee), "retry").some(
      ({ row }) => row.attempt === index && row.calls === String(place),
    );
  }

  function isCounter(variable: Variable): boolean {
    return (
      variable.writes.some((write) => write.node.type === "UpdateExpression") ||
      (variable.definition.type === "VariableDeclarator" &&
        isLoop(tree.parentOf(tree.parentOf(variable.definition) ?? variable.definition) ?? variable.definition))
    );
  }

  function isChance(call: CallExpression | NewExpression): boolean {
    const entity = bindings.entityOf(call.callee);
    return entity.kind === "package" && CHANCE.some(([name, path]) => name.test(entity.name) && path.test(entity.path));
  }

  function isGlobal(at: Node, name: string): boolean {
    const value = bare(at);
    return value.type === "Identifier" && value.name === name && scopes.variableOf(value) === undefined;
  }
}

/** The counter of a loop that a value is made of: `for (let attempt = 0; …)` and a key with `attempt` in it. */
export function countersIn(context: FileContext, node: Node): Variable[] {
  const found = new Set<Variable>();
  const visit = (at: Node, depth: number): void => {
    const value = settled(at);
    if (depth > MAX_DEPTH) return;
    if (value.type === "Identifier") {
      const variable = context.scopes.variableOf(value);
      if (variable === undefined || found.has(variable)) return;
      if (
        variable.writes.some(
          (write) =>
            write.node.type === "UpdateExpression" ||
            (write.node.type === "AssignmentExpression" && write.node.operator === "+="),
        )
      )
        found.add(variable);
      else if (
        variable.definition.type === "VariableDeclarator" &&
        variable.definition.id === variable.identifier &&
        variable.definition.init
      )
        visit(variable.definition.init, depth + 1);
    } else if (value.type === "TemplateLiteral") {
      for (const part of value.expressions) visit(part, depth + 1);
    } else if (value.type === "BinaryExpression") {
      visit(value.left, depth + 1);
      visit(value.right, depth + 1);
    } else if (value.type === "CallExpression") {
      for (const argument of value.arguments) if (argument.type !== "SpreadElement") visit(argument, depth + 1);
      if (value.callee.type === "MemberExpression") visit(value.callee.object, depth + 1);
    } else if (value.type === "ArrayExpression") {
      for (const element of value.elements)
        if (element !== null && element.type !== "SpreadElement") visit(element, depth + 1);
    }
  };
  visit(node, 0);
  return [...found];
}
