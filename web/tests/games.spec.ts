// Whole games by clicking, at two widths: what is offered is clicked until the game is over.
import { mkdirSync } from "node:fs";
import { leaks } from "./leaks";
import { clickOn, expect, start, test, TITLES, tooWide } from "./table";

const PICTURES = "../build/test/screenshots";
mkdirSync(PICTURES, { recursive: true });

/** Fills every zone in which cards lie with copies of them, to so many; 0 takes the copies away. */
function crowd(most: number): void {
  for (const copy of document.querySelectorAll(".copied")) copy.remove();
  for (const zone of document.querySelectorAll(".zone")) {
    const cards = [...zone.children].filter((one) => one.matches(".card-spot, .kunitori-chip, .kenjin-slot"));
    for (let i = cards.length; cards.length > 0 && i < most; i++) {
      const copy = cards[i % cards.length]?.cloneNode(true) as Element;
      copy.classList.add("copied");
      cards.at(-1)?.after(copy);
    }
  }
}

for (const game of Object.keys(TITLES))
  for (const width of [360, 1440])
    test(`a whole game of ${game} by clicking, ${width} px wide`, async ({ page, home, watched }) => {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
      await start(page, home, game);
      let clicks = 0;
      while (await clickOn(page, clicks)) {
        clicks++;
        if (clicks === 25) await page.screenshot({ path: `${PICTURES}/${game}-${width}.png`, fullPage: width === 360 });
        expect(await page.evaluate(tooWide), "the page is not wider than the screen").toEqual([]);
        if (clicks % 20 === 0)
          expect(await page.evaluate(() => [...document.querySelectorAll(".card-name")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)), "names fit on their cards").toEqual([]);
        expect(clicks, "the game comes to an end").toBeLessThan(3000);
      }
      await expect(page.locator(".ranks li").first()).toBeVisible();
      for (const place of await page.locator(".ranks li").all()) {
        const seat = /seat-[A-F]/.exec((await place.locator(".crest").getAttribute("class")) ?? "")?.[0];
        const points = /(-?\d+) (?:point|coin)/.exec((await place.textContent()) ?? "")?.[1];
        await expect(page.locator(`li.${seat} .seat-head`), "a seat has the points of the result").toHaveAttribute("aria-label", new RegExp(`, ${game === "zipang" ? "coins" : "points"} ${points},`));
      }
      const { found, kept } = leaks(game, watched.frames);
      expect(found.slice(0, 3)).toEqual([]);
      expect(kept, "there were cards to hide").toBeGreaterThan(100);
    });

for (const game of Object.keys(TITLES))
  test(`no position of a match of ${game} with all its seats is wider than a phone`, async ({ page, home }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${home}/new?game=${game}`);
    const choice = page.getByLabel(/^Players/);
    const players = (await choice.locator("option").last().textContent()) ?? "";
    await choice.selectOption(players);
    for (const sitter of await page.getByLabel(/^Seat [B-F]/).all()) await sitter.selectOption("1");
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("button", { name: "Let a bot play for me" }).click();
    await expect(page.locator(".ranks li")).toHaveCount(Number(players));
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
        expect(await page.evaluate(tooWide), `ply ${ply}, ${most} cards wherever one is`).toEqual([]);
      }
      if (at === 5) await page.screenshot({ path: `${PICTURES}/${game}-crowded.png`, fullPage: true });
      await page.evaluate(crowd, 0);
    }
  });

test("a battle of Kunitori! stays in sight until it is put away", async ({ page, home }) => {
  await page.goto(`${home}/guide/kunitori`);
  const held = page.locator(".kunitori-held");
  for (let clicks = 0; clicks < 120 && !(await held.count()); clicks++) {
    await page.waitForSelector(".guide button.primary, button.offered, .dock .move:enabled");
    const next = page.locator(".guide button.primary");
    await ((await next.count()) ? next : page.locator("button.offered, .dock .move:enabled").first()).click();
  }
  await expect(held.locator(".kunitori-held-side strong")).toHaveText([/^\d+$/, /^\d+$/]);
  await expect(held.locator(".kunitori-held-side.won")).toHaveCount(1);
  await expect(held.locator(".kunitori-held-side .kunitori-chip").first()).toBeVisible();
  await held.getByRole("button", { name: "Close" }).click();
  await expect(held).toHaveCount(0);
});
