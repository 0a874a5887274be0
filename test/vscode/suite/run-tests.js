"use strict";
// A runner small enough to be loaded into an extension host: tests run one after the other, each says how it went.
const vscode = require("vscode");

/** Waits until something holds; its value. A provider that is being registered cancels requests for a moment. */
exports.until = async function until(what, get, patience = 20_000) {
  for (const end = Date.now() + patience; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    try {
      const value = await get();
      if (value) return value;
    } catch (error) {
      if (!/cancel/i.test(String(error))) throw error;
    }
  }
  throw new Error(`waited in vain: ${what}`);
};

exports.runTests = async function runTests(tests) {
  let passed = 0;
  let failed = 0;
  console.log(`VS Code ${vscode.version}, Node ${typeof process === "undefined" ? "none" : process.version}, ${vscode.workspace.workspaceFolders?.length ?? 0} folders, trusted: ${vscode.workspace.isTrusted}`);
  for (const [name, test] of Object.entries(tests)) {
    const start = Date.now();
    try {
      await test();
      passed++;
      console.log(`ok - ${name} (${Date.now() - start} ms)`);
    } catch (error) {
      failed++;
      console.log(`not ok - ${name}\n${error?.stack ?? error}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) throw new Error(`${failed} failed`);
};
