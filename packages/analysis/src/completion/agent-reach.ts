import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, findProperty, forEachChild, isFunction, isWithin, calledName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node, ObjectExpression } from "../syntax/node.js";
import { definedAs, objectOf } from "../file/argument-paths.js";
import { textOf } from "../file/file-context.js";
import { literalText } from "../file/literal-text.js";
import { walk } from "../file/walk.js";
import type { GameableCheck } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { calledToolsOf } from "../tools/tool-calls.js";
import { handedColumns, RUNS_STATEMENT } from "./stored-verdicts.js";
import { machineOf, optionOf, OWN_FOLDER, rootKeys, splitPath } from "./places-of-files.js";
import type { SplitPath } from "./places-of-files.js";

const WRITES =
  /^(?:writeFile|writeFileSync|appendFile|appendFileSync|outputFile|outputFileSync|outputJson|createWriteStream)$/;
/** Methods of a machine that write its files: `sandbox.files.write(path, text)`. */
const WRITES_THERE = /^(?:write|writeFiles?|uploadFiles?|upload)$/;
const RUNS =
  /^(?:exec|spawn|run|sh|shell|zx|cmd|command|\$)(?:$|Sync|Async|File|FileSync|FileAsync|a|aSync|aCommand|Command|Cmd|Process|Shell)\w*$/;
const WRITING_TOOLS =
  /^(?:Write|Edit|MultiEdit|Bash|NotebookEdit|Shell|shell|bash|write|edit|write_file|edit_file|apply_patch)\b/;

/** A folder, a machine, or the columns of a table, that an agent's tools can write. */
export interface Reach {
  readonly roots: ReadonlySet<string>;
  readonly at: Node;
  /** The function that runs as a tool; absent where the agent loop itself does what the model asks. */
  readonly body?: FunctionNode;
  readonly place: GameableCheck["place"];
}

export function runsCommand(call: CallExpression): boolean {
  return RUNS.test(calledName(call) ?? "");
}

/** All that a file lets its agents write. */
export function readReaches(analysis: LoopAnalysis): Reach[] {
  return [...writingTools(analysis), ...grantedFolders(analysis)];
}

/** Calls that write a file, or run a command, of the model's choice. */
function writingTools(analysis: LoopAnalysis): Reach[] {
  const { context } = analysis;
  return context.tree.calls.flatMap((call): Reach[] => {
    const name = calledName(call);
    if (name === undefined || analysis.calls.at(call) !== undefined) return [];
    const columns = RUNS_STATEMENT.test(name) ? handedColumns(statementOf(analysis, call)) : [];
    const machine =
      WRITES_THERE.test(name) || WRITES.test(name) || RUNS.test(name) ? machineOf(analysis, call) : undefined;
    if (!WRITES.test(name) && !RUNS.test(name) && columns.length === 0 && machine === undefined) return [];
    const [first, ...values] = call.arguments;
    if (first === undefined || first.type === "SpreadElement") return [];
    const body = toolBodyAround(analysis, call);
    const chosen = (nodes: readonly Node[]): boolean => nodes.some((node) => holdsChoice(analysis, node, body));
    const reach = (roots: ReadonlySet<string>, place: Reach["place"]): Reach[] =>
      roots.size === 0 ? [] : [{ roots, at: call, place, ...(body === undefined ? {} : { body }) }];
    if (columns.length > 0) return chosen([first, ...values]) ? reach(new Set(columns), "record") : [];
    if (WRITES.test(name)) {
      const path = splitPath(analysis, first) ?? ownPath(analysis, first, body);
      if (path === undefined || !chosen(path.rest) || isRestricted(analysis, call, path, body)) return [];
      return reach(rootKeys(analysis, path.root), "folder");
    }
    if (!chosen([first]) || isRestricted(analysis, call, { root: "", rest: [first] }, body)) return [];
    const cwd = optionOf(analysis, call, "cwd") ?? optionOf(analysis, call, "workdir");
    const keys = cwd === undefined ? new Set<string>() : rootKeys(analysis, cwd);
    if (machine !== undefined) keys.add(machine);
    else if (cwd === undefined) keys.add(OWN_FOLDER);
    return reach(keys, "folder");
  });
}

/** A path that the model writes whole, below the folder that the schema demands of it, or else anywhere. */
function ownPath(analysis: LoopAnalysis, node: Node, body: FunctionNode | undefined): SplitPath | undefined {
  const { context } = analysis;
  if (!holdsChoice(analysis, node, body) || bare(definedAs(context, node)).type === "CallExpression") return undefined;
  const definition = body && context.tree.parentOf(context.tree.parentOf(body) ?? body);
  const demanded =
    definition?.type === "ObjectExpression"
      ? /\.(?:startsWith|regex)\(\s*(?:\/\^|["'`])?((?:[\w.-]|\\?\/)+\/|[A-Z_]+)?/.exec(
          textOf(context, definition, 2000),
        )
      : null;
  if (demanded === null) return { root: ".", rest: [node] };
  const folder = demanded[1]?.replaceAll("\\", "");
  return folder?.includes("/") === true ? { root: folder, rest: [node] } : undefined;
}

/** The statement that a call runs, as far as it is written out. */
export function statementOf(analysis: LoopAnalysis, call: CallExpression): string {
  const [first] = call.arguments;
  return first === undefined || first.type === "SpreadElement" ? "" : literalText(analysis.context, first);
}

/** What a model call is given, and what the object was made with that it is a method of: `codex.startThread({ … })`. */
function optionsOf(analysis: LoopAnalysis, { node }: RecognisedCall): readonly Node[] {
  const callee = bare(node.callee);
  const maker = callee.type === "MemberExpression" ? definedAs(analysis.context, callee.object) : undefined;
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
      const mode = findProperty(object, "permissionMode")?.value;
      if (list?.type !== "ArrayExpression" && sandbox === undefined && mode === undefined) return [];
      // Only a run that speaks of its permissions is known to work where the process does.
      if (cwd === undefined && sandbox === undefined && mode === undefined) return [];
      const writes =
        (list?.type === "ArrayExpression"
          ? list.elements.some(
              (element) =>
                element?.type === "Literal" && typeof element.value === "string" && WRITING_TOOLS.test(element.value),
            )
          : mode?.type === "Literal" && /^(?:acceptEdits|bypassPermissions)$/.test(String(mode.value))) ||
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
        ? [
            {
              roots: cwd === undefined ? new Set([OWN_FOLDER]) : rootKeys(analysis, cwd.value),
              at: allowed ?? cwd ?? object,
              place: "folder",
            },
          ]
        : [];
    });
  });
}

// What runs because the model asked for it

/** The innermost function around a node that runs as a tool. */
function toolBodyAround(analysis: LoopAnalysis, node: Node): FunctionNode | undefined {
  let owner = analysis.context.tree.ownerOf(node);
  for (let depth = 0; depth < 3 && isFunction(owner); depth++) {
    if (isToolBody(analysis, owner)) return owner;
    owner = analysis.context.tree.ownerOf(owner);
  }
  return undefined;
}

/** A function that is handed to a model call, in a list of tools or through names for it, or that is called with what a model asks for. */
function isToolBody(analysis: LoopAnalysis, fn: FunctionNode): boolean {
  return isHandedToModel(analysis, fn) || isGivenChoice(analysis, fn, 0);
}

/** `runTool(call.name, JSON.parse(call.arguments))`, `tools[call.name](args)`, and a helper that a tool hands its input to. */
function isGivenChoice(analysis: LoopAnalysis, fn: FunctionNode, depth: number): boolean {
  const { tree, bindings, scopes } = analysis.context;
  const isGiven = (call: CallExpression): boolean => {
    const owner = tree.ownerOf(call);
    const body =
      isFunction(owner) &&
      owner !== fn &&
      (isHandedToModel(analysis, owner) || (depth < 1 && isGivenChoice(analysis, owner, depth + 1)))
        ? owner
        : undefined;
    return call.arguments.some((argument) => holdsChoice(analysis, argument, body));
  };
  if (tree.calls.some((call) => bindings.calleeOf(call) === fn && isGiven(call))) return true;
  const property = tree.parentOf(fn);
  const table = property?.type === "Property" ? tree.parentOf(property) : undefined;
  const holder = table && tree.parentOf(table);
  const variable =
    holder?.type === "VariableDeclarator" && holder.id.type === "Identifier" ? scopes.variableOf(holder.id) : undefined;
  return (
    variable !== undefined &&
    variable.reads.some((read) => {
      const member = tree.parentOf(read);
      return (
        member?.type === "MemberExpression" &&
        member.object === read &&
        member.computed &&
        calledToolsOf(analysis).isName(member.property)
      );
    })
  );
}

function isHandedToModel(analysis: LoopAnalysis, fn: FunctionNode, depth = 0): boolean {
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

/** Whether a value is made of what the model wrote: an input of the tool, or the arguments of a tool call. */
export function holdsChoice(analysis: LoopAnalysis, node: Node, body: FunctionNode | undefined, depth = 0): boolean {
  const called = calledToolsOf(analysis);
  return walk(node, (inner) => {
    if (inner.type !== "Identifier" && inner.type !== "MemberExpression") return false;
    if (called.isArguments(inner)) return true;
    if (inner.type === "MemberExpression") return false;
    const variable = analysis.context.scopes.variableOf(inner);
    if (variable === undefined) return false;
    if (body !== undefined && variable.definition === body) return true;
    const { definition } = variable;
    return (
      depth < 4 &&
      definition.type === "VariableDeclarator" &&
      definition.init !== null &&
      holdsChoice(analysis, definition.init, body, depth + 1)
    );
  });
}

// Whether the code has a say in it

/** Tests that only keep a path inside of its folder, or ask whether there is one at all. */
const IS_THERE =
  /^!*\(?(?:await )?[\w.]*(?:exists|existsSync|pathExists|isAbsolute)\(|\btypeof\b|(?:===?|!==?) ?(?:undefined|null|""|'')|^!+[\w.?]+$|\.length\b|["'`]\.\.[/\\]?["'`]/;

/** Whether what the model chose is looked at before it is done: a path that is refused, a command that is not on a list. */
function isRestricted(
  analysis: LoopAnalysis,
  call: CallExpression,
  path: SplitPath,
  body: FunctionNode | undefined,
): boolean {
  const { context } = analysis;
  const home = body ?? context.tree.ownerOf(call);
  if (!isFunction(home)) return false;
  const named = namesIn(analysis, [...call.arguments.slice(0, 1), ...path.rest]);
  const tests = testsBefore(analysis, home, call).filter((test) => mentions(analysis, test, named));
  if (path.helper !== undefined) tests.push(...testsBefore(analysis, path.helper, undefined));
  return tests.some((test) => !IS_THERE.test(textOf(context, test, 200)) && !keepsInside(analysis, test, path));
}

/** `if (!full.startsWith(ROOT)) throw …`, and no other start than that of the folder itself. */
function keepsInside(analysis: LoopAnalysis, test: Node, { root }: SplitPath): boolean {
  const keys = rootKeys(analysis, root);
  return walk(test, (inner) => {
    if (inner.type !== "CallExpression" || calledName(inner) !== "startsWith") return false;
    const [start] = inner.arguments;
    return (
      start !== undefined &&
      walk(
        start,
        (part) =>
          (part.type === "Identifier" || part.type === "MemberExpression" || part.type === "Literal") &&
          [...rootKeys(analysis, part)].some((key) => keys.has(key)),
      )
    );
  });
}

/** The conditions, and calls that check something, which come before a call or lead to it. */
function testsBefore({ context }: LoopAnalysis, home: FunctionNode, call: CallExpression | undefined): Node[] {
  const tests: Node[] = [];
  const isBefore = (node: Node): boolean => call === undefined || node.range[1] < call.range[0] || isWithin(call, node);
  const visit = (node: Node): void => {
    if (isFunction(node) && node !== home && (call === undefined || !isWithin(call, node))) return;
    if ((node.type === "IfStatement" || node.type === "ConditionalExpression") && isBefore(node)) tests.push(node.test);
    if (node.type === "CallExpression" && node !== call && isBefore(node)) {
      const name = dottedName(node.callee) ?? textOf(context, node.callee, 60);
      if (/assert|check|ensure|valid|guard|allow|permi|protect|polic|approv|confirm/i.test(name)) tests.push(node);
    }
    forEachChild(node, visit);
  };
  visit(home.body);
  return tests;
}

/** The names, `path` and `args.path`, of which some values are made. */
function namesIn({ context }: LoopAnalysis, nodes: readonly Node[], depth = 0, names = new Set<string>()): Set<string> {
  const visit = (node: Node): void => {
    if (node.type === "MemberExpression") {
      const written = dottedName(node);
      if (written !== undefined) names.add(written);
      if (bare(node.object).type !== "Identifier") visit(node.object);
      return;
    }
    if (node.type === "Identifier") {
      const variable = context.scopes.variableOf(node);
      if (variable === undefined || variable.kind === "import" || names.has(node.name)) return;
      names.add(node.name);
      const { definition } = variable;
      if (depth < 4 && definition.type === "VariableDeclarator" && definition.init)
        namesIn({ context } as LoopAnalysis, [definition.init], depth + 1, names);
      return;
    }
    forEachChild(node, visit);
  };
  nodes.forEach(visit);
  return names;
}

/** Whether a condition speaks of one of the names, or of all that the model gave. */
function mentions({ context }: LoopAnalysis, test: Node, names: ReadonlySet<string>): boolean {
  const wholes = new Set(
    [...names].filter((name) => name.includes(".")).map((name) => name.slice(0, name.indexOf("."))),
  );
  return walk(test, (inner) => {
    if (inner.type === "MemberExpression") return names.has(dottedName(inner) ?? "");
    if (inner.type !== "Identifier") return false;
    const parent = context.tree.parentOf(inner);
    const isOwner = parent?.type === "MemberExpression" && parent.object === inner;
    if (parent?.type === "MemberExpression" && parent.property === inner && !parent.computed) return false;
    return isOwner ? names.has(inner.name) && !wholes.has(inner.name) : names.has(inner.name) || wholes.has(inner.name);
  });
}
