/** A type that a comment names: one of another module, or a name of the file itself. */
export type DocumentedType =
  { readonly source: string; readonly name: string } | { readonly source: undefined; readonly name: string };

/** The types that the comment before a declaration gives. */
export interface JsDoc {
  /** Of parameters and of their parts, by the name as it is written: `options.client`. */
  readonly parameters: ReadonlyMap<string, DocumentedType | undefined>;
  readonly type: DocumentedType | undefined;
  readonly returns: DocumentedType | undefined;
}

/** Types that stand for what is inside of them. */
const TRANSPARENT = /^(?:Promise|Readonly|Partial|Required|NonNullable|Awaited)\.?<(.*)>$/s;

/** Reads `@param {OpenAI} client`, `@type {import("openai").OpenAI}` and `@returns {…}`. */
export function readJsDoc(comment: string): JsDoc {
  const parameters = new Map<string, DocumentedType | undefined>();
  let type: DocumentedType | undefined;
  let returns: DocumentedType | undefined;
  for (const { tag, written, after } of tagsOf(comment)) {
    const found = readType(written);
    if (tag === "type") type = found;
    else if (tag.startsWith("return")) returns = found;
    else {
      const name = /^\[?\s*([\w$.]+)/.exec(after)?.[1];
      if (name !== undefined) parameters.set(name, found);
    }
  }
  return { parameters, type, returns };
}

/** Names that comments of a file declare: `@typedef {import("openai").OpenAI} Client`, `@import { OpenAI } from "openai"`. */
export function readTypedefs(text: string): ReadonlyMap<string, DocumentedType> {
  const names = new Map<string, DocumentedType>();
  for (const [, written = "", name = ""] of text.matchAll(/@typedef\s*\{([^}\n]*)\}\s*([\w$]+)/g)) {
    const type = readType(written);
    if (type !== undefined) names.set(name, type);
  }
  for (const [, list = "", source = ""] of text.matchAll(/@import\s*\{([^}]*)\}\s*from\s*["']([^"'\n]+)["']/g)) {
    for (const part of list.split(",")) {
      const [exported = "", local = exported] = part.trim().split(/\s+as\s+/);
      if (exported !== "") names.set(local, { source, name: exported });
    }
  }
  for (const [, local = "", source = ""] of text.matchAll(/@import\s+([\w$]+)\s+from\s*["']([^"'\n]+)["']/g))
    names.set(local, { source, name: "default" });
  return names;
}

interface Tag {
  readonly tag: string;
  readonly written: string;
  readonly after: string;
}

function* tagsOf(comment: string): Iterable<Tag> {
  for (const match of comment.matchAll(/@(param|arg|argument|type|returns?)\s*\{/g)) {
    const start = match.index + match[0].length;
    let depth = 1;
    let end = start;
    for (; end < comment.length && depth > 0; end++) depth += comment[end] === "{" ? 1 : comment[end] === "}" ? -1 : 0;
    if (depth === 0)
      yield { tag: match[1] ?? "", written: comment.slice(start, end - 1), after: comment.slice(end).trimStart() };
  }
}

function readType(written: string): DocumentedType | undefined {
  const text = written.trim().replace(/^[?!]/, "").replace(/=$/, "").trim();
  const [inner] = TRANSPARENT.exec(text)?.slice(1) ?? [];
  if (inner !== undefined) return readType(inner);
  for (const part of text.split("|").map((one) => one.trim())) {
    if (/^(?:null|undefined|void|any|unknown|object|string|number|boolean)$/.test(part)) continue;
    const imported = /^import\(\s*["']([^"']+)["']\s*\)(?:\.([\w$]+))?$/.exec(part);
    if (imported?.[1] !== undefined) return { source: imported[1], name: imported[2] ?? "default" };
    return /^[\w$]+$/.test(part) ? { source: undefined, name: part } : undefined;
  }
  return undefined;
}
