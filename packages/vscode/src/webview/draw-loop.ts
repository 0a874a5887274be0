import type { DrawnStation, FromPage, ToPage } from "../panel-messages.js";
import { drawEdges } from "./draw-edges.js";
import { element } from "./element.js";

type Send = (message: FromPage) => void;

const NAMES: Readonly<Record<DrawnStation["id"], string>> = {
  entry: "Entry",
  ceiling: "Ceiling",
  budget: "Budget",
  call: "Model call",
  tools: "Tool calls",
  recovery: "Recovery",
  progress: "Progress",
  oracle: "Oracle",
  exit: "Exits",
};

const PURPOSES: Readonly<Record<DrawnStation["id"], string>> = {
  entry: "where a turn begins",
  ceiling: "ends the loop after so many turns",
  budget: "ends it after so many tokens, so much money or time",
  call: "asks the model",
  tools: "does what the model asked for",
  recovery: "what becomes of a failure",
  progress: "notices that turns repeat themselves",
  oracle: "a check outside the model says that the work is done",
  exit: "how the loop is left, and who decides",
};

const STATES: Readonly<Record<DrawnStation["state"], { readonly mark: string; readonly word: string }>> = {
  present: { mark: "✓", word: "there" },
  flawed: { mark: "!", word: "there, with a fault" },
  missing: { mark: "+", word: "missing" },
  unknown: { mark: "?", word: "not known" },
  idle: { mark: "–", word: "not needed here" },
};

/** Draws a loop as a column of stations with the ways between them. */
export function drawLoop(
  view: HTMLElement,
  { file, loops, index, loop }: Extract<ToPage, { type: "loop" }>,
  send: Send,
): void {
  const stations = loop.stations.map((station, position) => drawStation(station, position, send));
  const list = element("ol", { class: "stations", "aria-label": `Stations of the ${loop.title}` }, ...stations);
  const chart = element("div", { class: "chart" }, list);
  view.replaceChildren(
    head(file, loops, index, loop.verdict, send),
    ...(loop.engineer === null ? [] : [engineer(loop.engineer, send)]),
    chart,
    legend(),
  );
  moveByArrows(list);
  drawEdges(chart, list, loop.stations);
}

function head(file: string, loops: readonly string[], index: number, verdict: string, send: Send): HTMLElement {
  const choice = element(
    "select",
    { id: "choice", "aria-label": "Loop" },
    ...loops.map((title, at) => element("option", { value: String(at), ...(at === index && { selected: "" }) }, title)),
  );
  choice.addEventListener("change", () => {
    send({ type: "select", index: choice.selectedIndex });
  });
  const title = loops.length > 1 ? choice : element("span", { class: "title" }, loops[index] ?? "");
  return element(
    "header",
    {},
    element("h1", {}, title, element("span", { class: "file" }, ` in ${file}`)),
    element("p", { class: "verdict" }, verdict),
  );
}

function engineer(title: string, send: Send): HTMLElement {
  const [name = title, parts = ""] = title.split(/: (.*)/s);
  return element(
    "p",
    { class: "whole" },
    button("engineer", name, "primary", () => {
      send({ type: "engineer" });
    }),
    element("span", { class: "parts" }, parts === "" ? "" : ` puts in: ${parts}`),
  );
}

function drawStation({ id, state, facts, findings }: DrawnStation, position: number, send: Send): HTMLElement {
  const { mark, word } = STATES[state];
  const title = button(`station-${id}`, "", "station-title", () => {
    send({ type: "reveal", station: position, fact: null });
  });
  title.title = PURPOSES[id];
  title.setAttribute("aria-label", `${NAMES[id]}: ${word}. ${PURPOSES[id]}. Show the code.`);
  title.append(
    element("span", { class: "mark", "aria-hidden": "true" }, mark),
    element("span", { class: "name" }, NAMES[id]),
    element("span", { class: "state" }, word),
  );

  const lines = facts.map(({ text, linked }, fact) =>
    element(
      "li",
      {},
      linked
        ? button(`fact-${id}-${fact}`, text, "fact", () => {
            send({ type: "reveal", station: position, fact });
          })
        : text,
    ),
  );
  const faults = findings.map(({ rule, message, strictOnly, mends }, finding) => {
    const link = button(`finding-${id}-${finding}`, `${rule}${strictOnly ? " (strict)" : ""}`, "rule", () => {
      send({ type: "revealFinding", station: position, finding });
    });
    const fixes = mends.map((mend, at) =>
      button(`mend-${id}-${finding}-${at}`, mend, at === 0 ? "mend primary" : "mend", () => {
        send({ type: "mend", station: position, finding, mend: at });
      }),
    );
    return element("div", { class: "finding" }, element("p", {}, ...withCode(message), " ", link), ...fixes);
  });
  return element(
    "li",
    { class: `station ${state}`, "data-station": id },
    title,
    // What is not needed stays small; pointing at it says what it would be for.
    ...(lines.length > 0
      ? [element("ul", { class: "facts" }, ...lines)]
      : state === "idle"
        ? []
        : [element("p", { class: "purpose" }, PURPOSES[id])]),
    ...faults,
  );
}

/** What stands between backticks is code. */
function withCode(message: string): Node[] {
  return message.split("`").map((part, i) => (i % 2 === 1 ? element("code", {}, part) : document.createTextNode(part)));
}

function button(id: string, text: string, kind: string, press: () => void): HTMLButtonElement {
  const node = element("button", { id, type: "button", class: kind }, text);
  node.addEventListener("click", press);
  return node;
}

function legend(): HTMLElement {
  const entries = (["present", "flawed", "missing", "unknown", "idle"] as const).map((state) =>
    element("span", { class: `key ${state}` }, `${STATES[state].mark} ${STATES[state].word}`),
  );
  return element("footer", { "aria-hidden": "true" }, ...entries);
}

/** Up and down go from station to station; Tab goes through everything. */
function moveByArrows(list: HTMLElement): void {
  const titles = [...list.querySelectorAll<HTMLButtonElement>(".station-title")];
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const { target } = event;
    if (step === 0 || !(target instanceof Element)) return;
    const at = titles.findIndex((title) => title.parentElement?.contains(target));
    const next = titles[at + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
}
