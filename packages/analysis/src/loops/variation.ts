import type { Frame } from "../flow/paths.js";
import { bare, dottedName, isFunction, isWithin, propertyName } from "../syntax/node.js";
import type { CallExpression, Identifier, MemberExpression, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import type { Cycle } from "./cycle.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { givenArgument, objectPlace, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { RegionNode } from "./region.js";

/** Methods that leave what they are called on as it was. */
const LEAVES_ALONE =
  /^(?:map|filter|slice|join|get|has|at|find|findLast|findIndex|includes|indexOf|some|every|reduce|concat|flat|flatMap|toString|toLowerCase|toUpperCase|trim|split|replace|replaceAll|keys|values|entries|length|forEach|startsWith|endsWith|stringify|is\w*|to[A-Z]\w*)$/;
/** Names of calls that look at the world anew. */
const READS_ANEW =
  /now|random|uuid|nanoid|date|time|read|load|fetch|current|state|status|snapshot|history|memory|render|latest|next|pending|observe|screenshot|inspect|scan|list|query|select|count|^get$/i;
/** Calls that only show what they are given. A list may be named `log` as well: what is added to it is kept. */
export const SHOWS: RegExp =
  /^(?:console|(?:this\.)?(?:log|logger|debug))(?:$|\.(?!(?:push|unshift|splice|fill|concat|add|append|insert|prepend|set|put|store|save|commit)$))|(?:^|\.)(?:log|debug|info|warn|error|trace|print|emit|track|report|notify)$/i;

/** Asks whether a value may differ from turn to turn; in doubt it may. */
export interface Variation {
  mayVary(node: Node, frame: Frame | undefined): boolean;
}

/**
 * @param isTolerant Something else already shows that the turns have nothing to do with each other:
 * then a plain call with the same arguments counts as the same value.
 */
export function readVariation(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  isTolerant: boolean,
): Variation {
  const { context } = analysis;
  const touched = readTouched(analysis, region, isTolerant);
  const busy = new Set<Node>();

  function mayVary(node: Node, frame: Frame | undefined): boolean {
    const value = bare(node);
    if (busy.has(value) || busy.size > 24) return true;
    busy.add(value);
    const answer = varies(value, frame);
    busy.delete(value);
    return answer;
  }

  function varies(node: Node, frame: Frame | undefined): boolean {
    const any = (parts: readonly (Node | null)[]): boolean =>
      parts.some((part) => part !== null && mayVary(part, frame));
    switch (node.type) {
      case "Literal":
        return false;
      case "TemplateLiteral":
        return any(node.expressions);
      case "ArrayExpression":
        return any(node.elements);
      case "ObjectExpression":
        return node.properties.some((property) =>
          property.type === "SpreadElement" ? mayVary(property.argument, frame) : mayVary(property.value, frame),
        );
      case "SpreadElement":
      case "UnaryExpression":
        return mayVary(node.argument, frame);
      case "LogicalExpression":
      case "BinaryExpression":
        return any([node.left, node.right]);
      case "ConditionalExpression":
        return any([node.test, node.consequent, node.alternate]);
      case "Identifier":
        return identifierVaries(node, frame);
      case "MemberExpression":
        return memberVaries(node, frame);
      case "CallExpression":
        return callVaries(node, frame);
      case "NewExpression":
        return node.arguments.length === 0 || any(node.arguments);
      default:
        return !isFunction(node);
    }
  }

  function identifierVaries(identifier: Identifier, frame: Frame | undefined): boolean {
    const variable = context.scopes.variableOf(identifier);
    if (variable === undefined) return identifier.name !== "undefined";
    if (variable.kind === "function" || variable.kind === "class" || variable.kind === "enum") return false;
    const given = frame === undefined ? undefined : argumentFor(frame, variable);
    if (given !== undefined) return mayVary(given.argument, given.frame);
    const place = placeOf(context, identifier, frame);
    // What another module keeps is changed here by what plainly adds to it; else its methods are its own affair.
    if (variable.kind === "import") return place !== undefined && touched.filled.has(place);
    if (place === undefined || touched.has(place) || hasPart(place)) return true;
    const { definition } = variable;
    if (definition.type !== "VariableDeclarator") return variable.kind !== "parameter" || isHandedOnAnew(variable);
    if (!isWithin(definition, cycle.node) && frame?.fn === undefined)
      return definition.init !== null && holdsTouched(definition.init);
    const loop = context.tree.parentOf(context.tree.parentOf(definition) ?? definition);
    if (
      loop !== undefined &&
      (loop.type === "ForStatement" || loop.type === "ForOfStatement" || loop.type === "ForInStatement")
    )
      return isWithin(definition, cycle.node);
    return definition.init === null || mayVary(definition.init, frame);
  }

  /** A recursion that hands on something else than it was given: `ask([...messages, error])`. */
  function isHandedOnAnew(variable: Variable): boolean {
    const fn = cycle.members.find((member) => member === variable.definition);
    if (fn === undefined) return false;
    return region.some(({ node, frame }) => {
      if (node.type !== "CallExpression" || context.bindings.calleeOf(node) !== fn) return false;
      const given = givenArgument({ fn, call: node, caller: frame }, variable);
      const value = given && bare(given.argument);
      return !(value?.type === "Identifier" && context.scopes.variableOf(value) === variable);
    });
  }

  function argumentFor(frame: Frame, variable: Variable): { argument: Node; frame: Frame | undefined } | undefined {
    for (let home: Frame | undefined = frame; home !== undefined; home = home.caller) {
      if (home.fn !== variable.definition) continue;
      const given = givenArgument(home, variable);
      return given && { argument: given.argument, frame: home.caller };
    }
    return undefined;
  }

  function memberVaries(node: MemberExpression, frame: Frame | undefined): boolean {
    const place = placeOf(context, node, frame);
    if (node.computed && propertyName(node) === undefined)
      return mayVary(node.object, frame) || mayVary(node.property, frame);
    if (place !== undefined && (touched.has(place) || hasPart(place))) return true;
    const object = bare(node.object);
    if (object.type === "ThisExpression" || object.type === "Super") return touched.hasOpaqueMethods;
    return mayVary(object, frame);
  }

  /** A literal made before the loop may hold something that the loop changes: `[user]`, and later `user.content = …`. */
  function holdsTouched(node: Node): boolean {
    const value = bare(node);
    switch (value.type) {
      case "ArrayExpression":
        return value.elements.some(
          (element) => element !== null && holdsTouched(element.type === "SpreadElement" ? element.argument : element),
        );
      case "ObjectExpression":
        return value.properties.some((property) =>
          holdsTouched(property.type === "SpreadElement" ? property.argument : property.value),
        );
      case "Identifier": {
        const place = placeOf(context, value, undefined);
        return place !== undefined && (touched.has(place) || hasPart(place));
      }
      default:
        return false;
    }
  }

  /** Whether some part of a value is changed: `state.notes` of `state`. */
  function hasPart(place: PlaceKey): boolean {
    return touched.places.some((one) => one.startsWith(`${place}.`));
  }

  function callVaries(call: CallExpression, frame: Frame | undefined): boolean {
    const fn = context.bindings.calleeOf(call);
    if (fn !== undefined) {
      if (fn.body.type === "BlockStatement" && context.tree.returnsOf(fn).length === 0) return true;
      return context.tree.returnsOf(fn).some((value) => mayVary(value, { fn, call, caller: frame }));
    }
    const callee = bare(call.callee);
    const name = callee.type === "MemberExpression" ? (propertyName(callee) ?? "") : (dottedName(callee) ?? "");
    if (context.tree.parentOf(call)?.type === "AwaitExpression" || READS_ANEW.test(name)) return true;
    if (callee.type === "MemberExpression") {
      const isForm = LEAVES_ALONE.test(name);
      if (!isForm && (call.arguments.length === 0 || !isTolerant)) return true;
      if (mayVary(callee.object, frame)) return true;
    } else if (call.arguments.length === 0) return true;
    return call.arguments.some((argument) => mayVary(argument, frame));
  }

  return { mayVary };
}

/** Methods that put something into a list, a map or a set. */
const FILLS = /^(?:push|unshift|splice|add|set|append)$/;

interface Touched {
  readonly places: readonly PlaceKey[];
  /** Storage that plainly gets something more. */
  readonly filled: ReadonlySet<PlaceKey>;
  readonly hasOpaqueMethods: boolean;
  has(place: PlaceKey): boolean;
}

/** Storage that something in a turn changes, or may change. */
function readTouched(analysis: LoopAnalysis, region: readonly RegionNode[], isTolerant: boolean): Touched {
  const { context } = analysis;
  const places = new Set<PlaceKey>();
  const filled = new Set<PlaceKey>();
  let hasOpaqueMethods = false;
  const add = (place: PlaceKey | undefined): void => {
    if (place !== undefined) places.add(place);
  };
  for (const { node, frame } of region) {
    switch (node.type) {
      case "AssignmentExpression": {
        const target = bare(node.left);
        add(
          placeOf(context, target, frame) ??
            (target.type === "MemberExpression" ? objectPlace(context, target.object, frame) : undefined),
        );
        if (target.type === "ObjectPattern" || target.type === "ArrayPattern")
          for (const name of namesIn(target)) add(placeOf(context, name, frame));
        break;
      }
      case "UpdateExpression":
        add(placeOf(context, node.argument, frame));
        break;
      case "CallExpression": {
        const callee = bare(node.callee);
        const written = dottedName(callee) ?? "";
        if (SHOWS.test(written)) break;
        const isKnown = context.bindings.calleeOf(node) !== undefined;
        if (callee.type === "MemberExpression" && !isKnown) {
          if (/^(?:this|super)\.\w+$/.test(written)) hasOpaqueMethods = true;
          const place = placeOf(context, callee.object, frame) ?? objectPlace(context, callee.object, frame);
          if (!LEAVES_ALONE.test(propertyName(callee) ?? "") && analysis.calls.at(node) === undefined) add(place);
          if (place !== undefined && FILLS.test(propertyName(callee) ?? "")) filled.add(place);
        }
        // Whoever is handed an object may change it; a model call only sends what it is given.
        // A plain call whose result is used works something out.
        const up = context.tree.parentOf(node)?.type;
        if (
          !isKnown &&
          !isTolerant &&
          analysis.calls.at(node) === undefined &&
          (up === "ExpressionStatement" || up === "AwaitExpression")
        ) {
          for (const argument of node.arguments) {
            const value = argument.type === "SpreadElement" ? undefined : bare(argument);
            if (value?.type === "Identifier" || value?.type === "MemberExpression") add(placeOf(context, value, frame));
          }
        }
        break;
      }
      default:
    }
  }
  return { places: [...places], filled, hasOpaqueMethods, has: (place) => places.has(place) };
}

function namesIn(pattern: Node): Identifier[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        namesIn(property.type === "RestElement" ? property.argument : property.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element === null ? [] : namesIn(element)));
    case "AssignmentPattern":
      return namesIn(pattern.left);
    default:
      return [];
  }
}
