/** What `agent-loop --help` prints. */
export const HELP = `agent-loop finds AI agent loops that do not stop, stop for the wrong reason, or act twice.

Usage:
  agent-loop check [paths…]         lint files, folders or globs; the current folder by default
  agent-loop fix [paths…]           apply suggestions, after a look at each
  agent-loop explain <file>[:line]  print what was understood of the loops in a file

Options of check:
  --preset <name>       recommended (default) or strict
  --config <file>       settings file to use instead of the nearest agent-loop.config.json
  --format <name>       stylish (default) or json
  --max-warnings <n>    fail when there are more warnings than this
  --quiet               print errors only

Options of fix:
  --preset, --config    as for check
  --rule <id>           mend findings of this rule only; may be given several times
  --dry-run             print a unified diff and change nothing
  -y, --yes             apply the best suggestion of every finding without asking
  --allow-dirty         change files although others have changes that are not committed

  -h, --help            print this
  -v, --version         print the version

Exit codes: 0 nothing to report, 1 findings, 2 could not run.
`;
