"use strict";
const vscode = require("vscode");
const { until } = require("./run-tests.js");

const ID = "agent-loop.agent-loop-vscode";

exports.ID = ID;
exports.NAIVE = `import OpenAI from "openai";

const client = new OpenAI();

export async function agent(messages: OpenAI.ChatCompletionMessageParam[]) {
  while (true) {
    const completion = await client.chat.completions.create({ model: "gpt-5", messages });
    const message = completion.choices[0].message;
    messages.push(message);
    if (!message.tool_calls) return message.content;
  }
}
`;

exports.extension = () => vscode.extensions.getExtension(ID);

exports.uriOf = (path) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, "..", path);

exports.open = async (path) => {
  const document = await vscode.workspace.openTextDocument(typeof path === "string" ? exports.uriOf(path) : path);
  await vscode.window.showTextDocument(document);
  return document;
};

exports.write = async (path, text) => {
  const uri = exports.uriOf(path);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
};

exports.findings = (uri) => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "agent-loop");

exports.ruleOf = ({ code }) => (typeof code === "object" ? code.value : code);

exports.rules = (uri) => exports.findings(uri).map(exports.ruleOf).sort();

/** The findings of a document, once there is one of that rule. */
exports.finding = (uri, rule) => until(`${rule} in ${uri.path}`, () => exports.findings(uri).find((finding) => exports.ruleOf(finding) === rule));

exports.clean = (uri) => until(`nothing in ${uri.path}`, () => exports.findings(uri).length === 0);

exports.actions = (uri, range, kind) =>
  until(`actions of kind ${kind}`, async () => {
    // The last argument has the editor ask for the edits, too, as it does for the action that a person chooses.
    const found = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", uri, range, kind, 100);
    return found.length > 0 && found;
  });

exports.apply = async (action) => {
  if (!(await vscode.workspace.applyEdit(action.edit))) throw new Error(`${action.title} could not be applied`);
};

exports.setting = async (name, value, uri) => {
  const target = uri === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.WorkspaceFolder;
  await vscode.workspace.getConfiguration("agentLoop", uri).update(name, value, target);
};
