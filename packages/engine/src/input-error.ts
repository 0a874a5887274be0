/** A mistake of the person who asked, told in one line that says what to change. */
export class InputError extends Error {
  override readonly name = "InputError";
}
