import type { TSESTree } from "@typescript-eslint/types";
import { definedAs } from "../file/argument-paths.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { bare, keyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { LoopAnalysis } from "./loop-analysis.js";

/** A test of the reason: which values it knows. */
export interface Question {
  readonly node: Node;
  readonly call: RecognisedCall | undefined;
  readonly values: readonly string[];
  /** `table`: the reason is looked up among the values, and something stands in for what is not there. */
  readonly how: "equal" | "unequal" | "switch" | "table" | "other";
}

/** What a node asks of the reason why a model stopped. */
export function questionOf(analysis: LoopAnalysis, node: Node): Question[] {
  switch (node.type) {
    case "BinaryExpression": {
      if (!/^[!=]==?$/.test(node.operator)) return [];
      for (const [side, other] of [
        [node.left, node.right],
        [node.right, node.left],
      ] as const) {
        const call = reasonOf(analysis, side);
        const value = bare(other);
        if (call === undefined) continue;
        const known = value.type === "Literal" && typeof value.value === "string" ? [value.value] : [];
        return [
          {
            node,
            call,
            values: known,
            how: known.length === 0 ? "other" : node.operator.startsWith("=") ? "equal" : "unequal",
          },
        ];
      }
      return [];
    }
    case "SwitchStatement": {
      const call = reasonOf(analysis, node.discriminant);
      if (call === undefined) return [];
      const values = node.cases.flatMap(({ test }) =>
        test?.type === "Literal" && typeof test.value === "string" ? [test.value] : [],
      );
      return [{ node, call, values, how: "switch" }];
    }
    case "LogicalExpression": {
      const table = tableOf(analysis, node);
      return table === undefined ? [] : [{ node, call: table.call, values: [...table.entries.keys()], how: "table" }];
    }
    default:
      return [];
  }
}

export interface ReasonTable {
  readonly call: RecognisedCall | undefined;
  readonly reason: Node;
  readonly entries: ReadonlyMap<string, Node>;
  /** What stands in for a reason that is not in the table. */
  readonly rest: Node;
}

/** `NEXT[reply.finish_reason] ?? "answer"`, where the table is written down in this file. */
export function tableOf(analysis: LoopAnalysis, node: TSESTree.LogicalExpression): ReasonTable | undefined {
  const look = bare(node.left);
  if (node.operator === "&&" || look.type !== "MemberExpression" || !look.computed) return undefined;
  const table = definedAs(analysis.context, look.object);
  const call = reasonOf(analysis, look.property);
  if (
    call === undefined ||
    table.type !== "ObjectExpression" ||
    table.properties.some((property) => property.type === "SpreadElement")
  )
    return undefined;
  const entries = new Map(
    table.properties.flatMap((property) =>
      property.type === "Property" ? [[keyName(property) ?? "", bare(property.value)] as const] : [],
    ),
  );
  return { call, reason: look.property, entries, rest: bare(node.right) };
}

/** The call whose stop reason a value is. */
export function reasonOf(analysis: LoopAnalysis, node: Node): RecognisedCall | undefined {
  const value = bare(node);
  if (value.type === "Literal" || !analysis.origins.aspectsOf(value).has("finish")) return undefined;
  for (const origin of analysis.origins.of(value)) {
    if (origin.kind !== "reply" || origin.parsed) continue;
    const last = origin.path.filter((part) => part !== "[]").at(-1) ?? "";
    const known = origin.call.reply?.finish;
    // The type of a part of the content is no reason for anything.
    if (
      known !== undefined
        ? known.some((path) => path.endsWith(last)) &&
          !origin.path.includes("content") &&
          !origin.path.includes("output")
        : /^(?:finish|stop|done)_?reason$/i.test(last)
    )
      return origin.call;
  }
  return undefined;
}

/** The two ways in which a reply is not what was asked for: it was cut off, or it was withheld. */
const UNFIT = [/length|max_?(?:output_?)?tokens/i, /filter|refus|safety|block|guardrail/i];

/**
 * The reasons of replies that are cut off or withheld, known of this SDK, none of whose kind has a
 * branch. Whoever names one of a kind has thought of the others.
 */
export function incompleteLeft(
  call: RecognisedCall | undefined,
  values: readonly string[],
): readonly string[] | undefined {
  const incomplete = call?.reply?.incomplete;
  return (
    incomplete &&
    UNFIT.filter((kind) => !values.some((value) => kind.test(value))).flatMap((kind) =>
      incomplete.filter((value) => kind.test(value)),
    )
  );
}

/** Whether one of the values is that of a reply that is not whole. */
export function knowsIncomplete(call: RecognisedCall | undefined, values: readonly string[]): boolean {
  const incomplete = call?.reply?.incomplete ?? [];
  // A pause asks for another turn; it says nothing of replies that are not whole.
  return values.some(
    (value) =>
      (incomplete.includes(value) && !/pause/i.test(value)) ||
      /length|max_?tokens|filter|refus|error|incomplete|safety|blocked|abort|cancel/i.test(value),
  );
}
