import { placeOfParameter } from "../bind/parameter-places.js";
import type { ArgumentPath, EffectVerb } from "../catalogue/schema.js";
import { readArgument } from "../file/argument-paths.js";
import { calleeText, findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import type { CallExpression, FunctionNode } from "../syntax/node.js";

/**
 * A function that runs, writes or removes what its callers name: `run(command)`, `removeFile(path)`.
 *
 * Plain data: a summary carries it to the files that call the function.
 */
export interface SubjectHelper {
  readonly callee: string;
  /** What that call is, as the SDK knows it. */
  readonly knownAs: string;
  readonly verb: EffectVerb;
  readonly destructive: boolean;
  /** Where in a call of the helper the subject stands. */
  readonly subjectAt: ArgumentPath;
}

/** What a function does to something that its callers name. */
export function findSubjectHelper(
  context: FileContext,
  fn: FunctionNode,
  calls: readonly CallExpression[],
): SubjectHelper | undefined {
  for (const call of calls) {
    for (const { row, packageName, path, certain } of findRows(
      context,
      context.bindings.entityOf(call.callee),
      "effect",
    )) {
      const subject = row.subject === undefined || !certain ? undefined : readArgument(context, call, row.subject);
      const subjectAt = subject?.state === "given" ? placeOfParameter(context, fn, subject.node) : undefined;
      if (subjectAt !== undefined)
        return {
          callee: calleeText(context, call),
          knownAs: `${packageName} ${path}`,
          verb: row.verb,
          destructive: row.destructive ?? false,
          subjectAt,
        };
    }
  }
  return undefined;
}
