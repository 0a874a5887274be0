import type { FileContext } from "../file/file-context.js";
import type { Origins } from "../flow/origins.js";
import type { Frame } from "../flow/paths.js";
import { bare, isFunction, isWithin } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import { givenArgument } from "./places.js";

/** A file, and the cycle of it whose quantities are read. */
export interface Reading {
  readonly context: FileContext;
  readonly origins: Origins;
  readonly cycle: Cycle;
  /** What runs in a turn. */
  readonly turn: ReadonlySet<Node>;
}

interface Standing {
  readonly value: Node;
  readonly frame: Frame | undefined;
}

/** What a name stands for: the argument that fills a parameter of a helper, the value of a constant of this turn. */
export function standsFor(reading: Reading, node: Node, frame: Frame | undefined, depth = 0): Standing {
  const value = bare(node);
  if (value.type !== "Identifier" || depth > 6) return { value, frame };
  const variable = reading.context.scopes.variableOf(value);
  if (variable?.kind === "parameter" && isFunction(variable.definition)) {
    let home = frame;
    while (home !== undefined && home.fn !== variable.definition) home = home.caller;
    const given = home && variable.writes.length === 0 ? givenArgument(home, variable) : undefined;
    return home && given ? standsFor(reading, given.argument, home.caller, depth + 1) : { value, frame };
  }
  const definition = variable?.definition;
  const isConstant =
    definition?.type === "VariableDeclarator" && definition.id === variable?.identifier && variable.writes.length === 0;
  if (!isConstant || !definition.init || !isReadEachTurn(reading, definition)) return { value, frame };
  return standsFor(reading, definition.init, frame, depth + 1);
}

/** A value that was computed before the cycle began does not change with what it was made of. */
export function isReadEachTurn({ context, cycle }: Reading, definition: Node): boolean {
  if (isWithin(definition, cycle.node)) return true;
  const owner = context.tree.ownerOf(definition);
  return owner.type !== "Program" && !isWithin(cycle.node, owner);
}
