"use strict";
// Two folders, `one` and `two`, in one trusted workspace.
const assert = require("node:assert/strict");
const vscode = require("vscode");
const { runTests, until } = require("./run-tests.js");
const { NAIVE, ID, actions, apply, clean, extension, finding, findings, open, ruleOf, rules, setting, uriOf, write } = require("./in-editor.js");

const HEAD = new vscode.Range(5, 2, 5, 14);

exports.run = () =>
  runTests({
    async "sleeps until a language of ours is opened, and is then active at once"() {
      assert.ok(extension(), `${ID} is installed`);
      await open("one/notes.txt");
      assert.equal(extension().isActive, false);
      const start = performance.now();
      const before = process.cpuUsage();
      await extension().activate();
      const { user, system } = process.cpuUsage(before);
      console.log(`activation: ${(performance.now() - start).toFixed(0)} ms, of which ${((user + system) / 1000).toFixed(0)} ms of computing`);
    },

    async "shows a finding with its rule, its page, and the places that it speaks of"() {
      const { uri } = await open("one/agent.ts");
      const found = await finding(uri, "no-unbounded-loop");
      assert.equal(found.severity, vscode.DiagnosticSeverity.Error);
      assert.equal(found.range.start.line, 5);
      assert.match(found.code.target.toString(), /no-unbounded-loop\.md$/);
      assert.ok(found.relatedInformation.length > 0, "related places");
      assert.equal(found.relatedInformation[0].location.uri.toString(), uri.toString());
    },

    async "offers the best fix first and silence last"() {
      const { uri } = await open("one/agent.ts");
      const { range } = await finding(uri, "no-unbounded-loop");
      const offered = await actions(uri, range, "quickfix");
      const titles = offered.map(({ title }) => title);
      assert.ok(offered[0].isPreferred, titles.join("; "));
      assert.match(titles.at(-1), /^Disable no-unbounded-loop/, titles.join("; "));
    },

    async "mends, and the finding goes"() {
      const document = await open("one/agent.ts");
      const { range } = await finding(document.uri, "no-unbounded-loop");
      const [best] = await actions(document.uri, range, "quickfix");
      await apply(best);
      await until("the finding goes", () => !rules(document.uri).includes("no-unbounded-loop"));
      assert.match(document.getText(), /MAX_STEPS|maxSteps/i);
      await vscode.commands.executeCommand("undo");
      await finding(document.uri, "no-unbounded-loop");
    },

    async "engineers the whole loop at once"() {
      const uri = await write("one/whole.ts", NAIVE);
      const document = await open(uri);
      await finding(uri, "no-unbounded-loop");
      const [whole] = await actions(uri, HEAD, "refactor.rewrite");
      assert.match(whole.title, /^Engineer this loop/);
      await apply(whole);
      await clean(uri);
      assert.ok(await document.save());
    },

    async "mends on save what was opted in for, and nothing else"() {
      const uri = await write("one/saved.ts", NAIVE);
      const editor = vscode.workspace.getConfiguration("editor", uri);
      await editor.update("codeActionsOnSave", { "source.fixAll.agentLoop": "explicit" }, vscode.ConfigurationTarget.Workspace);
      const document = await open(uri);
      await finding(uri, "no-unbounded-loop");
      const touch = async (text) => {
        const edit = new vscode.WorkspaceEdit();
        edit.insert(uri, new vscode.Position(document.lineCount - 1, 0), text);
        await vscode.workspace.applyEdit(edit);
        await vscode.commands.executeCommand("workbench.action.files.save");
        await until("saved", () => !document.isDirty);
      };
      await touch("// one\n");
      assert.match(document.getText(), /while \(true\)/);
      await setting("fixAll", ["no-unbounded-loop"]);
      await touch("// two\n");
      await until("mended on save", () => !rules(uri).includes("no-unbounded-loop"));
      assert.match(document.getText(), /\/\/ two/);
      await setting("fixAll", undefined);
      await editor.update("codeActionsOnSave", undefined, vscode.ConfigurationTarget.Workspace);
    },

    async "follows imports into files that are not open"() {
      const { uri } = await open("one/through-wrapper.ts");
      await finding(uri, "no-unbounded-loop");
    },

    async "keeps the settings of each folder apart"() {
      const other = await open("two/agent.ts");
      await finding(other.uri, "no-unbounded-loop");
      await setting("rules", { "no-unbounded-loop": "off" }, other.uri);
      await clean(other.uri);
      const { uri } = await open("one/agent.ts");
      await finding(uri, "no-unbounded-loop");
      await setting("rules", undefined, other.uri);
      await open("two/agent.ts");
      await finding(other.uri, "no-unbounded-loop");
    },

    async "takes its team's settings file, and sees it change"() {
      const { uri } = await open("two/agent.ts");
      const file = await write("two/agent-loop.config.json", '{ "rules": { "no-unbounded-loop": "warn" } }');
      await until("a warning", () => findings(uri).some((found) => ruleOf(found) === "no-unbounded-loop" && found.severity === vscode.DiagnosticSeverity.Warning));
      await vscode.workspace.fs.delete(file);
      await until("an error", () => findings(uri).some((found) => ruleOf(found) === "no-unbounded-loop" && found.severity === vscode.DiagnosticSeverity.Error));
    },

    async "is quiet when told to"() {
      const { uri } = await open("one/agent.ts");
      await finding(uri, "no-unbounded-loop");
      await setting("diagnostics", "off");
      await clean(uri);
      await setting("diagnostics", undefined);
      await finding(uri, "no-unbounded-loop");
    },

    async "reads drafts"() {
      const document = await open((await vscode.workspace.openTextDocument({ language: "typescript", content: NAIVE })).uri);
      await finding(document.uri, "no-unbounded-loop");
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    },

    async "opens an example that has something to find"() {
      await vscode.commands.executeCommand("agentLoop.tryExample");
      const { document } = vscode.window.activeTextEditor;
      await finding(document.uri, "no-unbounded-loop");
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    },

    async "explains a loop in the hover, with a way to its picture"() {
      const { uri } = await open("one/agent.ts");
      const text = await until("a card", async () => {
        const hovers = await vscode.commands.executeCommand("vscode.executeHoverProvider", uri, new vscode.Position(5, 4));
        const words = hovers.flatMap(({ contents }) => contents.map((content) => content.value ?? content)).join("\n");
        return words.includes("Agent loop") && words;
      });
      assert.match(text, /client\.chat\.completions\.create/);
      assert.match(text, /command:agentLoop\.showLoop/);
    },

    async "sums a loop up above it when asked to"() {
      const { uri } = await open("one/agent.ts");
      await setting("codeLens", true);
      const lens = await until("a lens", async () => {
        const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", uri, 10);
        return lenses.find(({ command }) => command?.title.startsWith("Agent loop"));
      });
      assert.equal(lens.command.command, "agentLoop.showLoop");
      await setting("codeLens", undefined);
    },

    async "says what it has recognised"() {
      await open("one/agent.ts");
      await vscode.commands.executeCommand("agentLoop.explain");
      const shown = await until("an explanation", () => vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === "agent-loop-explanation"));
      assert.match(shown.document.getText(), /while :6 agent loop, bounded: no/);
      assert.match(shown.document.getText(), /asks client\.chat\.completions\.create/);
    },

    async "opens the picture of a loop"() {
      await open("one/agent.ts");
      await vscode.commands.executeCommand("agentLoop.showLoop");
      await until("the loop view", () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith("agentLoop.loop")));
    },

    async "lints what is not open"() {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      assert.deepEqual(rules(uriOf("two/hidden.ts")), []);
      await vscode.commands.executeCommand("agentLoop.lintWorkspace");
      await finding(uriOf("two/hidden.ts"), "no-unbounded-loop");
      await finding(uriOf("one/agent.ts"), "no-unbounded-loop");
      await vscode.commands.executeCommand("agentLoop.lintWorkspace");
    },

    async "comes back from a restart"() {
      const { uri } = await open("one/agent.ts");
      await finding(uri, "no-unbounded-loop");
      await vscode.commands.executeCommand("agentLoop.restart");
      await finding(uri, "no-unbounded-loop");
      const document = vscode.window.activeTextEditor.document;
      const [best] = await actions(uri, (await finding(uri, "no-unbounded-loop")).range, "quickfix");
      await apply(best);
      await until("the finding goes", () => !rules(uri).includes("no-unbounded-loop"));
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), NAIVE);
    },

    async "has all its commands"() {
      const known = await vscode.commands.getCommands(true);
      for (const { command } of extension().packageJSON.contributes.commands) assert.ok(known.includes(command), command);
    },
  });
