import type { LoopAnalysis } from "../loops/loop-analysis.js";
import {
  calledName,
  bare,
  dottedName,
  forEachChild,
  isFunction,
  isLoop,
  isWithin,
  propertyName,
  settled,
  spanOf,
} from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import { definedAs } from "../file/argument-paths.js";
import { textOf } from "../file/file-context.js";
import { HOLE, literalText } from "../file/literal-text.js";
import { walk } from "../file/walk.js";
import type { GameableCheck } from "../model/file-model.js";
import { holdsChoice, readReaches, runsCommand, statementOf } from "./agent-reach.js";
import type { Reach } from "./agent-reach.js";
import { keysOfFoldersAround, machineOf, optionOf, OWN_FOLDER, rootKeys, splitPath } from "./places-of-files.js";
import { readColumns, RUNS_STATEMENT } from "./stored-verdicts.js";

const READS = /^(?:readFile|readFileSync|readJson|readJsonSync|readJSON)$/;

/** Checks that decide about an agent's work in a folder that the agent itself can write. */
export function readGameableChecks(analysis: LoopAnalysis): GameableCheck[] {
  const { context } = analysis;
  if (analysis.calls.isEmpty()) return [];
  const reaches = readReaches(analysis);
  if (reaches.length === 0) return [];
  const checks = context.tree.calls.flatMap((call): Check[] => {
    const owner = context.tree.ownerOf(call);
    // What the agent itself runs or reads decides about nothing yet.
    if (
      !isFunction(owner) ||
      reaches.some(({ body, at }) => at === call || (body !== undefined && isWithin(owner, body)))
    )
      return [];
    const root = checkedRoot(analysis, call);
    const reach = root && reaches.find((one) => [...root].some((key) => one.roots.has(key)));
    if (reach === undefined || isWithin(call, reach.at)) return [];
    return call.arguments.some((argument) => holdsChoice(analysis, argument, undefined))
      ? []
      : [{ call, reach, home: owner }];
  });
  const found = new Map<Node, GameableCheck>();
  for (const check of checks) {
    const decision = decisionOf(analysis, check, checks);
    if (decision === undefined || found.has(decision.test) || isRestored(analysis, decision.at)) continue;
    found.set(decision.test, {
      span: spanOf(decision.at),
      what: textOf(context, decision.at, 50),
      place: check.reach.place,
      evidence: [
        { what: "the agent can write here", at: spanOf(check.reach.at) },
        { what: `\`${textOf(context, check.call, 40)}\` decides in the same place`, at: spanOf(check.call) },
      ],
    });
  }
  return [...found.values()];
}

/** A call that looks at a place where the agent can write. */
interface Check {
  readonly call: CallExpression;
  readonly reach: Reach;
  readonly home: FunctionNode;
}

// Where the check looks

/** The folders in which a call runs a check, or out of which it reads a result, and those around them. */
function checkedRoot(analysis: LoopAnalysis, call: CallExpression): ReadonlySet<string> | undefined {
  const name = calledName(call);
  const [first] = call.arguments;
  if (name === undefined || first === undefined || first.type === "SpreadElement") return undefined;
  if (READS.test(name)) {
    const path = splitPath(analysis, first);
    return path && keysOfFoldersAround(rootKeys(analysis, path.root));
  }
  const columns = RUNS_STATEMENT.test(name) ? readColumns(statementOf(analysis, call)) : [];
  if (columns.length > 0) return new Set(columns);
  if (!runsCommand(call) || analysis.calls.at(call) !== undefined) return undefined;
  const words = commandOf(analysis, call);
  // What the version control says about the work is an answer about what was done, and no verdict on it.
  if (/^(?:git|gh|hg|jj)$/.test(words[0] ?? "")) return undefined;
  const keys = new Set<string>();
  const isTest = words.some((word) => TESTS.test(word)) && !ELSEWHERE.test(words[0] ?? "");
  const machine = isTest ? machineOf(analysis, call) : undefined;
  if (machine !== undefined) keys.add(machine);
  const cwd = optionOf(analysis, call, "cwd");
  const script = scriptIn(words);
  const root = cwd ?? script?.slice(0, script.lastIndexOf("/"));
  if (root !== undefined) for (const key of keysOfFoldersAround(rootKeys(analysis, root))) keys.add(key);
  else if (isTest && machine === undefined) keys.add(OWN_FOLDER);
  return keys;
}

/** Words of commands that put work to the test. */
const TESTS =
  /^(?:.*[/:])?(?:tests?|lint|build|check|verify|validate|grade|score|judge|bench|typecheck|type-check|tsc|eslint|biome|vitest|jest|mocha|ava|playwright|cypress|pytest|tox|ruff|mypy|rspec|phpunit|cargo|ctest)(?:[:.-]\S*)?$/;
/** Commands that have the work looked at in another place. */
const ELSEWHERE = /^(?:docker|podman|kubectl|ssh|nerdctl|curl|wget|act)$/;

const INTERPRETERS = /^(?:sh|bash|zsh|dash|node|bun|deno|tsx|ts-node|python\d?|ruby|perl|php|npx|run|exec|env)$/;

/** The words of a command, as far as they are written out. */
function commandOf(analysis: LoopAnalysis, call: CallExpression): string[] {
  const [command, list] = call.arguments;
  const given =
    list?.type === "ArrayExpression"
      ? list.elements.map((element) =>
          element === null || element.type === "SpreadElement" ? "" : literalText(analysis.context, element),
        )
      : [];
  const first =
    command === undefined || command.type === "SpreadElement"
      ? ""
      : literalText(analysis.context, definedAs(analysis.context, command));
  return [...first.trim().split(/\s+/), ...given].filter((word) => word !== "");
}

/** The file that a command runs: `./check.sh`, `sh scripts/check.sh`, and no file that it is only given. */
function scriptIn(words: readonly string[]): string | undefined {
  const run = words.find((word) => !INTERPRETERS.test(word) && !word.startsWith("-"));
  return run?.includes("/") === true && !run.includes(HOLE) ? run : undefined;
}

// Whether it decides

interface Decision {
  /** The call, in the function in which the agent works, on whose outcome a result depends. */
  readonly at: CallExpression;
  readonly test: Node;
}

const MAX_HELPERS = 2;

/** Where the outcome of a check decides about the agent's work, also when a helper makes the check. */
function decisionOf(analysis: LoopAnalysis, check: Check, checks: readonly Check[]): Decision | undefined {
  const { bindings, tree } = analysis.context;
  if (asksModelToo(analysis, check.home)) {
    const test =
      testOn(analysis, check, checks) ??
      (isAfterWork(analysis, check.home, check.call) ? askedAbout(analysis, check.home, check.call) : undefined);
    return test && { at: check.call, test };
  }
  let helpers: readonly FunctionNode[] =
    testOn(analysis, check, checks) !== undefined || handsOutcome(analysis, check.home, check.call) ? [check.home] : [];
  for (let depth = 0; depth < MAX_HELPERS && helpers.length > 0; depth++) {
    const sites = tree.calls.filter((call) => helpers.some((helper) => bindings.calleeOf(call) === helper));
    for (const site of sites) {
      const home = tree.ownerOf(site);
      const test =
        isFunction(home) && asksModelToo(analysis, home) && isAfterWork(analysis, home, site)
          ? askedAbout(analysis, home, site)
          : undefined;
      if (test !== undefined) return { at: site, test };
    }
    helpers = sites.flatMap((site) => {
      const home = tree.ownerOf(site);
      return isFunction(home) &&
        (tree.returnsOf(home).some((value) => settled(value) === site) || handsOutcome(analysis, home, check.call))
        ? [home]
        : [];
    });
  }
  return undefined;
}

/** The agent works in the function that checks. */
function asksModelToo(analysis: LoopAnalysis, home: FunctionNode): boolean {
  return analysis.context.tree.calls.some(
    (call) => analysis.context.tree.ownerOf(call) === home && analysis.calls.at(call) !== undefined,
  );
}

/** What the check says, or that it does not throw, is what a result depends on, and nothing else is asked. */
function testOn(analysis: LoopAnalysis, { call, home }: Check, checks: readonly Check[]): Node | undefined {
  const attempt = throwsBetween(analysis, call);
  if (attempt !== undefined) return attempt;
  return testsIn(home).find((test) => {
    const asked = analysis.origins.of(test).filter((origin) => origin.kind === "call");
    return (
      asked.some(({ node }) => node === call) && asked.every(({ node }) => checks.some((one) => one.call === node))
    );
  });
}

/** A helper that hands back what its check said, and nothing that something else did. */
function handsOutcome(analysis: LoopAnalysis, home: FunctionNode, check: CallExpression): boolean {
  return analysis.context.tree.returnsOf(home).some((value) => {
    const asked = analysis.origins.of(value).filter((origin) => origin.kind === "call");
    return (asked.length > 0 && asked.every(({ node }) => node === check)) || asksOnly(analysis.context, value, check);
  });
}

/** Whether the agent may have worked before a call: it is asked earlier, or in a loop around both. */
function isAfterWork({ context, calls }: LoopAnalysis, home: FunctionNode, site: Node): boolean {
  return calls.all.some(({ node }) => {
    if (!isWithin(node, home)) return false;
    if (node.range[0] < site.range[0]) return true;
    for (let up = context.tree.parentOf(site); up !== undefined && up !== home; up = context.tree.parentOf(up))
      if (isLoop(up) && isWithin(node, up)) return true;
    return false;
  });
}

/** Methods and functions that only look at the answer they are given. */
const LOOKS_AT =
  /^(?:trim|toString|includes|startsWith|endsWith|every|some|at|match|toLowerCase|Number|String|Boolean|parseInt|parseFloat|parse)$/;

/** The condition of a function that asks a call, or a name for its answer, and nothing else. */
function askedAbout({ context }: LoopAnalysis, home: FunctionNode, site: CallExpression): Node | undefined {
  return testsIn(home).find((test) => asksOnly(context, test, site));
}

/** Whether a value is what a call says, looked at in no other light than that of fixed values. */
function asksOnly(context: LoopAnalysis["context"], node: Node, site: CallExpression, depth = 0): boolean {
  const value = settled(node);
  if (value === site || depth > 8) return value === site;
  const asks = (part: Node): boolean => asksOnly(context, part, site, depth + 1);
  switch (value.type) {
    case "UnaryExpression":
      return value.operator === "!" && asks(value.argument);
    case "MemberExpression":
      return asks(value.object);
    case "BinaryExpression":
      return asks(value.left) && isGivenValue(context, value.right);
    case "CallExpression": {
      const callee = bare(value.callee);
      if (!LOOKS_AT.test(calledName(value) ?? "")) return false;
      const [first] = value.arguments;
      return callee.type === "MemberExpression" && propertyName(callee) !== "parse"
        ? asks(callee.object)
        : first !== undefined && asks(first);
    }
    case "Identifier": {
      const variable = context.scopes.variableOf(value);
      const { definition } = variable ?? {};
      if (variable === undefined || definition?.type !== "VariableDeclarator") return false;
      const values = [
        ...(definition.init === null ? [] : [definition.init]),
        ...variable.writes.flatMap(({ node: write }) => (write.type === "AssignmentExpression" ? [write.right] : [])),
      ];
      return values.some((one) => asks(one));
    }
    default:
      return false;
  }
}

/** A value that was fixed before: a literal, a parameter, a constant. */
function isGivenValue({ scopes }: LoopAnalysis["context"], node: Node): boolean {
  const value = bare(node);
  if (value.type === "Literal" || value.type === "UnaryExpression") return true;
  if (value.type === "MemberExpression") return dottedName(value) !== undefined;
  const variable = value.type === "Identifier" ? scopes.variableOf(value) : undefined;
  return (
    variable !== undefined &&
    (variable.kind === "parameter" ||
      variable.kind === "import" ||
      (variable.definition.type === "VariableDeclarator" && variable.definition.init?.type === "Literal"))
  );
}

/** The conditions of a function's own code. */
function testsIn(home: FunctionNode): Node[] {
  const tests: Node[] = [];
  const visit = (node: Node): void => {
    if (isFunction(node) && node !== home) return;
    if (
      (node.type === "IfStatement" ||
        node.type === "ConditionalExpression" ||
        node.type === "WhileStatement" ||
        node.type === "DoWhileStatement" ||
        node.type === "ForStatement") &&
      node.test !== null
    )
      tests.push(node.test);
    forEachChild(node, visit);
  };
  visit(home.body);
  return tests;
}

/** `try { run(); return "fixed"; } catch { return "open"; }` */
function throwsBetween(analysis: LoopAnalysis, check: CallExpression): Node | undefined {
  const { tree } = analysis.context;
  const statement = tree.statementOf(check);
  const block = tree.parentOf(statement);
  const attempt = block && tree.parentOf(block);
  if (
    statement.type !== "ExpressionStatement" ||
    block?.type !== "BlockStatement" ||
    attempt?.type !== "TryStatement" ||
    attempt.block !== block ||
    attempt.handler === null
  )
    return undefined;
  return block.body.some((one) => one.type === "ReturnStatement" && one.range[0] > statement.range[1])
    ? attempt
    : undefined;
}

/** Commands and functions that put the files of somebody else where the agent may have changed them. */
const RESTORES =
  /\bgit\b[^;&|]*\b(?:checkout|restore|reset|stash|clone|worktree|apply|archive)\b|(?:^|[\s"'`])(?:cp|rsync|tar|unzip|docker cp)\s|\b(?:restore|reset|revert|checkout|copy|cp|overlay|sync)(?:[A-Z]\w*|Sync)?\(/;

/** Whether the place is set right after the agent has worked, and before it is looked at. */
function isRestored(analysis: LoopAnalysis, check: CallExpression): boolean {
  const { context } = analysis;
  const home = context.tree.ownerOf(check);
  if (!isFunction(home)) return false;
  const worked = Math.max(
    0,
    ...analysis.calls.all
      .filter(({ node }) => isWithin(node, home) && node.range[1] <= check.range[0])
      .map(({ node }) => node.range[1]),
  );
  return walk(home.body, (node) => {
    const isStep = node.type === "CallExpression" || node.type === "TaggedTemplateExpression";
    if (!isStep || node.range[0] < worked || node.range[1] > check.range[0] || analysis.calls.at(node) !== undefined)
      return false;
    // `execa("git", ["checkout", …])` reads like the command it runs.
    return RESTORES.test(
      textOf(context, node, 400)
        .replaceAll(/["'`,[\]]+/g, " ")
        .replace(/^\s*await\s+/, ""),
    );
  });
}
