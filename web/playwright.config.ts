import { defineConfig } from "@playwright/test";

// Each worker starts its own server (tests/table.ts). The browser is the one that is installed: the
// shell without windows needs a quarter less processor time than the whole browser.
export default defineConfig({
  testDir: "..",
  respectGitIgnore: true, // does not look into build, where other tests make and remove folders
  testMatch: ["web/tests/*.spec.ts", "games/*/*.spec.ts"],
  outputDir: "../build/test/web",
  workers: 2,
  retries: process.env.CI ? 1 : 0, // matches are random; the report also shows the first failure
  fullyParallel: true,
  timeout: 900_000, // only for tests that hang; no test depends on the speed of the machine
  expect: { timeout: 60_000 },
  reporter: [["./tests/report.ts"]],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    actionTimeout: 60_000,
    locale: "en-US",
    contextOptions: { reducedMotion: "reduce" },
  },
});
