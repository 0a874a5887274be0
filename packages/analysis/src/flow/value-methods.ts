/** Methods whose result is a piece or a form of the value they are called on. */
export const KEEPS_CONTENT: RegExp =
  /^(?:trim|trimStart|trimEnd|toLowerCase|toUpperCase|toLocaleLowerCase|toLocaleUpperCase|slice|substring|substr|split|replace|replaceAll|normalize|padEnd|padStart|concat|toString|valueOf|at|find|findLast|filter|map|flatMap|flat|join|pop|shift|reverse|toReversed|toSorted|sort|values|keys|entries|some|every|length|then|catch|finally|get|reduce|charAt|with)$/;

/** Methods that ask a question of a text, or look for a place in it. */
export const MATCHES_TEXT: RegExp =
  /^(?:includes|startsWith|endsWith|match|matchAll|search|indexOf|lastIndexOf|localeCompare|contains)$/;

/** Methods that turn a text into something checked against a form. */
export const PARSES: RegExp =
  /^(?:parse|safeParse|parseAsync|safeParseAsync|validate|validateSync|decode|assert|is|cast)$/;

/** Methods that take one item out of a list. */
export const TAKES_ONE: RegExp = /^(?:at|find|findLast|pop|shift)$/;

/** Methods whose callback is asked a question about each item. */
export const ASKS_EACH: RegExp = /^(?:some|every|find|filter|findLast|findIndex|findLastIndex)$/;

/** Names of helpers that take the text out of a reply. */
export const TEXT_HELPER: RegExp = /text|content|string|message|answer|transcript|reply/i;

/** Names of events with which a stream hands over a piece of text. */
export const TEXT_EVENT: RegExp = /^(?:text|content|token|delta|chunk|data|partial|output_text|message)/i;

/** Names of callbacks in options with which a call hands over a piece of text. */
export const TEXT_CALLBACK: RegExp = /^on(?:Text|Token|Delta|Chunk|Content|Partial|Data|Message|Progress|NewToken)/;

/** Names that a word is given which a program looks for in a reply. */
export const MARKER_NAME: RegExp =
  /(?:stop|done|finish|final|complet|terminat|end|exit|marker|sentinel|keyword|phrase|signal|token|promise|tag)/i;
