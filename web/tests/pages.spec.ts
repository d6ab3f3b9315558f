// Every page: no violation that axe knows of, in both themes; and bad input is answered in words, with a way on.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { another, clickOn, expect, start, test, TITLES } from "./table";

async function accessible(page: Page): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const axe = new AxeBuilder({ page });
    // The theme changes colours alone.
    const { violations } = await (scheme === "dark" ? axe.withRules("color-contrast") : axe).analyze();
    expect(violations.map((one) => `${scheme}: ${one.id}: ${one.nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`).slice(0, 3).join(" | ")}`)).toEqual([]);
  }
}

for (const path of ["/", "/lobby", "/new?game=kenjin", "/rules/zipang", "/rules/shitenno", "/t/nosuchtable", "/nowhere"])
  test(`axe on ${path}`, async ({ page, home, watched }) => {
    await page.goto(home + path);
    await expect(page.locator("h1").first()).toBeVisible();
    await accessible(page);
    // A page that is not there is told so by the server, too.
    watched.complaints.splice(0, watched.complaints.length, ...watched.complaints.filter((text) => !/404/.test(text)));
  });

for (const game of Object.keys(TITLES))
  test(`axe on the table of ${game}`, async ({ page, home }) => {
    await start(page, home, game);
    for (let i = 0; i < 12; i++) await clickOn(page, i);
    await accessible(page);
    // Whatever lies on the board, it can be scrolled with keys; its headings come right after the page's.
    await expect(page.locator(".board")).toHaveAttribute("tabindex", "0");
    await expect(page.locator(".table h3")).toHaveCount(0);
  });

test("axe on my own page, before the match, and when it is over", async ({ page, home }) => {
  await page.goto(`${home}/new?game=zipang`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
  await accessible(page);
  await page.locator(".my-name").click();
  await expect(page.getByRole("heading", { name: "Your name" })).toBeVisible();
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

test("a full table says so", async ({ page, home, browser }) => {
  await page.goto(`${home}/new?game=kenjin`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
  const url = page.url();
  const second = await another(browser, url);
  await second.page.getByRole("button", { name: "Sit here" }).click();
  await expect(second.page.locator(".prompt")).toBeVisible();
  const third = await another(browser, url);
  await expect(third.page.locator(".prompt")).toBeVisible(); // he watches
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
    await one.getByRole("button", { name: "Keep it" }).click();
  };
  await page.goto(home);
  await keep(page);
  await expect(page.getByText("The name is yours")).toBeVisible();
  const second = await another(browser, home);
  await keep(second.page);
  await expect(second.page.getByText("Somebody else keeps that name.")).toBeVisible();
  await second.page.getByRole("button", { name: "Log in" }).click();
  await expect(second.page.locator(".my-name")).toContainText(name);
  await second.context.close();
});

test("the rules can be searched", async ({ page, home }) => {
  await page.goto(`${home}/rules/zipang`);
  await page.getByLabel("Search the rules").fill("crazy one pick");
  await expect(page.getByText("it can never pick itself")).toBeVisible();
  await page.getByLabel("Search the rules").fill("xyzzy");
  await expect(page.getByText("Nothing on this page has these words.")).toBeVisible();
});
