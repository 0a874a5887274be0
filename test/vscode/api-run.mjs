// Runs a suite inside of VS Code's extension host, where the real `vscode` API is.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startVSCode } from "./host.mjs";

const SUITE = fileURLToPath(new URL("suite/", import.meta.url));
const NOISE = /Creating a socket|connection token|gallery|AccountPolicyGate|AgentHost|grace-time|builtin extensions|Service Worker/;

/** @returns the suite's lines; throws when it fails. */
export async function runSuite({ suite, patience = 180_000, ...host }) {
  const vs = await startVSCode(host);
  const lines = [];
  try {
    let end;
    const ended = new Promise((resolve) => (end = resolve));
    await vs.page.exposeFunction("codeAutomationLog", (_type, args) => {
      const line = args.map(String).join(" ");
      if (!NOISE.test(line)) lines.push(line);
    });
    await vs.page.exposeFunction("codeAutomationExit", (code) => {
      end(code);
    });
    await vs.page.goto(vs.url([["extensionDevelopmentPath", vs.remoteUri(SUITE)], ["extensionTestsPath", vs.remoteUri(join(SUITE, suite))], ["skipWelcome", "true"]]));
    const code = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patience, "no end in time"))]);
    if (code !== 0) {
      await vs.page.screenshot({ path: join(host.out, "failure.png") }).catch(() => undefined);
      throw new Error(`${suite} ended with ${code}:\n${lines.join("\n")}`);
    }
    return lines;
  } finally {
    await vs.page.close().catch(() => undefined);
    await vs.stop();
  }
}
