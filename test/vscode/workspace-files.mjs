import { readFileSync } from "node:fs";

/** The loop of the quick-start guides; the suites inside of the editor know the same. */
export const NAIVE = /exports\.NAIVE = `([^`]*)`/.exec(readFileSync(new URL("suite/in-editor.js", import.meta.url), "utf8"))[1];

const ASK = `import OpenAI from "openai";

const client = new OpenAI();

export async function ask(prompt: string): Promise<string> {
  const completion = await client.chat.completions.create({ model: "gpt-5", messages: [{ role: "user", content: prompt }] });
  return completion.choices[0].message.content ?? "";
}
`;

/** Only the other file says that this asks a model. */
const THROUGH_WRAPPER = `import { ask } from "./ask.js";

export async function agent(work: string) {
  while (true) {
    const answer = await ask(work);
    if (!answer) return work;
    work += answer;
  }
}
`;

/** Two folders with agents in them. */
export const WORKSPACE = {
  "all.code-workspace": JSON.stringify({ folders: [{ path: "one" }, { path: "two" }] }),
  "one/package.json": '{ "name": "one", "dependencies": { "openai": "^6.0.0" } }',
  "one/notes.txt": "Nothing to lint.\n",
  "one/agent.ts": NAIVE,
  "one/ask.ts": ASK,
  "one/through-wrapper.ts": THROUGH_WRAPPER,
  "two/package.json": '{ "name": "two" }',
  // Whoever runs it leaves a trace.
  "two/eslint.config.js": 'import { writeFileSync } from "node:fs";\nwriteFileSync(new URL("was-run.txt", import.meta.url), "");\nexport default [];\n',
  "two/agent.ts": NAIVE,
  "two/hidden.ts": NAIVE,
};
