import { window, workspace } from "vscode";

/** What many first agents look like: the loop ends when the model says a word. */
const NAIVE_AGENT = `import OpenAI from "openai";

const client = new OpenAI();

/** Works until the model claims to be done. Hover over the squiggles; Ctrl+. on one of them mends it. */
export async function agent(messages: OpenAI.ChatCompletionMessageParam[]) {
  while (true) {
    const completion = await client.chat.completions.create({ model: "gpt-5", messages });
    const { message } = completion.choices[0];
    messages.push(message);
    if (message.content?.includes("DONE")) return message.content;
  }
}
`;

/** Opens a draft with an agent that nothing but the model ends. */
export async function openExample(): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument({ language: "typescript", content: NAIVE_AGENT }));
}
