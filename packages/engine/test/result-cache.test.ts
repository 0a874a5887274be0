import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lintPaths, type CacheOptions, type FileReport } from "../src/index.js";
import { anyRepository, repositoryOf, type Files } from "../../../test/kit/generated-repository.js";

let folder: string;
let cacheFolder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cached-")));
  cacheFolder = realpathSync(mkdtempSync(join(tmpdir(), "cache-")));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(cacheFolder, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function writeAll(files: Files): void {
  for (const [path, text] of Object.entries(files)) write(path, text);
}

interface Run {
  readonly reports: FileReport[];
  readonly linted: number;
  readonly known: number;
  readonly trouble: string[];
}

async function run(options: Partial<CacheOptions> = {}, preset: "strict" | "recommended" = "strict"): Promise<Run> {
  const trouble: string[] = [];
  let used = { linted: 0, known: 0 };
  const reports = await lintPaths({
    targets: [folder],
    cwd: folder,
    preset,
    threads: 1,
    cache: {
      path: join(cacheFolder, "cache"),
      version: "1.0.0",
      onTrouble: (message) => {
        trouble.push(message);
      },
      onUse: (use) => (used = use),
      ...options,
    },
  });
  return { reports, ...used, trouble };
}

async function withoutCache(): Promise<FileReport[]> {
  return await lintPaths({ targets: [folder], cwd: folder, preset: "strict", threads: 1 });
}

const LOOP = `export async function run(messages: any[]) {
  while (true) {
    const reply = await ask(messages);
    messages.push(reply);
    if (reply.done) return messages;
  }
}
`;
const ASKS = `import OpenAI from "openai";
const client = new OpenAI();
export async function ask(messages: any[]) { return client.chat.completions.create({ model: "gpt-5", messages }); }
`;
const ECHO = "export async function ask(messages: any[]) { return { done: messages.length > 3 }; }\n";

async function rulesIn(name: string): Promise<string[]> {
  const { reports } = await run();
  return reports.filter(({ path }) => path.endsWith(`/${name}`)).flatMap(({ findings }) => findings.map(({ rule }) => rule));
}

describe("the cache", () => {
  it("knows everything when nothing has changed, and leaves its file alone", async () => {
    writeAll(repositoryOf([{ asks: true, links: ["wrap", "interface", "star"], loops: true }]));
    const first = await run();
    expect(first.known).toBe(0);
    const bytes = readFileSync(join(cacheFolder, "cache"));
    const second = await run();
    expect(second).toMatchObject({ linted: 0, known: first.linted });
    expect(second.reports).toEqual(first.reports);
    expect(readFileSync(join(cacheFolder, "cache")).equals(bytes)).toBe(true);
    expect(readdirSync(cacheFolder)).toEqual(["cache"]);
  });

  it("looks again at one file when something within one function has changed, and at those that read what a file offers when that has", async () => {
    write("package.json", "{}");
    write("llm.ts", ASKS);
    write("main.ts", `import { ask } from "./llm.js";\n${LOOP}`);
    await run();
    write("llm.ts", ASKS.replace("gpt-5", "gpt-6"));
    expect((await run()).linted).toBe(1);
    write("llm.ts", ECHO);
    const { linted, reports } = await run();
    expect(linted).toBe(2);
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it("notices a file that was not there when it was looked for", async () => {
    write("package.json", "{}");
    write("main.ts", `import { ask } from "./llm.js";\n${LOOP}`);
    write("other.ts", ASKS);
    expect(await rulesIn("main.ts")).toEqual([]);
    write("llm.ts", ASKS);
    expect(await rulesIn("main.ts")).toContain("no-unbounded-loop");
    rmSync(join(folder, "llm.ts"));
    expect(await rulesIn("main.ts")).toEqual([]);
  });

  it("notices a file that takes the place of another one", async () => {
    write("package.json", "{}");
    write("llm/index.ts", ASKS);
    write("main.ts", `import { ask } from "./llm";\n${LOOP}`);
    expect(await rulesIn("main.ts")).toContain("no-unbounded-loop");
    write("llm.ts", ECHO);
    expect(await rulesIn("main.ts")).toEqual([]);
  });

  it("notices a class that comes to stand for an interface", async () => {
    write("package.json", "{}");
    write("asker.ts", "export interface Asker { ask(messages: any[]): Promise<any>; }\n");
    write("main.ts", `import type { Asker } from "./asker.js";\ndeclare const asker: Asker;\n${LOOP.replace("ask(messages)", "asker.ask(messages)")}`);
    write("impl.ts", ASKS);
    expect(await rulesIn("main.ts")).toEqual([]);
    write("impl.ts", `import type { Asker } from "./asker.js";\n${ASKS}export class Impl implements Asker { async ask(messages: any[]) { return ask(messages); } }\n`);
    expect(await rulesIn("main.ts")).toContain("no-unbounded-loop");
  });

  it("notices paths in tsconfig.json, manifests of the workspace, and the version that is installed", async () => {
    write("package.json", '{ "dependencies": { "ai": "^5.0.0" } }');
    write("tsconfig.json", '{ "compilerOptions": { "paths": { "@own/llm": ["./echo.ts"] } } }');
    write("echo.ts", ECHO);
    write("asks.ts", ASKS);
    write("main.ts", `import { ask } from "@own/llm";\n${LOOP}`);
    write("runs.ts", 'import { generateText } from "ai";\nexport const go = (model: any, tools: any) => generateText({ model, tools, prompt: "go", maxSteps: 5 });\n');
    expect(await rulesIn("main.ts")).toEqual([]);
    const before = await rulesIn("runs.ts");
    write("tsconfig.json", '{ "compilerOptions": { "paths": { "@own/llm": ["./asks.ts"] } } }');
    expect(await rulesIn("main.ts")).toContain("no-unbounded-loop");
    write("node_modules/ai/package.json", '{ "name": "ai", "version": "4.3.0" }');
    expect(await rulesIn("runs.ts")).not.toEqual(before);
    write("tsconfig.json", "{}");
    write("packages/llm/package.json", '{ "name": "@own/llm", "exports": "./index.ts" }');
    write("packages/llm/index.ts", ASKS);
    expect(await rulesIn("main.ts")).toContain("no-unbounded-loop");
    write("packages/llm/package.json", '{ "name": "@other", "exports": "./index.ts" }');
    expect(await rulesIn("main.ts")).toEqual([]);
  });

  it("notices settings, presets and another version of this tool", async () => {
    write("package.json", "{}");
    write("main.ts", `${ASKS}${LOOP}`);
    const { linted } = await run();
    write("agent-loop.config.json", '{ "rules": { "no-unbounded-loop": "off" } }');
    expect(await rulesIn("main.ts")).not.toContain("no-unbounded-loop");
    expect((await run({}, "recommended")).linted).toBe(linted);
    expect(await run({ version: "1.0.1" }, "recommended")).toMatchObject({ linted, trouble: [] });
  });

  it("moves the places that a finding shows in other files with their lines", async () => {
    write("package.json", "{}");
    write("llm.ts", ASKS);
    write("main.ts", `import { ask } from "./llm.js";\n${LOOP}`);
    await run();
    write("llm.ts", `\n\n${ASKS}`);
    expect((await run()).reports).toEqual(await withoutCache());
  });

  it("keeps what it knows of files that were not asked for", async () => {
    writeAll(repositoryOf([{ asks: true, links: ["wrap"], loops: true }, { asks: true, links: [], loops: true }]));
    const all = await run();
    write("src/c0/m0.ts", ECHO);
    await lintPaths({ targets: [join(folder, "src/c0")], cwd: folder, preset: "strict", threads: 1, cache: { path: join(cacheFolder, "cache"), version: "1.0.0" } });
    expect(await run()).toMatchObject({ linted: 0, known: all.linted });
  });

  it("is not used when it is damaged, and made anew; one line tells", async () => {
    write("main.ts", `${ASKS}${LOOP}`);
    const { reports } = await run();
    const path = join(cacheFolder, "cache");
    const bytes = readFileSync(path);
    for (const damaged of [bytes.subarray(0, bytes.length - 7), Buffer.concat([bytes.subarray(0, 200), Buffer.from("nonsense"), bytes.subarray(208)]), bytes.subarray(0, 20)]) {
      writeFileSync(path, damaged);
      const again = await run();
      expect(again).toMatchObject({ known: 0, trouble: [`${path}: this cache is damaged; it is not used, and made anew.`] });
      expect(again.reports).toEqual(reports);
      expect(await run()).toMatchObject({ linted: 0, trouble: [] });
    }
  });

  it("leaves a file alone that is none", async () => {
    write("main.ts", `${ASKS}${LOOP}`);
    const path = join(cacheFolder, "package.json");
    writeFileSync(path, "{}");
    const { trouble, reports } = await run({ path });
    expect(trouble).toEqual([`${path}: this is no cache of agent-loop; it is not used, and left as it is.`]);
    expect(reports[0]?.findings).not.toEqual([]);
    expect(readFileSync(path, "utf8")).toBe("{}");
  });

  it("costs no findings where it cannot be written", async () => {
    write("main.ts", `${ASKS}${LOOP}`);
    writeFileSync(join(cacheFolder, "file"), "");
    const { trouble, reports } = await run({ path: join(cacheFolder, "file", "cache") });
    expect(trouble).toHaveLength(1);
    expect(reports[0]?.findings).not.toEqual([]);
  });

  it("gives the findings of a run without it, whatever is edited", { timeout: 240_000 }, async () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom("touch", "echo", "ask", "remove", "restore", "comment", "break", "shadow"), fc.nat()), { minLength: 1, maxLength: 5 });
    let known = 0;
    await fc.assert(
      fc.asyncProperty(anyRepository, edits, async (files, steps) => {
        rmSync(folder, { recursive: true });
        rmSync(join(cacheFolder, "cache"), { force: true });
        writeAll(files);
        await run();
        const paths = Object.keys(files).filter((path) => path.endsWith(".ts"));
        for (const [place, edit] of steps) {
          const path = paths[place % paths.length] ?? "";
          edited(files, path, edit);
          const cached = await run();
          known += cached.known;
          expect(cached.reports).toEqual(await withoutCache());
        }
      }),
      { numRuns: 25 },
    );
    expect(known).toBeGreaterThan(0);
  });

  function edited(files: Files, path: string, edit: string): void {
    const now = existsSync(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : "";
    const does: Record<string, () => void> = {
      touch: () => {
        write(path, now);
      },
      echo: () => {
        write(path, ECHO);
      },
      ask: () => {
        write(path, ASKS);
      },
      remove: () => {
        rmSync(join(folder, path), { force: true });
      },
      restore: () => {
        write(path, files[path] ?? "");
      },
      comment: () => {
        write(path, `// one more line\n${now}`);
      },
      break: () => {
        write(path, `${now}\nexport const = ;\n`);
      },
      shadow: () => {
        write(path.replace(/\.ts$/, ".tsx"), ASKS);
      },
    };
    does[edit]?.();
  }
});
