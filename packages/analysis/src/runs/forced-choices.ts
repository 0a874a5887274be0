import type { ForcedChoice } from "../catalogue/schema.js";
import type { FoundLoop } from "../loops/agent-loops.js";
import type { FoundExit } from "../loops/exits.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, isFunction, isWithin, keyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, MemberExpression, NewExpression, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { constantOf, definitionsOf, readArgument } from "../file/arguments.js";
import { calleeText, findRows, textOf } from "../file/file-context.js";
import type { ForcedToolChoice, Run } from "../model/file-model.js";
import { walk } from "../file/walk.js";

/** Tool choices that force a call in every turn of a loop or run that ends when no tool is called. */
export function readForcedChoices(
  analysis: LoopAnalysis,
  loops: readonly FoundLoop[],
  runs: readonly Run[],
): ForcedToolChoice[] {
  const found = [
    ...runs.flatMap((run) => inRun(analysis, run)),
    ...agents(analysis),
    ...loops.flatMap((loop) => inLoop(analysis, loop)),
  ];
  const seen = new Set<number>();
  return found.filter(({ span }) => !seen.has(span.start) && seen.add(span.start));
}

type Site = CallExpression | NewExpression;

interface Forced {
  /** The tool that has to be called, when one is named. */
  readonly tool: string | undefined;
  /** The conditions under which it is forced. */
  readonly tests: readonly Node[];
}

/** Whether a value forces a call, by the words of the SDK. */
function readForced(analysis: LoopAnalysis, value: Node, choice: ForcedChoice, depth = 0): Forced | undefined {
  const node = bare(value);
  if (depth > 6) return undefined;
  switch (node.type) {
    case "ConditionalExpression": {
      const branch =
        readForced(analysis, node.consequent, choice, depth + 1) ??
        readForced(analysis, node.alternate, choice, depth + 1);
      return branch && { ...branch, tests: [...branch.tests, node.test] };
    }
    case "ObjectExpression": {
      const named = ["toolName", "name", "function"].flatMap((key) => nameAt(analysis, node, key))[0];
      for (const property of node.properties) {
        if (property.type !== "Property" || !["type", "mode", "any", "tool"].includes(keyName(property) ?? ""))
          continue;
        const word =
          keyName(property) === "any" || keyName(property) === "tool"
            ? keyName(property)
            : (constantOf(analysis.context, property.value) ?? enumMember(property.value));
        if (typeof word === "string" && (choice.forcing.includes(word) || (named !== undefined && word === "function")))
          return { tool: named, tests: [] };
      }
      return undefined;
    }
    case "Identifier": {
      const definitions = definitionsOf(analysis.context, node);
      const [only] = definitions ?? [];
      if (definitions?.length !== 1 || only === undefined || only === "absent") return undefined;
      return readForced(analysis, only, choice, depth + 1);
    }
    case "MemberExpression": {
      const word = constantOf(analysis.context, node) ?? enumMember(node);
      return typeof word === "string" && choice.forcing.includes(word) ? { tool: undefined, tests: [] } : undefined;
    }
    default: {
      const word = constantOf(analysis.context, node);
      return typeof word === "string" && choice.forcing.includes(word) ? { tool: undefined, tests: [] } : undefined;
    }
  }
}

/** `FunctionCallingConfigMode.ANY` */
function enumMember(node: Node): string | undefined {
  const last = dottedName(node)?.split(".").at(-1);
  return last !== undefined && last === last.toUpperCase() ? last : undefined;
}

function nameAt(analysis: LoopAnalysis, object: Node & { readonly properties?: unknown }, key: string): string[] {
  if (object.type !== "ObjectExpression") return [];
  for (const property of object.properties) {
    if (property.type !== "Property" || keyName(property) !== key) continue;
    const value = bare(property.value);
    if (value.type === "ObjectExpression") return nameAt(analysis, value, "name");
    const name = constantOf(analysis.context, value);
    return [typeof name === "string" ? name : ""];
  }
  return [];
}

// Runs

function siteOf(analysis: LoopAnalysis, run: Run): Site | undefined {
  const { calls, news } = analysis.context.tree;
  return [...calls, ...news].find((site) => site.range[0] === run.span.start && site.range[1] === run.span.end);
}

function inRun(analysis: LoopAnalysis, run: Run): ForcedToolChoice[] {
  const { context } = analysis;
  const site = siteOf(analysis, run);
  const entity = site && context.bindings.entityOf(site.callee);
  if (site === undefined || entity === undefined) return [];
  for (const { row } of [...findRows(context, entity, "run"), ...findRows(context, entity, "agent")]) {
    const { toolChoice } = row;
    if (toolChoice === undefined || toolChoice.resets === true) continue;
    const prepared = row.prepare !== undefined ? readArgument(context, site, row.prepare) : [];
    const inStep = prepared.flatMap((way) =>
      way.state === "given" ? inPreparedStep(analysis, run, way.value, toolChoice) : [],
    );
    if (inStep.length > 0) return inStep;
    if (prepared.some((way) => way.state === "unknown" || (way.state === "given" && mayReset(analysis, way.value))))
      return [];
    if (run.endsOnCall || endsByTool(analysis, site, row.tools)) return [];
    for (const way of readArgument(context, site, toolChoice.option)) {
      if (way.state !== "given") continue;
      const forced = readForced(analysis, way.value, toolChoice);
      if (forced === undefined || (forced.tool !== undefined && toolChoice.namedEnds === true)) continue;
      return [describe(analysis, way.place, run.callee, site)];
    }
  }
  return [];
}

function describe(analysis: LoopAnalysis, place: Node, callee: string, site: Node): ForcedToolChoice {
  return {
    span: spanOf(place),
    text: textOf(analysis.context, place),
    callee,
    evidence: [{ what: `\`${callee}\` sends it again in every turn`, at: spanOf(site) }],
  };
}

/** A step function that says something about the tool choice takes it back as it likes. */
function mayReset(analysis: LoopAnalysis, value: Node): boolean {
  const fn = functionOf(analysis, value);
  return (
    fn === undefined ||
    walk(
      fn,
      (node) =>
        (node.type === "Property" && keyName(node) === "toolChoice") ||
        (node.type === "MemberExpression" && dottedName(node)?.endsWith(".toolChoice") === true),
    )
  );
}

function functionOf(analysis: LoopAnalysis, value: Node): FunctionNode | undefined {
  const node = bare(value);
  if (isFunction(node)) return node;
  const entity = analysis.context.bindings.entityOf(node);
  return entity.kind === "function" ? entity.node : undefined;
}

/** A tool of the run that the SDK cannot run itself ends it when it is called. */
function endsByTool(analysis: LoopAnalysis, site: Site, path: string | undefined): boolean {
  const { context } = analysis;
  if (path === undefined) return false;
  return readArgument(context, site, path).some(
    (way) => way.state === "given" && toolsIn(analysis, way.value, 0).some((tool) => !canRun(analysis, tool)),
  );
}

function toolsIn(analysis: LoopAnalysis, node: Node, depth: number): Node[] {
  const value = bare(node);
  if (depth > 4) return [];
  if (value.type === "Identifier")
    return (definitionsOf(analysis.context, value) ?? []).flatMap((one) =>
      one === "absent" ? [] : toolsIn(analysis, one, depth + 1),
    );
  if (value.type === "ArrayExpression")
    return value.elements.flatMap((element) => (element === null || element.type === "SpreadElement" ? [] : [element]));
  if (value.type !== "ObjectExpression") return [];
  return value.properties.flatMap((property) =>
    property.type === "SpreadElement" ? toolsIn(analysis, property.argument, depth + 1) : [property.value],
  );
}

function canRun(analysis: LoopAnalysis, tool: Node): boolean {
  const { context } = analysis;
  let value = settled(tool);
  if (value.type === "Identifier") {
    const [only] = definitionsOf(context, value) ?? [];
    if (only === undefined || only === "absent") return true;
    value = settled(only);
  }
  if (value.type === "ObjectExpression")
    return value.properties.some(
      (property) =>
        property.type === "SpreadElement" ||
        /^(?:execute|run|function|handler|invoke|call|func)$/.test(keyName(property) ?? ""),
    );
  if (value.type !== "CallExpression") return true;
  const [row] = findRows(context, context.bindings.entityOf(value.callee), "tool");
  if (row === undefined) return true;
  const paths = typeof row.row.execute === "string" ? [row.row.execute] : row.row.execute;
  const call = value;
  return paths.some((path) => readArgument(context, call, path).some((way) => way.state !== "absent"));
}

// A step function that forces a call itself

/** `prepareStep: ({ steps }) => (looked(steps) ? { toolChoice: … } : {})`: once true, such a condition stays true. */
function inPreparedStep(analysis: LoopAnalysis, run: Run, value: Node, choice: ForcedChoice): ForcedToolChoice[] {
  const fn = functionOf(analysis, value);
  if (fn === undefined) return [];
  const stops = new Set(run.stopTools);
  const found: ForcedToolChoice[] = [];
  walk(fn, (node) => {
    if (node.type !== "Property" || keyName(node) !== "toolChoice") return false;
    const forced = readForced(analysis, node.value, choice);
    if (
      forced === undefined ||
      (forced.tool === undefined ? run.endsOnCall : stops.has(forced.tool) || (run.endsOnCall && stops.size === 0))
    )
      return false;
    const tests = [...forced.tests, ...testsRound(analysis, node, fn)];
    if (tests.every((test) => staysTrue(analysis, test))) {
      found.push(describe(analysis, node, run.callee, fn));
    }
    return false;
  });
  return found;
}

/** The conditions that hold where a node is reached: those round it, and the ways out before it. */
function testsRound(analysis: LoopAnalysis, node: Node, fn: FunctionNode): Node[] {
  const { tree } = analysis.context;
  const tests: Node[] = [];
  for (let child = node, up = tree.parentOf(node); up !== undefined && up !== fn; child = up, up = tree.parentOf(up)) {
    if ((up.type === "IfStatement" || up.type === "ConditionalExpression") && up.test !== child)
      tests.push(up.consequent === child ? up.test : up);
    if (up.type === "LogicalExpression" && up.right === child) tests.push(up.left);
    if (up.type === "SwitchCase") tests.push(up);
    if (up.type === "BlockStatement") {
      // What a way out before it leaves over is the opposite of a condition, and may end.
      for (const statement of up.body) {
        if (statement === child) break;
        if (statement.type === "IfStatement") tests.push(statement);
      }
    }
  }
  return tests;
}

/** Whether a condition on the steps so far can never become false again: something has happened, enough steps are done. */
function staysTrue(analysis: LoopAnalysis, test: Node): boolean {
  const value = bare(test);
  switch (value.type) {
    case "LogicalExpression":
      return value.operator === "&&"
        ? staysTrue(analysis, value.left) && staysTrue(analysis, value.right)
        : staysTrue(analysis, value.left) || staysTrue(analysis, value.right);
    case "CallExpression": {
      const callee = bare(value.callee);
      if (callee.type === "MemberExpression" && /^(?:some|includes)$/.test(dottedName(callee)?.split(".").at(-1) ?? ""))
        return isAboutSteps(callee.object) && !hasNegation(value);
      const helper = analysis.context.bindings.calleeOf(value);
      if (helper === undefined || !value.arguments.some((argument) => isAboutSteps(argument))) return false;
      const returned = analysis.context.tree.returnsOf(helper);
      return (
        returned.length === 1 && returned.every((one) => /\.some\(/.test(sliceOf(analysis, one)) && !hasNegation(one))
      );
    }
    case "BinaryExpression": {
      const grows = /(?:stepNumber|steps\.length)$/;
      if (value.operator === ">" || value.operator === ">=") return grows.test(dottedName(value.left) ?? "");
      return (value.operator === "<" || value.operator === "<=") && grows.test(dottedName(value.right) ?? "");
    }
    default:
      return false;
  }
}

function isAboutSteps(node: Node): boolean {
  return /(?:^|\.)steps$/.test(dottedName(node) ?? "");
}

function hasNegation(node: Node): boolean {
  return walk(
    node,
    (inner) =>
      (inner.type === "UnaryExpression" && inner.operator === "!") ||
      (inner.type === "BinaryExpression" && /^!==?$/.test(inner.operator)),
  );
}

function sliceOf(analysis: LoopAnalysis, node: Node): string {
  return analysis.context.file.text.slice(node.range[0], node.range[1]);
}

// Agents whose runner takes the choice back, unless it is told not to

function agents(analysis: LoopAnalysis): ForcedToolChoice[] {
  const { context } = analysis;
  return [...context.tree.news, ...context.tree.calls].flatMap((site): ForcedToolChoice[] => {
    const entity = context.bindings.entityOf(site.callee);
    if (entity.kind !== "package") return [];
    for (const { row } of findRows(context, entity, "agent")) {
      const { toolChoice } = row;
      if (toolChoice?.resets !== true || toolChoice.resetsUnless === undefined) continue;
      const { option, values } = toolChoice.resetsUnless;
      const kept = readArgument(context, site, option).every(
        (way) =>
          way.state === "given" && values.includes(constantOf(context, way.value) as string | number | boolean | null),
      );
      // Any behaviour that is set may end the run at the first call.
      const ends =
        toolChoice.endsIf !== undefined &&
        readArgument(context, site, toolChoice.endsIf.option).some(
          (way) =>
            way.state !== "absent" && !(way.state === "given" && constantOf(context, way.value) === "run_llm_again"),
        );
      if (!kept || ends) continue;
      for (const way of readArgument(context, site, toolChoice.option)) {
        if (way.state === "given" && readForced(analysis, way.value, toolChoice) !== undefined)
          return [describe(analysis, way.place, calleeText(context, site), site)];
      }
    }
    return [];
  });
}

// Loops written by hand

function inLoop(analysis: LoopAnalysis, { region, exits, cycle }: FoundLoop): ForcedToolChoice[] {
  const { context } = analysis;
  if (!endsWithoutCall(analysis, exits)) return [];
  const found: ForcedToolChoice[] = [];
  for (const { node } of region) {
    const call = analysis.calls.at(node);
    const choice = call?.row?.row.toolChoice;
    if (call === undefined || choice === undefined || call.how === "wrapper") continue;
    const ways = readArgument(context, call.node, choice.option);
    const [way] = ways;
    if (ways.length !== 1 || way?.state !== "given") continue;
    const forced = readForced(analysis, way.value, choice);
    if (forced === undefined || forced.tests.some((test) => changesInLoop(analysis, test, cycle.node))) continue;
    if (isTakenBack(analysis, way.place, cycle.node)) continue;
    found.push(describe(analysis, way.place, call.callee, call.node));
  }
  return found;
}

/** Whether the loop ends when no tool is called, and on nothing else that the model does. */
function endsWithoutCall(analysis: LoopAnalysis, exits: readonly FoundExit[]): boolean {
  let ends = false;
  for (const exit of exits) {
    if (
      exit.result === "throws" ||
      exit.decidedBy === "ceiling" ||
      exit.decidedBy === "budget" ||
      exit.decidedBy === "abort" ||
      exit.decidedBy === "error"
    )
      continue;
    const signals = exit.guards.some(({ test }) => {
      const aspects = test.type === "CatchClause" ? new Set<string>() : analysis.origins.aspectsOf(test);
      return aspects.has("tool-calls") || aspects.has("finish");
    });
    const byCall = exit.guards.some(({ test }) => asksForTool(analysis, test) || asksWhatItSays(analysis, test));
    if (exit.decidedBy !== "model-signal" || !signals || byCall) return false;
    ends = true;
  }
  return ends;
}

/** `call.input.pass`: a verdict in the arguments of a call, for which the call has to be made. */
function asksWhatItSays({ origins }: LoopAnalysis, test: Node): boolean {
  return (
    test.type !== "CatchClause" &&
    origins.of(test).some((origin) => origin.kind === "reply" && origin.path.some((part) => ARGUMENTS.test(part)))
  );
}

const ARGUMENTS = /^(?:input|arguments|args|parameters|params)$/;
const NAMES_TOOL = /\.(?:name|toolName|tool)\b|\bname\s*===|terminal|final/i;

/** Whether a condition asks for one tool by its name, itself or through the values and functions it is made of: `calls.find(isAnswer)`. */
function asksForTool(analysis: LoopAnalysis, test: Node, depth = 0): boolean {
  const { bindings, scopes } = analysis.context;
  // What a request says of tools is no question about the reply.
  if (depth > 4 || walk(test, (node) => analysis.calls.at(node) !== undefined)) return false;
  if (NAMES_TOOL.test(sliceOf(analysis, test))) return true;
  return walk(test, (node) => {
    if (node.type === "CallExpression") {
      const fn = bindings.calleeOf(node);
      return fn !== undefined && asksForTool(analysis, fn.body, depth + 1);
    }
    if (node.type !== "Identifier") return false;
    const definition = scopes.variableOf(node)?.definition;
    if (definition === undefined || isWithin(definition, test)) return false;
    if (definition.type === "VariableDeclarator")
      return definition.init !== null && asksForTool(analysis, definition.init, depth + 1);
    return definition.type === "FunctionDeclaration" && asksForTool(analysis, definition.body, depth + 1);
  });
}

/**
 * Whether a condition looks at something that is not the same in every turn: the turn, the messages,
 * a field that is written, what the function that makes the request is called with.
 */
function changesInLoop(analysis: LoopAnalysis, test: Node, loop: Node, depth = 0): boolean {
  const { scopes, tree } = analysis.context;
  return walk(test, (node) => {
    if (node.type === "CallExpression") return true;
    if (node.type === "MemberExpression")
      return bare(node.object).type === "ThisExpression" && isFieldWritten(analysis, node);
    if (node.type !== "Identifier") return false;
    const variable = scopes.variableOf(node);
    if (variable === undefined) return false;
    if (isWithin(variable.identifier, loop) || variable.writes.some((write) => isWithin(write.node, loop))) return true;
    if (
      variable.reads.some(
        (read) => isWithin(read, loop) && tree.parentOf(read)?.type === "MemberExpression" && !isWithin(read, test),
      )
    )
      return true;
    const owner = variable.kind === "parameter" ? variable.definition : tree.ownerOf(variable.definition);
    return isFunction(owner) && !isWithin(loop, owner) && changesByCall(analysis, variable, owner, loop, depth);
  });
}

/** A name of the function that makes the request is filled anew in every turn: by a call, or by the function itself. */
function changesByCall(
  analysis: LoopAnalysis,
  variable: Variable,
  fn: FunctionNode,
  loop: Node,
  depth: number,
): boolean {
  const { definition } = variable;
  if (depth > 4 || variable.writes.length > 0) return true;
  if (definition.type === "VariableDeclarator")
    return definition.init !== null && changesInLoop(analysis, definition.init, loop, depth + 1);
  const index = fn.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
  const sites = analysis.context.bindings.callsOf(fn) ?? [];
  return (
    sites.length === 0 ||
    sites.some(({ arguments: given }) => {
      const argument = given[index];
      // A constant says what this call wants, and the next call may want something else.
      return (
        argument === undefined ||
        bare(argument).type === "Literal" ||
        changesInLoop(analysis, argument, loop, depth + 1)
      );
    })
  );
}

/** Whether a method other than the constructor writes a field: `this.turn += 1`. */
function isFieldWritten({ context: { tree } }: LoopAnalysis, field: MemberExpression): boolean {
  const written = dottedName(field);
  const isWrittenBy = (node: Node): boolean =>
    (node.type === "AssignmentExpression" && dottedName(node.left) === written) ||
    (node.type === "UpdateExpression" && dottedName(node.argument) === written);
  return (
    tree
      .classOf(field)
      ?.body.body.some(
        (member) => !(member.type === "MethodDefinition" && member.kind === "constructor") && walk(member, isWrittenBy),
      ) !== false
  );
}

/** `body.tool_choice = "auto"` later on. */
function isTakenBack(analysis: LoopAnalysis, place: Node, loop: Node): boolean {
  const name = place.type === "Property" ? keyName(place) : undefined;
  if (name === undefined) return false;
  return analysis.context.tree.assignments.some(
    (assignment) => isWithin(assignment, loop) && dottedName(assignment.left)?.endsWith(`.${name}`) === true,
  );
}
