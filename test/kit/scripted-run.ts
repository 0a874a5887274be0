import { transformSync } from "esbuild";

/** What a run of a program against a scripted world was like. */
export interface ScriptedRun {
  /** Every call into the world, by the path it was reached on, in order. */
  readonly calls: readonly string[];
  /** The messages of the errors that came out of it. */
  readonly errors: readonly string[];
  /** It was still going on when the world stopped answering. */
  readonly endless: boolean;
}

/** How the world answers. */
export interface World {
  /** What it says to questions of yes and no, by the name of the property. */
  says(name: string): boolean | undefined;
  /** Whether properties have the words that the program compares them with, where it goes on if they are equal, or unequal. */
  readonly speaks: "of itself" | "when equal" | "when unequal";
  /** Milliseconds that go by whenever somebody looks at the clock. */
  readonly tick: number;
}

const SAYS_FINISHED = /finish|done|complete|passed|^ok$|ready|final|answer|finding|satisf|success|converged|accept|stop$|aborted|empty/i;

const MOODS: readonly World["says"][] = [
  (name) => (SAYS_FINISHED.test(name) ? false : undefined),
  () => undefined,
  (name) => (SAYS_FINISHED.test(name) ? true : undefined),
  (name) => (/^(?:is|has|can|should|needs|pending|allow|valid|success)/.test(name) ? false : undefined),
];

/** Worlds that keep most loops going, in different ways. */
export function worlds(tick: number): World[] {
  return (["of itself", "when unequal", "when equal"] as const).flatMap((speaks) => MOODS.map((says) => ({ says, speaks, tick })));
}

const WORDS: readonly (readonly [RegExp, string | number])[] = [
  [/tokens?$|token_?count|^cost|usd$|price/i, 10],
  [/^(?:finish_?reason|finishReason)$/, "tool-calls"],
  [/^(?:stop_?reason|stop)$/i, "tool_use"],
  [/^(?:id|name|type|kind|role|tool|status|toolName)$/, "word"],
  [/^(?:arguments)$/, "{}"],
  [/^(?:text|content|output_?text|summary|report|answer|message_?text|stdout)$/i, "still at it"],
  [/^(?:length|size)$/, 1],
];

const MOST_CALLS = 700;

/**
 * Runs everything a program exports, with a world that answers any question: every import, global
 * parameter and reply is a thing that can be called, read, gone through and waited for.
 */
export async function runScripted(path: string, text: string, world: World): Promise<ScriptedRun> {
  const calls: string[] = [];
  let stopped: () => void = () => undefined;
  const limit = new Promise<void>((resolve) => (stopped = resolve));
  const never = new Promise<never>(() => undefined);
  let now = 0;
  const spoken = wordsOf(text, world.speaks);

  const thing = (at: string): unknown =>
    new Proxy(function () {} as unknown as Record<PropertyKey, unknown>, {
      get: (_, key) => read(at, key),
      has: () => true,
      set: () => true,
      apply: (_, _self, args: unknown[]) => call(at, args),
      construct: () => thing(`new ${at}`) as object,
      getPrototypeOf: () => Object.prototype,
    });

  function read(at: string, key: PropertyKey): unknown {
    if (key === Symbol.iterator) return function* () { yield thing(`${at}[]`); };
    if (key === Symbol.asyncIterator) return async function* () { yield thing(`${at}[]`); };
    if (key === Symbol.toPrimitive) return (hint: string) => (hint === "number" ? 1 : "word");
    if (typeof key === "symbol" || key === "then" || key === "toJSON") return undefined;
    const name = String(key);
    const said = world.says(name);
    if (said !== undefined) return said;
    const own = spoken.get(name);
    if (own !== undefined) return own;
    const word = WORDS.find(([pattern]) => pattern.test(name));
    return word === undefined ? thing(`${at}.${name}`) : word[1];
  }

  /** Calls of what a list or a promise has are played here; all others are calls into the world. */
  function call(at: string, args: readonly unknown[]): unknown {
    const method = at.slice(at.lastIndexOf(".") + 1);
    const element = thing(`${at}[]`);
    const [fn] = args;
    if (typeof fn === "function" && /^(?:map|flatMap)$/.test(method)) return [(fn as (x: unknown, i: number) => unknown)(element, 0)];
    if (/^(?:filter|slice|concat|reverse|sort|flat|toSorted|catch|finally|entries|values)$/.test(method)) return [element];
    if (/^(?:includes|startsWith|endsWith|some|test|has)$/.test(method)) return world.says("finished") ?? false;
    if (/^(?:push|indexOf|findIndex)$/.test(method)) return 1;
    if (/^(?:trim|toLowerCase|toUpperCase|join|toString)$/.test(method)) return "still at it";
    calls.push(at);
    if (calls.length > 2 * MOST_CALLS) throw new Error("The world has had enough.");
    if (calls.length > MOST_CALLS) {
      stopped();
      return never;
    }
    return thing(`${at}()`);
  }

  const globals: Record<string, unknown> = {
    require: (name: string) => thing(name),
    module: { exports: {} },
    process: thing("process"),
    console: thing("console"),
    fetch: thing("fetch"),
    AbortSignal: { timeout: (ms: number) => signalFor(Math.ceil(ms / world.tick)), any: () => signalFor(Infinity) },
    Date: class extends Date {
      static override now(): number {
        return (now += world.tick);
      }
    },
    setTimeout: (fn: unknown, _ms: unknown, ...args: unknown[]) => (typeof fn === "function" ? queueMicrotask(() => void run(fn, args)) : undefined),
    setInterval: (fn: () => unknown) => {
      const timer = { cleared: false };
      void (async () => {
        while (!timer.cleared && calls.length <= MOST_CALLS) await run(fn, []);
      })();
      return timer;
    },
    clearInterval: (timer: { cleared: boolean }) => (timer.cleared = true),
    clearTimeout: () => undefined,
  };
  function signalFor(looks: number): unknown {
    let left = looks;
    const look = (): boolean => --left < 0;
    return {
      get aborted() { return look(); },
      throwIfAborted() { if (look()) throw new Error("Stopped: the time is up."); },
      addEventListener: () => undefined,
    };
  }

  const errors: string[] = [];
  const note = (thrown: unknown): void => void errors.push(thrown instanceof Error ? thrown.message : String(thrown));
  async function run(fn: unknown, args: readonly unknown[], self?: unknown): Promise<void> {
    try {
      let value = (fn as (...given: unknown[]) => unknown).apply(self, [...args]);
      // A generator runs when it is gone through.
      const steps = (value as { next?: unknown } | null)?.next;
      if (typeof value === "object" && typeof steps === "function") value = drain(value as AsyncIterator<unknown>);
      await value;
    } catch (thrown) {
      note(thrown);
    }
  }
  async function drain(iterator: AsyncIterator<unknown>): Promise<void> {
    while (!(await iterator.next()).done);
  }

  const code = transformSync(text, { loader: path.endsWith("x") ? "tsx" : "ts", format: "esm", target: "es2022" }).code;
  const finished = (async () => {
    const exported = await load(code, globals, thing);
    for (const value of Object.values(exported)) await start(value);
    // What was booked for later runs on by itself.
    for (let i = 0; i < 2000; i++) await Promise.resolve();
  })().catch(note);

  async function start(value: unknown): Promise<void> {
    if (typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value))) {
      const made = new (value as new (...args: unknown[]) => object)(...given(4));
      for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(made))) {
        if (name !== "constructor") await run((made as Record<string, unknown>)[name], given(3), made);
      }
    } else if (typeof value === "function") {
      await run(value, given(value.length));
    } else if (typeof value === "object" && value !== null) {
      for (const method of Object.values(value)) if (typeof method === "function") await run(method, given(3), value);
    }
  }
  const given = (count: number): unknown[] => Array.from({ length: count }, (_, index) => thing(`argument${index + 1}`));

  const outcome = await Promise.race([finished.then(() => "ended" as const), limit.then(() => "endless" as const)]);
  return { calls: calls.slice(0, MOST_CALLS), errors, endless: outcome === "endless" };
}

/** What properties are compared with in a program. */
function wordsOf(text: string, speaks: World["speaks"]): ReadonlyMap<string, string> {
  const operator = speaks === "when equal" ? "===?" : "!==?";
  if (speaks === "of itself") return new Map();
  return new Map([...text.matchAll(new RegExp(`\\b([\\w$]+)\\)*\\s*${operator}\\s*["']([^"']+)["']`, "g"))].map(([, name = "", word = ""]) => [name, word]));
}

/** Imports become reads of the world, exports a record; top-level `await` stays possible. */
async function load(code: string, globals: Record<string, unknown>, thing: (at: string) => unknown): Promise<Record<string, unknown>> {
  const exported: string[] = [];
  const body = code
    // What is booked and never awaited would fail outside of the run.
    .replace(/=> void /g, "=> ")
    .replace(/^import\s+([\s\S]*?)\s+from\s+["'](.*?)["'];?$/gm, (_, clause: string, module: string) => importOf(clause, module))
    .replace(/^import\s+["'].*?["'];?$/gm, "")
    .replace(/^export\s*\{([^}]*)\};?$/gm, (_, names: string) => {
      for (const name of names.split(",")) exported.push(name.trim().replace(/^(\S+) as (\S+)$/, "$1"));
      return "";
    });
  const found = exported.filter((name) => name !== "");
  const program = `"use strict"; return (async () => { ${body}\nreturn { ${found.map((name) => `${JSON.stringify(name)}: ${name}`).join(", ")} }; })();`;
  const names = [...Object.keys(globals), "world"];
  return (await (new Function(...names, program) as (...values: unknown[]) => unknown)(...Object.values(globals), thing)) as Record<string, unknown>;
}

function importOf(clause: string, module: string): string {
  const at = JSON.stringify(module);
  const lines: string[] = [];
  const named = /\{([^}]*)\}/.exec(clause)?.[1];
  const plain = clause.replace(/\{[^}]*\}/, "").split(",").map((part) => part.trim()).filter((part) => part !== "");
  for (const name of plain) lines.push(`const ${name.replace(/^\* as /, "")} = world(${at});`);
  for (const part of named?.split(",") ?? []) {
    const [imported = "", local = imported] = part.trim().split(/\s+as\s+/);
    // Figures that are imported are figures.
    if (imported !== "") lines.push(`const ${local} = ${/^[A-Z][A-Z0-9_]+$/.test(imported) ? "1" : `world(${JSON.stringify(`${module}.${imported}`)})`};`);
  }
  return lines.join(" ");
}
