import type { ToolUse } from "@agent-loop/analysis";
import type { Edit } from "../finding.js";
import { CALL, LEAD, type Carried, type Gate, type NamedImport, type Turned } from "./gate.js";
import { importEdits } from "./imports.js";
import { aboveComments, behindLine, indentAt, lineEnd, separatorBehind, startsLine } from "./places.js";
import type { Site } from "./site.js";
import { readStyle, restyle, type FileStyle } from "./style.js";

/** One edit out of several gates; `undefined` when the file has no place for one of them. */
export function weave(site: Site, gates: readonly Gate[]): Edit[] | undefined {
  const gather = <T>(part: (gate: Gate) => readonly T[] | undefined): T[] => gates.flatMap((gate) => part(gate) ?? []);
  const turn = turnEdits(
    site,
    gather((gate) => gate.turn),
  );
  const head = gates.find((gate) => gate.head !== undefined)?.head;
  const edits = [
    ...importEdits(site, distinct(gather((gate) => gate.imports))),
    ...figureEdits(
      site,
      gather((gate) => gate.figures).filter((figure) => figure !== undefined),
    ),
    ...roundEdits(
      site,
      gather((gate) => gate.before),
      gather((gate) => gate.after),
    ),
    ...(head === undefined ? [] : [{ span: headSpan(site), text: head }]),
    ...turn,
    ...gather((gate) => gate.behind).map(({ statement, code }) =>
      behind(site, statement.end, code, indentAt(site.text, statement.start)),
    ),
    ...gather((gate) => gate.inside).map(({ body, code }) =>
      atBodyStart(site, body.start, indentAt(site.text, body.start), code),
    ),
    ...turnedEdits(
      site,
      gather((gate) => gate.around),
    ),
    ...carriedEdits(
      site,
      gather((gate) => gate.carried),
    ),
    ...functionEdits(
      site,
      gather((gate) => gate.functions),
    ),
    ...gather((gate) => gate.edits),
  ];
  return merged(edits);
}

function distinct(imports: readonly NamedImport[]): NamedImport[] {
  return [...new Map(imports.map((each) => [`${each.module} ${each.name}`, each])).values()];
}

/** `while (true)` without its body. */
export function headSpan({ loop: { shape }, text }: Site): { start: number; end: number } {
  const bodyStart = shape.braced ? shape.body.start - 1 : shape.body.start;
  return {
    start: shape.statement.start,
    end: shape.statement.start + text.slice(shape.statement.start, bodyStart).trimEnd().length,
  };
}

function figureEdits(site: Site, figures: readonly string[]): Edit[] {
  if (figures.length === 0) return [];
  const { style, text } = site;
  const { headEnd, firstStatement } = site.model.layout;
  const { newline } = style;
  const code = restyle(figures, style, "").join(newline);
  if (headEnd !== undefined) {
    const at = behindLine(text, headEnd);
    const rest = text.slice(at);
    // Figures stand with others; anything else keeps its distance.
    const gap = /^(?:[ \t]*\r?\n){2,}(?=const [A-Z][A-Z\d_]* = )/.exec(rest)?.[0];
    if (gap !== undefined) return [insertion(at + gap.length, code + newline)];
    const follows = /^[ \t]*\r?\n(?!\s*(?:\r?\n|const [A-Z][A-Z\d_]* = |$))/.test(rest);
    return [insertion(at, newline + newline + code + (follows ? newline : ""))];
  }
  const at = firstStatement === undefined ? 0 : aboveComments(text, firstStatement);
  return [insertion(at, code + newline + newline + indentAt(text, at))];
}

/** What stands before and behind the loop, in braces of their own where a single statement is expected. */
function roundEdits(site: Site, before: readonly string[], after: readonly string[]): Edit[] {
  if (before.length === 0 && after.length === 0) return [];
  const { text, style, loop } = site;
  const { whole, inBlock } = loop.shape;
  const { newline } = style;
  const indent = indentAt(text, whole.start);
  if (!inBlock) {
    const lines = restyle(before, style, "")
      .map((line) => `${line} `)
      .join("");
    const rest = restyle(after, style, "")
      .map((line) => ` ${line}`)
      .join("");
    return [insertion(whole.start, `{ ${lines}`), insertion(whole.end, `${rest} }`)];
  }
  const edits: Edit[] = [];
  if (before.length > 0) {
    const lines = restyle(before, style, indent);
    const alone = startsLine(text, whole.start);
    edits.push(
      alone
        ? insertion(aboveComments(text, whole.start), `${lines.join(newline).trimStart()}${newline}${indent}`)
        : insertion(whole.start, lines.map((line) => `${line.trimStart()} `).join("")),
    );
  }
  if (after.length > 0) edits.push(behind(site, whole.end, after, indent));
  return edits;
}

/** Statements at the beginning of a body; a body without braces gets some. */
function turnEdits(site: Site, code: readonly string[]): Edit[] {
  if (code.length === 0) return [];
  const { text, style, loop } = site;
  const { shape } = loop;
  const { newline } = style;
  const outer = indentAt(text, shape.statement.start);
  const lines = restyle(code, style, outer + style.indent);
  if (!shape.braced) {
    const start = headSpan(site).end;
    const body = text.slice(shape.body.start, shape.body.end);
    const block = ["{", ...lines, outer + style.indent + body, `${outer}}`].join(newline);
    return [{ span: { start, end: shape.body.end }, text: ` ${block}` }];
  }
  return [atBodyStart(site, shape.body.start, outer, code)];
}

/** Statements behind an opening brace; `outer` is the indentation of what the brace belongs to. */
export function atBodyStart({ text, style }: Site, start: number, outer: string, code: readonly string[]): Edit {
  const { newline } = style;
  const at = behindLine(text, start);
  const inner = restyle(code, style, outer + style.indent).join(newline);
  // The rest of a body that begins on the line of its brace moves to a line of its own.
  const rest = text.slice(at, lineEnd(text, at));
  if (rest.trim() === "") return insertion(at, newline + inner);
  const gap = rest.length - rest.trimStart().length;
  return {
    span: { start: at, end: at + gap },
    text: `${newline}${inner}${newline}${rest.trimStart().startsWith("}") ? outer : outer + style.indent}`,
  };
}

function behind({ text, style }: Site, end: number, code: readonly string[], indent: string): Edit {
  return insertion(
    behindLine(text, end),
    restyle(code, style, indent)
      .map((line) => style.newline + line)
      .join(""),
  );
}

function functionEdits({ text, model }: Site, functions: readonly (readonly string[])[]): Edit[] {
  if (functions.length === 0) return [];
  // At the end of the file nothing is near but the file itself.
  const style = readStyle(text, model.path);
  const { newline } = style;
  const end = text.trimEnd().length;
  return [
    insertion(
      end,
      functions.map((code) => newline + newline + restyle(code, style, "").join(newline)).join("") +
        (end === text.length ? newline : ""),
    ),
  ];
}

/** Statements that use tool calls, with what several gates put before them, instead of them and in the place of the call. */
export function turnedEdits(site: Pick<Site, "text" | "style">, turned: readonly Turned[]): Edit[] {
  const byStatement = new Map<number, Turned[]>();
  for (const each of turned)
    byStatement.set(each.use.statement.start, [...(byStatement.get(each.use.statement.start) ?? []), each]);
  return [...byStatement.values()].flatMap((group): Edit[] => {
    const { use } = group[0] ?? {};
    return use === undefined ? [] : turnedStatement(site, use, group);
  });
}

function turnedStatement(
  { text, style }: Pick<Site, "text" | "style">,
  use: ToolUse,
  group: readonly Turned[],
): Edit[] {
  const { end } = use.statement;
  const lead = group.find((each) => each.lead !== undefined)?.lead;
  const start = lead?.start ?? use.statement.start;
  // Where a single statement is expected, the braces open behind what expects it.
  const open = use.inBlock ? start : text.slice(0, start).trimEnd().length;
  const outer = indentAt(text, open);
  const inner = use.inBlock ? outer : outer + style.indent;
  const value = text.slice(use.value.start, use.value.end);
  const leading = text.slice(start, use.statement.start).trimEnd();
  const write = (code: readonly string[], comment = ""): string[] =>
    restyle(code, style, inner).flatMap((line) => {
      if (line.includes(LEAD)) return leading === "" ? [] : [line.replace(LEAD, () => deeper(leading, style))];
      return [line.includes(CALL) ? line.replace(CALL, () => deeper(value, style)) + comment : line];
    });
  const before = write(group.flatMap((each) => each.before ?? []));
  const instead = group.find((each) => each.instead !== undefined)?.instead;
  const replaced = group.find((each) => each.value !== undefined)?.value;
  if (use.inBlock && instead === undefined) {
    const above =
      before.length === 0
        ? []
        : [
            {
              // The comments above a statement stay with it.
              span:
                lead === undefined && startsLine(text, start)
                  ? { start: aboveComments(text, start), end: aboveComments(text, start) }
                  : { start, end: use.statement.start },
              text: `${before.join(style.newline).trimStart()}${style.newline}${inner}`,
            },
          ];
    return replaced === undefined ? above : [...above, { span: use.value, text: replaced }];
  }
  // The comment at the end of the line stays with the call.
  const comment = instead === undefined ? "" : text.slice(end, behindLine(text, end));
  const same =
    inner + text.slice(use.statement.start, use.value.start) + (replaced ?? value) + text.slice(use.value.end, end);
  const lines = [...before, ...(instead === undefined ? [same] : write(instead, comment))];
  const span = { start: open, end: end + comment.length };
  return [
    {
      span,
      text: use.inBlock ? lines.join(style.newline).trimStart() : [" {", ...lines, `${outer}}`].join(style.newline),
    },
  ];
}

/** Code of several lines that moves in by one step; a text over several lines stays as it is. */
function deeper(code: string, { indent, newline }: FileStyle): string {
  return code.includes("`") ? code : code.split(/\r?\n/).join(newline + indent);
}

/** Hands things on through all the functions of a recursion. */
function carriedEdits({ loop, text }: Site, carried: readonly Carried[]): Edit[] {
  const { recursion } = loop.shape;
  if (carried.length === 0 || recursion === undefined) return [];
  const parameters = recursion.members.flatMap(({ parametersStart, parametersEnd }): Edit[] => {
    const added = joined(
      text,
      parametersEnd,
      carried.map(({ parameter }) => parameter),
    );
    if (parametersStart === undefined) return [insertion(parametersEnd.at, added)];
    return [insertion(parametersStart.at, parametersStart.text), insertion(parametersEnd.at, `${added})`)];
  });
  const calls = recursion.calls.map(({ toRoot, argumentsEnd, replaces }): Edit => {
    const values = carried.map((each) => (toRoot ? each.toRoot : each.toOther));
    return replaces === undefined
      ? insertion(argumentsEnd.at, joined(text, argumentsEnd, values))
      : { span: replaces, text: `${argumentsEnd.text}${values.join(", ")})` };
  });
  return [...parameters, ...calls];
}

/** More elements at the end of a list, each on a line of its own where the others are. */
function joined(text: string, { at, text: lead }: { at: number; text: string }, elements: readonly string[]): string {
  const separator = lead.startsWith(", ") ? separatorBehind(text, at) : ", ";
  return lead.replaceAll(", ", separator) + elements.join(separator);
}

function insertion(at: number, text: string): Edit {
  return { span: { start: at, end: at }, text };
}

/** Insertions at one place become one; edits that meet make the whole impossible. */
function merged(edits: readonly Edit[]): Edit[] | undefined {
  const result: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    const last = result.at(-1);
    if (last !== undefined && edit.span.start < last.span.end) return undefined;
    const joins =
      last !== undefined &&
      last.span.start === edit.span.start &&
      last.span.end === edit.span.start &&
      edit.span.end === edit.span.start;
    if (joins) result[result.length - 1] = { span: last.span, text: last.text + edit.text };
    else result.push(edit);
  }
  return result;
}
