import { join } from "node:path";
import { defineConfig } from "@playwright/test";

// A server of its own for each worker (tests/table.ts); the browser is the system's.
export default defineConfig({
  testDir: "..",
  testIgnore: join(__dirname, "../build/**"), // where a copy of these sources may be tested
  testMatch: ["web/tests/*.spec.ts", "games/*/*.spec.ts"],
  outputDir: "../build/test/web",
  workers: 2,
  retries: process.env.CI ? 1 : 0, // every match is dealt anew; what fails at first is told, too
  fullyParallel: true,
  timeout: 900_000, // of what hangs; no test depends on how fast the machine is
  expect: { timeout: 60_000 },
  reporter: [["./tests/report.ts"]],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
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
