#!/usr/bin/env bash
# Lints once and writes every report; says how it went in the outputs and leaves the verdict to the last step.
set -euo pipefail

: "${REPORTS:?}" "${GITHUB_OUTPUT:?}"
mkdir -p "$REPORTS"

# The version that the project has chosen comes first.
agent_loop() {
  if [ -n "${AGENT_LOOP:-}" ]; then
    node "$AGENT_LOOP" "$@"
  elif [ -x node_modules/.bin/agent-loop ]; then
    node_modules/.bin/agent-loop "$@"
  else
    npx --yes "agent-loop@${INPUT_VERSION:?}" "$@"
  fi
}

options=()
[ -n "${INPUT_PRESET:-}" ] && options+=("--preset=$INPUT_PRESET")
[ -n "${INPUT_CONFIG:-}" ] && options+=("--config=$INPUT_CONFIG")
[ -n "${INPUT_BASELINE:-}" ] && options+=("--baseline=$INPUT_BASELINE")
[ -n "${INPUT_SINCE:-}" ] && options+=("--since=$INPUT_SINCE")
[ "${INPUT_REQUIRE_REASONS:-false}" = true ] && options+=(--require-reasons)

paths=()
while IFS= read -r path; do
  [ -n "$path" ] && paths+=("$path")
done <<<"${INPUT_PATHS:-.}"

code=0
agent_loop check --format=json --output="$REPORTS/agent-loop.json" ${options[@]+"${options[@]}"} -- "${paths[@]}" || code=$?
if [ "$code" -le 1 ]; then
  for format in sarif rdjson; do
    agent_loop merge --format="$format" --output="$REPORTS/agent-loop.$format" -- "$REPORTS/agent-loop.json" || [ $? -eq 1 ]
  done
  if [ "${INPUT_ANNOTATE:-true}" = true ]; then
    agent_loop merge --format=github -- "$REPORTS/agent-loop.json" || [ $? -eq 1 ]
    agent_loop merge --format=markdown -- "$REPORTS/agent-loop.json" >>"${GITHUB_STEP_SUMMARY:-/dev/null}" || [ $? -eq 1 ]
  fi
else
  code=2
fi

{
  echo "code=$code"
  echo "reports=$REPORTS"
} >>"$GITHUB_OUTPUT"
