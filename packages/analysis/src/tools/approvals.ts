import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { isWait } from "../loops/pacing.js";
import { bare, dottedName, isFunction, isLoop, isWithin, propertyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, Node, Span } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { definedAs, propertyOf, readArgument } from "../file/argument-paths.js";
import { keyThatBinds } from "./called-tools.js";
import type { CalledTools } from "./called-tools.js";
import type { FoundEffect } from "../effects/effects.js";
import { calleeText, contractOfCall, findRows, isNamed, textOf } from "../file/file-context.js";
import { literalText } from "../file/literal-text.js";
import type { Evidence } from "../model/judgement.js";
import type { RepeatedCode, RepeatedPlace, Repetitions } from "../effects/repetitions.js";
import type { FoundTool } from "./tools.js";

/** Something that cannot be taken back and that happens on the model's word alone. */
export interface Unapproved {
  readonly span: Span;
  /** `effect`: a tool does it; `bypass`: a run is told to ask nobody. */
  readonly kind: "effect" | "bypass";
  readonly callee: string;
  readonly tool: string | undefined;
  readonly evidence: readonly Evidence[];
}

/** Words that speak of permission. Only used to stay silent, never to report. */
const PERMISSION =
  /approv|confirm|permi(?:t|ssion)|authori[sz]|allow(?!ed?Origins)|polic(?:y|ies)|consent|whitelist|blocklist|blacklist|denylist|deny|guard|sanitiz|dangerous|destructive|is_?safe|safe(?:ly|Path|Join|Resolve|Command|_path)|validatePath|assertPath|assertInside|isInside|within|sandbox|protected|dry_?run|human|interrupt|ask_?user|elicit|can_?(?:delete|run|execute|use|write)|require_?(?:role|admin)|role|scope|isPathInside|startsWith|read_?only|trusted|forbidden|restricted/i;

/** What needs a yes; a message that is sent once too often is a nuisance. */
/** Commands that remove, overwrite or publish what cannot be had back. */
const GRAVE_COMMAND =
  /\bgit\s+push\b.*(?:\s--force\b|\s-\w*f\b|\s--delete\b|\s--mirror\b|\s\+)|\brm\s+-\w*[rf]|\bterraform\s+(?:apply|destroy)\b|\bkubectl\s+(?:delete|drain)\b|\bhelm\s+(?:uninstall|delete)\b|\bdocker\s+(?:\w+\s+)?(?:rm|rmi|prune)\b|\baws\s+.*\b(?:rm|delete-\S+|terminate-\S+)|\bgcloud\s+.*\bdelete\b|\b(?:npm|pnpm|yarn|cargo|gem)\s+(?:publish|unpublish|yank)\b|\b(?:dropdb|mkfs|shred|shutdown|reboot)\b|\bdd\s+.*\bof=/;

const GRAVE: ReadonlySet<FoundEffect["verb"]> = new Set(["delete", "pay", "deploy", "run"]);

export function readUnapproved(analysis: LoopAnalysis, called: CalledTools, effects: readonly FoundEffect[], repetitions: Repetitions): Unapproved[] {
  const { context } = analysis;
  const { tree, scopes } = context;
  const found: Unapproved[] = [...bypasses(), ...statements()];
  for (const effect of effects) {
    if (!effect.destructive || !GRAVE.has(effect.verb)) continue;
    const place = repetitions.of(effect.node);
    const code = unaskedTool(place);
    if (code === undefined || isPermitted(effect.node, place.callers, code) || !isChosenByModel(effect, code.tool)) continue;
    found.push({ span: effect.span, kind: "effect", callee: effect.callee, tool: code.tool.name, evidence: [...effect.evidence, ...code.evidence] });
  }
  return found;

  /** `pool.query(statement)`: which statement runs is the model's to write, and nobody has looked at it. */
  function statements(): Unapproved[] {
    return tree.calls.flatMap((call): Unapproved[] => {
      for (const { row, packageName, path } of findRows(context, context.bindings.entityOf(call.callee), "effect")) {
        const statement = row.sql === undefined ? undefined : readArgument(context, call, row.sql);
        if (statement?.state !== "given") continue;
        const place = repetitions.of(call);
        const code = unaskedTool(place);
        if (code === undefined || isPermitted(call, place.callers, code) || !leadingChoice(statement.node, code.tool)) continue;
        return [{ span: spanOf(call), kind: "effect", callee: calleeText(context, call), tool: code.tool.name, evidence: [{ what: `${packageName} \`${path}\` runs any statement, also one that deletes`, at: spanOf(call) }, ...code.evidence] }];
      }
      return [];
    });
  }

  /** The tool in whose body a place is, when nobody is asked before that tool runs. */
  function unaskedTool(place: RepeatedPlace): (RepeatedCode & { readonly tool: FoundTool }) | undefined {
    if (place.by.some(({ tool }) => tool !== undefined && tool.approved !== "no")) return undefined;
    for (const code of place.by) if (code.by === "tool-body" && code.tool !== undefined) return { ...code, tool: code.tool };
    return undefined;
  }

  /** Somebody or something is asked on the way: a person, a policy, a list of what may be done. */
  function isPermitted(done: Node, callers: readonly Node[], code: RepeatedCode): boolean {
    const within = [code.node, ...callers.filter((node) => isFunction(node) || isLoop(node))];
    const isBefore = (node: Node): boolean => node.range[0] < done.range[0] || !isWithin(node, code.node);
    if (tree.calls.some((call) => isBefore(call) && within.some((node) => isWithin(call, node)) && asksPermission(call))) return true;
    return within.some((node) => isFunction(node) && conditionsIn(node).some((test) => isBefore(test) && (PERMISSION.test(textOf(context, test, 300)) || narrowsChoice(test, code))));
  }

  /** `!CACHES.includes(dir)`, `PATTERN.test(name)`: only some of what the model may write gets past. */
  function narrowsChoice(test: Node, { tool }: RepeatedCode): boolean {
    if (tool === undefined) return false;
    return tree.calls.some((call) => {
      const callee = bare(call.callee);
      if (!isWithin(call, test) || callee.type !== "MemberExpression" || !/^(?:includes|has|get|test|exec|match|some|every|find|indexOf|startsWith|endsWith)$/.test(propertyName(callee) ?? "")) return false;
      return [callee.object, ...call.arguments].some((part) => part.type !== "SpreadElement" && hasFreeChoice(part, tool));
    });
  }

  function asksPermission(call: CallExpression): boolean {
    if (isNamed(context, call, context.settings.humanGates) || isWait(analysis, call)) return true;
    if (findRows(context, context.bindings.entityOf(call.callee), "human-gate").length > 0) return true;
    if (contractOfCall(context, call)?.what === "humanGate") return true;
    return PERMISSION.test(calleeText(context, call));
  }

  function conditionsIn(node: Node): Node[] {
    return tree.conditions.filter((test) => isWithin(test, node));
  }

  /** Whether what is removed, paid or run is of the model's own choosing. */
  function isChosenByModel(effect: FoundEffect, tool: FoundTool): boolean {
    const { node, row } = effect;
    if (node.type !== "CallExpression") return node.quasi.expressions.some((inserted) => hasFreeChoice(inserted, tool));
    if (row?.subject !== undefined) {
      const subject = readArgument(context, node, row.subject);
      if (subject.state !== "given") return false;
      if (effect.verb === "run") return leadingChoice(subject.node, tool) || (GRAVE_COMMAND.test(commandIn(node)) && node.arguments.some((argument) => argument.type !== "SpreadElement" && hasFreeChoice(argument, tool)));
      return hasFreeChoice(subject.node, tool);
    }
    // A payment or a deletion whose arguments hold nothing of the model's is the program's own.
    const isBranch = !isFunction(tool.node);
    return isBranch || node.arguments.some((argument) => argument.type !== "SpreadElement" ? hasFreeChoice(argument, tool) : true);
  }

  /** The words of a command as far as they are written: `exec("git push …")`, `execFile("git", ["push", …])`. */
  function commandIn(call: CallExpression): string {
    return call.arguments
      .flatMap((argument): (Node | null)[] => {
        const value = definedAs(context, argument);
        return value.type === "ArrayExpression" ? value.elements : [value];
      })
      .map((word) => (word === null ? "" : literalText(context, word)))
      .join(" ");
  }

  /** A command whose first word the model writes. */
  function leadingChoice(node: Node, tool: FoundTool): boolean {
    const value = definedAs(context, node);
    switch (value.type) {
      case "TemplateLiteral":
        return (value.quasis[0]?.value.cooked ?? "").trim() === "" && value.expressions[0] !== undefined && leadingChoice(value.expressions[0], tool);
      case "BinaryExpression":
        return leadingChoice(value.left, tool);
      case "Identifier":
      case "MemberExpression":
        return hasFreeChoice(value, tool);
      default:
        return false;
    }
  }

  /** Whether a value holds an argument of the tool for which the schema takes anything. */
  function hasFreeChoice(node: Node, tool: FoundTool, depth = 0): boolean {
    const value = settled(node);
    if (depth > 10) return false;
    // In a dispatcher there is no schema; what the model wrote is what it wrote.
    if (!isFunction(tool.node) && called.isArguments(value)) return true;
    const inner = (one: Node): boolean => hasFreeChoice(one, tool, depth + 1);
    switch (value.type) {
      case "Identifier": {
        const variable = scopes.variableOf(value);
        return variable !== undefined && isFreeName(variable, tool, depth);
      }
      case "MemberExpression": {
        const name = propertyName(value);
        const root = bare(value.object);
        if (root.type === "Identifier" && name !== undefined) {
          const variable = scopes.variableOf(root);
          if (variable !== undefined && isInput(variable, tool)) return isOpen(tool, name);
        }
        return inner(value.object);
      }
      case "TemplateLiteral":
        return value.expressions.some(inner);
      case "BinaryExpression":
        return inner(value.left) || inner(value.right);
      case "LogicalExpression":
        return inner(value.left) || inner(value.right);
      case "CallExpression":
        if (PERMISSION.test(dottedName(value.callee) ?? "")) return false;
        return value.arguments.some((argument) => argument.type !== "SpreadElement" && inner(argument));
      case "NewExpression":
        return value.arguments.some((argument) => argument.type !== "SpreadElement" && inner(argument));
      case "ObjectExpression":
        return value.properties.some((part) => inner(part.type === "SpreadElement" ? part.argument : part.value));
      case "ArrayExpression":
        return value.elements.some((element) => element !== null && element.type !== "SpreadElement" && inner(element));
      default:
        return false;
    }
  }

  function isFreeName(variable: Variable, tool: FoundTool, depth: number): boolean {
    const { definition } = variable;
    if (isInput(variable, tool)) {
      const [parameter] = isFunction(definition) ? definition.params : [];
      const key = parameter?.type === "ObjectPattern" ? keyThatBinds(parameter, variable.identifier) : undefined;
      return key === undefined || isOpen(tool, key);
    }
    if (definition.type === "VariableDeclarator" && definition.init !== null) {
      if (definition.id.type === "ObjectPattern") {
        const root = bare(definition.init);
        const key = keyThatBinds(definition.id, variable.identifier);
        const source = root.type === "Identifier" ? scopes.variableOf(root) : undefined;
        if (source !== undefined && key !== undefined && isInput(source, tool)) return isOpen(tool, key);
        if (!isFunction(tool.node) && called.isArguments(definition.init)) return true;
      }
      return hasFreeChoice(definition.init, tool, depth + 1);
    }
    if (variable.kind === "parameter" && isFunction(definition)) {
      const index = definition.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
      return context.bindings.sitesOf(definition).some((site) => {
        const argument = site.arguments[index];
        return argument !== undefined && argument.type !== "SpreadElement" && hasFreeChoice(argument, tool, depth + 1);
      });
    }
    return false;
  }

  function isInput(variable: Variable, tool: FoundTool): boolean {
    return variable.kind === "parameter" && variable.definition === tool.node && isFunction(tool.node) && tool.node.params[0] !== undefined && isWithin(variable.identifier, tool.node.params[0]);
  }

  /** Whether the schema lets the model write anything there: no list of values, no pattern. */
  function isOpen(tool: FoundTool, name: string): boolean {
    if (tool.schema === undefined) return true;
    const schema = definedAs(context, tool.schema);
    const fields = schema.type === "CallExpression" && schema.arguments[0] !== undefined && schema.arguments[0].type !== "SpreadElement" ? schema.arguments[0] : schema;
    let field = propertyOf(context, fields, name);
    if (field.state !== "given") {
      const properties = propertyOf(context, fields, "properties");
      if (properties.state === "given") field = propertyOf(context, properties.node, name);
    }
    if (field.state !== "given") return field.state === "absent" ? false : true;
    return !/enum|literal|regex|pattern|union\(|refine|const\b|\bboolean\(/i.test(context.file.text.slice(field.node.range[0], field.node.range[1]));
  }

  /** `permissionMode: "bypassPermissions"` */
  function bypasses(): Unapproved[] {
    return tree.calls.flatMap((call) =>
      findRows(context, context.bindings.entityOf(call.callee), "run").flatMap(({ row, packageName, path }): Unapproved[] => {
        for (const { option, values } of row.bypass ?? []) {
          const argument = readArgument(context, call, option);
          const value = argument.state === "given" ? bare(argument.node) : undefined;
          if (value?.type !== "Literal" || !values.includes(value.value as string | number | boolean | null)) continue;
          const isAsked = (row.approval ?? []).some((place) => place !== option && readArgument(context, call, place).state === "given" && !(row.bypass ?? []).some((other) => other.option === place));
          if (isAsked) continue;
          const property = propertyRound(value);
          return [{ span: spanOf(property), kind: "bypass", callee: calleeText(context, call), tool: undefined, evidence: [{ what: `${packageName} \`${path}\` then asks nobody`, at: spanOf(call) }] }];
        }
        return [];
      }),
    );
  }

  function propertyRound(node: Node): Node {
    for (let up = tree.parentOf(node); up !== undefined; up = tree.parentOf(up)) {
      if (up.type === "Property") return up;
      if (up.type === "ObjectExpression" || up.type === "BlockStatement") break;
    }
    return node;
  }
}
