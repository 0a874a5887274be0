// Starts real VS Code (its server build) and a browser that shows it; nothing of either outlives the run.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";

const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "chat.disableAIFeatures": true,
  "git.enabled": false,
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
  "javascript.validate.enable": false,
  "typescript.validate.enable": false,
  "typescript.disableAutomaticTypeAcquisition": true,
};

/**
 * @param vscode what `installVSCode` gave
 * @param files texts of the workspace, by path
 * @param open a folder or a `.code-workspace` file of the workspace; the workspace itself by default
 */
export async function startVSCode({ vscode, files, vsix, out, open = "", settings = {}, serverArgs = [], viewport = { width: 1280, height: 800 } }) {
  const { chromium } = createRequire(join(vscode.modules, "any.js"))("playwright-core");
  mkdirSync(out, { recursive: true });
  const root = mkdtempSync(join(tmpdir(), "vscode-"));
  const places = { workspace: join(root, "workspace"), data: join(root, "data"), extensions: join(root, "extensions"), home: join(root, "home") };
  for (const folder of [places.workspace, places.extensions, places.home, join(places.data, "data/User")]) mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(places.workspace, path)), { recursive: true });
    writeFileSync(join(places.workspace, path), text);
  }
  writeFileSync(join(places.data, "data/User/settings.json"), JSON.stringify({ ...SETTINGS, ...settings }, null, 1));
  /** Settings of the workspace; unlike those of the user they are watched. */
  const set = (more) => {
    mkdirSync(join(places.workspace, ".vscode"), { recursive: true });
    writeFileSync(join(places.workspace, ".vscode/settings.json"), JSON.stringify(more));
  };

  let server;
  process.once("exit", () => {
    if (server?.pid !== undefined && server.exitCode === null && server.signalCode === null) kill(server.pid, "SIGKILL");
    rmSync(root, { recursive: true, force: true });
  });

  // Settings of the machine must not leak in: a home of its own, and no variables of editors or npm.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|npm_)/.test(name));
  const env = { ...Object.fromEntries(inherited), HOME: places.home, XDG_RUNTIME_DIR: root, EXTENSIONS_GALLERY: "{}" };
  const main = join(vscode.root, vscode.throughCodeServer ? "../../out/node/entry.js" : "out/server-main.js");
  writeFileSync(join(root, "config.yaml"), "");
  const common = vscode.throughCodeServer
    ? ["--user-data-dir", join(places.data, "data"), "--extensions-dir", places.extensions, "--config", join(root, "config.yaml")]
    : ["--accept-server-license-terms", "--server-data-dir", places.data, "--extensions-dir", places.extensions, "--telemetry-level", "off"];
  const installed = spawnSync(vscode.node, [main, ...common, "--install-extension", vsix], { env, encoding: "utf8", timeout: 120_000 });
  assert.match(installed.stdout, /successfully installed/, installed.stdout + installed.stderr);

  const logFile = join(out, "server.log");
  const log = openSync(logFile, "w");
  const serving = vscode.throughCodeServer
    ? ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", "--disable-getting-started-override"]
    : ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--enable-smoke-test-driver"];
  server = spawn(vscode.node, [main, ...common, ...serving, ...serverArgs], { env, cwd: root, stdio: ["ignore", log, log], detached: true });

  let browser;
  const stop = async () => {
    await browser?.close().catch(() => undefined);
    if (server.exitCode === null && server.signalCode === null) {
      const gone = new Promise((resolve) => server.once("exit", resolve));
      kill(server.pid, "SIGTERM");
      const timer = setTimeout(() => kill(server.pid, "SIGKILL"), 5000);
      await gone;
      clearTimeout(timer);
    }
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };

  try {
    const port = await portOf(server, logFile);
    browser = await chromium.launch({
      executablePath: "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"],
    });
    const context = await browser.newContext({ viewport, permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.addInitScript(configurePage, vscode.throughCodeServer);
    const said = [];
    page.on("console", (message) => said.push(`${message.type()} ${message.text()}`));
    page.on("requestfailed", (request) => said.push(`failed ${request.url()} ${request.failure()?.errorText}`));
    page.on("close", () => writeFileSync(join(out, "browser.log"), said.join("\n")));

    const remoteUri = (path) => `vscode-remote://127.0.0.1:${port}${path}`;
    const kind = open.endsWith(".code-workspace") ? "workspace" : "folder";
    const url = (payload) => `http://127.0.0.1:${port}/?${kind}=${encodeURIComponent(join(places.workspace, open))}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
    return { page, workspace: places.workspace, remoteUri, url, set, stop, said };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs in the page: webviews come from this very server, for there is no other; old servers need to be told of the test driver. */
function configurePage(throughCodeServer) {
  const get = Element.prototype.getAttribute;
  Element.prototype.getAttribute = function (name) {
    const value = get.call(this, name);
    if (name !== "data-settings" || this.id !== "vscode-workbench-web-configuration") return value;
    const settings = JSON.parse(value);
    if (throughCodeServer) settings.developmentOptions = { ...settings.developmentOptions, enableSmokeTestDriver: true };
    return JSON.stringify(settings);
  };
}

async function portOf(server, logFile) {
  for (let i = 0; i < 1200; i++) {
    const port = /(?:Extension host agent listening on |HTTP server listening on http:..127.0.0.1:)(\d+)/.exec(readFileSync(logFile, "utf8"))?.[1];
    if (port !== undefined) return port;
    if (server.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`VS Code did not start:\n${readFileSync(logFile, "utf8")}`);
}

function kill(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone already.
  }
}
