import { defineConfig } from "@playwright/test";

const port = 4178;
const chromium = process.env["CHROMIUM"]; // a browser of the system in place of Playwright's own

export default defineConfig({
  testDir: "test",
  reporter: "list",
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: chromium === undefined ? {} : { executablePath: chromium },
  },
  webServer: { command: "node server.mjs", port, env: { PORT: String(port), MODEL: process.env["MODEL"] ?? "steady" } },
});
