import { ask } from "@example/model";

export async function agent(messages, tools) {
  while (true) {
    const message = await ask(messages);
    messages.push(message);
    if (!message.tool_calls) return message.content;
    for (const call of message.tool_calls) messages.push(await tools.run(call));
  }
}
