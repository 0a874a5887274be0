let bytes: Uint8Array<ArrayBuffer> | undefined;

/** Gives the parser's WebAssembly before the first text is parsed. */
export function giveParserBytes(given: Uint8Array<ArrayBuffer>): void {
  bytes = given;
}

export function parserBytes(): Uint8Array<ArrayBuffer> {
  if (bytes === undefined) throw new Error("The parser has not been given.");
  return bytes;
}
