import type { Program, Span } from "@agent-loop/analysis";

/** A function round a place. */
export interface Owner {
  /** As written: `run`, `Agent.step`; empty for one that nobody has named. */
  readonly name: string;
  readonly span: Span;
}

/** The functions round an offset, the outermost first. */
export function ownersOf(program: Program, offset: number): Owner[] {
  const owners: Owner[] = [];
  // What a function without a name of its own is called by: its variable, property or class member.
  let given = "";
  let className = "";
  let node: Node | undefined = program as unknown as Node;
  while (node !== undefined) {
    const { type } = node;
    if (/^Class(?:Declaration|Expression)$/.test(type)) className = nameIn(node["id"]) ?? given;
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)) {
      owners.push({ name: nameIn(node["id"]) ?? given, span: { start: node.range[0], end: node.range[1] } });
      given = "";
      className = "";
    } else if (type === "VariableDeclarator" || type === "AssignmentExpression") {
      given = nameIn(node["id"] ?? node["left"]) ?? "";
    } else if (type === "Property" || type === "MethodDefinition" || type === "PropertyDefinition") {
      given = [className, nameIn(node["key"]) ?? ""].filter(Boolean).join(".");
    }
    node = childAt(node, offset);
  }
  return owners;
}

/** As much of a node as is needed to go down to a place. */
interface Node {
  readonly type: string;
  readonly range: readonly [number, number];
  readonly [key: string]: unknown;
}

function childAt(node: Node, offset: number): Node | undefined {
  for (const [key, value] of Object.entries(node)) {
    // A tree that leads upwards as well would be walked for ever.
    if (key === "parent") continue;
    for (const child of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (isNode(child) && child.range[0] <= offset && offset < child.range[1]) return child;
    }
  }
  return undefined;
}

function nameIn(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  const name = value["name"] ?? value["value"];
  if (typeof name === "string") return name;
  // `this.step = …`, `#step() {}`
  return nameIn(value["property"]);
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && "type" in value && "range" in value && Array.isArray(value.range)
  );
}
