import { MarkdownString, type Hover, type LogOutputChannel } from "vscode";
import type { LanguageClientOptions } from "vscode-languageclient";
import { documentSelector } from "./languages.js";
import type { WorkspaceLint } from "./workspace-lint.js";

/** Section of the settings; also what the client's own trace setting hangs on. */
export const SECTION = "agentLoop";

/** Settings of the section that speak to the client alone. */
const CLIENT_ONLY = ["trace"];

/** What the clients of the desktop and of the browser have in common. */
export function clientOptions(log: LogOutputChannel, lint: WorkspaceLint): LanguageClientOptions {
  return {
    documentSelector: documentSelector(),
    diagnosticCollectionName: "agent-loop",
    outputChannel: log,
    diagnosticPullOptions: { onChange: true, onSave: false },
    middleware: {
      workspace: {
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          return Array.isArray(answers)
            ? answers.map((answer: unknown, index) =>
                params.items[index]?.section === SECTION ? forServer(answer) : answer,
              )
            : answers;
        },
      },
      provideHover: async (document, position, token, next) => withLink(await next(document, position, token)),
      provideCodeLenses: async (document, token, next) => {
        const lenses = await next(document, token);
        for (const lens of lenses ?? []) {
          if (lens.command?.command === "")
            lens.command = {
              ...lens.command,
              command: "agentLoop.showLoop",
              arguments: [document.uri, lens.range.start],
            };
        }
        return lenses;
      },
      provideWorkspaceDiagnostics: (resultIds, outer, report, next) =>
        lint.hold(outer, report, async (token, counted) => await next(resultIds, token, counted)) as Promise<undefined>,
    },
  };
}

/** The settings as the server knows them: what nobody has set stays out, so that its own defaults hold. */
function forServer(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([key]) => !CLIENT_ONLY.includes(key)));
}

function withLink(hover: Hover | null | undefined): Hover | null | undefined {
  if (hover === null || hover === undefined) return hover;
  const link = new MarkdownString("[Show this loop](command:agentLoop.showLoop)");
  link.isTrusted = { enabledCommands: ["agentLoop.showLoop"] };
  hover.contents.push(link);
  return hover;
}
