const PREFIX = "agent-loop/";

/** The id of a rule of ours, from its name in ESLint; `undefined` for a rule of somebody else. */
export function ownRuleId(name: string | null): string | undefined {
  return name?.startsWith(PREFIX) === true ? name.slice(PREFIX.length) : undefined;
}
