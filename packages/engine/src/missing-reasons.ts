import type { Comment } from "@agent-loop/disk";
import type { FileFinding } from "./lint-text.js";
import type { Positions } from "./positions.js";

/** Under this name a comment is reported that does not say why. It is no rule: no preset holds it, and no comment silences it. */
export const REQUIRE_REASONS = "require-reasons";

/** The findings about comments that silence a rule and do not say why. */
export function missingReasons(comments: readonly Comment[], positions: Positions): FileFinding[] {
  return comments.map(({ start, end }) => ({
    rule: REQUIRE_REASONS,
    span: { start, end },
    messageId: "noReason",
    data: {},
    message:
      "This comment silences a rule and does not say why, so nobody can tell when it may go. Add the reason behind two dashes: `-- the operator stops it`.",
    evidence: [],
    suggestions: [],
    severity: "error",
    from: positions.at(start),
    to: positions.at(end),
    related: [],
  }));
}
