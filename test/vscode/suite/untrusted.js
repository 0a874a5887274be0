"use strict";
// A workspace that nobody trusts: nothing in it may be executed, and everything that only reads has to work.
const assert = require("node:assert/strict");
const vscode = require("vscode");
const { runTests, until } = require("./run-tests.js");
const { actions, apply, finding, open, rules } = require("./in-editor.js");

exports.run = () =>
  runTests({
    async "the workspace is not trusted"() {
      assert.equal(vscode.workspace.isTrusted, false);
    },

    async "findings and fixes are there all the same"() {
      const { uri } = await open("one/agent.ts");
      const { range } = await finding(uri, "no-unbounded-loop");
      const [best] = await actions(uri, range, "quickfix");
      await apply(best);
      await until("the finding goes", () => !rules(uri).includes("no-unbounded-loop"));
    },

    async "imports are followed"() {
      const { uri } = await open("one/through-wrapper.ts");
      await finding(uri, "no-unbounded-loop");
    },

    async "an ESLint configuration is read, not run"() {
      const { uri } = await open("two/agent.ts");
      await finding(uri, "no-unbounded-loop");
      const beside = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(uri, ".."));
      assert.ok(beside.some(([name]) => name === "eslint.config.js"));
      assert.ok(!beside.some(([name]) => name === "was-run.txt"));
    },
  });
