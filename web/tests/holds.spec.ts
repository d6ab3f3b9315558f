// The client survives: reload, lost connections, two tabs, two browsers, the keyboard alone.
import type { Page } from "@playwright/test";
import { leaks } from "./leaks";
import { another, begin, clickOn, expect, GAMES, Server, start, test } from "./table";

test("a reload in the middle of a decision comes back to it", async ({ page, home }) => {
  await start(page, home, "kunitori");
  await clickOn(page, 0);
  await page.waitForSelector("button.offered, .dock .move");
  const prompt = await page.locator(".prompt").textContent();
  await page.reload();
  await expect(page.locator(".prompt")).toHaveText(prompt ?? "");
  await clickOn(page, 1);
});

test("when the server stops and starts again, the table goes on by itself", async ({ page }) => {
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
  await expect
    .poll(
      async () =>
        (await page.locator(".log").textContent()) === (await second.locator(".log").textContent()),
    )
    .toBe(true);
  // A choice that is not complete belongs to one tab.
  for (const one of [page, second]) for (let i = 0; i < 3; i++) await one.keyboard.press("Escape");
  // Bots may play on meanwhile: at some moment both tabs show the same.
  const prompts = () =>
    Promise.all([page, second].map((one) => one.locator(".prompt").textContent()));
  await expect.poll(async () => new Set(await prompts()).size).toBe(1);
});

test("two browsers at one table: chat, undo by consent, and each sees its own cards", async ({
  page,
  home,
  browser,
  watched,
}) => {
  await page.goto(`${home}/new?game=glory`);
  await page.getByLabel("Players").selectOption("2");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  const other = await another(browser, page.url(), 360);
  await other.page.getByRole("button", { name: "Sit here" }).first().click();
  for (const one of [page, other.page])
    await expect(one.locator(".hand .card").first()).toBeVisible();
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByLabel("Your message").fill("Good luck!");
  await page.keyboard.press("Enter");
  await other.page.getByRole("tab", { name: "Chat" }).click();
  await expect(other.page.locator(".chat li")).toContainText("Good luck!");
  for (const one of [page, other.page]) await one.getByRole("tab", { name: "Log" }).click();
  // The first player draws cards, and learns something: to take that back, the other player must
  // agree.
  await page.waitForSelector(".prompt");
  const [asker, asked] =
    (await page.locator("button.offered").count()) > 0 ? [page, other.page] : [other.page, page];
  const prompt = (await asker.locator(".prompt").textContent()) ?? "";
  await asker.locator("button.offered").first().click();
  await expect(asker.locator(".log-line").filter({ hasText: /^You draw/ })).toHaveCount(2);
  await expect(asked.locator(".log-line")).toHaveCount(2);
  for (const answer of ["Decline", "Agree"]) {
    await asker.getByRole("button", { name: "Undo" }).click();
    await expect(asked.locator(".question")).toContainText(/would like to take back: .*\./);
    await expect(asker.locator(".question")).toContainText(/You would like to take back: .*\./);
    await asked.getByRole("button", { name: answer }).click();
    await expect(asked.getByRole("button", { name: answer })).toHaveCount(0);
    await expect(asked.locator(".log-line")).toHaveCount(answer === "Agree" ? 0 : 2);
  }
  await expect(asker.locator(".prompt")).toHaveText(prompt);
  for (let i = 0; i < 16; i++)
    for (const one of [page, other.page])
      if ((await one.locator("button.offered, .dock .move:enabled").count()) > 0)
        await clickOn(one, i);
  for (const { frames, complaints } of [watched, other.watched]) {
    expect(leaks("glory", frames).found).toEqual([]);
    expect(complaints).toEqual([]);
  }
  await other.context.close();
});

for (const game of ["zipang", "kenjin"])
  test(`a whole game of ${game} with the keyboard alone, and the focus is never lost`, async ({
    page,
    home,
  }) => {
    await page.goto(home);
    const button = `Play now ${GAMES.find(({ id }) => id === game)?.title}`;
    for (
      let i = 0;
      i < 60 && (await page.evaluate(() => document.activeElement?.textContent?.trim())) !== button;
      i++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.locator(".prompt")).toBeVisible();
    let [moves, tabs] = [0, 0];
    for (let i = 0; i < 4000; i++) {
      await page.waitForSelector("button.offered, .dock .move:enabled, .over");
      if (await page.locator(".over").count()) break;
      // The focus must reach a choice before Enter chooses it. Tab moves on from where the focus
      // was.
      const at = await page.evaluate(() => {
        const now = document.activeElement;
        return {
          lost: now === document.body || now === null,
          choice: now?.matches("button.offered:not(.chosen), .dock .move:enabled") ?? false,
        };
      });
      if (!at.choice) {
        await page.keyboard.press("Tab");
        tabs++;
        continue;
      }
      await page.keyboard.press("Enter");
      moves++;
      // After the page has changed, some element has the focus.
      await expect
        .poll(
          () => page.evaluate(() => document.activeElement === document.body),
          "the focus is lost",
        )
        .toBe(false);
    }
    await expect(page.locator(".over")).toBeVisible();
    expect(moves).toBeGreaterThan(0);
    expect(tabs / moves, "choices are near").toBeLessThan(8);
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
  // While bots play, the position may change before the answer comes; then there is none.
  await expect(async () => {
    await page.locator(".mine button[aria-disabled=true]").first().click({ force: true });
    await expect(page.locator(".notice")).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test("a line of the log shows its position", async ({ page, home }) => {
  await start(page, home, "glory");
  for (let i = 0; i < 4; i++) await clickOn(page, i);
  await page.locator(".log-line").first().click();
  await expect(page.getByText("You are looking at an earlier position")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("You are looking at an earlier position")).toBeHidden();
});

test("the content security policy allows no inline script or style", async ({ page, home }) => {
  const answer = await page.goto(home);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe-inline");
});

test("give up, look at all positions from any seat, play on from one of them, play again", async ({
  page,
  home,
}) => {
  await start(page, home, "zipang");
  await begin(page);
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

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });
  test("what happened is shown ply by ply, in order, and can be skipped", async ({
    page,
    home,
    watched,
  }) => {
    await start(page, home, "kenjin");
    const skip = page.getByRole("button", { name: "Skip" });
    const next = page.getByRole("button", { name: "Next", exact: true });
    let skipped = 0;
    for (let i = 0; ; i++) {
      await page.waitForSelector("button.offered, .dock .move:enabled, .stepping, .over");
      // Plies are shown one by one before anything can be chosen, and before the result.
      if (await skip.count()) {
        await expect(page.locator(".over, button.offered")).toHaveCount(0);
        if (skipped % 2 === 0) await next.click({ timeout: 5000 }).catch(() => undefined);
        await skip.click({ timeout: 5000 }).catch(() => undefined);
        skipped++;
      } else if (!(await clickOn(page, i))) break;
    }
    expect(skipped).toBeGreaterThan(0);
    const shown = watched.frames
      .map((frame) => JSON.parse(frame) as { type: string; ply: number })
      .filter((one) => one.type === "replay")
      .map((one) => one.ply);
    expect(shown.length).toBeGreaterThan(1);
    expect(
      shown.slice(1).every((ply, i) => ply > (shown[i] ?? 0)),
      `in order: ${shown.join(" ")}`,
    ).toBe(true);
  });
});

test("a screen reader is told what others do, and what is asked", async ({ page, home }) => {
  await start(page, home, "zipang");
  for (let i = 0; i < 4; i++) await clickOn(page, i);
  await page.waitForSelector("button.offered, .dock .move:enabled, .over");
  const told = page.getByRole("log", { name: "News" });
  await expect(told).toContainText(/Botan|Chiyo|Daigo/);
  if (await page.locator(".prompt.asks").count())
    await expect(told).toContainText((await page.locator(".prompt").textContent()) ?? "");
});

const nameOn = (page: Page) => page.locator(".my-name").textContent();

test("two tabs that are opened at the same time are one guest", async ({ page, home, context }) => {
  const second = await context.newPage();
  await Promise.all([page.goto(home), second.goto(home)]);
  await expect(page.locator(".my-name")).toBeVisible();
  await expect(second.locator(".my-name")).toBeVisible();
  // Either of them may take the other one's name.
  const names = async () => [await nameOn(page), await nameOn(second)];
  await expect(async () => expect(new Set(await names()).size).toBe(1)).toPass();
});

for (const [how, spoil] of [
  [
    "may not store anything",
    () =>
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new Error("denied");
        },
      }),
  ],
  [
    "has no room to store anything",
    () =>
      (Storage.prototype.setItem = () => {
        throw new Error("full");
      }),
  ],
] as const)
  test(`a browser that ${how} can play`, async ({ page, home }) => {
    await page.addInitScript(spoil);
    await start(page, home, "zipang");
    await clickOn(page, 0);
    await page.goto(`${home}/guide/zipang`);
    await expect(page.locator(".guide")).toBeVisible();
  });

test("a request while the server is away is sent once when it is back", async ({ page }) => {
  const server = new Server();
  await server.start();
  await start(page, server.url, "zipang");
  await page.waitForSelector("button.offered, .dock .move:enabled");
  await server.stop("SIGKILL");
  await expect(page.getByText("The connection is lost")).toBeVisible();
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByLabel("Your message").fill("Still there?");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Enter");
  await server.start();
  await expect(page.getByText("The connection is lost")).toBeHidden();
  await expect(page.locator(".chat li").filter({ hasText: "Still there?" })).toHaveCount(1);
  await server.stop();
  server.remove();
});

test("the tab's title says that it is my turn, until I leave the table", async ({ page, home }) => {
  await start(page, home, "glory");
  await page.waitForSelector("button.offered, .dock .move:enabled");
  await expect(page).toHaveTitle("● Your turn – Call to Glory – tenka");
  await page.getByRole("link", { name: "tenka: all games" }).click();
  await expect(page).toHaveTitle("tenka 天下");
});

test("an explanation opens when the pointer moves to a card, not when a card moves under it", async ({
  page,
  home,
}) => {
  await start(page, home, "zipang");
  await page.waitForSelector("button.offered, .dock .move:enabled");
  await page
    .locator(".hand .card-spot")
    .first()
    .hover({ position: { x: 20, y: 20 } });
  const card = await page.locator(".hand .card-spot").first().boundingBox();
  if (!card) throw new Error("no card");
  const tip = page.locator(".tip");
  await expect(tip).toBeVisible();
  await expect(tip.locator("dt").first()).toHaveText("Effect");
  await expect(tip.locator("dt")).toHaveText(["Effect", "battle", "honour", "Copies"]);
  await page.mouse.down({ button: "right" });
  await page.mouse.up({ button: "right" });
  await page.mouse.move(card.x + 22, card.y + 21);
  await expect(tip).toBeHidden();
  await page.mouse.move(card.x + 40, card.y + 40);
  await expect(tip).toBeVisible();
});
