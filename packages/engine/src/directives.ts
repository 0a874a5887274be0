import type { Comment } from "@agent-loop/disk";
import type { Position, Positions } from "./positions.js";

type Kind = "disable" | "enable" | "disable-line" | "disable-next-line";

interface Directive {
  readonly kind: Kind;
  /** Full rule names (`agent-loop/no-unbounded-loop`); empty means every rule. */
  readonly rules: ReadonlySet<string>;
  /** Where it takes effect: a place for blocks, a line for the others. */
  readonly at: Position;
  readonly hasReason: boolean;
  readonly comment: Comment;
}

/** Comments by which a person silences findings; they mean here what they mean to ESLint. */
export class Directives {
  readonly #blocks: readonly Directive[];
  readonly #lines: readonly Directive[];
  /** Those that have silenced something. */
  readonly #used = new Set<Directive>();

  constructor(comments: readonly Comment[], positions: Positions) {
    const all = comments.flatMap((comment) => readDirective(comment, positions) ?? []);
    this.#blocks = all.filter(({ kind }) => kind === "disable" || kind === "enable");
    this.#lines = all.filter(({ kind }) => kind !== "disable" && kind !== "enable");
  }

  /** Whether a finding of `rule` (`agent-loop/…`) that begins at `place` is to be left out. */
  silence(rule: string, place: Position): boolean {
    const decisive =
      this.#lines.find((directive) => directive.at.line === place.line && names(directive, rule)) ??
      this.#blocks.findLast((directive) => names(directive, rule) && !isAfter(directive.at, place));
    if (decisive === undefined || decisive.kind === "enable") return false;
    this.#used.add(decisive);
    return true;
  }

  /**
   * The comments that silence rules of ours and do not say why. One that names no rule counts when
   * it has silenced something; so this is asked after all findings have been.
   */
  withoutReason(): Comment[] {
    return [...this.#blocks, ...this.#lines]
      .filter(
        (directive) =>
          directive.kind !== "enable" && !directive.hasReason && (this.#used.has(directive) || namesOurs(directive)),
      )
      .map(({ comment }) => comment)
      .sort((a, b) => a.start - b.start);
  }
}

function readDirective(comment: Comment, positions: Positions): Directive | undefined {
  const { type, value, start, end } = comment;
  // What follows `--` is the reason.
  const [directive = "", reason = ""] = value.split(/\s-{2,}\s/u, 2);
  const match = /^\s*eslint-(disable(?:-next-line|-line)?|enable)(?:\s|$)/u.exec(directive);
  const kind = match?.[1] as Kind | undefined;
  if (match === null || kind === undefined) return undefined;

  const byLine = kind === "disable-line" || kind === "disable-next-line";
  // Blocks are opened and closed by block comments only.
  if (type === "Line" && !byLine) return undefined;
  const from = positions.at(start);
  const to = positions.at(end);
  if (kind === "disable-line" && from.line !== to.line) return undefined;

  return {
    kind,
    rules: new Set(ruleNames(directive.slice(match[0].length))),
    at: kind === "disable-next-line" ? { line: to.line + 1, column: 1 } : from,
    hasReason: reason.trim() !== "",
    comment,
  };
}

function ruleNames(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim().replace(/^(['"]?)(.*)\1$/su, "$2"))
    .filter((name) => name !== "");
}

function names({ rules }: Directive, rule: string): boolean {
  return rules.size === 0 || rules.has(rule);
}

function namesOurs({ rules }: Directive): boolean {
  return [...rules].some((rule) => rule.startsWith("agent-loop/"));
}

function isAfter(a: Position, b: Position): boolean {
  return a.line > b.line || (a.line === b.line && a.column > b.column);
}
