/** A project in JavaScript: a model behind a wrapper in another file, a loop without a limit, one with. */
export const JAVASCRIPT: Readonly<Record<string, string>> = {
  "src/model.js": `import OpenAI from "openai";

const client = new OpenAI();

export async function ask(messages) {
  return await client.chat.completions.create({ model: "m", messages });
}
`,
  "src/agent.js": `import { ask } from "./model.js";

export async function agent(messages) {
  while (true) {
    const reply = await ask(messages);
    messages.push(reply.choices[0].message);
    if (!reply.choices[0].message.tool_calls) return messages;
  }
}
`,
  "src/bounded.js": `import { ask } from "./model.js";

export async function agent(messages) {
  for (let step = 0; step < 8; step++) {
    const reply = await ask(messages);
    messages.push(reply.choices[0].message);
    if (!reply.choices[0].message.tool_calls) return messages;
  }
  throw new Error("Stopped after 8 steps.");
}
`,
};

/** The same in TypeScript, with syntax that only TypeScript has. */
export const TYPESCRIPT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(JAVASCRIPT).map(([name, text]) => [
    name.replace(/js$/, "ts"),
    `${text.replace("(messages) {", "(messages: unknown[] & any): Promise<any> {")}\nexport interface Options { readonly steps?: number }\nexport const defaults = { steps: 8 } satisfies Options;\n`,
  ]),
);
