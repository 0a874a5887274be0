// Stands in for the few other modules of Node that are named in code shared with the browser.

/** `node:crypto`: names a content; nobody has to be kept from making another of the same name. */
export function createHash(): { update(text: string): { digest(): string } } {
  return {
    update: (text) => ({
      digest() {
        let a = 0xdeadbeef;
        let b = 0x41c6ce57;
        for (let i = 0; i < text.length; i++) {
          a = Math.imul(a ^ text.charCodeAt(i), 2_654_435_761);
          b = Math.imul(b ^ text.charCodeAt(i), 1_597_334_677);
        }
        return `${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}${text.length.toString(16)}`;
      },
    }),
  };
}

/** `node:module` */
export const builtinModules: readonly string[] = "assert buffer child_process cluster console crypto dgram dns events fs http http2 https module net os path perf_hooks process querystring readline stream string_decoder timers tls tty url util v8 vm worker_threads zlib".split(" ");

/** `node:os` */
export function availableParallelism(): number {
  return 1;
}

/** `node:worker_threads`: nobody starts one. */
export class Worker {}
export const parentPort: null = null;
export const workerData: null = null;

/** `node:url` */
export function fileURLToPath(url: string | URL): string {
  return new URL(url).pathname;
}

/** `node:v8`: there is no disk to keep a cache on. */
export function serialize(): never {
  throw new Error("Nothing is kept here.");
}

export function deserialize(): never {
  throw new Error("Nothing was kept here.");
}
