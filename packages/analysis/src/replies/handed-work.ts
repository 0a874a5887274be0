import { dottedName, isFunction } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import type { FileContext } from "../file/file-context.js";
import type { RecognisedCall } from "./model-calls.js";

/** What `work()` runs in a function that is handed its work: `async persist(work) { … await work() … }`. */
export interface HandedWork {
  /** Whether a call runs what the function it stands in was handed. */
  runsHanded(call: CallExpression): boolean;
  /** The model call that some caller of this file hands over, when the call runs it. */
  askedBy(call: CallExpression, madeBy: (fn: FunctionNode) => RecognisedCall | undefined): RecognisedCall | undefined;
}

export function readHandedWork(context: FileContext): HandedWork {
  const { bindings, scopes } = context;
  /** The parameter that a call runs, and the function it belongs to. */
  function parameterOf({
    callee,
  }: CallExpression): { readonly work: Variable; readonly home: FunctionNode } | undefined {
    const work = callee.type === "Identifier" ? scopes.variableOf(callee) : undefined;
    return work?.kind === "parameter" && isFunction(work.definition) ? { work, home: work.definition } : undefined;
  }

  function handedFunction(argument: Node | undefined): FunctionNode | undefined {
    const entity =
      argument === undefined || argument.type === "SpreadElement" ? undefined : bindings.entityOf(argument);
    return entity?.kind === "function" ? entity.node : undefined;
  }

  return {
    runsHanded: (call) => parameterOf(call) !== undefined,
    askedBy(call, madeBy) {
      const parameter = parameterOf(call);
      if (parameter === undefined) return undefined;
      const { work, home } = parameter;
      const index = home.params.findIndex((one) => one === work.identifier);
      if (index < 0) return undefined;
      // One caller that hands over a model call is enough, whoever else there is.
      for (const site of bindings.sitesOf(home)) {
        const handed = handedFunction(site.arguments[index]);
        const made = handed && madeBy(handed);
        if (made === undefined) continue;
        return {
          ...made,
          node: call,
          callee: work.name,
          how: "wrapper",
          row: undefined,
          fn: undefined,
          evidence: [
            {
              what: `\`${dottedName(site.callee) ?? work.name}\` is handed \`${made.callee}\`, which \`${work.name}\` runs`,
              at: { start: site.range[0], end: site.range[1] },
            },
            ...made.evidence,
          ],
        };
      }
      return undefined;
    },
  };
}
