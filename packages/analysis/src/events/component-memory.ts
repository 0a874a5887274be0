import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { walk } from "../file/walk.js";

/** What a component keeps from one run of an effect to the next: refs that the effect writes, states that only a person sets. */
export interface ComponentMemory {
  /** What a condition says when the effect runs again, after one of its own runs has moved `state`; `undefined` if that is not known. */
  answerTo(condition: Node, state: Variable): boolean | undefined;
}

/**
 * Reads what an effect leaves behind for its own next run.
 *
 * @param states names of the hooks that make a state: `useState`.
 */
export function readComponentMemory(
  { context }: LoopAnalysis,
  effect: FunctionNode,
  states: readonly string[],
): ComponentMemory {
  const written = new Map<Variable, Node[]>();
  walk(effect.body, (node) => {
    if (node.type === "AssignmentExpression" && node.operator === "=") {
      const ref = refOf(node.left);
      if (ref !== undefined) written.set(ref, [...(written.get(ref) ?? []), node.right]);
    }
    return undefined;
  });

  return {
    answerTo(condition, state) {
      const expression = settled(condition);
      if (expression.type === "BinaryExpression") return sameAsBefore(expression, state);
      const ref = refOf(expression);
      if (ref !== undefined) return lastWritten(ref);
      return expression.type === "Identifier" ? untouchedState(expression) : undefined;
    },
  };

  /** `busy.current` of `const busy = useRef(false)`. */
  function refOf(node: Node): Variable | undefined {
    const value = bare(node);
    if (value.type !== "MemberExpression" || propertyName(value) !== "current") return undefined;
    const object = bare(value.object);
    const variable = object.type === "Identifier" ? context.scopes.variableOf(object) : undefined;
    return variable !== undefined && hookOf(variable)?.endsWith("useRef") === true ? variable : undefined;
  }

  /** The last of several constants: a mark that is set at the start is taken away at the end. */
  function lastWritten(ref: Variable): boolean | undefined {
    const values = (written.get(ref) ?? []).map(bare);
    const last = values.at(-1);
    if (values.length < 2 || last === undefined || !values.every((value) => value.type === "Literal")) return undefined;
    return last.type === "Literal" ? Boolean(last.value) : undefined;
  }

  /** `lastRun.current === index`: it was run for the number that has moved on since. */
  function sameAsBefore(
    { left, operator, right }: Extract<Node, { type: "BinaryExpression" }>,
    state: Variable,
  ): boolean | undefined {
    if (!/^[!=]==?$/.test(operator)) return undefined;
    for (const [side, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const ref = refOf(side);
      const values = ref === undefined ? [] : (written.get(ref) ?? []);
      if (isOf(other, state) && values.length > 0 && values.every((value) => isOf(value, state)))
        return operator.startsWith("!");
    }
    return undefined;
  }

  function isOf(node: Node, state: Variable): boolean {
    const value = bare(node);
    return value.type === "Identifier" && context.scopes.variableOf(value) === state;
  }

  /** A state that begins as a constant, and that the effect leaves alone: only a person or another effect changes it. */
  function untouchedState(identifier: Extract<Node, { type: "Identifier" }>): boolean | undefined {
    const variable = context.scopes.variableOf(identifier);
    const definition = variable?.definition;
    if (definition?.type !== "VariableDeclarator" || definition.id.type !== "ArrayPattern" || !definition.init)
      return undefined;
    const [value, change] = definition.id.elements;
    const made = bare(definition.init);
    if (value !== variable?.identifier || made.type !== "CallExpression") return undefined;
    const entity = context.bindings.entityOf(made.callee);
    if (entity.kind !== "package" || !states.includes(entity.path)) return undefined;
    const [start] = made.arguments;
    if (start?.type !== "Literal") return undefined;
    const setter = change?.type === "Identifier" ? context.scopes.variableOf(change) : undefined;
    const isSetHere = walk(effect.body, (node) => setter !== undefined && isCallOf(node, setter));
    return isSetHere ? undefined : Boolean(start.value);
  }

  function isCallOf(node: Node, setter: Variable): boolean {
    if (node.type !== "CallExpression") return false;
    const callee = bare(node.callee);
    return callee.type === "Identifier" && context.scopes.variableOf(callee) === setter;
  }

  function hookOf(variable: Variable): string | undefined {
    const { definition } = variable;
    if (definition.type !== "VariableDeclarator" || !definition.init) return undefined;
    const made = bare(definition.init);
    const entity = made.type === "CallExpression" ? context.bindings.entityOf(made.callee) : undefined;
    return entity?.kind === "package" ? entity.path : undefined;
  }
}

/** `setTurn(turn + 1)`, `setTurn((n) => n + 1)`: the state is another one after each run. */
export function movesOn({ context }: LoopAnalysis, call: CallExpression, state: Variable): boolean {
  const [next] = call.arguments;
  if (next === undefined || next.type === "SpreadElement") return false;
  const value = bare(next);
  if (value.type === "ArrowFunctionExpression") {
    const [old] = value.params;
    const variable = old?.type === "Identifier" ? context.scopes.variableOf(old) : undefined;
    return variable !== undefined && isOneMore(value.body, variable);
  }
  return isOneMore(value, state);

  function isOneMore(node: Node, counted: Variable): boolean {
    const sum = bare(node);
    if (sum.type !== "BinaryExpression" || sum.operator !== "+") return false;
    const [left, right] = [bare(sum.left), bare(sum.right)];
    return (
      left.type === "Identifier" &&
      context.scopes.variableOf(left) === counted &&
      right.type === "Literal" &&
      typeof right.value === "number"
    );
  }
}
