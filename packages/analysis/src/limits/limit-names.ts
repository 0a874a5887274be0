/** What the last part of a name says that it limits. */
const LIMITED =
  "turns?|steps?|iterations?|iters?|rounds?|loops?|cycles?|calls?|requests?|depth|hops|attempts|retries|usd|cost|spend(?:ing)?|price|budget|credits?|tokens?|runtime|duration|time|seconds|minutes|hourly|daily|(?:per)?hour|(?:per)?day|messages";
const LIMIT_NAME = new RegExp(
  `^(?:max(?:imum)?(?:\\w*?)(?:${LIMITED})(?:usd|ms)?|(?:\\w*?)(?:${LIMITED})(?:limit|cap|ceiling|quota|allowance|max)|recursionlimit|(?:\\w*?)budget(?:usd|tokens|ms)?|max|limit|cap|ceiling|quota)$`,
  "i",
);
/** Limits of one reply, and sizes of things that do not come round. */
const OTHER = /^max_?(?:output|completion|new)?_?tokens$|timeoutMessage|maxlength/i;

/** Whether a name is that of a limit on rounds, time or money. Only used beside other evidence. */
export function isLimitName(name: string): boolean {
  // A trailing number says which one, not what.
  const plain = name.replace(/^#/, "").replaceAll("_", "").replace(/\d+$/, "");
  return LIMIT_NAME.test(plain) && !OTHER.test(name);
}

/** Whether it is the name of a limit that a run or a loop is given, and of nothing smaller. */
export function isRunLimitName(name: string): boolean {
  const plain = name.replace(/^#/, "").replaceAll("_", "");
  return (
    isLimitName(name) &&
    !/^(?:max|limit|cap|ceiling|quota|maxmessages|maxrequests|maxtime|maxretries|maxattempts)$/i.test(plain) &&
    !/retr|attempt|messages|history/i.test(plain)
  );
}
