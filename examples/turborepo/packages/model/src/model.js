import OpenAI from "openai";

const client = new OpenAI();

export async function ask(messages) {
  const reply = await client.chat.completions.create({ model: "gpt-5", messages });
  return reply.choices[0].message;
}
