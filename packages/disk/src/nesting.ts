/** Deeper code than this is generated; the native parser recurses and would take the process with it. */
const DEEPEST = 1000;

/**
 * Whether code is nested deeper than a parser can be asked to follow.
 *
 * Looks at characters only: brackets inside of strings count too, which can at worst refuse a file
 * that no person wrote.
 */
export function isTooDeep(text: string): boolean {
  let brackets = 0;
  // A chain of conditional expressions nests without any bracket.
  let conditions = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 40: // (
      case 91: // [
      case 123: // {
        if (++brackets > DEEPEST) return true;
        break;
      case 41: // )
      case 93: // ]
      case 125: // }
        if (brackets > 0) brackets--;
        break;
      case 63: // ?
        if (++conditions > DEEPEST) return true;
        break;
      case 59: // ;
        conditions = 0;
        break;
    }
  }
  return false;
}
