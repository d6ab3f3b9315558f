// Tests for every game: matches by clicking, at two widths, with pictures; its guide; its
// table in Japanese, and with axe.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { leaks } from "./leaks";
import {
  accessible,
  clickOn,
  english,
  expect,
  GAMES,
  of,
  start,
  test,
  textsOf,
  tooWide,
} from "./table";

const PICTURES = "../build/test/screenshots";
mkdirSync(PICTURES, { recursive: true });

/** Fills every zone that has cards with copies of them, up to so many; 0 removes the copies. */
function crowd(most: number): void {
  for (const copy of document.querySelectorAll(".copied")) copy.remove();
  for (const zone of document.querySelectorAll(".zone")) {
    const cards = [...zone.children].filter(
      (one) => one.matches(".card-spot") || /-(chip|slot)( |$)/.test(one.className),
    );
    for (let i = cards.length; cards.length > 0 && i < most; i++) {
      const copy = cards[i % cards.length]?.cloneNode(true) as Element;
      copy.classList.add("copied");
      cards.at(-1)?.after(copy);
    }
  }
}

/** The points of every place of the result are those of its seat. */
async function resultAgrees(page: Page, unit: string): Promise<void> {
  await expect(page.locator(".ranks li").first()).toBeVisible();
  for (const place of await page.locator(".ranks li").all()) {
    const seat = /seat-[A-F]/.exec(
      (await place.locator(".crest").getAttribute("class")) ?? "",
    )?.[0];
    const points = /(-?\d+) (?:point|coin)/.exec((await place.textContent()) ?? "")?.[1];
    await expect(page.locator(`li.${seat} .seat-head`)).toHaveAttribute(
      "aria-label",
      new RegExp(`, ${unit} ${points},`),
    );
  }
}

/** Clicks for a whole game take up to a minute: only './test --long' has that time. */
const CLICKS = process.env.WHOLE_GAMES ? Infinity : 40;

for (const { id: game, unit } of GAMES)
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const)
    test(
      `a game of ${game} by clicking, ${width} px wide`,
      of(game),
      async ({ page, home, watched }) => {
        await page.setViewportSize({ width, height });
        await start(page, home, game);
        let clicks = 0;
        while (clicks < CLICKS && (await clickOn(page, clicks))) {
          clicks++;
          // A short match may be over before the second picture, which replaces the first.
          if (clicks === 6 || clicks === 25)
            await page.screenshot({ path: `${PICTURES}/${game}-${width}.png` });
          expect(await page.evaluate(tooWide), "the page is not wider than the screen").toEqual([]);
          if (clicks % 20 === 0)
            expect(
              await page.evaluate(() =>
                [...document.querySelectorAll(".card-name")]
                  .filter((one) => one.scrollWidth > one.clientWidth)
                  .map((one) => one.textContent),
              ),
              "names fit on their cards",
            ).toEqual([]);
          expect(clicks, "the game comes to an end").toBeLessThan(3000);
        }
        if (await page.locator(".over").count()) await resultAgrees(page, unit);
        else expect(clicks).toBe(CLICKS);
        const { found, kept } = leaks(game, watched.frames);
        expect(found.slice(0, 3)).toEqual([]);
        expect(kept, "there were cards to hide").toBeGreaterThan(20);
      },
    );

for (const { id: game, unit } of GAMES)
  test(
    `no position of a match of ${game} with all its seats is wider than a phone`,
    of(game),
    async ({ page, home }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${home}/new?game=${game}`);
      const choice = page.getByLabel(/^Players/);
      const players = (await choice.locator("option").last().textContent()) ?? "";
      await choice.selectOption(players);
      for (const sitter of await page.getByLabel(/^Seat [B-F]/).all())
        await sitter.selectOption("1");
      await page.getByRole("button", { name: "Open the table" }).click();
      await page.getByLabel("More", { exact: true }).click();
      await page.getByRole("button", { name: "Let a bot play for me" }).click();
      // A whole match, which takes minutes on a busy machine.
      await expect(page.locator(".ranks li")).toHaveCount(Number(players), { timeout: 600_000 });
      await resultAgrees(page, unit);
      await page.locator(".over").getByLabel("Seen by").selectOption("all");
      const last = Number(await page.locator(".slider input").getAttribute("max"));
      expect(last, "there are positions to look at").toBeGreaterThan(10);
      for (let at = 0; at < 10; at++) {
        const ply = Math.floor((last * at) / 10);
        await page.locator(".slider input").fill(String(ply));
        await expect(page.locator(".slider output")).toHaveText(`${ply} of ${last}`);
        expect(await page.evaluate(tooWide), `ply ${ply}`).toEqual([]);
        for (const most of [5, 8, 13]) {
          await page.evaluate(crowd, most);
          expect(await page.evaluate(tooWide), `ply ${ply}, ${most} cards wherever one is`).toEqual(
            [],
          );
        }
        if (at === 5)
          await page.screenshot({ path: `${PICTURES}/${game}-crowded.png`, fullPage: true });
        await page.evaluate(crowd, 0);
      }
    },
  );

for (const { id: game } of GAMES.filter(({ id }) => existsSync(`../games/${id}/guide.ts`)))
  test(`the guide to ${game} leads to its end`, of(game), async ({ page, home }) => {
    const scrolls = readFileSync(`../games/${game}/guide.ts`, "utf8").includes("scrolls: true");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${home}/guide/${game}`);
    const guide = page.locator(".guide");
    await expect(guide).toBeVisible();
    const steps = Number((await page.locator(".guide .progress").textContent())?.split(" of ")[1]);
    expect(steps).toBeGreaterThanOrEqual(12);
    let [last, pointed] = [0, 0];
    let reloaded = false;
    for (let clicks = 0; clicks < 200 && last < steps; clicks++) {
      await page.waitForSelector(".guide:not(.waits) .progress");
      await page.waitForSelector(".guide button.primary, button.offered, .dock .move:enabled");
      const at = Number.parseInt((await page.locator(".guide .progress").textContent()) ?? "", 10);
      await expect(page.getByText("no longer follows this guide")).toHaveCount(0);
      if (at === 5 && !reloaded) {
        reloaded = true;
        await page.reload();
        await expect(page.locator(".guide .progress")).toHaveText(`5 of ${steps}`);
      }
      // The things that the step explains are there when it is shown.
      if (at > last) pointed += Number((await page.locator(".pointed").count()) > 0);
      last = Math.max(last, at);
      const above = await page.locator(".board").evaluate((board) => {
        board.scrollTop = 0;
        const content = board.firstElementChild as HTMLElement;
        return board.getBoundingClientRect().top - content.getBoundingClientRect().top;
      });
      expect(above, "nothing is out of reach above the board's edge").toBeLessThan(0);
      if (!scrolls)
        await expect
          .poll(
            () =>
              page
                .locator(".board, .board *")
                .evaluateAll(
                  (all) =>
                    all.filter(
                      (one) =>
                        one.scrollHeight > one.clientHeight &&
                        getComputedStyle(one).overflowY === "auto",
                    ).length,
                ),
            `step ${at} is completely visible`,
          )
          .toBe(0);
      const next = page.locator(".guide button.primary");
      if (await next.count()) await next.click();
      else await page.locator("button.offered, .dock .move:enabled").first().click();
    }
    expect(last).toBe(steps);
    expect(pointed, "most steps point at something").toBeGreaterThan(steps * 0.7);
    await expect(page.locator(".prompt.asks, .over")).toBeVisible();
  });

for (const { id: game } of GAMES)
  test(`axe on the table of ${game}`, of(game), async ({ page, home }) => {
    await start(page, home, game);
    for (let i = 0; i < 12; i++) await clickOn(page, i);
    await accessible(page);
    // The board can always be scrolled with keys; its headings are one level below the page's.
    await expect(page.locator(".board")).toHaveAttribute("tabindex", "0");
    await expect(page.locator(".table h3")).toHaveCount(0);
  });

test.describe("in Japanese", () => {
  test.use({ locale: "ja-JP" });
  for (const { id: game } of GAMES)
    test(`the table of ${game} is Japanese`, of(game), async ({ page, home }) => {
      await page.goto(home);
      await page
        .locator(".game-card")
        .nth(GAMES.findIndex(({ id }) => id === game))
        .getByRole("button")
        .first()
        .click();
      await page.waitForSelector("button.offered, .dock .move:enabled");
      await page.locator("button.offered, .dock .move:enabled").first().click();
      await page.waitForSelector(".log-line, button.offered, .dock .move:enabled");
      const japanese = async () => {
        const texts = await textsOf(page);
        expect(english(texts)).toEqual([]);
        // Sentences from the server are Japanese, too: nothing looks like an English sentence.
        expect(texts.filter((text) => /^[A-Z][a-z]+ [a-z]+ /.test(text))).toEqual([]);
      };
      await japanese();
      for (const [settings, language] of [
        ["設定", "en"],
        ["Settings", "ja"],
      ] as const) {
        await page.locator(`summary[aria-label=${settings}]`).click();
        await page.getByLabel(/^(言語|Language)/).selectOption(language);
        await expect(page.locator("html")).toHaveAttribute("lang", language);
      }
      await expect(japanese).toPass({ timeout: 10_000 });
    });
});
