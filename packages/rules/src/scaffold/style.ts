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

export function readStyle(text: string, path: string): FileStyle {
  const lines = text.split(/\r?\n/);
  return {
    indent: readIndent(lines),
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    quote: count(text, /(?:from|require\(|=|\(|:)\s*'/g) > count(text, /(?:from|require\(|=|\(|:)\s*"/g) ? "'" : '"',
    semicolons: hasSemicolons(lines),
    bracesAlways: bracesAlways(text),
    typed: TYPED_FILE.test(path),
  };
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

/** `if (…) throw …;` on three lines. */
function braced(line: string): string[] {
  const [, tabs, condition, statement] = /^(\t*)(if \(.*?\)) ((?:throw|return|break|continue)\b.*;)$/.exec(line) ?? [];
  return condition === undefined ? [line] : [`${tabs}${condition} {`, `${tabs}\t${statement}`, `${tabs}}`];
}
