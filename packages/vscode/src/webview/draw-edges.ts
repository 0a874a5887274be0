import type { DrawnStation } from "../panel-messages.js";
import { drawing } from "./element.js";

/** Stations that can send a turn out of the loop; the last two end it when the work is done, or stuck. */
const LEAVES: readonly DrawnStation["id"][] = ["ceiling", "budget", "progress", "oracle"];

let observer: ResizeObserver | undefined;

/** Draws the ways between the stations, and again whenever these change their size. */
export function drawEdges(chart: HTMLElement, list: HTMLElement, stations: readonly DrawnStation[]): void {
  observer?.disconnect();
  observer = new ResizeObserver(() => {
    chart.querySelector("svg")?.remove();
    chart.prepend(edges(chart, list, stations));
  });
  observer.observe(list);
}

function edges(chart: HTMLElement, list: HTMLElement, stations: readonly DrawnStation[]): SVGElement {
  const boxes = [...list.children]
    .filter((child) => child instanceof HTMLElement)
    .map(({ offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height }) => ({
      left,
      top,
      right: left + width,
      bottom: top + height,
      middle: top + Math.min(20, height / 2),
    }));
  const { clientWidth, clientHeight } = chart;
  const paths: SVGElement[] = [];
  const way = (d: string, kind: string): void => {
    paths.push(drawing("path", { d, class: `way ${kind}`, "marker-end": "url(#arrow)" }));
  };

  const exit = stations.findIndex(({ id }) => id === "exit");
  const first = stations.findIndex(({ id }) => id === "ceiling");
  boxes.forEach((box, i) => {
    const next = boxes[i + 1];
    if (next !== undefined) way(`M ${box.left + 24} ${box.bottom} V ${next.top - 2}`, dashed(stations[i + 1]));
  });
  const last = boxes[exit - 1];
  const again = boxes[first];
  if (last !== undefined && again !== undefined && exit - 1 > first) {
    const x = last.left - 14;
    way(
      `M ${last.left} ${last.middle} H ${x + 8} Q ${x} ${last.middle} ${x} ${last.middle - 8} V ${again.middle + 8} Q ${x} ${again.middle} ${x + 8} ${again.middle} H ${again.left - 2}`,
      "again",
    );
  }
  const out = boxes[exit];
  if (out !== undefined) {
    stations.forEach((station, i) => {
      const box = boxes[i];
      if (box === undefined || !LEAVES.includes(station.id) || station.state === "idle") return;
      const x = box.right + 16 + 4 * LEAVES.indexOf(station.id);
      way(
        `M ${box.right} ${box.middle} H ${x - 6} Q ${x} ${box.middle} ${x} ${box.middle + 6} V ${out.middle - 6} Q ${x} ${out.middle} ${x - 6} ${out.middle} H ${out.right + 2}`,
        `out ${dashed(station)}`,
      );
    });
  }
  return drawing(
    "svg",
    { class: "ways", width: String(clientWidth), height: String(clientHeight), "aria-hidden": "true" },
    drawing(
      "defs",
      {},
      drawing(
        "marker",
        {
          id: "arrow",
          viewBox: "0 0 8 8",
          refX: "7",
          refY: "4",
          markerWidth: "7",
          markerHeight: "7",
          orient: "auto-start-reverse",
        },
        drawing("path", { d: "M 0 0 L 8 4 L 0 8 z", class: "tip" }),
      ),
    ),
    ...paths,
  );
}

function dashed(station: DrawnStation | undefined): string {
  return station?.state === "missing" ? "dashed" : "";
}
