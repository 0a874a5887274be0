import type { Bindings } from "../bind/bindings.js";
import type { Catalogue } from "../catalogue/catalogue.js";
import type { Row } from "../catalogue/schema.js";
import type { Entity } from "../bind/entity.js";
import type { Project } from "../project/project.js";
import type { SourceFile } from "../project/source-port.js";
import type { AnalysisSettings, CalleeName } from "../settings.js";
import { bare, dottedName, spanOf } from "../syntax/node.js";
import type { CallExpression, NewExpression, Node, Span } from "../syntax/node.js";
import { commentBefore } from "../syntax/comment-before.js";
import type { Scopes } from "../syntax/scopes.js";
import type { Tree } from "../syntax/tree.js";

/** One file on the desk: its tree, its names, and what is known about the world it imports. */
export interface FileContext {
  readonly file: SourceFile;
  readonly settings: AnalysisSettings;
  readonly tree: Tree;
  readonly scopes: Scopes;
  readonly bindings: Bindings;
  readonly catalogue: Catalogue;
  /** The files round this one; `undefined` when only this one may be read. */
  readonly project: Project | undefined;
  /** Whether a comment of the file promises something; most files have none, and need not be searched for it at every call. */
  readonly hasContracts: boolean;
  /** Whether it speaks of signals at all: where it does not, none of them is raised by a clock of the file. */
  readonly hasSignals: boolean;
  /** Whether the text of the file has getters at all. */
  readonly hasGetters: boolean;
  /** The installed version of a package, as seen from this file. */
  versionOf(packageName: string): string | undefined;
  /** Every row for an access path of a package, in the installed version. */
  rowsOf(packageName: string, path: string): readonly FoundRow<Row>[];
}

export interface FoundRow<R extends Row> {
  readonly row: R;
  readonly packageName: string;
  readonly path: string;
  /** False when a newer major is installed than the row was checked against. */
  readonly certain: boolean;
}

/** The rows of one kind for what an expression stands for. */
export function findRows<K extends Row["kind"]>(
  context: FileContext,
  entity: Entity,
  kind: K,
): FoundRow<Extract<Row, { kind: K }>>[] {
  if (entity.kind !== "package") return [];
  const found: FoundRow<Extract<Row, { kind: K }>>[] = [];
  for (const one of context.rowsOf(entity.name, entity.path)) if (hasKind(one, kind)) found.push(one);
  return found;
}

function hasKind<K extends Row["kind"]>(found: FoundRow<Row>, kind: K): found is FoundRow<Extract<Row, { kind: K }>> {
  return found.row.kind === kind;
}

/** Whether a call is one of those the settings name, as written or by module and export. */
export function isNamed(
  context: FileContext,
  call: CallExpression | NewExpression,
  names: readonly CalleeName[],
): boolean {
  if (names.length === 0) return false;
  const written = dottedName(call.callee);
  let entity: Entity | undefined;
  return names.some((name) => {
    if (typeof name === "string") return written === name || (written !== undefined && written === `this.${name}`);
    entity ??= context.bindings.entityOf(call.callee);
    return entity.kind === "package" && entity.name === name.module && entity.path === name.export;
  });
}

/** The text of a node, on one line and not longer than a message can bear. */
export function textOf(context: FileContext, node: Node, limit = 60): string {
  const text = context.file.text.slice(node.range[0], node.range[1]).replace(/\s+/g, " ");
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** The callee as it is written, without casts: `client.chat.completions.create`. */
export function calleeText(context: FileContext, call: CallExpression | NewExpression): string {
  return dottedName(call.callee) ?? textOf(context, bare(call.callee), 50);
}

/** What is added to "`client.ask` is acme `Acme#.ask`" when the text alone would not have told. */
export function howKnown({ bindings }: FileContext, call: CallExpression): string {
  return bindings.isKnownByType(call.callee) ? ", by its type" : "";
}

const CONTRACT = /@agentLoop\s+(modelCall|toolCall|effect|bound|oracle|humanGate)\b[ \t]*(\w+)?/;

export interface Contract {
  readonly what: "modelCall" | "toolCall" | "effect" | "bound" | "oracle" | "humanGate";
  readonly detail: string | undefined;
}

/** What the function that a call runs promises, also when it is written in another file. */
export function contractOfCall(context: FileContext, call: CallExpression): Contract | undefined {
  const fn = context.bindings.calleeOf(call);
  if (fn !== undefined) return contractOf(context, fn);
  const entity = context.bindings.entityOf(call.callee);
  return entity.kind === "remote" && entity.shape.kind === "function" ? entity.shape.facts.contract : undefined;
}

/** What a comment beside a declaration promises: `/** @agentLoop modelCall *\/`. */
export function contractOf(context: FileContext, declaration: Node): Contract | undefined {
  if (!context.hasContracts) return undefined;
  const comment = commentBefore(context.file.text, context.tree, declaration);
  const match = comment === undefined ? null : CONTRACT.exec(comment);
  if (!match) return undefined;
  return { what: match[1] as Contract["what"], detail: match[2] };
}

/**
 * Where a call is shown: from its start, or from the name that is called where a chain goes over
 * several lines, so that a note beside the call speaks of the call.
 */
export function callSpan({ file: { text } }: FileContext, call: Node): Span {
  const callee = call.type === "CallExpression" ? bare(call.callee) : undefined;
  if (callee?.type !== "MemberExpression" || callee.computed) return spanOf(call);
  const between = text.slice(callee.object.range[1], callee.property.range[0]);
  return between.includes("\n") ? { start: callee.property.range[0], end: call.range[1] } : spanOf(call);
}
