import { window, workspace } from "vscode";

/** The loop of the quick-start guides: it goes round until a reply comes without a tool call. */
const NAIVE_AGENT = `import OpenAI from "openai";

const client = new OpenAI();

/** Works on a task with tools until the model says that it is done. */
export async function agent(task: string, runTool: (name: string, args: string) => Promise<string>) {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: task }];
  while (true) {
    const completion = await client.chat.completions.create({ model: "gpt-5", messages });
    const message = completion.choices[0].message;
    messages.push(message);
    if (!message.tool_calls) return message.content;
    for (const call of message.tool_calls) {
      const content = await runTool(call.function.name, call.function.arguments);
      messages.push({ role: "tool", tool_call_id: call.id, content });
    }
  }
}
`;

/** Opens a draft with an agent that nothing but the model ends. */
export async function openExample(): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument({ language: "typescript", content: NAIVE_AGENT }));
}
