// See ./run.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { chromium } = createRequire(new URL("../../package.json", import.meta.url))(
  "@playwright/test",
);
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const GAMES = JSON.parse(execFileSync(process.argv[2], ["games", "--json"])).map(
  (game) => game.title,
);
const CHOICES = ".dock .move:enabled, button.offered";

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port: free } = probe.address();
    probe.close(() => resolve(free));
  });
});
const data = mkdtempSync(join(tmpdir(), "tenka-bench-"));
process.once("exit", () => rmSync(data, { recursive: true, force: true }));
const server = spawn(
  process.argv[2],
  ["serve", "--listen", `127.0.0.1:${port}`, "--data", data, "--bot-ms", "0", "--rate", "0"],
  { stdio: ["ignore", "pipe", "inherit"] },
);
server.once("exit", (code) => process.exit(code ?? 1)); // at the end, or it has said why not
await new Promise((resolve) => server.stdout.once("data", resolve));
const home = `http://127.0.0.1:${port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ARGUMENTS,
});

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** A new page that counts what comes over the network. */
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  let bytes = 0;
  cdp.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  return { page, context, cdp, bytes: () => bytes };
}

async function start(page, title) {
  await page
    .locator(".game-card")
    .filter({ has: page.getByRole("heading", { name: title }) })
    .getByRole("button")
    .first()
    .click();
  await page.waitForSelector(CHOICES);
}

async function load() {
  for (const title of GAMES) {
    const { page, context, bytes } = await open();
    await page.goto(home);
    await start(page, title);
    console.log(`first load with ${title}: ${(bytes() / 1024).toFixed(0)} KB`);
    await context.close();
  }
}

async function interactive() {
  const times = [];
  const greetings = [];
  for (let i = 0; i < 7; i++) {
    const { page, context, cdp } = await open();
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(home, { waitUntil: "commit" });
    // A game can be started as soon as its button is drawn: a click before the server's greeting
    // waits for it.
    const [drawn, greeted] = await page.evaluate(async () => {
      const seen = (selector) =>
        new Promise((resolve) => {
          const look = () =>
            document.querySelector(selector)
              ? resolve(performance.now())
              : requestAnimationFrame(look);
          look();
        });
      return Promise.all([seen(".game-card button"), seen(".my-name")]);
    });
    times.push(drawn);
    greetings.push(greeted);
    await context.close();
  }
  const all = (numbers) =>
    `${middle(numbers).toFixed(0)} ms (${numbers.map((time) => time.toFixed(0)).join(" ")})`;
  console.log(
    `interactive, CPU four times slower: ${all(times)}; greeted by the server: ${all(greetings)}`,
  );
}

/** The time from the click that completes a move to the frame after the page has changed. */
async function latency() {
  const { page, context } = await open({ reducedMotion: "reduce" });
  await page.goto(home);
  await start(page, "Zipang Portable");
  const times = [];
  for (let i = 0; i < 60; i++) {
    await page.waitForSelector(`${CHOICES}, .over`);
    if (await page.locator(".over").count()) break;
    const time = await page.evaluate(async (choices) => {
      const all = [...document.querySelectorAll(choices)];
      const before = document.querySelectorAll(".log-line").length;
      const begun = performance.now();
      all[Math.floor(all.length / 2)]?.click();
      for (let frame = 0; frame < 60; frame++) {
        await new Promise(requestAnimationFrame);
        if (document.querySelectorAll(".log-line").length > before)
          return performance.now() - begun;
        if (document.querySelector(".chosen")) return undefined; // a card without its target
      }
      return undefined;
    }, CHOICES);
    if (time !== undefined) times.push(time);
  }
  const [usual, most] = [middle(times), Math.max(...times)].map((time) => time.toFixed(0));
  console.log(`a move shows after ${usual} ms, at most ${most} ms (${times.length} moves)`);
  await context.close();
}

/** The frames that Chromium drew and dropped while cards were moving. */
async function frames() {
  const { page, context } = await open({ reducedMotion: "no-preference" });
  await page.goto(home);
  await start(page, "Zipang Portable");
  await browser.startTracing(page, {
    categories: [
      "devtools.timeline.frame",
      "disabled-by-default-devtools.timeline.frame",
      "cc",
      "benchmark",
    ],
  });
  let gaps = [];
  for (let i = 0; i < 40; i++) {
    await page.waitForSelector(`${CHOICES}, .over, .stepping`);
    if (await page.locator(".over").count()) break;
    gaps.push(
      ...(await page.evaluate(async (choices) => {
        // Click on to the next step of the replay, or on something that can be chosen.
        const all = [
          ...document.querySelectorAll(document.querySelector(".stepping") ? ".stepping" : choices),
        ];
        all[Math.floor(all.length / 2)]?.click();
        const found = [];
        let last = performance.now();
        for (let frame = 0; frame < 30; frame++) {
          const now = await new Promise(requestAnimationFrame);
          if (document.querySelector(".flying")) found.push(now - last);
          last = now;
        }
        return found;
      }, CHOICES)),
    );
  }
  const trace = JSON.parse((await browser.stopTracing()).toString());
  const count = (name) => trace.traceEvents.filter((event) => event.name === name).length;
  gaps = gaps.filter((gap) => gap > 0);
  const rate = (1000 / middle(gaps)).toFixed(0);
  const long = gaps.filter((gap) => gap > 25).length;
  console.log(
    `while cards move: ${rate} frames/s (median of ${gaps.length}), ${long} longer than 25 ms; ` +
      `trace: ${count("DrawFrame")} drawn, ${count("DroppedFrame")} dropped`,
  );
  await context.close();
}

await load();
await interactive();
await latency();
await frames();
await browser.close();
server.kill("SIGTERM");
