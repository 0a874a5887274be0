import type { LoopOutline, ReportedFinding } from "@agent-loop/engine";
import { escapeMarkup } from "./markup.js";

const WIDTH = 340;
const ROW = 54;
const BOX = { x: 60, width: 220, height: 34 };
/** Letters that fit into a box. */
const FITS = 30;

interface Station {
  readonly label: string;
  readonly kind: "head" | "bound" | "call" | "missing";
}

/** A flowchart of a loop: what every turn passes, the limits that lead out, and what findings miss in dashes. */
export function drawLoop({ kind, calls, bounds }: LoopOutline, findings: readonly ReportedFinding[]): string {
  const stations: Station[] = [
    { label: kind, kind: "head" },
    ...bounds.map(({ text }): Station => ({ label: text, kind: "bound" })),
    ...calls.map(({ callee }): Station => ({ label: callee, kind: "call" })),
    ...[...new Set(findings.map(({ rule }) => rule))].map((rule): Station => ({ label: rule, kind: "missing" })),
  ];
  const height = stations.length * ROW + 10;
  const last = rowAt(stations.length - 1) + BOX.height / 2;
  const first = rowAt(0) + BOX.height / 2;
  const description = `${kind}; asks ${calls.map(({ callee }) => callee).join(", ") || "nothing"}; limits: ${bounds.map(({ text }) => text).join(", ") || "none"}`;
  return [
    `<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeMarkup(description)}">`,
    ...stations.map(drawStation),
    // Round again: from the last station up to the first.
    `<path class="edge" d="M${BOX.x} ${last} H24 V${first} H${BOX.x - 6}"/>${arrow(BOX.x - 1, first, 0)}`,
    "</svg>",
  ].join("");
}

function drawStation({ label, kind }: Station, row: number): string {
  const y = rowAt(row);
  const middle = BOX.x + BOX.width / 2;
  const shown = label.length > FITS ? `${label.slice(0, FITS - 1)}…` : label;
  return [
    row === 0 ? "" : `<path class="edge" d="M${middle} ${y - ROW + BOX.height} V${y - 6}"/>${arrow(middle, y - 1, 90)}`,
    `<rect class="${kind}" x="${BOX.x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="${kind === "head" ? BOX.height / 2 : 5}"/>`,
    `<text x="${middle}" y="${y + BOX.height / 2 + 4}">${escapeMarkup(shown)}<title>${escapeMarkup(label)}</title></text>`,
    kind === "bound"
      ? `<path class="edge" d="M${BOX.x + BOX.width} ${y + BOX.height / 2} H${WIDTH - 14}"/>${arrow(WIDTH - 8, y + BOX.height / 2, 0)}`
      : "",
  ].join("");
}

function rowAt(row: number): number {
  return row * ROW + 8;
}

function arrow(x: number, y: number, turn: number): string {
  return `<path class="arrow" d="M0 0 L-7 -4 V4 Z" transform="translate(${x} ${y}) rotate(${turn})"/>`;
}
