import type { AgentLoop, FileFinding } from "@agent-loop/engine";

/** A Mermaid flowchart of a loop as it is, with the gates that findings miss drawn in dashes. */
export function loopFlowchart(loop: AgentLoop, findings: readonly FileFinding[]): string {
  const lines = ["flowchart TD", `  head([${label(loop.kind)}])`];
  let last = "head";
  const then = (id: string, shape: string, arrow = "-->"): void => {
    lines.push(`  ${last} ${arrow} ${id}${shape}`);
    last = id;
  };

  loop.bounds.forEach(({ text, covers, fault }, i) => {
    const counts = covers === "yes" && fault === undefined;
    then(`bound${i}`, `{${label(text)}}`, counts ? "-->" : "-.->");
    lines.push(`  bound${i} ${counts ? "-->" : "-.->"}|${label("limit")}| limit${i}([${label("left at the limit")}])`);
  });
  loop.calls.forEach(({ callee }, i) => {
    then(`call${i}`, `[[${label(callee)}]]`);
  });
  loop.exits
    .filter(({ decidedBy }) => decidedBy !== "ceiling" && decidedBy !== "budget")
    .forEach(({ decidedBy, result }, i) => {
      then(`exit${i}`, `{${label(decidedBy)}}`);
      lines.push(`  exit${i} -->|${label("leaves")}| left${i}([${label(result)}])`);
    });
  loop.tools.forEach(({ callee }, i) => {
    then(`tool${i}`, `[${label(callee)}]`);
  });
  lines.push(`  ${last} --> head`);
  findings.forEach(({ rule }, i) => {
    lines.push(`  missing${i}{{${label(`missing: ${rule}`)}}} -.- head`, `  class missing${i} missing`);
  });
  lines.push("  classDef missing stroke-dasharray: 5 5");
  return lines.join("\n");
}

/** Mermaid reads quotes and brackets in labels unless they are written as entities. */
function label(text: string): string {
  const safe = text.replace(/[#"<>&\n\r]/g, (character) => `#${character.charCodeAt(0)};`);
  return `"${safe.length > 80 ? `${safe.slice(0, 77)}…` : safe}"`;
}
