// What people can do about others: mute, report, and remove a spectator.
import type { Page } from "@playwright/test";
import { accessible, another, expect, GAMES, test } from "./table";

/** A game that is usually played by more than two, so that a seat stays free. */
const game = GAMES.find(({ players }) => players.usual > 2)?.id;

/** Opens a table, where two people sit and a third one watches. */
async function company(page: Page, home: string, guest: () => Promise<Page>) {
  await page.goto(`${home}/new?game=${game}`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Invite others" })).toBeVisible();
  const sitting = await guest();
  await sitting.goto(page.url());
  await sitting.getByRole("button", { name: "Sit here" }).first().click();
  await expect(sitting.getByRole("button", { name: "Leave the table" })).toBeVisible();
  return sitting;
}

async function say(page: Page, text: string) {
  await page.getByLabel("Your message").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator(".chat li").filter({ hasText: text })).toBeVisible();
}

test("mute a player at a line of chat, and end it on my own page", async ({
  page,
  home,
  browser,
}) => {
  const other = await company(page, home, async () => (await another(browser, home)).page);
  const url = page.url();
  await say(other, "first words");
  const line = page.locator(".chat li").filter({ hasText: "first words" });
  await line.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(line.getByRole("button", { name: /^Mute/ })).toBeVisible();
  await accessible(page);
  await line.getByRole("button", { name: /^Mute/ }).click();
  await expect(line).toHaveCount(0);
  await say(other, "second words"); // the other one sees no difference
  await say(page, "my own words");
  await expect(page.locator(".chat li").filter({ hasText: "second words" })).toHaveCount(0);
  await page.locator(".my-name").click();
  await expect(page.getByRole("heading", { name: "Muted players" })).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: /^Unmute: / }).click();
  await expect(page.getByRole("heading", { name: "Muted players" })).toHaveCount(0);
  await page.goto(url);
  await expect(page.locator(".chat li").filter({ hasText: "second words" })).toBeVisible();
  await other.close();
});

test("show again what a muted player has said", async ({ page, home, browser }) => {
  const other = await company(page, home, async () => (await another(browser, home)).page);
  await say(other, "first words");
  const about = page.locator("main > .about");
  await about.locator("summary").click();
  await about.getByRole("button", { name: /^Mute/ }).click();
  await expect(page.locator(".chat li").filter({ hasText: "first words" })).toHaveCount(0);
  await about.getByRole("button", { name: "Unmute" }).click();
  await expect(page.locator(".chat li").filter({ hasText: "first words" })).toBeVisible();
  await other.close();
});

test("report a player at a seat", async ({ page, home, browser }) => {
  const other = await company(page, home, async () => (await another(browser, home)).page);
  const about = page.locator("main > .about");
  await about.locator("summary").click();
  await expect(about.getByRole("button", { name: "Report to the operator" })).toBeDisabled();
  await about.getByLabel(/^What is wrong with/).fill("does not move");
  await about.getByRole("button", { name: "Report to the operator" }).click();
  await expect(about.getByRole("status")).toHaveText("Thank you. The operator will read it.");
  await other.close();
});

test("the host sees who watches, and removes them", async ({ page, home, browser }) => {
  const other = await company(page, home, async () => (await another(browser, home)).page);
  const { page: third } = await another(browser, home);
  await third.goto(page.url());
  await expect(third.getByRole("heading", { name: "Invite others" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Who is watching?" })).toHaveCount(0);
  await page.getByRole("button", { name: "Who is watching?" }).click();
  await expect(page.getByRole("list", { name: "Spectators" }).getByRole("listitem")).toHaveCount(1);
  await accessible(page);
  await page.getByRole("button", { name: /^Remove:/ }).click();
  await expect(page.getByText("Nobody is watching.")).toBeVisible();
  await expect(third.getByText("The host has removed you from this table.")).toBeVisible();
  await third.reload();
  await expect(third.getByText("The host has removed you from this table.")).toBeVisible();
  await other.close();
  await third.close();
});
