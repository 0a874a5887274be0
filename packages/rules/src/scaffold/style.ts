/** How a file is written. */
export interface FileStyle {
  /** One step of indentation. */
  readonly indent: string;
  readonly newline: "\n" | "\r\n";
  readonly quote: '"' | "'";
  readonly semicolons: boolean;
  /** An `if` with one short statement has braces all the same. */
  readonly bracesAlways: boolean;
  /** Types can be written. */
  readonly typed: boolean;
}

const TYPED_FILE = /\.[cm]?tsx?$|\.(?:vue|svelte|astro)$/;

/**
 * Reads how a file is written.
 *
 * @param near where code is to be put: the indentation is that of the code there, which may differ from the rest.
 */
export function readStyle(text: string, path: string, near?: number): FileStyle {
  const lines = text.split(/\r?\n/);
  return {
    indent: (near === undefined ? undefined : indentNear(lines, lineNumberAt(text, near))) ?? readIndent(lines),
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    quote: count(text, /(?:from|require\(|=|\(|:)\s*'/g) > count(text, /(?:from|require\(|=|\(|:)\s*"/g) ? "'" : '"',
    semicolons: hasSemicolons(lines),
    bracesAlways: bracesAlways(text),
    typed: TYPED_FILE.test(path),
  };
}

function lineNumberAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length - 1;
}

/** The step from a line into what it opens, or else the one that leads to it from what it stands in. */
function indentNear(lines: readonly string[], index: number): string | undefined {
  const own = indentOf(lines[index] ?? "");
  const isCode = (line: string): boolean => line.trim() !== "" && !/^\s*(?:\*|\/[/*])/.test(line);
  // What a line opens is deeper, and so is the rest of a statement that it only begins.
  const inner = /\{\s*(?:\/\/.*)?$/.test(lines[index] ?? "") ? lines.slice(index + 1).find(isCode) : undefined;
  const outer = lines.slice(0, index).findLast((line) => isCode(line) && indentOf(line).length < own.length);
  return stepBetween(own, inner) ?? (outer === undefined ? undefined : stepBetween(indentOf(outer), own));
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

/** One step of indentation, if that is all by which a line is deeper. */
function stepBetween(outer: string, line: string | undefined): string | undefined {
  const inner = line === undefined ? "" : indentOf(line);
  const step = inner.startsWith(outer) ? inner.slice(outer.length) : "";
  return /^(?:\t| {1,8})$/.test(step) ? step : undefined;
}

/** The commonest step between a line and the deeper one below it. */
function readIndent(lines: readonly string[]): string {
  const steps = new Map<string, number>();
  let above: string | undefined;
  for (const line of lines) {
    const content = line.trimStart();
    // A comment's own stars are no indentation.
    if (content === "" || content.startsWith("*")) continue;
    const indent = line.slice(0, line.length - content.length);
    if (above !== undefined && indent.length > above.length && indent.startsWith(above)) {
      const step = indent.slice(above.length);
      if (/^(?:\t| {2,8})$/.test(step)) steps.set(step, (steps.get(step) ?? 0) + 1);
    }
    above = indent;
  }
  const [commonest] = [...steps].sort((a, b) => b[1] - a[1]);
  return commonest?.[0] ?? "  ";
}

/** Lines that would end in a semicolon if the file had any. */
function hasSemicolons(lines: readonly string[]): boolean {
  let withOne = 0;
  let without = 0;
  for (const line of lines) {
    if (/;\s*(?:\/\/.*)?$/.test(line)) withOne++;
    else if (/^\s*(?:import\b.*['"]|(?:const|let|return|throw)\b.*[\w)\]}'"`])\s*$/.test(line)) without++;
  }
  return withOne >= without;
}

function bracesAlways(text: string): boolean {
  const naked = count(
    text,
    /^[ \t]*(?:\} else )?if \(.*\) (?:return|throw|break|continue|await|[\w$.]+(?:\(| [-+]?= |\+\+))/gm,
  );
  return naked === 0 && count(text, /\bif ?\(.*\) ?\{/g) > 0;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Writes code of ours as the file would: one tab stands for a step of indentation, and strings and
 * line ends are those of most files (`"`, `;`).
 */
export function restyle(code: readonly string[], style: FileStyle, indent: string): string[] {
  return code
    .flatMap((line) => (style.bracesAlways ? braced(line) : [line]))
    .map((line) => {
      const content = line.replace(/^\t+/, "");
      const depth = line.length - content.length;
      const quoted = style.quote === "'" ? content.replace(/"([^"'\\]*)"/g, "'$1'") : content;
      const ended = style.semicolons ? quoted : quoted.replace(/;$/, "");
      return content === "" ? "" : indent + style.indent.repeat(depth) + ended;
    });
}

/** `if (…) throw …;` or `if (…) sum += …;` on three lines. */
function braced(line: string): string[] {
  const [, tabs, condition, statement] =
    /^(\t*)(if \(.*?\)) ((?:throw\b|return\b|break\b|continue\b|[\w$]+ [-+]?= ).*;)$/.exec(line) ?? [];
  return condition === undefined ? [line] : [`${tabs}${condition} {`, `${tabs}\t${statement}`, `${tabs}}`];
}
