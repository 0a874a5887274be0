"use strict";
// The extension in a browser's worker: no Node, no processes, files only through the editor.
const { runTests, until } = require("./run-tests.js");
const vscode = require("vscode");
const { actions, apply, extension, finding, findings, open, rules, uriOf } = require("./in-editor.js");

exports.run = () =>
  runTests({
    async "it runs where there is no Node"() {
      const { uri } = await open("one/agent.ts");
      await finding(uri, "no-unbounded-loop");
      // It lives in another host than this suite, which cannot see it.
      if (extension() !== undefined) throw new Error("it runs on Node");
    },
    async "mends, and the finding goes"() {
      const { uri } = await open("one/agent.ts");
      const { range } = await finding(uri, "no-unbounded-loop");
      const [best] = await actions(uri, range, "quickfix");
      await apply(best);
      await until("the finding goes", () => !rules(uri).includes("no-unbounded-loop"));
      await vscode.commands.executeCommand("undo");
      await finding(uri, "no-unbounded-loop");
    },
    async "asks for the files that are imported"() {
      const { uri } = await open("one/through-wrapper.ts");
      await finding(uri, "no-unbounded-loop");
    },
    async "lints what is not open"() {
      if (findings(uriOf("two/hidden.ts")).length > 0) throw new Error("linted unasked");
      await vscode.commands.executeCommand("agentLoop.lintWorkspace");
      await finding(uriOf("two/hidden.ts"), "no-unbounded-loop");
    },
  });
