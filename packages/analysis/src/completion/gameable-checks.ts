import type { LoopAnalysis } from "../loops/loop-analysis.js";
import {
  bare,
  dottedName,
  findProperty,
  forEachChild,
  isFunction,
  isWithin,
  propertyName,
  settled,
  spanOf,
} from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node, ObjectExpression } from "../syntax/node.js";
import { definedAs, objectOf } from "../file/argument-paths.js";
import { textOf } from "../file/file-context.js";
import { literalText } from "../file/literal-text.js";
import { walk } from "../file/walk.js";
import type { GameableCheck } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { handedColumns, readColumns, RUNS_STATEMENT } from "./stored-verdicts.js";

const WRITES = /^(?:writeFile|writeFileSync|appendFile|appendFileSync|outputFile|outputFileSync|createWriteStream)$/;
const READS = /^(?:readFile|readFileSync|readJson|readJsonSync|readJSON)$/;
const RUNS =
  /^(?:exec|spawn|run|sh|shell|zx|cmd|command|\$)(?:$|Sync|Async|File|FileSync|FileAsync|a|aSync|aCommand|Command|Cmd|Process|Shell)\w*$/;
const WRITING_TOOLS =
  /^(?:Write|Edit|MultiEdit|Bash|NotebookEdit|Shell|shell|bash|write|edit|write_file|edit_file|apply_patch)\b/;

/** A folder, or the columns of a table, that an agent's tools can write. */
interface Reach {
  readonly roots: ReadonlySet<string>;
  readonly at: Node;
  readonly place: GameableCheck["place"];
}

/** Checks that decide about an agent's work in a folder that the agent itself can write. */
export function readGameableChecks(analysis: LoopAnalysis): GameableCheck[] {
  const { context } = analysis;
  if (analysis.calls.isEmpty()) return [];
  const reaches = [...writingTools(analysis), ...grantedFolders(analysis)];
  if (reaches.length === 0) return [];
  const checks = context.tree.calls.flatMap((call): Check[] => {
    const owner = context.tree.ownerOf(call);
    if (!isFunction(owner) || reaches.some(({ at }) => isWithin(at, owner) && isToolBody(analysis, owner))) return [];
    const root = checkedRoot(analysis, call);
    const reach = root && reaches.find((one) => [...root].some((key) => one.roots.has(key)));
    return reach === undefined || isWithin(call, reach.at) ? [] : [{ call, reach, home: owner }];
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

// Where the agent can write

/** Functions that a model may call and that write a file, or run a command, of the model's choice. */
function writingTools(analysis: LoopAnalysis): Reach[] {
  const { context } = analysis;
  return context.tree.calls.flatMap((call): Reach[] => {
    const name = methodOf(call);
    const columns = name !== undefined && RUNS_STATEMENT.test(name) ? handedColumns(statementOf(analysis, call)) : [];
    if (name === undefined || (!WRITES.test(name) && !RUNS.test(name) && columns.length === 0)) return [];
    const body = context.tree.ownerOf(call);
    if (!isFunction(body) || !isToolBody(analysis, body) || isRestricted(body, call)) return [];
    const [first, ...values] = call.arguments;
    if (first === undefined || first.type === "SpreadElement") return [];
    if (columns.length > 0)
      return mentionsParameter(analysis, [first, ...values], body)
        ? [{ roots: new Set(columns), at: call, place: "record" }]
        : [];
    if (WRITES.test(name)) {
      const path = splitPath(analysis, first);
      return path === undefined || !mentionsParameter(analysis, path.rest, body)
        ? []
        : [{ roots: rootKeys(analysis, path.root), at: call, place: "folder" }];
    }
    const cwd = optionOf(analysis, call, "cwd");
    return cwd === undefined || !mentionsParameter(analysis, [first], body)
      ? []
      : [{ roots: rootKeys(analysis, cwd), at: call, place: "folder" }];
  });
}

/** The statement that a call runs, as far as it is written out. */
function statementOf(analysis: LoopAnalysis, call: CallExpression): string {
  const [first] = call.arguments;
  return first === undefined || first.type === "SpreadElement" ? "" : literalText(analysis.context, first);
}

/** What a model call is given, and what the object was made with that it is a method of: `codex.startThread({ … })`. */
function optionsOf(analysis: LoopAnalysis, { node }: RecognisedCall): readonly Node[] {
  const callee = bare(node.callee);
  const maker = callee.type === "MemberExpression" ? settled(definedAs(analysis.context, callee.object)) : undefined;
  return [...node.arguments, ...(maker?.type === "CallExpression" && maker !== node ? maker.arguments : [])].filter(
    (argument) => argument.type !== "SpreadElement",
  );
}

/** Options of a run that give the agent a folder and tools that write in it, with nobody who is asked. */
function grantedFolders(analysis: LoopAnalysis): Reach[] {
  const { context } = analysis;
  return analysis.calls.all.flatMap((call): Reach[] => {
    const options = optionsOf(analysis, call).flatMap((argument) => {
      const outer = objectOf(context, argument);
      const inner = outer && findProperty(outer, "options");
      return [outer, inner && objectOf(context, inner.value)].filter(
        (one): one is ObjectExpression => one !== undefined,
      );
    });
    return options.flatMap((object): Reach[] => {
      const cwd =
        findProperty(object, "cwd") ?? findProperty(object, "workingDirectory") ?? findProperty(object, "workdir");
      const allowed = findProperty(object, "allowedTools") ?? findProperty(object, "tools");
      const list = allowed && definedAs(context, allowed.value);
      const sandbox = findProperty(object, "sandboxMode")?.value;
      if (cwd === undefined || (list?.type !== "ArrayExpression" && sandbox === undefined)) return [];
      const writes =
        (list?.type === "ArrayExpression" &&
          list.elements.some(
            (element) =>
              element?.type === "Literal" && typeof element.value === "string" && WRITING_TOOLS.test(element.value),
          )) ||
        (sandbox?.type === "Literal" && /^(?:workspace-write|danger-full-access)$/.test(String(sandbox.value)));
      const isGuarded = [
        "canUseTool",
        "hooks",
        "sandbox",
        "disallowedTools",
        "permissionPromptToolName",
        "approvalPolicy",
      ].some((name) => findProperty(object, name) !== undefined);
      return writes && !isGuarded
        ? [{ roots: rootKeys(analysis, cwd.value), at: allowed ?? cwd, place: "folder" }]
        : [];
    });
  });
}

/** A function that is handed to a model call, in a list of tools or through names for it. */
function isToolBody(analysis: LoopAnalysis, fn: FunctionNode, depth = 0): boolean {
  const { tree, scopes } = analysis.context;
  for (let child: Node = fn, up = tree.parentOf(fn); up !== undefined; child = up, up = tree.parentOf(up)) {
    switch (up.type) {
      case "CallExpression":
        if (up.callee === child) return false;
        if (analysis.calls.at(up) !== undefined) return true;
        continue;
      case "VariableDeclarator": {
        const variable = up.id.type === "Identifier" ? scopes.variableOf(up.id) : undefined;
        return (
          depth < 4 && variable !== undefined && variable.reads.some((read) => reachesModel(analysis, read, depth + 1))
        );
      }
      case "Property":
      case "ObjectExpression":
      case "ArrayExpression":
      case "SpreadElement":
      case "ReturnStatement":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
        continue;
      case "BlockStatement":
      case "ArrowFunctionExpression":
      case "FunctionExpression":
        if (child.type === "ReturnStatement" || isFunction(up)) continue;
        return false;
      case "FunctionDeclaration": {
        const variable = up.id === null ? undefined : scopes.variableOf(up.id);
        return (
          depth < 4 && variable !== undefined && variable.reads.some((read) => reachesModel(analysis, read, depth + 1))
        );
      }
      default:
        return false;
    }
  }
  return false;
}

function reachesModel(analysis: LoopAnalysis, read: Node, depth: number): boolean {
  const { tree, scopes } = analysis.context;
  for (let child = read, up = tree.parentOf(read); up !== undefined; child = up, up = tree.parentOf(up)) {
    if (up.type === "CallExpression" && analysis.calls.at(up) !== undefined && up.callee !== child) return true;
    if (up.type === "VariableDeclarator") {
      const variable = up.id.type === "Identifier" ? scopes.variableOf(up.id) : undefined;
      return (
        depth < 4 && variable !== undefined && variable.reads.some((next) => reachesModel(analysis, next, depth + 1))
      );
    }
    if (up.type === "ExpressionStatement" || up.type === "BlockStatement" || isFunction(up)) return false;
  }
  return false;
}

/** A body that refuses some paths before it writes has a policy. */
function isRestricted(body: FunctionNode, call: Node): boolean {
  if (body.body.type !== "BlockStatement") return false;
  return body.body.body.some(
    (statement) =>
      statement.range[1] < call.range[0] &&
      (statement.type === "IfStatement" ||
        (statement.type === "ExpressionStatement" &&
          /assert|check|ensure|validate|guard/i.test(dottedName(calleeOf(statement.expression) ?? statement) ?? ""))),
  );
}

function calleeOf(node: Node): Node | undefined {
  const call = settled(node);
  return call.type === "CallExpression" ? call.callee : undefined;
}

function mentionsParameter(analysis: LoopAnalysis, nodes: readonly Node[], fn: FunctionNode): boolean {
  let found = false;
  const visit = (node: Node): void => {
    if (node.type === "Identifier" && analysis.context.scopes.variableOf(node)?.definition === fn) found = true;
    forEachChild(node, visit);
  };
  nodes.forEach(visit);
  return found;
}

// Where the check looks

/** The folder in which a call runs a check, or out of which it reads a result. */
function checkedRoot(analysis: LoopAnalysis, call: CallExpression): ReadonlySet<string> | undefined {
  const name = methodOf(call);
  const [first] = call.arguments;
  if (name === undefined || first === undefined || first.type === "SpreadElement") return undefined;
  if (READS.test(name)) {
    const path = splitPath(analysis, first);
    return path && rootKeys(analysis, path.root);
  }
  const columns = RUNS_STATEMENT.test(name) ? readColumns(statementOf(analysis, call)) : [];
  if (columns.length > 0) return new Set(columns);
  if (!RUNS.test(name)) return undefined;
  const cwd = optionOf(analysis, call, "cwd");
  if (cwd !== undefined) return rootKeys(analysis, cwd);
  const script = scriptOf(analysis, call);
  return script === undefined ? undefined : rootKeys(analysis, script.slice(0, script.lastIndexOf("/")));
}

const INTERPRETERS = /^(?:sh|bash|zsh|dash|node|bun|deno|tsx|ts-node|python\d?|ruby|perl|php|npx|run|exec|env)$/;

/** The file that a command runs: `./check.sh`, `sh scripts/check.sh`, and no file that it is only given. */
function scriptOf(analysis: LoopAnalysis, call: CallExpression): string | undefined {
  const [command, list] = call.arguments;
  const written = (node: Node): string => {
    const value = definedAs(analysis.context, node);
    return value.type === "Literal" && typeof value.value === "string" ? value.value : "";
  };
  const given =
    list?.type === "ArrayExpression"
      ? list.elements.map((element) => (element === null || element.type === "SpreadElement" ? "" : written(element)))
      : [];
  const words = [
    ...(command === undefined || command.type === "SpreadElement" ? "" : written(command)).trim().split(/\s+/),
    ...given,
  ];
  const run = words.find((word) => !INTERPRETERS.test(word) && !word.startsWith("-"));
  return run?.includes("/") === true ? run : undefined;
}

function methodOf(call: CallExpression): string | undefined {
  const callee = bare(call.callee);
  return callee.type === "Identifier"
    ? callee.name
    : callee.type === "MemberExpression"
      ? propertyName(callee)
      : undefined;
}

function optionOf(analysis: LoopAnalysis, call: CallExpression, name: string): Node | undefined {
  for (const argument of call.arguments) {
    const object =
      argument.type === "SpreadElement" || argument.type === "Identifier"
        ? undefined
        : objectOf(analysis.context, argument);
    const property = object && findProperty(object, name);
    if (property !== undefined) return property.value;
  }
  return undefined;
}

interface SplitPath {
  readonly root: Node | string;
  readonly rest: readonly Node[];
}

/** `join(dir, name)`, `` `${dir}/${name}` ``, `"/workspace/report.json"`: the folder, and what is chosen in it. */
function splitPath(analysis: LoopAnalysis, node: Node): SplitPath | undefined {
  const value = definedAs(analysis.context, node);
  switch (value.type) {
    case "CallExpression": {
      if (!/(?:^|\.)(?:join|resolve)$/.test(dottedName(value.callee) ?? "")) return undefined;
      const [root, ...rest] = value.arguments;
      return root === undefined || root.type === "SpreadElement" ? undefined : { root, rest };
    }
    case "TemplateLiteral": {
      const [root, ...rest] = value.expressions;
      if (root === undefined || value.quasis[0]?.value.raw !== "") {
        const start = value.quasis[0]?.value.raw ?? "";
        return start.includes("/")
          ? { root: start.slice(0, start.lastIndexOf("/")), rest: value.expressions }
          : undefined;
      }
      return { root, rest };
    }
    case "BinaryExpression":
      return value.operator === "+" ? { root: value.left, rest: [value.right] } : undefined;
    case "Literal":
      return typeof value.value === "string" && value.value.includes("/") ? { root: value.value, rest: [] } : undefined;
    default:
      return undefined;
  }
}

/** Names under which a folder is known, parameters seen through their callers. */
function rootKeys(analysis: LoopAnalysis, root: Node | string, depth = 0): Set<string> {
  const keys = new Set<string>();
  if (typeof root === "string") {
    // A file under a fixed folder is in each of its folders; the root of the disk is nobody's.
    const parts = root.replace(/^\.\//, "").split("/");
    for (let i = parts[0] === "" ? 2 : 1; i <= parts.length; i++) keys.add(`path:${parts.slice(0, i).join("/")}`);
    return keys;
  }
  const value = definedAs(analysis.context, root);
  if (value.type === "Literal" && typeof value.value === "string") {
    keys.add(`path:${value.value.replace(/^\.\//, "").replace(/\/$/, "")}`);
    return keys;
  }
  const written = dottedName(value);
  if (value.type !== "Identifier") return written === undefined ? keys : keys.add(`name:${written}`);
  const variable = analysis.context.scopes.variableOf(value);
  if (variable === undefined) return keys;
  keys.add(`variable:${variable.identifier.range[0]}`);
  const { definition } = variable;
  if (variable.kind !== "parameter" || !isFunction(definition) || depth > 3) return keys;
  const index = definition.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
  for (const call of analysis.context.tree.calls) {
    if (analysis.context.bindings.calleeOf(call) !== definition) continue;
    const argument = call.arguments[index];
    if (argument !== undefined && argument.type !== "SpreadElement")
      for (const key of rootKeys(analysis, argument, depth + 1)) keys.add(key);
  }
  return keys;
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
    const test = testOn(analysis, check, checks);
    return test && { at: check.call, test };
  }
  let helpers: readonly FunctionNode[] =
    testOn(analysis, check, checks) !== undefined || handsOutcome(analysis, check.home, check.call) ? [check.home] : [];
  for (let depth = 0; depth < MAX_HELPERS && helpers.length > 0; depth++) {
    const sites = tree.calls.filter((call) => helpers.some((helper) => bindings.calleeOf(call) === helper));
    for (const site of sites) {
      const home = tree.ownerOf(site);
      const test = isFunction(home) && asksModelToo(analysis, home) ? askedAbout(analysis, home, site) : undefined;
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
    return asked.length > 0 && asked.every(({ node }) => node === check);
  });
}

/** The condition of a function that asks a call, or a name for its answer, and nothing else. */
function askedAbout({ context }: LoopAnalysis, home: FunctionNode, site: CallExpression): Node | undefined {
  const asks = (node: Node): boolean => {
    const value = settled(node);
    switch (value.type) {
      case "UnaryExpression":
        return value.operator === "!" && asks(value.argument);
      case "MemberExpression":
        return asks(value.object);
      case "BinaryExpression":
        return asks(value.left) && bare(value.right).type === "Literal";
      case "Identifier": {
        const definition = context.scopes.variableOf(value)?.definition;
        return (
          definition?.type === "VariableDeclarator" && definition.init !== null && settled(definition.init) === site
        );
      }
      default:
        return value === site;
    }
  };
  return testsIn(home).find((test) => asks(test));
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
