/** What the parser asks of its host beyond Node-API: chance, the clock, an empty environment, and a place for panics. */
export function wasiImports(memory: WebAssembly.Memory): Record<string, (...numbers: number[]) => number> {
  const view = (): DataView => new DataView(memory.buffer);
  const OK = 0;
  const NO_SUCH_FILE = 8;
  return {
    random_get(at = 0, length = 0) {
      crypto.getRandomValues(new Uint8Array(memory.buffer, at, length));
      return OK;
    },
    environ_get: () => OK,
    environ_sizes_get(count = 0, size = 0) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    clock_time_get(_clock = 0, _precision = 0, at = 0) {
      view().setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true);
      return OK;
    },
    // A panic is also thrown; its text would only disturb the protocol on standard output.
    fd_write: () => NO_SUCH_FILE,
    proc_exit(code = 0) {
      throw new Error(`The parser has ended with code ${code}.`);
    },
  };
}
