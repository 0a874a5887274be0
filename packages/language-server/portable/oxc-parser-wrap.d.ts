/** Makes of a native result the one that the package's own functions return. */
declare module "oxc-parser/src-js/wrap.js" {
  import type { ParseResult } from "oxc-parser";
  export function wrap(result: ParseResult): ParseResult;
}
