/** Code nested deeper than this is generated; the native parser recurses and would take the process with it. */
const DEEPEST = 1000;
/** Operators nest without brackets: `a ? b : c ? d : …`, `a = b = …`, `a + b + …`. */
const LONGEST_CHAIN = 3000;

/**
 * Whether code is nested deeper than a parser can be asked to follow.
 *
 * Looks at characters only: those inside of strings count too, which can at worst refuse a file
 * that no person wrote.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let chain = 0;
  let lastOperator = -1;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 40: // (
      case 91: // [
      case 123: // {
        if (++depth > DEEPEST) return true;
        break;
      case 41: // )
      case 93: // ]
      case 125: // }
        if (depth > 0) depth--;
        break;
      case 33: // !
      case 38: // &
      case 43: // +
      case 45: // -
      case 61: // =
      case 63: // ?
      case 124: // |
        if (++chain > LONGEST_CHAIN) return true;
        lastOperator = i;
        break;
      case 10: // a line that does not end in an operator, in code without semicolons
        if (lastOperator < i - 2) chain = 0;
        break;
      case 44: // ,
      case 59: // ;
        chain = 0;
        break;
    }
  }
  return false;
}
