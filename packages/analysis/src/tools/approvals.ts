import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, forEachChild, isFunction, isWithin, spanOf } from "../syntax/node.js";
import type { CallExpression, Node, Span } from "../syntax/node.js";
import { definedAs, readArgument } from "../file/argument-paths.js";
import type { CalledTools } from "./called-tools.js";
import type { FoundEffect } from "../effects/effects.js";
import { calleeText, findRows, textOf } from "../file/file-context.js";
import { literalText } from "../file/literal-text.js";
import type { Evidence } from "../model/judgement.js";
import type { RepeatedPlace, Repetitions } from "../effects/repetitions.js";
import { readModelChoices } from "./model-choices.js";
import { PERMISSION } from "./permission-words.js";
import { readPermissions } from "./permissions.js";
import type { ToolCode } from "./permissions.js";
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

/** Commands that remove, overwrite or publish what cannot be had back. */
const GRAVE_COMMAND =
  /\bgit\s+push\b.*(?:\s--force\b|\s-\w*f\b|\s--delete\b|\s--mirror\b|\s\+)|\brm\s+-\w*[rf]|\bterraform\s+(?:apply|destroy)\b|\bkubectl\s+(?:delete|drain)\b|\bhelm\s+(?:uninstall|delete)\b|\bdocker\s+(?:\w+\s+)?(?:rm|rmi|prune)\b|\baws\s+.*\b(?:rm|delete-\S+|terminate-\S+)|\bgcloud\s+.*\bdelete\b|\b(?:npm|pnpm|yarn|cargo|gem)\s+(?:publish|unpublish|yank)\b|\b(?:dropdb|mkfs|shred|shutdown|reboot)\b|\bdd\s+.*\bof=/;

/** Programs that remove, overwrite or run anything when they are told so: what they do is in their arguments. */
const ANY_COMMAND =
  /^(?:\S*\/)?(?:kubectl|oc|helm|terraform|tofu|pulumi|docker|podman|aws|gcloud|az|doctl|heroku|gh|git|psql|mysql|mongosh|redis-cli|sqlite3|rm|(?:ba|z|da|k)?sh|pwsh|powershell|cmd|python[\d.]*|node|deno|perl|ruby|sudo|ssh|systemctl)(?:\.exe)?$/;

/** What needs a yes; a message that is sent once too often is a nuisance. */
const GRAVE: ReadonlySet<FoundEffect["verb"]> = new Set(["delete", "pay", "deploy", "run"]);

export function readUnapproved(
  analysis: LoopAnalysis,
  called: CalledTools,
  effects: readonly FoundEffect[],
  repetitions: Repetitions,
): Unapproved[] {
  const { context } = analysis;
  const { tree } = context;
  const { isFree } = readModelChoices(context, called);
  const { unaskedTool, isPermitted } = readPermissions(analysis, called);
  const found: Unapproved[] = [...bypasses(), ...statements()];
  for (const effect of effects) {
    if (!effect.destructive || !GRAVE.has(effect.verb)) continue;
    const place = repetitions.of(effect.node);
    const code = unaskedTool(place) ?? passRound(effect.node, place);
    if (
      code === undefined ||
      isPermitted(effect.node, place.callers, code) ||
      !(isChosenByModel(effect, code.tool) && (code.by === "tool-body" || mentionsCall(effect.node)))
    )
      continue;
    found.push({
      span: effect.span,
      kind: "effect",
      callee: effect.callee,
      tool: code.tool.name,
      evidence: [...effect.evidence, ...code.evidence],
    });
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
        if (code === undefined || isPermitted(call, place.callers, code) || !leadingChoice(statement.node, code.tool))
          continue;
        return [
          {
            span: spanOf(call),
            kind: "effect",
            callee: calleeText(context, call),
            tool: code.tool.name,
            evidence: [
              { what: `${packageName} \`${path}\` runs any statement, also one that deletes`, at: spanOf(call) },
              ...code.evidence,
            ],
          },
        ];
      }
      return [];
    });
  }

  /**
   * The pass over the calls of a reply that does something for each of them, whatever its name: what
   * stands under a condition there may be a tool of its own, or have been asked about.
   */
  function passRound(node: Node, place: RepeatedPlace): ToolCode | undefined {
    const iteration = called.iterationOf(node);
    if (iteration === undefined || place.by.some(({ tool }) => tool !== undefined)) return undefined;
    const pass = iteration.node;
    const owner = tree.ownerOf(isFunction(pass) ? (tree.parentOf(pass) ?? pass) : pass);
    if (
      tree.conditions.some((test) => isWithin(test, pass.body) && test.range[0] < node.range[0]) ||
      PERMISSION.test(textOf(context, iteration.list, 300))
    )
      return undefined;
    const evidence = [{ what: "this is done for each call that the model asks for", at: spanOf(iteration.list) }];
    const tool: FoundTool = {
      span: spanOf(pass),
      name: undefined,
      body: spanOf(pass),
      certainty: "shaped",
      errors: "unknown",
      approved: "no",
      evidence,
      node: isFunction(pass) ? pass.body : pass,
      definition: pass,
      schema: undefined,
    };
    return { by: "agent-loop", node: owner, span: spanOf(pass), evidence, tool };
  }

  /** A part of a call of the model is handed over, or the whole. */
  function mentionsCall(node: Node): boolean {
    if (called.isItem(node) || called.isArguments(node)) return true;
    let isMentioned = false;
    forEachChild(node, (child) => {
      isMentioned ||= mentionsCall(child);
    });
    return isMentioned;
  }

  /** Whether what is removed, paid or run is of the model's own choosing. */
  function isChosenByModel(effect: FoundEffect, tool: FoundTool): boolean {
    const { node, subjectAt } = effect;
    if (node.type !== "CallExpression") return node.quasi.expressions.some((inserted) => isFree(inserted, tool));
    if (subjectAt !== undefined) {
      const subject = readArgument(context, node, subjectAt);
      if (subject.state !== "given") return false;
      if (effect.verb === "run")
        return (
          leadingChoice(subject.node, tool) ||
          (ANY_COMMAND.test(literalText(context, subject.node)) && hasFreeList(node, tool)) ||
          (GRAVE_COMMAND.test(commandIn(node)) &&
            node.arguments.some((argument) => argument.type !== "SpreadElement" && isFree(argument, tool)))
        );
      return isFree(subject.node, tool);
    }
    // A payment or a deletion whose arguments hold nothing of the model's is the program's own.
    const isBranch = !isFunction(tool.node);
    return (
      isBranch || node.arguments.some((argument) => (argument.type !== "SpreadElement" ? isFree(argument, tool) : true))
    );
  }

  /** `execFile("kubectl", args)`: the whole list of arguments is the model's, with no word of it written here. */
  function hasFreeList({ arguments: [, list] }: CallExpression, tool: FoundTool): boolean {
    if (list === undefined || list.type === "SpreadElement") return false;
    const value = definedAs(context, list);
    return value.type !== "ArrayExpression" && value.type !== "ObjectExpression" && isFree(value, tool);
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
        return (
          (value.quasis[0]?.value.cooked ?? "").trim() === "" &&
          value.expressions[0] !== undefined &&
          leadingChoice(value.expressions[0], tool)
        );
      case "BinaryExpression":
        return leadingChoice(value.left, tool);
      case "Identifier":
      case "MemberExpression":
        return isFree(value, tool);
      default:
        return false;
    }
  }

  /** `permissionMode: "bypassPermissions"` */
  function bypasses(): Unapproved[] {
    return tree.calls.flatMap((call) =>
      findRows(context, context.bindings.entityOf(call.callee), "run").flatMap(
        ({ row, packageName, path }): Unapproved[] => {
          for (const { option, values } of row.bypass ?? []) {
            const argument = readArgument(context, call, option);
            const value = argument.state === "given" ? bare(argument.node) : undefined;
            if (value?.type !== "Literal" || !values.includes(value.value as string | number | boolean | null))
              continue;
            const isAsked = (row.approval ?? []).some(
              (place) =>
                place !== option &&
                readArgument(context, call, place).state === "given" &&
                !(row.bypass ?? []).some((other) => other.option === place),
            );
            if (isAsked) continue;
            const property = propertyRound(value);
            return [
              {
                span: spanOf(property),
                kind: "bypass",
                callee: calleeText(context, call),
                tool: undefined,
                evidence: [{ what: `${packageName} \`${path}\` then asks nobody`, at: spanOf(call) }],
              },
            ];
          }
          return [];
        },
      ),
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
