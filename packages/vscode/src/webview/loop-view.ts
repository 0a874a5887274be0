import type { FromPage, ToPage } from "../panel-messages.js";
import { drawLoop } from "./draw-loop.js";
import { element } from "./element.js";

interface Editor {
  postMessage(message: FromPage): void;
}
declare function acquireVsCodeApi(): Editor;

const editor = acquireVsCodeApi();
const send = (message: FromPage): void => {
  editor.postMessage(message);
};

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  const view = document.getElementById("view");
  const said = document.getElementById("said");
  if (view === null || said === null) return;
  if (data.type === "say") {
    said.textContent = data.text;
    return;
  }
  if (data.type === "empty") {
    const words =
      data.file === null
        ? "Open a file that asks a model in a loop."
        : `${data.file}: nothing here asks a model in a loop.`;
    view.replaceChildren(element("p", { class: "empty" }, words));
    return;
  }
  // A redraw must not throw people who work with the keyboard back to the beginning.
  const focused = document.activeElement?.id ?? "";
  const { scrollTop } = document.documentElement;
  drawLoop(view, data, send);
  document.documentElement.scrollTop = scrollTop;
  if (focused !== "") document.getElementById(focused)?.focus({ preventScroll: true });
});

send({ type: "ready" });
