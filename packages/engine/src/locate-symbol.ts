import type { Program, SourcePort, Span, SymbolId } from "@agent-loop/analysis";

/** Where a declaration of another file stands now; `undefined` when it is no longer there. */
export function locateSymbol({ file, name }: SymbolId, port: SourcePort): LocatedSymbol | undefined {
  const answer = port.parse(file);
  if (answer.state !== "found") return undefined;
  const { program, text } = answer.value;
  let node: Declaration | undefined;
  for (const part of name.split(".")) {
    node = node === undefined ? topLevel(program, part) : memberOf(node, part);
    if (node === undefined) return undefined;
  }
  if (node === undefined) return undefined;
  const named = nameOf(node) ?? node;
  return { span: spanOf(named), whole: spanOf(node), text };
}

export interface LocatedSymbol {
  /** Its name, where it has one. */
  readonly span: Span;
  /** The whole declaration. */
  readonly whole: Span;
  /** The text of its file. */
  readonly text: string;
}

function spanOf({ range: [start, end] }: Declaration): Span {
  return { start, end };
}

/** As much of a node as is needed to look for declarations. */
interface Declaration {
  readonly type: string;
  readonly range: readonly [number, number];
  readonly [key: string]: unknown;
}

function topLevel(program: Program, name: string): Declaration | undefined {
  for (const statement of program.body as unknown as readonly Declaration[]) {
    const exported = statement["declaration"];
    const declaration = isNode(exported) ? exported : statement;
    if (name === "default" && statement.type === "ExportDefaultDeclaration") return declaration;
    const declarators = declaration["declarations"];
    const candidates = Array.isArray(declarators) ? declarators.filter(isNode) : [declaration];
    const found = candidates.find((candidate) => nameOf(candidate)?.["name"] === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function memberOf(owner: Declaration, name: string): Declaration | undefined {
  const value = isNode(owner["init"]) ? owner["init"] : owner;
  const body = value["body"];
  const members = value["properties"] ?? (isNode(body) ? body["body"] : undefined);
  if (!Array.isArray(members)) return undefined;
  return members.filter(isNode).find((member) => nameOf(member)?.["name"] === name);
}

function nameOf(node: Declaration): Declaration | undefined {
  const name = node["id"] ?? node["key"];
  return isNode(name) ? name : undefined;
}

function isNode(value: unknown): value is Declaration {
  return typeof value === "object" && value !== null && "type" in value && "range" in value;
}
