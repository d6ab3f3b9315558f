// It holds: reload, lost connections, two tabs, two browsers, the keyboard alone.
import { another, clickOn, expect, Server, start, test, Watcher } from "./table";

test("a reload in the middle of a decision comes back to it", async ({ page, home }) => {
  await start(page, home, "kunitori");
  await clickOn(page, 0);
  await page.waitForSelector("button.offered, .dock .move");
  const prompt = await page.locator(".prompt").textContent();
  await page.reload();
  await expect(page.locator(".prompt")).toHaveText(prompt ?? "");
  await clickOn(page, 1);
});

test("a server that goes away and comes back: the table goes on by itself", async ({ page }) => {
  const server = new Server();
  await server.start();
  await start(page, server.url, "zipang");
  await page.waitForSelector("button.offered, .dock .move:enabled");
  const log = await page.locator(".log-line").count();
  await server.stop("SIGKILL");
  await expect(page.getByText("The connection is lost")).toBeVisible();
  await server.start();
  await expect(page.getByText("The connection is lost")).toBeHidden();
  expect(await page.locator(".log-line").count()).toBe(log);
  for (let i = 0; i < 8; i++) await clickOn(page, i);
  await server.stop();
  server.remove();
});

test("two tabs of one player stay in step", async ({ page, home, context }) => {
  await start(page, home, "zipang");
  const second = await context.newPage();
  await second.goto(page.url());
  for (let i = 0; i < 6; i++) await clickOn(i % 2 ? page : second, i);
  await expect.poll(async () => (await page.locator(".log").textContent()) === (await second.locator(".log").textContent())).toBe(true);
  expect(await page.locator(".prompt").textContent()).toBe(await second.locator(".prompt").textContent());
});

test("two browsers at one table: chat, undo by consent, and each sees its own cards", async ({ page, home, browser, watched }) => {
  await page.goto(`${home}/new?game=zipang`);
  await page.getByLabel("Players").selectOption("2");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  const other = await another(browser, page.url(), 360);
  const ears = new Watcher(other.page);
  await other.page.getByRole("button", { name: "Sit here" }).first().click();
  await expect(other.page.locator(".hand .card").first()).toBeVisible();
  await expect(page.locator(".hand .card").first()).toBeVisible();
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByLabel("Your message").fill("Good luck!");
  await page.keyboard.press("Enter");
  await other.page.getByRole("tab", { name: "Chat" }).click();
  await expect(other.page.getByText("Good luck!")).toBeVisible();
  for (const one of [page, other.page]) await one.getByRole("tab", { name: "Log" }).click();
  // Both play a few moves.
  for (let i = 0; i < 5; i++)
    for (const one of [page, other.page]) {
      if (await one.locator(".over").count()) break;
      if ((await one.locator("button.offered, .dock .move:enabled").count()) > 0) await clickOn(one, i);
      await one.waitForTimeout(60);
    }
  // One of them takes a move back; the other is asked, unless nobody has learned anything by it.
  const [asker, asked] = (await page.locator(".log-line").first().textContent())?.startsWith("You") ? [page, other.page] : [other.page, page];
  const before = await asked.locator(".log-line").count();
  await asker.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await asked.getByRole("button", { name: "Agree" }).count()) + Number((await asked.locator(".log-line").count()) < before)).toBeGreaterThan(0);
  if (await asked.getByRole("button", { name: "Agree" }).count()) await asked.getByRole("button", { name: "Agree" }).click();
  await expect.poll(() => asked.locator(".log-line").count()).toBeLessThan(before);
  expect(ears.complaints).toEqual([]);
  expect(watched.frames.some((frame) => frame.includes('"type":"chat"'))).toBe(true);
  await other.context.close();
});

test("a game with the keyboard alone", async ({ page, home }) => {
  await page.goto(home);
  // Tab to the first 'Play now' and press it.
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.textContent?.includes("Play now"))) break;
  }
  await page.keyboard.press("Enter");
  await expect(page.locator(".prompt")).toBeVisible();
  let moves = 0;
  for (let i = 0; i < 400 && moves < 25; i++) {
    if (await page.locator(".over").count()) break;
    await page.waitForSelector("button.offered, .dock .move:enabled, .over");
    await page.keyboard.press("Tab");
    const choice = await page.evaluate(() => document.activeElement?.matches("button.offered, .dock .move") ?? false);
    if (!choice) continue;
    await page.keyboard.press("Enter");
    moves++;
    await page.waitForTimeout(40);
    expect(await page.evaluate(() => document.activeElement !== null), "the focus is somewhere").toBe(true);
  }
  expect(moves).toBeGreaterThan(5);
});

test("an outdated page is told to reload", async ({ page, home }) => {
  await page.route("**/", async (route) => {
    if (route.request().resourceType() === "document") return route.continue();
    await route.fulfill({ body: "<html>another version</html>" });
  });
  await page.goto(home);
  await expect(page.getByText("There is a newer version of this page.")).toBeVisible();
});

test("a card that cannot be played says why", async ({ page, home }) => {
  await start(page, home, "kunitori");
  await page.waitForSelector(".mine button[aria-disabled=true]");
  await page.locator(".mine button[aria-disabled=true]").first().click({ force: true });
  await expect(page.locator(".notice")).toBeVisible();
});

test("a line of the log shows its position", async ({ page, home }) => {
  await start(page, home, "glory");
  for (let i = 0; i < 4; i++) await clickOn(page, i);
  await page.locator(".log-line").first().click();
  await expect(page.getByText("You look at an earlier position")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("You look at an earlier position")).toBeHidden();
});

test("no inline script or style: the strict policy stands", async ({ page, home }) => {
  const answer = await page.goto(home);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe-inline");
});

test("give up, look at all positions from any seat, play on from one of them, play again", async ({ page, home }) => {
  await start(page, home, "zipang");
  for (let i = 0; i < 6; i++) await clickOn(page, i);
  await page.getByLabel("More").click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.locator(".ranks li")).toHaveCount(4);
  const url = page.url();
  await page.getByRole("button", { name: "First position" }).click();
  await expect(page.locator(".slider output")).toHaveText(/^0 of/);
  await page.getByLabel("Seen by").selectOption("all");
  await expect(page.locator(".others .card.back")).toHaveCount(0);
  await page.getByLabel("Seen by").selectOption("B");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await expect(page).not.toHaveURL(url);
  await expect(page.locator(".me li.seat-B")).toBeVisible();
  await page.goto(url);
  await page.getByRole("button", { name: "Play again" }).click();
  await expect(page).not.toHaveURL(url);
  await page.waitForSelector("button.offered, .dock .move:enabled");
});

test("an explanation comes when the pointer is moved to a card, not when a card comes under it", async ({ page, home }) => {
  await start(page, home, "zipang");
  await page.waitForSelector(".hand button.offered");
  await page.locator(".hand button.offered").first().hover({ position: { x: 20, y: 20 } });
  const card = await page.locator(".hand button.offered").first().boundingBox();
  if (!card) throw new Error("no card");
  const tip = page.locator(".tip");
  await expect(tip).toBeVisible();
  await expect(tip.locator("dt").first()).toHaveText("Effect");
  await expect(tip.locator("dt")).toHaveText(["Effect", "battle", "honour", "Copies"]);
  await page.mouse.down({ button: "right" });
  await page.mouse.up({ button: "right" });
  await page.mouse.move(card.x + 22, card.y + 21);
  await expect(tip).toBeHidden();
  await page.waitForTimeout(500);
  await expect(tip).toBeHidden();
  await page.mouse.move(card.x + 40, card.y + 40);
  await expect(tip).toBeVisible();
});
