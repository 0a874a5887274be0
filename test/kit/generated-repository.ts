import fc from "fast-check";

/** Files by their path within the repository. */
export type Files = Readonly<Record<string, string>>;

/** Ways by which one module hands on what another one does. */
const LINKS = ["wrap", "rename", "star", "default", "require", "alias", "class", "interface", "heir-of-heir", "abstract", "factory"] as const;
export type Link = (typeof LINKS)[number];

/** A chain of modules from a loop to what may be a model call. */
export interface Chain {
  readonly asks: boolean;
  readonly links: readonly Link[];
  readonly loops: boolean;
}

export const anyChain: fc.Arbitrary<Chain> = fc.record({
  asks: fc.boolean(),
  links: fc.array(fc.constantFrom(...LINKS), { maxLength: 4 }),
  loops: fc.boolean(),
});

export const anyRepository: fc.Arbitrary<Files> = fc.array(anyChain, { minLength: 1, maxLength: 4 }).map(repositoryOf);

/** A small workspace with one folder for each chain. */
export function repositoryOf(chains: readonly Chain[]): Files {
  const files: Record<string, string> = {
    "package.json": '{ "name": "generated", "dependencies": { "openai": "^6.0.0" } }\n',
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n',
  };
  for (const [i, chain] of chains.entries()) Object.assign(files, filesOf(chain, `src/c${i}`, `@/c${i}`, `C${i}`));
  return files;
}

function filesOf({ asks, links, loops }: Chain, folder: string, alias: string, tag: string): Record<string, string> {
  const files: Record<string, string> = { [`${folder}/m0.ts`]: asks ? ASKING : ECHO };
  let call = "ask(messages)";
  let importing = 'import { ask } from "./m0.js";\n';
  for (const [n, link] of links.entries()) {
    const to = `m${n + 1}`;
    const path = `${folder}/${to}.ts`;
    const wrap = `export async function ask(messages: any[]) { return ${call}; }\n`;
    const named = `import { ask } from "./${to}.js";\n`;
    const type = `Asker${tag}${n}`;
    const typed = `import type { ${type} } from "./${to}.js";\ndeclare const asker${n}: ${type};\n`;
    const method = `async ask(messages: any[]) { return ${call}; }`;
    switch (link) {
      case "wrap":
        files[path] = `${importing.replace("{ ask }", "{ ask as inner }")}${wrap.replace("ask(messages);", "inner(messages);")}`;
        break;
      case "rename":
        files[path] = `${importing}${wrap.replace("ask(", "put(")}export { put as ask };\n`;
        break;
      case "star":
        files[`${folder}/${to}-inner.ts`] = `${importing.replace("{ ask }", "{ ask as inner }")}${wrap.replace("ask(messages);", "inner(messages);")}`;
        files[path] = `export * from "./${to}-inner.js";\n`;
        break;
      case "default":
        files[path] = `${importing}export default async function put(messages: any[]) { return ${call}; }\n`;
        break;
      case "require":
        files[path] = `${importing}${wrap.replace("ask(", "put(")}module.exports = { ask: put };\n`;
        break;
      case "alias":
        files[path] = `${importing}${wrap.replace("ask(", "put(")}export { put as ask };\n`;
        break;
      case "class":
        files[path] = `${importing}export class Llm { ${method} }\n`;
        break;
      case "factory":
        files[path] = `${importing}export function make() { return { ${method} }; }\n`;
        break;
      case "interface":
        files[path] = `export interface ${type} { ask(messages: any[]): Promise<any>; }\n`;
        files[`${folder}/${to}-impl.ts`] = `${importing}import type { ${type} } from "./${to}.js";\nexport class Impl implements ${type} { ${method} }\n`;
        break;
      case "heir-of-heir":
        files[path] = `export interface ${type} { ask(messages: any[]): Promise<any>; }\n`;
        files[`${folder}/${to}-base.ts`] = `import type { ${type} } from "./${to}.js";\nexport class Base${type} implements ${type} { async ask(messages: any[]) { return messages; } }\n`;
        files[`${folder}/${to}-impl.ts`] = `${importing}import { Base${type} } from "./${to}-base.js";\nexport class Impl extends Base${type} { ${method} }\n`;
        break;
      case "abstract":
        files[path] = `export abstract class ${type} { abstract ask(messages: any[]): Promise<any>; }\n`;
        files[`${folder}/${to}-impl.ts`] = `${importing}import { ${type} } from "./${to}.js";\nexport class Impl extends ${type} { ${method} }\n`;
        break;
    }
    importing = named;
    call = "ask(messages)";
    if (link === "default") importing = `import ask from "./${to}.js";\n`;
    if (link === "require") importing = `const { ask } = require("./${to}.js");\n`;
    if (link === "alias") importing = `import { ask } from "${alias}/${to}";\n`;
    if (link === "class") [importing, call] = [`import { Llm } from "./${to}.js";\nconst llm${n} = new Llm();\n`, `llm${n}.ask(messages)`];
    if (link === "factory") [importing, call] = [`import { make } from "./${to}.js";\nconst made${n} = make();\n`, `made${n}.ask(messages)`];
    if (link === "interface" || link === "heir-of-heir" || link === "abstract") [importing, call] = [typed, `asker${n}.ask(messages)`];
  }
  files[`${folder}/main.ts`] = `${importing}${loops ? loopRound(call) : `export const once = async (messages: any[]) => ${call};\n`}`;
  return files;
}

const ASKING = `import OpenAI from "openai";
const client = new OpenAI();
export async function ask(messages: any[]) { return client.chat.completions.create({ model: "gpt-5", messages }); }
`;

const ECHO = "export async function ask(messages: any[]) { return { done: messages.length > 3 }; }\n";

function loopRound(call: string): string {
  return `export async function run(messages: any[]) {
  while (true) {
    const reply = await ${call};
    messages.push(reply);
    if (reply.done) return messages;
  }
}
`;
}
