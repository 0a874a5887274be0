import type { Span } from "../syntax/node.js";

/** An import declaration, so that new names can join it. */
export interface ImportShape {
  readonly module: string;
  readonly span: Span;
  /** The names it brings, as the module exports them. */
  readonly names: readonly string[];
  /** Where another name can be put in; `undefined` where there are no braces, or only types are imported. */
  readonly namesEnd: number | undefined;
}

/** A constant at the top of a file that holds a number. */
export interface NumberConstant {
  readonly name: string;
  readonly value: number;
}

/** What a file has at its top, and where new declarations go. */
export interface FileLayout {
  readonly imports: readonly ImportShape[];
  /** The end of the leading imports and directives; `undefined` when there are none. */
  readonly headEnd: number | undefined;
  /** The first statement behind them, where there is one. */
  readonly firstStatement: number | undefined;
  /** Modules are fetched by `require`. */
  readonly usesRequire: boolean;
  /** Constants of the whole file whose names nothing else in it has. */
  readonly constants: readonly NumberConstant[];
}
