// The browser adds to the deal of a match, and checks it after the match; a server that cheats is
// found out.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { sha256 } from "../src/sha256";
import { accessible, another, begin, clickOn, expect, GAMES, start, test, tooWide } from "./table";

const GUIDED = GAMES.find(({ id }) => existsSync(`../games/${id}/guide.ts`))?.id ?? "";
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

type Message = { type: string } & Record<string, unknown>;

/** Changes what the page sends to the server, and what it is told. */
async function between(
  page: Page,
  { sends, hears }: { sends?: (message: Message) => void; hears?: (message: Message) => void },
): Promise<void> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    const changed = (text: string | Buffer, change?: (message: Message) => void) => {
      const message = JSON.parse(String(text)) as Message;
      change?.(message);
      return JSON.stringify(message);
    };
    socket.onMessage((text) => server.send(changed(text, sends)));
    server.onMessage((text) => socket.send(changed(text, hears)));
  });
}

/** A server that ignores the seals of these requests. */
const ignoring =
  (...types: string[]) =>
  (message: Message) => {
    if (types.includes(message.type)) delete message.seal;
  };

const warning = (page: Page) => page.getByRole("alert").filter({ hasText: "Warning" });
const checked = (page: Page) => page.locator("details.deal");
const IGNORED = "sent a seal for its random number, but the server dealt without it";

async function giveUp(page: Page): Promise<void> {
  await expect(page.locator(".prompt")).toBeVisible();
  await page.getByLabel("More").click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
}

/** Opens a table for people. */
async function open(page: Page, home: string, players = "2"): Promise<void> {
  await page.goto(`${home}/new?game=${SHORT}`);
  await page.getByLabel("Players").selectOption(players);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
}

const sit = (page: Page) => page.getByRole("button", { name: "Sit here" }).first().click();

/** The host seats a bot in the last seat. */
const seatBot = (page: Page) => page.getByLabel("Who sits in seat C").selectOption("1");

/** The same player on another device, which knows nothing but who they are. */
async function device(browser: Browser, page: Page): ReturnType<typeof another> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const one = await another(browser, new URL("/favicon.svg", page.url()).href);
  await one.page.evaluate((known) => localStorage.setItem("token", known ?? ""), token);
  await one.page.goto(page.url());
  return one;
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
  await expect(seal).toContainText("Everything matches what was promised before the match");
  await expect(seal).toContainText(/the same \d+ views that you were shown/);
  await expect(seal).toContainText("nobody chose the cards");
  expect(await recordOf(page)).toMatch(/^share A: [0-9a-f]{64}$/m);
  await accessible(page);
  await page.screenshot({ path: "../build/test/screenshots/seal-1440.png", fullPage: true });
  // Somebody who comes later has seen no promises.
  const visitor = await another(browser, page.url());
  await visitor.page.locator("details.deal summary").click();
  await expect(visitor.page.locator("details.deal")).toContainText(
    "This page was not open before the deal",
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
  const digits = (text: string) => createHash("sha256").update(text).digest("hex");
  const hash = (share: string) =>
    createHash("sha256").update(Buffer.from(share, "hex")).digest("hex");
  // Another secret, which does not fit the commitment.
  await forge(page, () => good.replace(/^secret: .*$/m, `secret: ${digits("a")}`));
  await expect(warning(page)).toContainText("the secret does not match the commitment");
  // ... and with a commitment that fits.
  await forge(page, () =>
    good
      .replace(/^secret: .*$/m, `secret: ${digits("a")}`)
      .replace(/^commitment: .*$/m, `commitment: ${hash(digits("a"))}`),
  );
  await expect(warning(page)).toContainText("another commitment");
  // Another share, with its seal.
  await forge(page, () =>
    good
      .replace(/^share A: .*$/m, `share A: ${digits("b")}`)
      .replace(/^seal A: .*$/m, `seal A: ${hash(digits("b"))}`),
  );
  await expect(warning(page)).toContainText("other seals");
  await forge(page, () => good.replace(/^share A: .*$/m, `share A: ${digits("b")}`));
  await expect(warning(page)).toContainText("another random number");
  // What this browser added is left out: then the deal is another one.
  await forge(page, () => good.replace(/^share A: .*$/m, "share A: none"));
  await expect(warning(page)).toBeVisible();
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
  await open(page, home);
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

test("a server that ignores the seal of a new table or of a rematch is found out", async ({
  page,
  home,
}) => {
  const ignored = ["create"];
  await between(page, { sends: (message) => ignoring(...ignored)(message) });
  await start(page, home, SHORT);
  await giveUp(page);
  await expect(warning(page)).toContainText(IGNORED);
  expect(await recordOf(page)).not.toMatch(/^seal/m);
  await accessible(page);
  await page.reload(); // the seal is still known
  await expect(warning(page)).toContainText(IGNORED);
  ignored[0] = "again";
  await page.getByRole("button", { name: "Play again" }).click();
  await giveUp(page);
  await expect(warning(page)).toContainText(IGNORED);
  ignored[0] = "nothing";
  await page.getByRole("button", { name: "Play again" }).click();
  await giveUp(page);
  await expect(checked(page)).toContainText("random numbers of: ");
});

test("a server that ignores the seal of a player who joins is found out", async ({
  page,
  home,
  browser,
}) => {
  const host = await another(browser, home);
  await open(host.page, home);
  // It hides this from the player after the match.
  await between(page, {
    sends: ignoring("join"),
    hears: (message) => message.type === "table" && message.state === "over" && delete message.you,
  });
  await page.goto(host.page.url());
  await sit(page);
  await giveUp(host.page);
  await expect(checked(host.page)).toContainText("random numbers of: ");
  await expect(warning(page)).toContainText(IGNORED);
  await host.context.close();
});

test("a server that puts another seal in the place of mine is found out", async ({
  page,
  home,
}) => {
  await between(page, {
    sends: (message) => {
      if (message.type === "create") message.seal = createHash("sha256").digest("hex");
    },
  });
  await start(page, home, SHORT);
  await giveUp(page);
  await expect(warning(page)).toContainText(IGNORED);
});

test("a server that changes its secret before all have sat down is found out", async ({
  page,
  home,
  browser,
}) => {
  let free = true;
  await between(page, {
    hears: (message) => {
      if (message.type !== "table") return;
      free &&= (message.seats as { is: string }[]).some(({ is }) => is === "free");
      if (free) message.commitment = createHash("sha256").digest("hex");
    },
  });
  await open(page, home);
  const other = await another(browser, page.url());
  await sit(other.page);
  await giveUp(other.page);
  await expect(checked(other.page)).toContainText("Deal checked");
  await expect(warning(page)).toContainText("another commitment");
  await other.context.close();
});

test("players who leave before the match and sit down again have added a number", async ({
  page,
  home,
  browser,
}) => {
  const host = await another(browser, home);
  await open(host.page, home, "3");
  await page.goto(host.page.url());
  await sit(page);
  await page.getByRole("button", { name: "Leave the table" }).click();
  await expect(page).toHaveURL(`${home}/`);
  await page.goto(host.page.url());
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await sit(tab);
  await seatBot(host.page);
  const visitor = await another(browser, page.url());
  await giveUp(tab);
  await giveUp(host.page);
  for (const one of [page, tab, host.page, visitor.page])
    await expect(checked(one)).toContainText("random numbers of: ");
  for (const one of [host, visitor]) await one.context.close();
});

test("a seat that was taken on another device does not have this browser’s number", async ({
  page,
  home,
  browser,
}) => {
  const host = await another(browser, home);
  await open(host.page, home, "3");
  await page.goto(host.page.url());
  await sit(page);
  await expect(page.getByRole("button", { name: "Leave the table" })).toBeVisible();
  const second = await device(browser, page);
  await second.page.getByRole("button", { name: "Leave the table" }).click();
  await expect(page.getByRole("button", { name: "Sit here" }).first()).toBeVisible();
  await second.page.goto(page.url());
  await sit(second.page);
  await expect(page.getByRole("button", { name: "Leave the table" })).toBeVisible();
  await seatBot(host.page);
  await giveUp(page);
  await giveUp(host.page);
  const third = await device(browser, page);
  for (const one of [second.page, third.page, host.page])
    await expect(checked(one)).toContainText("random numbers of: ");
  await expect(checked(page).locator("summary")).toContainText(
    "without this browser’s random number: you took your seat on another device",
  );
  for (const one of [host, second, third]) await one.context.close();
});

test("in a rematch that the other player opened, both add to the deal", async ({
  page,
  home,
  browser,
}) => {
  await open(page, home);
  const other = await another(browser, page.url());
  await sit(other.page);
  await giveUp(page);
  await other.page.getByRole("button", { name: "Play again" }).click();
  await page.getByRole("button", { name: "Join the rematch" }).click();
  await giveUp(other.page);
  for (const one of [page, other.page])
    await expect(checked(one)).toContainText("random numbers of: ");
  expect((await recordOf(page)).match(/^share [AB]: [0-9a-f]{64}$/gm)).toHaveLength(2);
  await other.context.close();
});

test("to a branch and to a guide nothing was added, and nothing is missing", async ({
  page,
  home,
}) => {
  await start(page, home, SHORT);
  await begin(page);
  await giveUp(page);
  const first = page.url();
  await page.getByRole("button", { name: "First position" }).click();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await expect(page).not.toHaveURL(first);
  await giveUp(page);
  await expect(checked(page)).toContainText("secret alone");
  await page.goto(`${home}/guide/${GUIDED}`);
  await page.getByRole("button", { name: "Leave the guide" }).click();
  await giveUp(page);
  await expect(checked(page)).toContainText("secret alone");
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
