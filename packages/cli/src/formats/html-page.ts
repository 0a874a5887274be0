/** Follows the reader's choice of light or dark. */
export const HTML_STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 22%, transparent); --bad: light-dark(#b3261e, #ff8a80); --warn: light-dark(#8a5a00, #ffca6b); --good: light-dark(#1b6e3c, #7bd89b); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 78rem; padding: 1rem; }
header { position: sticky; top: 0; background: Canvas; border-bottom: 1px solid var(--line); padding-bottom: .7rem; z-index: 1; }
h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
header p { margin: .2rem 0 .6rem; }
form { display: flex; flex-wrap: wrap; gap: .5rem 1.2rem; align-items: baseline; } form[hidden] { display: none; }
.loop { display: grid; grid-template-columns: minmax(0, auto) minmax(0, 1fr); column-gap: 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
figure { grid-row: 1 / span 50; margin: 0 0 1rem; max-width: 340px; } figcaption { font-size: .85rem; } svg { max-width: 100%; height: auto; }
article { grid-column: 2; margin-bottom: 1rem; } .loop > article:only-child { grid-column: 1 / -1; }
@media (max-width: 50rem) { .loop { display: block; } }
.message { margin: 0; } .error { color: var(--bad); } .warning { color: var(--warn); }
pre { overflow-x: auto; border: 1px solid var(--line); padding: .5rem .7rem; margin: .5rem 0; font: 13px/1.45 ui-monospace, monospace; }
.around { opacity: .65; } .carets { color: var(--bad); }
[hidden] { display: none; }
svg text { font: 12px ui-monospace, monospace; text-anchor: middle; fill: currentColor; }
rect { fill: none; stroke: currentColor; } rect.bound { stroke: var(--good); } rect.missing { stroke: var(--bad); stroke-dasharray: 5 4; }
.edge { fill: none; stroke: currentColor; opacity: .6; } .arrow { fill: currentColor; opacity: .6; }
`;

/** Shows only what fits the filters; loops and files without any of it go, too. */
export const HTML_SCRIPT = `
const form = document.querySelector("form");
const articles = [...document.querySelectorAll("article")];
function filter() {
  const text = form.text.value.trim().toLowerCase();
  let shown = 0;
  for (const article of articles) {
    const where = article.closest("section").firstElementChild.textContent;
    const fits = (form.severity.value === "" || article.dataset.severity === form.severity.value)
      && (form.rule.value === "" || article.dataset.rule === form.rule.value)
      && (where + " " + article.textContent).toLowerCase().includes(text);
    article.hidden = !fits;
    if (fits) shown++;
  }
  for (const group of document.querySelectorAll(".loop, section")) group.hidden = group.querySelector("article:not([hidden])") === null;
  form.shown.value = shown === articles.length ? "" : shown + " of " + articles.length + " shown";
}
form.hidden = articles.length === 0;
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
filter();
`;
