/** What `agent-loop --help` prints. */
export const HELP = `agent-loop finds AI agent loops that do not stop, stop for the wrong reason, or act twice.

Usage:
  agent-loop check [paths…]         lint files, folders or globs; the current folder by default
  agent-loop fix [paths…]           apply suggestions, one loop at a time, after a look at each
  agent-loop explain <file>[:line]  print what was understood of the loops in a file
  agent-loop init                   set up ESLint, or a script, after a look at the change
  agent-loop merge <report…>        print saved JSON reports as one, in any format

Options of check:
  --preset <name>       recommended (default) or strict
  --config <file>       settings file to use instead of the nearest agent-loop.config.json
  --baseline <file>     report only what this file does not hold; the first run makes it
  --update-baseline     accept what is found now
  --since <git ref>     report only what has to do with changes since then
  --require-reasons     report comments that silence a rule and do not say why
  --shard <i>/<n>       lint one of n parts; merge puts their reports together
  --cache               take over what earlier runs have found, where it still holds
  --cache-location <p>  file or folder for the cache; node_modules/.cache by default
  --stats               also print the loops that were seen, what bounds them, and the time

Options of check and merge:
  -f, --format <name>   stylish (default), json, sarif, github, gitlab, junit, rdjson, markdown or html
  -o, --output <file>   write the report to a file
  --max-warnings <n>    fail when there are more warnings than this
  --quiet               print errors only
  --exit-zero           end with 0 although there are findings, for a merge that judges later

Options of init: --dry-run and --yes, as for fix

Options of fix:
  --preset, --config    as for check
  --rule <id>           mend findings of this rule only; may be given several times
  --dry-run             print a unified diff and change nothing
  -y, --yes             apply the best suggestion of every finding without asking
  --allow-dirty         change files although others have changes that are not committed

  -h, --help            print this
  -v, --version         print the version

Exit codes: 0 nothing to report, 1 findings, 2 could not run, 130 interrupted.
`;
