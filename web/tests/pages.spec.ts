// Every page: axe finds no violation, in both themes; and bad input is answered with a message and
// a link to go on.
import type { Page } from "@playwright/test";
import { accessible, another, begin, expect, GAMES, Server, start, test, tooWide } from "./table";

for (const path of [
  "/",
  "/lobby",
  "/new?game=kenjin",
  "/rules/zipang",
  "/rules/shitenno",
  "/t/nosuchtable",
  "/nowhere",
])
  test(`axe on ${path}`, async ({ page, home, watched }) => {
    await page.goto(home + path);
    await expect(page.locator("h1").first()).toBeVisible();
    await accessible(page);
    // For a page that does not exist the server answers 404, which the browser reports.
    watched.complaints.splice(
      0,
      watched.complaints.length,
      ...watched.complaints.filter((text) => !/404/.test(text)),
    );
  });

test("axe on my own page, before the match, in a guide, and when it is over", async ({
  page,
  home,
}) => {
  await page.goto(`${home}/new?game=zipang`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
  await accessible(page);
  await page.locator(".my-name").click();
  await expect(page.getByRole("heading", { name: "Your name" })).toBeVisible();
  await accessible(page);
  await page.goto(`${home}/guide/zipang`);
  await expect(page.locator(".guide")).toBeVisible();
  await accessible(page);
  await start(page, home, "zipang");
  await page.getByLabel("More").click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.locator(".over")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "First position" }).click();
  await page.getByLabel("Seen by").selectOption("all");
  await expect(page.locator(".others .card.back")).toHaveCount(0);
  await accessible(page);
});

test("a page that does not exist says so, and where to go", async ({ page, home, watched }) => {
  await page.goto(`${home}/t/nosuchtable`);
  await expect(page.getByText("There is no such table.")).toBeVisible();
  await page.getByRole("link", { name: "Choose a game" }).click();
  await expect(page.getByRole("heading", { name: "Zipang Portable" })).toBeVisible();
  await page.goto(`${home}/p/123`);
  await expect(page.getByText("There is no such player.")).toBeVisible();
  expect(watched.complaints).toEqual([]);
});

test("a full table says so, and others can watch", async ({ page, home, browser }) => {
  await page.goto(`${home}/new?game=kenjin`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
  const url = page.url();
  // The third player does not know yet that the second one has taken the seat.
  const third = await another(browser, home);
  let deaf = false;
  await third.page.routeWebSocket(/\/ws$/, (client) => {
    client.connectToServer().onMessage((text) => {
      if (!deaf || !/"type":"(table|view)"/.test(String(text))) client.send(text);
    });
  });
  await third.page.goto(url);
  const seat = third.page.getByRole("button", { name: "Sit here" });
  await expect(seat).toBeVisible();
  deaf = true;
  const second = await another(browser, url);
  await second.page.getByRole("button", { name: "Sit here" }).click();
  await expect(second.page.locator(".prompt")).toBeVisible();
  await seat.click();
  await expect(third.page.getByRole("alert")).toHaveText(
    /The match has already begun|That seat is taken/,
  );
  deaf = false;
  await third.page.reload();
  await expect(third.page.locator(".prompt")).toBeVisible(); // the third player watches
  await expect(third.page.locator(".hand")).toHaveCount(0);
  await second.context.close();
  await third.context.close();
});

test("a name in use says so", async ({ page, home, browser }) => {
  const name = `Kenshin ${test.info().workerIndex}`;
  const keep = async (one: Page) => {
    await one.locator(".my-name").click();
    await one.getByLabel("Name", { exact: true }).fill(name);
    await one.getByLabel("Password").fill("correct horse");
    await one.getByRole("button", { name: "Register the name" }).click();
  };
  await page.goto(home);
  await keep(page);
  await expect(page.getByText("The name is registered.")).toBeVisible();
  const second = await another(browser, home);
  await keep(second.page);
  await expect(
    second.page.getByText(
      "Another player has registered this name, or one that looks like it. Choose another name.",
    ),
  ).toBeVisible();
  await second.page.getByRole("button", { name: "Log in" }).click();
  await expect(second.page.locator(".my-name")).toContainText(name);
  // The second device is signed out from the first one, and becomes a guest.
  await page.reload();
  const devices = page.locator(".device");
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: "this device" })).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out: Chrome, Linux" }).click();
  await expect(devices).toHaveCount(1);
  await expect(second.page.locator(".my-name")).toContainText("Guest");
  // Registered names are marked, those of guests are not.
  await expect(page.locator("h1 .kept")).toBeVisible();
  await second.page.goto(home);
  await second.page.locator(".my-name").click();
  await expect(second.page.locator("h1")).toContainText("Guest");
  await expect(second.page.locator("h1 .kept")).toHaveCount(0);
  await second.context.close();
});

test("the rules can be searched", async ({ page, home }) => {
  await page.goto(`${home}/rules/zipang`);
  await page.getByLabel("Search the rules").fill("crazy one pick");
  await expect(page.getByText("it can never pick itself")).toBeVisible();
  await page.getByLabel("Search the rules").fill("xyzzy");
  await expect(page.getByText("Nothing on this page contains these words.")).toBeVisible();
});

/** Counts the requests that the page sends from now on, by type. */
function asking(page: Page): (type: string) => number {
  const asked: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", (frame) =>
      asked.push((JSON.parse(String(frame.payload)) as { type: string }).type),
    ),
  );
  return (type) => asked.filter((one) => one === type).length;
}

test("a double click does something only once, also without a connection", async ({ page }) => {
  const server = new Server();
  await server.start();
  const asked = asking(page);
  await page.goto(server.url);
  const button = page.getByRole("button", { name: "Play now Zipang Portable" });
  await button.dblclick();
  await page.waitForSelector("button.offered, .dock .move:enabled");
  expect(asked("create")).toBe(1);
  await page.getByRole("tab", { name: "Chat" }).click();
  await server.stop();
  await expect(page.getByText("The connection is lost")).toBeVisible();
  await page.getByLabel("Your message").fill("Hello?");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Enter");
  await expect(page.locator(".chat form")).toHaveAttribute("aria-busy", "true");
  await server.start();
  await expect(page.locator(".chat li").filter({ hasText: "Hello?" })).toHaveCount(1);
  await expect(page.getByLabel("Your message")).toHaveValue("");
  expect(asked("chat")).toBe(1);
  await page.goto(server.url);
  await expect(page.locator(".my-name")).toBeVisible();
  await server.stop();
  await expect(page.getByText("The connection is lost")).toBeVisible();
  await button.click();
  await expect(button).toBeDisabled();
  await server.start();
  await page.waitForSelector("button.offered, .dock .move:enabled");
  expect(asked("create")).toBe(2);
  await server.stop();
  server.remove();
});

test("Back leads out of a guide, and the guide can be continued", async ({ page, home }) => {
  await page.goto(home);
  await page.getByRole("link", { name: /^Learn.*Zipang/ }).click();
  await page.locator(".guide").getByRole("button", { name: "Next" }).click();
  await expect(page.locator(".guide .progress")).toHaveText(/^2 of/);
  const table = page.url();
  await page.goBack();
  await expect(page).toHaveURL(`${home}/`);
  await page.getByRole("link", { name: /^Learn.*Zipang/ }).click();
  await expect(page.locator(".guide .progress")).toHaveText(/^2 of/);
  expect(page.url()).toBe(table);
});

test("the result is shown, and on a phone every position can be seen after the match", async ({
  page,
  home,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await start(page, home, "zipang");
  await begin(page);
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.locator(".over h2")).toHaveText(/wins\.|share the win\./);
  await expect(page.locator(".over")).toContainText("You gave up.");
  await expect(page.locator(".ranks")).toContainText(/\d coins?/);
  await expect(page.locator(".over")).toBeInViewport();
  await accessible(page);
  // Only the slider covers a part of the board.
  await page.locator(".board").scrollIntoViewIfNeeded();
  await expect(page.locator(".slider")).toBeInViewport({ ratio: 1 });
  expect((await page.locator(".slider").boundingBox())?.height).toBeLessThan(60);
  expect(await page.locator(".dock").evaluate((dock) => getComputedStyle(dock).position)).toBe(
    "static",
  );
  const branch = page.getByRole("button", { name: "Play on from here" });
  await expect(branch).toBeDisabled();
  await expect(page.getByText("Choose an earlier position.")).toBeVisible();
  await page.getByRole("button", { name: "Back one move" }).click();
  await expect(branch).toBeEnabled();
  await page.getByLabel("Seen by").selectOption("all");
  await expect(branch).toBeDisabled();
});

test("menus close with Escape, with a click elsewhere and after a choice", async ({
  page,
  home,
}) => {
  await start(page, home, "zipang");
  for (const name of ["Settings", "More"]) {
    const button = page.locator(`summary[aria-label=${name}]`);
    const menu = page.locator(".menu").filter({ has: button });
    await button.click();
    await expect(menu).toHaveAttribute("open");
    await page.keyboard.press("Escape");
    await expect(menu).not.toHaveAttribute("open");
    await expect(button).toBeFocused();
    await button.click();
    await page.locator(".brand").dispatchEvent("pointerdown");
    await expect(menu).not.toHaveAttribute("open");
  }
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await expect(page.locator(".table-menu")).not.toHaveAttribute("open");
});

test("odd addresses are answered with a message", async ({ page, home, watched }) => {
  const told: [string, string][] = [
    ["/t/%22odd%22", "There is no such table."],
    ["/p/NaN", "There is no such player."],
    ["/guide/constructor", "There is no guide to this game."],
    ["/guide/__proto__", "There is no guide to this game."],
    ["/rules/zipang#%E0%A4%A", "Contents"],
  ];
  for (const [path, words] of told) {
    await page.goto(home + path);
    if (words === "Contents")
      await expect(page.getByRole("navigation", { name: words })).toBeVisible();
    else await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  await page.evaluate(() => {
    history.pushState(null, "", `${location.origin}//`);
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect(page.getByRole("heading", { name: "Zipang Portable" })).toBeVisible();
  expect(watched.complaints.filter((text) => !/404/.test(text))).toEqual([]);
  watched.complaints.length = 0;
});

test("a friend is invited, reads about the game, enters a name, and joins the rematch", async ({
  page,
  home,
  browser,
}) => {
  await page.goto(home);
  await page.getByRole("link", { name: /With friends.*Zipang/ }).click();
  await expect(page.getByLabel("Show it in the lobby")).not.toBeChecked();
  await expect(page.getByLabel("Allow spectators")).not.toBeChecked();
  await page.getByLabel("Players").selectOption("3");
  await page.getByLabel("Seat C").selectOption("3");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.locator(".waiting-seat").nth(2)).toContainText("bot, level 3");
  const url = page.url();
  const third = await another(browser, url);
  const friend = await another(browser, url, 360);
  await expect(third.page.getByRole("heading", { name: "Zipang Portable" })).toBeVisible();
  await expect(friend.page.getByText("Bluff, attack and rob each other")).toBeVisible();
  await expect(friend.page.getByRole("link", { name: "Learn" })).toBeVisible();
  await page.getByLabel("Your message").fill("Come in!");
  await page.keyboard.press("Enter");
  await expect(page.locator(".chat li").filter({ hasText: "Come in!" })).toBeVisible();
  const name = "W".repeat(63);
  await friend.page.getByLabel("Your name").fill(name);
  await friend.page.getByRole("button", { name: "Sit here" }).click();
  for (const one of [page, friend.page]) await expect(one.locator(".hand")).toBeVisible();
  await expect(page.locator(".others")).toContainText(name);
  expect(await friend.page.evaluate(tooWide)).toEqual([]);
  // Both a spectator who came before the match and one who comes now are told that they cannot
  // watch.
  await expect(third.page.getByText("This match does not allow spectators.")).toBeVisible();
  await third.page.reload();
  await expect(third.page.getByText("This table does not allow spectators.")).toBeVisible();
  await expect(third.page.getByText("The invitation may be too old")).toHaveCount(0);
  for (const one of [page, friend.page]) {
    await one.getByLabel("More").click();
    await one.getByRole("button", { name: "Give up" }).click();
    await one.getByRole("button", { name: "Yes" }).click();
  }
  await expect(page.locator(".over")).toContainText("You gave up.");
  await expect(page.locator(".over")).toContainText(`${name} gave up.`);
  expect(await friend.page.evaluate(tooWide)).toEqual([]);
  await page.getByRole("button", { name: "Play again" }).click();
  await friend.page.getByRole("button", { name: "Join the rematch" }).click();
  for (const one of [page, friend.page]) await expect(one.locator(".hand")).toBeVisible();
  await expect(friend.page.locator(".me li.seat-C")).toBeVisible(); // one seat further
  await friend.page.locator(".my-name").click();
  await expect(friend.page.locator(".matches")).toContainText("wins.");
  await expect(friend.page.locator(".matches")).toContainText("Chiyo bot, level 3");
  expect(await friend.page.evaluate(tooWide)).toEqual([]);
  await third.context.close();
  await friend.context.close();
});

test("a variant for other numbers of players says so, and the table is opened without scrolling", async ({
  page,
  home,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const { id: game } of GAMES) {
    await page.goto(`${home}/new?game=${game}`);
    await expect(page.getByRole("button", { name: "Open the table" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel("Show it in the lobby")).toBeChecked();
  }
  await page.goto(`${home}/new?game=kenjin`);
  await expect(page.getByText("For 4 players").first()).toBeVisible();
});

test("the search in the rules counts its results, and highlights the words", async ({
  page,
  home,
}) => {
  await page.goto(`${home}/rules/zipang`);
  await page.getByLabel("Search the rules").fill("princess");
  const items = await page.locator("article li, article tbody tr, article p, article pre").count();
  await expect(page.getByRole("status")).toHaveText(`${items} results on this page`);
  expect(await page.locator("article mark").first().textContent()).toMatch(/princess/i);
});

test("a player who lets a bot play is told how much time they have after coming back", async ({
  page,
  home,
  browser,
}) => {
  await page.goto(`${home}/new?game=kenjin`);
  await page.getByLabel("Clock").selectOption({ label: "5 min., plus 5 s for each move" });
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
  const other = await another(browser, page.url());
  await other.page.getByRole("button", { name: "Sit here" }).click();
  await expect(page.locator(".hand")).toBeVisible();
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Let a bot play for me" }).click();
  await expect(
    page.getByText(/A bot plays for you\. If you come back, you will have \d+:\d\d left\./),
  ).toBeVisible();
  await page.getByRole("button", { name: "I am back" }).click();
  await expect(page.getByText("A bot plays for you.")).toBeHidden();
  await other.context.close();
});

test.describe("in Japanese", () => {
  test.use({ locale: "ja-JP" });
  test("guests have a Japanese name", async ({ page, home }) => {
    await page.goto(home);
    await expect(page.locator(".my-name")).toHaveText(/ゲスト \d+/);
  });
});
