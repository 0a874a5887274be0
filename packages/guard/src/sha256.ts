/**
 * SHA-256 in plain code: `crypto.subtle` is asynchronous and missing on pages served without TLS, and a key must be
 * had synchronously everywhere. Not for secrets: it takes no care to run in constant time.
 */
const ROUND_CONSTANTS = fractionalBits(primes(64), 1 / 3);
const INITIAL_STATE = fractionalBits(primes(8), 1 / 2);

/** @returns the digest of the text's UTF-8 bytes as 64 lower-case hexadecimal digits. */
export function sha256(text: string): string {
  const state = Uint32Array.from(INITIAL_STATE);
  const message = padded(new TextEncoder().encode(text));
  const words = new Uint32Array(64);
  for (let offset = 0; offset < message.byteLength; offset += 64) compress(state, words, message, offset);
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

function compress(state: Uint32Array, words: Uint32Array, message: DataView, offset: number): void {
  const word = (index: number): number => words[index] ?? 0;
  for (let i = 0; i < 16; i++) words[i] = message.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [word(i - 15), word(i - 2)];
    const mixEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const mixLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = word(i - 16) + mixEarly + word(i - 7) + mixLate;
  }
  // The eight working variables keep the names that FIPS 180-4 gives them.
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUND_CONSTANTS[i] ?? 0) + word(i)) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => (state[index] = (state[index] ?? 0) + value));
}

/** The message, a one bit, zeros up to a whole block, and the length in bits in the last eight bytes. */
function padded(bytes: Uint8Array): DataView {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(message.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The constants of SHA-256 are the first 32 bits of the fractional parts of the roots of the first primes. */
function fractionalBits(numbers: readonly number[], exponent: number): Uint32Array {
  return Uint32Array.from(numbers, (number) => {
    const root = number ** exponent;
    return (root - Math.floor(root)) * 2 ** 32;
  });
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}
