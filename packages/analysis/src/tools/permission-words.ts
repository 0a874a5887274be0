/** Words that speak of permission. Only used to stay silent, never to report. */
export const PERMISSION: RegExp =
  /approv|confirm|permi(?:t|ssion)|authori[sz]|allow(?!ed?Origins)|polic(?:y|ies)|consent|whitelist|blocklist|blacklist|denylist|deny|guard|sanitiz|dangerous|destructive|is_?safe|safe(?:ly|Path|Join|Resolve|Command|_path)|validatePath|assertPath|assertInside|isInside|within|sandbox|protected|dry_?run|human|interrupt|ask_?user|elicit|can_?(?:delete|run|execute|use|write)|require_?(?:role|admin)|role|scope|isPathInside|startsWith|read_?only|trusted|forbidden|restricted/i;
