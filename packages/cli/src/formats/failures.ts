import type { FileFailure } from "@agent-loop/engine";

const TITLES: Readonly<Record<FileFailure["kind"], string>> = {
  parse: "This file does not parse",
  unreadable: "This file was not looked at",
  crash: "agent-loop itself failed on this file",
};

/** What kept a file from being linted, in one line. */
export function failureText({ kind, message }: FileFailure): string {
  return `${TITLES[kind]}: ${message.split("\n")[0] ?? ""}`;
}
