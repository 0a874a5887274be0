import { analyse, DEFAULT_SETTINGS, printModel, type FileModel } from "@agent-loop/analysis";
import { parseText } from "@agent-loop/disk";
import { describe, expect, it } from "vitest";
import { MemorySources } from "./memory-sources.js";

const files = {
  "agent.ts": `import { generateText } from "ai";
import { ask } from "./ask.js";
import { invite } from "./invite.js";
import { removeFile, runTool } from "./tools.js";
export async function run(messages: unknown[]) {
  for (let i = 0; i < 10; i++) {
    const { text, toolCalls } = await ask(messages);
    if (toolCalls.length === 0) return text;
    for (const call of toolCalls) messages.push(await runTool(call.toolName, call.input));
    await invite(text);
    await removeFile(text);
  }
  throw new Error("limit");
}`,
  "ask.ts": `import { generateText } from "ai"; export const ask = (messages: unknown[]) => generateText({ model: "m", messages });`,
  "invite.ts": `import { mail } from "./mail.js"; export async function invite(text: string) { await mail(text); }`,
  "mail.ts": `import nodemailer from "nodemailer"; const transport = nodemailer.createTransport({}); export async function mail(text: string) { await transport.sendMail({ to: "a@b.c", text }); }`,
  "tools.ts": `import { rm } from "node:fs/promises";
export async function removeFile(path: string) { await rm(path); }
export async function runTool(name: string, args: unknown) { switch (name) { case "read": return read(args); case "write": return write(args); default: throw new Error(name); } }`,
};

function open(): { readonly model: FileModel; readonly text: string } {
  const path = "/agent.ts";
  const text = files["agent.ts"];
  const parsed = parseText(path, text);
  if (!parsed.ok) throw new Error("does not parse");
  return { text, model: analyse({ file: { path, text, program: parsed.program }, settings: DEFAULT_SETTINGS, port: new MemorySources(files) }) };
}

describe("how something was recognised is told by the names and files on the way", () => {
  const { model, text } = open();
  const printed = printModel(model, text);

  it.each([
    ["a model call", "`ask` asks the model: ask.ts#ask → ai generateText (/ask.ts#ask)"],
    ["an effect", "`invite` leads to `transport.sendMail`: invite.ts#invite → mail.ts#mail → nodemailer Transporter#.sendMail (/invite.ts#invite)"],
    ["an effect on what it is told", "`removeFile` hands what it is told to `rm`: tools.ts#removeFile → node:fs/promises rm (/tools.ts#removeFile)"],
    ["a tool call", "`runTool` runs the tool whose name it is given: tools.ts#runTool (/tools.ts#runTool)"],
  ])("%s", (_what, line) => {
    expect(printed).toContain(line);
  });

  it("leads to the function in the other file", () => {
    const effect = model.effects.find(({ callee }) => callee === "invite");
    expect(effect?.evidence[0]?.elsewhere).toEqual({ file: "/invite.ts", name: "invite" });
  });
});
