import { DiskSources, lintText, readConfig, workspaceRoot, type FileFinding } from "@agent-loop/engine";
import { applyEdits, inOrder, type SeenFinding } from "./seen-finding.js";

export interface EngineInput {
  readonly path: string;
  readonly text: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly preset?: "recommended" | "strict";
  /** The folder whose files may be read; that of the project when it is left out. */
  readonly root?: string;
}

const own = new DiskSources([workspaceRoot(process.cwd())]);

/** Lints with the engine of the command; a text that does not parse is an error. */
export function throughEngine({ path, text, settings = {}, preset = "strict", root }: EngineInput): SeenFinding[] {
  const port = root === undefined ? own : new DiskSources([root]);
  const { config, problems } = readConfig({ preset, ...settings });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  const { findings, failure } = lintText({ path, text, config, port });
  if (failure !== undefined) throw new Error(`${path}:${failure.at.line}: ${failure.message}`);
  return inOrder(findings.map((finding) => seen(finding, text)));
}

function seen({ rule, severity, message, from, to, suggestions }: FileFinding, text: string): SeenFinding {
  return {
    rule,
    severity,
    message,
    place: `${from.line}:${from.column}-${to.line}:${to.column}`,
    line: from.line,
    mends: suggestions.map(({ title, edits }) => ({
      title,
      result: applyEdits(text, edits.map((edit) => ({ ...edit.span, text: edit.text }))),
    })),
  };
}
