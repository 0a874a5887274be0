import type { OptionValue } from "../catalogue/schema.js";
import { bare } from "../syntax/node.js";
import type { CallExpression, NewExpression, Node } from "../syntax/node.js";
import { readArgument } from "./argument-paths.js";
import type { FileContext } from "./file-context.js";

/** The value in a call, written out, by which one of the given options has a value that a row speaks about. */
export function findOptionValue(
  context: FileContext,
  call: CallExpression | NewExpression,
  options: readonly OptionValue[],
): Node | undefined {
  for (const { option, values } of options) {
    const argument = readArgument(context, call, option);
    const value = argument.state === "given" ? bare(argument.node) : undefined;
    if (value?.type === "Literal" && values.some((one) => one === value.value)) return value;
  }
  return undefined;
}
