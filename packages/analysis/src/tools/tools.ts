import type { TSESTree } from "@typescript-eslint/types";
import type { RunRow, ToolRow } from "../catalogue/schema.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, findProperty, isFunction, keyName, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, ClassNode, FunctionNode, NewExpression, Node, ObjectExpression } from "../syntax/node.js";
import { definedAs, readArgument, readArguments } from "../file/argument-paths.js";
import { findOptionValue } from "../file/option-values.js";
import { findFunction } from "./called-tools.js";
import type { CalledTools } from "./called-tools.js";
import { calleeText, findRows, textOf } from "../file/file-context.js";
import type { FoundRow } from "../file/file-context.js";
import type { Certainty } from "../model/file-model.js";
import type { Evidence, Judgement } from "../model/judgement.js";
import type { Span } from "../syntax/node.js";
import { addTo } from "../syntax/groups.js";

/** Code that runs because the model asked for it. */
export interface ToolDefinition {
  readonly span: Span;
  /** The name the model calls it by, where it can be read. */
  readonly name: string | undefined;
  readonly body: Span;
  readonly certainty: Certainty;
  /** What a failure of the body becomes. */
  readonly errors: "observed" | "ends-run" | "unknown";
  /** Whether somebody is asked before it runs. */
  readonly approved: Judgement;
  readonly evidence: readonly Evidence[];
}

/** A tool with the nodes that other facts are read from. */
export interface FoundTool extends ToolDefinition {
  /** The function, or the branch of a dispatcher, that runs. */
  readonly node: FunctionNode | TSESTree.SwitchCase | Node;
  readonly definition: Node;
  /** The schema of its arguments. */
  readonly schema: Node | undefined;
}

const BODY_NAMES = ["execute", "run", "handler", "func", "function", "invoke", "call", "callback"] as const;
const SCHEMA_NAMES = [
  "parameters",
  "inputSchema",
  "input_schema",
  "schema",
  "argsSchema",
  "args_schema",
  "jsonSchema",
  "inputParameters",
] as const;
const TOOL_TYPE = /Tool(?!tip|bar|box|kit)/;
const DISPATCHER_NAME = /^(?:execute|run|call|dispatch|handle|invoke|perform)_?(?:Tool|Function)(?:_?Call|Use|s)?$/i;

/** The tools of a file: made by an SDK, written as plain objects or classes, or as the branches of a dispatcher. */
export function readTools(analysis: LoopAnalysis, called: CalledTools): FoundTool[] {
  const { context } = analysis;
  const { tree, bindings } = context;
  const found = new Map<Node, FoundTool>();
  let switches: Map<Node, TSESTree.SwitchStatement[]> | undefined;
  const add = (tool: FoundTool): void => {
    if (!found.has(tool.node)) found.set(tool.node, tool);
  };
  const approvesRuns = [...tree.calls].some((call) =>
    findRows(context, bindings.entityOf(call.callee), "run").some(
      (row) => approvalOf(call, row.row.approval) === "yes",
    ),
  );

  for (const call of [...tree.calls, ...tree.news]) {
    const entity = bindings.entityOf(call.callee);
    if (entity.kind !== "package") continue;
    for (const row of findRows(context, entity, "tool")) addMade(call, row);
    for (const row of findRows(context, entity, "run")) addGiven(call, row);
  }
  for (const node of tree.classes) addClass(node);
  for (const fn of tree.functions) addPlain(fn);
  addHandlers();
  addBranches();
  return [...found.values()];

  /** `tool({ execute })`, `server.registerTool(name, options, handler)`. */
  function addMade(call: CallExpression | NewExpression, { row, packageName, path }: FoundRow<ToolRow>): void {
    const places = typeof row.execute === "string" ? [row.execute] : row.execute;
    for (const place of places) {
      const argument = readArgument(context, call, place);
      const fn = argument.state === "given" ? functionAt(argument.node) : undefined;
      if (fn === undefined) continue;
      const name = row.name === undefined ? undefined : readArgument(context, call, row.name);
      const schema = row.schema === undefined ? undefined : readArgument(context, call, row.schema);
      const approved = approvalOf(call, row.approval);
      add({
        ...describe(
          call,
          fn,
          findOptionValue(context, call, row.throwsIf ?? []) === undefined ? row.errors : "ends-run",
        ),
        name: (name?.state === "given" ? stringOf(name.node) : undefined) ?? nameOfHolder(call),
        certainty: "proven",
        approved: approvesRuns ? "yes" : row.approval === undefined || isAskedElsewhere(row) ? "unknown" : approved,
        schema: schema?.state === "given" ? schema.node : undefined,
        evidence: [
          {
            what: `\`${calleeText(context, call)}\` is ${packageName} \`${path}\`: the model decides when it runs`,
            at: spanOf(call),
          },
        ],
      });
    }
  }

  /** Tools that are handed to a run as plain objects. */
  function addGiven(call: CallExpression | NewExpression, { row, packageName, path }: FoundRow<RunRow>): void {
    for (const place of row.execute ?? []) {
      for (const value of readArguments(context, call, place)) {
        const fn = functionAt(value);
        if (fn === undefined) continue;
        add({
          ...describe(tree.parentOf(fn) ?? fn, fn, row.toolErrors ?? "unknown"),
          name: nameBeside(fn),
          certainty: "proven",
          approved: approvesRuns ? "yes" : "unknown",
          schema: schemaBeside(fn),
          evidence: [{ what: `it is among the tools of ${packageName} \`${path}\``, at: spanOf(call) }],
        });
      }
    }
  }

  /** `class Search extends StructuredTool { _call(…) }` */
  function addClass(node: ClassNode): void {
    if (!node.superClass) return;
    const base = bindings.entityOf(node.superClass);
    const [known] = findRows(context, base, "tool");
    const isKnown = known !== undefined;
    const isNamedTool = TOOL_TYPE.test(textOf(context, node.superClass));
    for (const member of node.body.body) {
      if (member.type !== "MethodDefinition" || member.static || !isFunction(member.value)) continue;
      const name = keyName(member);
      if (name !== "_call" && !(isKnown && (name === "execute" || name === "invoke"))) continue;
      if (!isKnown && !(isNamedTool && name === "_call")) continue;
      add({
        ...describe(node, member.value, isKnown ? "observed" : "unknown"),
        name: fieldText(node, "name") ?? node.id?.name,
        certainty: isKnown ? "proven" : "shaped",
        approved: approvesRuns
          ? "yes"
          : known?.row.approval?.length === 0 && !isAskedElsewhere(known.row)
            ? "no"
            : "unknown",
        schema: undefined,
        evidence: [
          {
            what: `\`${textOf(context, node.superClass)}\` is the base of tools, and \`${name}\` is what the model runs`,
            at: spanOf(node.superClass),
          },
        ],
      });
    }
  }

  function fieldText(node: ClassNode, name: string): string | undefined {
    for (const member of node.body.body) {
      if (member.type === "PropertyDefinition" && keyName(member) === name && member.value)
        return stringOf(member.value);
    }
    return undefined;
  }

  /** `{ name, description, parameters, execute }`: the parts of a tool, whoever runs it. */
  function addPlain(fn: FunctionNode): void {
    const property = tree.parentOf(fn);
    if (property?.type !== "Property" || property.value !== fn) return;
    const key = keyName(property);
    const object = tree.parentOf(property);
    if (key === undefined || !(BODY_NAMES as readonly string[]).includes(key) || object?.type !== "ObjectExpression")
      return;
    if (findFunction(object, BODY_NAMES) !== fn) return;
    const schema = schemaBeside(fn);
    const describes = findProperty(object, "description") !== undefined || findProperty(object, "name") !== undefined;
    if (!describes || !(schema !== undefined || isAmongTools(object))) return;
    add({
      ...describe(object, fn, "unknown"),
      name: nameBeside(fn),
      certainty: "shaped",
      approved: "unknown",
      schema,
      evidence: [{ what: "a name or description, a schema and a function make a tool", at: spanOf(object) }],
    });
  }

  /** In a list or under a name or type that speaks of tools. */
  function isAmongTools(object: ObjectExpression): boolean {
    for (let up = tree.parentOf(object); up !== undefined; up = tree.parentOf(up)) {
      switch (up.type) {
        case "ArrayExpression":
        case "TSAsExpression":
        case "TSSatisfiesExpression":
          if (up.type !== "ArrayExpression" && TOOL_TYPE.test(textOf(context, up.typeAnnotation))) return true;
          continue;
        case "ObjectExpression":
          continue;
        case "Property":
          if (/^tools$/i.test(keyName(up) ?? "")) return true;
          continue;
        case "VariableDeclarator": {
          if (up.id.type !== "Identifier") return false;
          const annotation = up.id.typeAnnotation;
          return /tools?$/i.test(up.id.name) || (annotation ? TOOL_TYPE.test(textOf(context, annotation)) : false);
        }
        default:
          return false;
      }
    }
    return false;
  }

  /** `server.setRequestHandler(CallToolRequestSchema, handler)`: every tool of a server in one function. */
  function addHandlers(): void {
    for (const call of tree.calls) {
      const callee = bare(call.callee);
      const [schema, handler] = call.arguments;
      if (
        callee.type !== "MemberExpression" ||
        propertyName(callee) !== "setRequestHandler" ||
        schema === undefined ||
        handler === undefined
      )
        continue;
      if (bare(schema).type !== "Identifier" || !/^CallToolRequest/.test(textOf(context, schema))) continue;
      const fn = functionAt(handler);
      if (fn === undefined) continue;
      add({
        ...describe(call, fn, "observed"),
        name: undefined,
        certainty: "proven",
        approved: "unknown",
        schema: undefined,
        evidence: [{ what: "the requests of this handler are tool calls of a model", at: spanOf(call) }],
      });
    }
  }

  /** `switch (call.name) { case "refund": … }`, `if (call.name === "refund") …`, and `tools[call.name](…)` on an object of this file. */
  function addBranches(): void {
    for (const fn of tree.functions) addDispatcher(fn);
    for (const test of tree.conditions) addChoice(test);
    for (const call of tree.calls) {
      const callee = bare(call.callee);
      if (
        callee.type !== "MemberExpression" ||
        !callee.computed ||
        propertyName(callee) !== undefined ||
        !called.isName(callee.property)
      )
        continue;
      const table = definedAs(context, callee.object);
      if (table.type !== "ObjectExpression") continue;
      for (const part of table.properties) {
        if (part.type !== "Property") continue;
        const fn = functionAt(part.value);
        if (fn !== undefined)
          add({
            ...branch(part, fn, keyName(part)),
            evidence: [{ what: "the model chooses which of these functions runs", at: spanOf(call) }],
          });
      }
    }
  }

  function addChoice(test: Node): void {
    const statement = tree.parentOf(test);
    if (statement?.type !== "IfStatement") return;
    for (const asked of conjuncts(test)) {
      if (asked.type !== "BinaryExpression" || !/^===?$/.test(asked.operator)) continue;
      const [chosen, name] = called.isName(asked.left)
        ? [asked.left, stringOf(asked.right)]
        : [asked.right, stringOf(asked.left)];
      if (name === undefined || !called.isName(chosen)) continue;
      add({
        ...branch(statement.consequent, statement.consequent, name),
        evidence: [{ what: `\`${textOf(context, chosen)}\` is the tool that the model chose`, at: spanOf(chosen) }],
      });
    }
  }

  /** `part.type === "tool_use" && part.name === "bash"`: what has to hold altogether. */
  function conjuncts(test: Node): Node[] {
    const value = bare(test);
    return value.type === "LogicalExpression" && value.operator === "&&"
      ? [...conjuncts(value.left), ...conjuncts(value.right)]
      : [value];
  }

  function addDispatcher(fn: FunctionNode): void {
    if (fn.body.type !== "BlockStatement") return;
    for (const statement of switchesOf(fn)) {
      if (!isChosen(fn, statement.discriminant)) continue;
      for (const one of statement.cases) {
        const name = one.test === null ? undefined : stringOf(one.test);
        if (one.consequent.length === 0 || name === undefined) continue;
        add({
          ...branch(one, one, name),
          evidence: [
            {
              what: `\`${textOf(context, statement.discriminant)}\` is the tool that the model chose`,
              at: spanOf(statement.discriminant),
            },
          ],
        });
      }
    }
  }

  function switchesOf(fn: FunctionNode): TSESTree.SwitchStatement[] {
    switches ??= readSwitches();
    return switches.get(fn) ?? [];
  }

  function isChosen(fn: FunctionNode, discriminant: Node): boolean {
    if (called.isName(discriminant)) return true;
    const value = bare(discriminant);
    if (value.type !== "Identifier" || !DISPATCHER_NAME.test(nameOfFunction(fn) ?? "")) return false;
    return (
      context.scopes.variableOf(value)?.definition === fn &&
      /^(?:name|tool_?name|fn_?name|function_?name|tool)$/i.test(value.name)
    );
  }

  function branch(definition: Node, node: Node, name: string | undefined): Omit<FoundTool, "evidence"> {
    return {
      span: spanOf(definition),
      name,
      body: spanOf(node),
      certainty: "shaped",
      errors: "unknown",
      approved: "no",
      node,
      definition,
      schema: undefined,
    };
  }

  function describe(
    definition: Node,
    fn: FunctionNode,
    errors: FoundTool["errors"],
  ): Pick<FoundTool, "span" | "body" | "errors" | "node" | "definition"> {
    return { span: spanOf(definition), body: spanOf(fn.body), errors, node: fn, definition };
  }

  function functionAt(node: Node): FunctionNode | undefined {
    const value = bare(node);
    if (isFunction(value)) return value;
    const entity = bindings.entityOf(value);
    return entity.kind === "function" ? entity.node : undefined;
  }

  function approvalOf(call: CallExpression | NewExpression, places: readonly string[] | undefined): Judgement {
    let answer: Judgement = "no";
    for (const place of places ?? []) {
      const argument = readArgument(context, call, place);
      if (argument.state === "unreadable") answer = "unknown";
      if (argument.state === "given") return argument.node.type === "Literal" && !argument.node.value ? "no" : "yes";
    }
    return answer;
  }

  /** Somebody watches over all tools of an agent, perhaps over this one. */
  function isAskedElsewhere(row: ToolRow): boolean {
    return (row.askedBy ?? []).some((name) => tree.names.has(name));
  }

  function nameOfHolder(node: Node): string | undefined {
    const parent = tree.parentOf(node);
    if (parent?.type === "Property") return keyName(parent);
    if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") return parent.id.name;
    return undefined;
  }

  function nameOfFunction(fn: FunctionNode): string | undefined {
    const holder = tree.parentOf(fn);
    if (holder?.type === "MethodDefinition" || holder?.type === "PropertyDefinition") return keyName(holder);
    return fn.id?.name ?? nameOfHolder(fn);
  }

  function nameBeside(fn: FunctionNode): string | undefined {
    const object = tree.parentOf(tree.parentOf(fn) ?? fn);
    if (object?.type !== "ObjectExpression") return undefined;
    const name = findProperty(object, "name")?.value;
    return (name === undefined ? undefined : stringOf(name)) ?? nameOfHolder(object);
  }

  function schemaBeside(fn: FunctionNode): Node | undefined {
    const object = tree.parentOf(tree.parentOf(fn) ?? fn);
    if (object?.type !== "ObjectExpression") return undefined;
    for (const name of SCHEMA_NAMES) {
      const property = findProperty(object, name);
      if (property !== undefined) return property.value;
    }
    return undefined;
  }

  function stringOf(node: Node): string | undefined {
    const value = definedAs(context, node);
    return value.type === "Literal" && typeof value.value === "string" ? value.value : undefined;
  }

  function readSwitches(): Map<Node, TSESTree.SwitchStatement[]> {
    const byFunction = new Map<Node, TSESTree.SwitchStatement[]>();
    for (const statement of tree.switches) {
      const owner = tree.ownerOf(statement);
      addTo(byFunction, owner, statement);
    }
    return byFunction;
  }
}
