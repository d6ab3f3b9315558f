// The browser adds to the deal of a match, and checks it after the match; a server that cheats is
// found out.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { sha256 } from "../src/sha256";
import { accessible, another, clickOn, expect, GAMES, start, test, tooWide } from "./table";

/** The game with the shortest matches. */
const SHORT = [...GAMES].sort((a, b) => a.minutes.max - b.minutes.max)[0]?.id ?? "";

async function toTheEnd(page: Page): Promise<void> {
  for (let turn = 0; await clickOn(page, turn); turn++);
}

const table = (page: Page) => new URL(page.url()).pathname.split("/").pop() as string;

async function recordOf(page: Page): Promise<string> {
  return await (
    await page.request.get(`/record/${table(page)}`.replace(/^/, new URL(page.url()).origin))
  ).text();
}

/** Shows the page again with a record that was changed. */
async function forge(page: Page, change: (record: string) => string): Promise<void> {
  const record = change(await recordOf(page));
  await page.unroute("**/record/*");
  await page.route("**/record/*", (route) => route.fulfill({ body: record }));
  await page.reload();
}

test("SHA-256 of one block is that of Node", () => {
  for (const length of [0, 1, 31, 32, 55]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length) & 255);
    expect(Buffer.from(sha256(bytes)).toString("hex")).toBe(
      createHash("sha256").update(bytes).digest("hex"),
    );
  }
});

test("after a match the page has checked the deal, with its own random number", async ({
  page,
  home,
  browser,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await start(page, home, SHORT);
  const engine = () => loaded.filter((url) => url.endsWith(".wasm")).length;
  expect(engine()).toBe(0); // it is not loaded before the end
  await toTheEnd(page);
  const seal = page.locator("details.deal");
  await expect(seal).toContainText("Deal checked");
  await expect(seal).toContainText("random numbers of: ");
  await expect(seal.locator(".stamp")).toBeVisible();
  expect(engine()).toBe(1);
  await seal.locator("summary").click();
  await expect(seal).toContainText("All fits what was promised before the match");
  await expect(seal).toContainText(/the same \d+ views that you were shown/);
  await expect(seal).toContainText("nobody chose the cards");
  expect(await recordOf(page)).toMatch(/^share A: [0-9a-f]{64}$/m);
  await accessible(page);
  await page.screenshot({ path: "../build/test/screenshots/seal-1440.png", fullPage: true });
  // Somebody who comes later has seen no promises.
  const visitor = await another(browser, page.url());
  await visitor.page.locator("details.deal summary").click();
  await expect(visitor.page.locator("details.deal")).toContainText(
    "It was not there before the deal",
  );
  await visitor.context.close();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(tooWide)).toEqual([]);
  await page.screenshot({ path: "../build/test/screenshots/seal-360.png", fullPage: true });
});

test("forged records are found out", async ({ page, home }) => {
  await start(page, home, SHORT);
  await toTheEnd(page);
  await expect(page.locator("details.deal")).toContainText("Deal checked");
  const good = await recordOf(page);
  const warning = page.getByRole("alert").filter({ hasText: "Warning" });
  const digits = (text: string) => createHash("sha256").update(text).digest("hex");
  const hash = (share: string) =>
    createHash("sha256").update(Buffer.from(share, "hex")).digest("hex");
  // Another secret, which does not fit the commitment.
  await forge(page, () => good.replace(/^secret: .*$/m, `secret: ${digits("a")}`));
  await expect(warning).toContainText("the secret does not match the commitment");
  // ... and with a commitment that fits.
  await forge(page, () =>
    good
      .replace(/^secret: .*$/m, `secret: ${digits("a")}`)
      .replace(/^commitment: .*$/m, `commitment: ${hash(digits("a"))}`),
  );
  await expect(warning).toContainText("another commitment");
  // Another share, with its seal.
  await forge(page, () =>
    good
      .replace(/^share A: .*$/m, `share A: ${digits("b")}`)
      .replace(/^seal A: .*$/m, `seal A: ${hash(digits("b"))}`),
  );
  await expect(warning).toContainText("other seals");
  await forge(page, () => good.replace(/^share A: .*$/m, `share A: ${digits("b")}`));
  await expect(warning).toContainText("another random number");
  // What this browser added is left out: then the deal is another one.
  await forge(page, () => good.replace(/^share A: .*$/m, "share A: none"));
  await expect(warning).toBeVisible();
  await accessible(page);
  await page.screenshot({ path: "../build/test/screenshots/seal-warning.png", fullPage: true });
  await forge(page, () => good);
  await expect(page.locator("details.deal")).toContainText("Deal checked");
});

test("a server that shows other cards than those that it dealt is found out", async ({
  page,
  home,
}) => {
  let changed = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(String(text)) as { type: string; view?: { players: number } };
      // A field that no board shows.
      if (message.type === "view" && message.view && !changed) {
        changed = true;
        (message.view as Record<string, unknown>).extra = 1;
      }
      socket.send(JSON.stringify(message));
    });
  });
  await start(page, home, SHORT);
  await toTheEnd(page);
  expect(changed).toBe(true);
  await expect(page.getByRole("alert").filter({ hasText: "Warning" })).toContainText(
    "you were shown something else",
  );
});

test("a server that takes a number and deals without it is found out", async ({ page, home }) => {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, ref } = JSON.parse(String(text)) as { type: string; ref: number };
      if (type === "reveal") socket.send(JSON.stringify({ type: "done", ref }));
      else server.send(text);
    });
  });
  await start(page, home, SHORT);
  await toTheEnd(page);
  await expect(page.getByRole("alert").filter({ hasText: "Warning" })).toContainText(
    "took the random number of this browser, but dealt without it",
  );
});

test("a number that came too late is named first", async ({ page, home }) => {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      if ((JSON.parse(String(text)) as { type: string }).type !== "reveal") server.send(text);
    });
  });
  await start(page, home, SHORT);
  await toTheEnd(page);
  await expect(page.locator("details.deal summary")).toContainText("without your random number");
});

test("a reload before the deal loses nothing, and both players add to it", async ({
  page,
  home,
  browser,
}) => {
  await page.goto(`${home}/new?game=${SHORT}`);
  await page.getByLabel("Players").selectOption("2");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
  const other = await another(browser, page.url(), 360);
  await other.page.getByRole("button", { name: "Sit here" }).click();
  for (const one of [page, other.page]) await expect(one.locator(".prompt")).toBeVisible();
  await page.getByLabel("More").click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  for (const one of [page, other.page])
    await expect(one.locator("details.deal")).toContainText("Deal checked");
  const record = await recordOf(page);
  expect(record).toMatch(/^share A: [0-9a-f]{64}$/m);
  expect(record).toMatch(/^share B: [0-9a-f]{64}$/m);
  await other.context.close();
});

test("without the engine the page says that it cannot check the deal", async ({ page, home }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await start(page, home, SHORT);
  await toTheEnd(page);
  await expect(page.getByText("The deal was not checked.")).toBeVisible();
});

test("in Japanese", async ({ browser, home }) => {
  const catalogue = JSON.parse(readFileSync("../words/ja/web.json", "utf8")) as Record<
    string,
    string
  >;
  const context = await browser.newContext({
    locale: "ja-JP",
    viewport: { width: 360, height: 740 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(home);
  await page
    .locator(".game-card", { has: page.locator(`[href="/rules/${SHORT}"]`) })
    .locator("button.primary")
    .click();
  await toTheEnd(page);
  await page.locator("details.deal summary").click();
  const words = catalogue["The server was bound to its secret before it knew these numbers."];
  await expect(page.locator("details.deal")).toContainText(words ?? "?");
  expect(await page.evaluate(tooWide)).toEqual([]);
  await page.screenshot({ path: "../build/test/screenshots/seal-ja-360.png", fullPage: true });
  await context.close();
});
