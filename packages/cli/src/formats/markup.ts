/** Text that means nothing to a reader of XML or HTML. */
export function escapeMarkup(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** XML allows no other control characters than tabs and line ends, not even escaped ones; halves of surrogate pairs are no characters. */
function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what must not reach a reader
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/gu, "\uFFFD");
}
