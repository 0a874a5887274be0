import type { AgentLoop, FileFinding } from "@agent-loop/engine";

/** The findings that stand within a loop and not within one nested in it. */
export function findingsOf(
  loop: AgentLoop,
  loops: readonly AgentLoop[],
  findings: readonly FileFinding[],
): FileFinding[] {
  return findings.filter(({ span }) => innermostAt(span.start, loops) === loop);
}

/** The smallest loop around an offset; heads belong to their loops. */
export function innermostAt(offset: number, loops: readonly AgentLoop[]): AgentLoop | undefined {
  let innermost: AgentLoop | undefined;
  for (const loop of loops) {
    const { start, end } = loop.shape.statement;
    const isIn = (offset >= start && offset <= end) || (offset >= loop.head.start && offset <= loop.head.end);
    if (
      isIn &&
      (innermost === undefined || end - start < innermost.shape.statement.end - innermost.shape.statement.start)
    )
      innermost = loop;
  }
  return innermost;
}
