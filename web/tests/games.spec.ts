// Whole games by clicking, at two widths: what is offered is clicked until the game is over.
import { mkdirSync } from "node:fs";
import { clickOn, expect, start, test, TITLES } from "./table";

const PICTURES = "../build/test/screenshots";
mkdirSync(PICTURES, { recursive: true });

interface Seen {
  seen?: string;
  kind: string | null;
}

/** Cards of other hands and of decks that are known, though nobody may know them. */
function leaks(frames: string[]): string[] {
  const found: string[] = [];
  for (const text of frames) {
    const message = JSON.parse(text) as { type: string; seat?: string; secret?: string; state?: string; view?: Record<string, unknown> };
    if (message.type === "table" && message.state !== "over" && message.secret) found.push("the secret");
    if (message.type !== "view" || !message.view || !message.seat) continue;
    const own = message.seat.charCodeAt(0) - 65;
    const check = (zone: string, cards: Seen[]) => {
      for (const card of cards) if (card.kind !== null && !/[*]/.test(card.seen ?? "") && !(card.seen ?? "").includes(message.seat ?? "")) found.push(`${zone}: ${card.kind} in ${text.slice(0, 120)}`);
    };
    const hands = (message.view.hand ?? []) as Seen[][];
    // A hand that is shown at the end of a campaign is marked for all.
    hands.forEach((hand, seat) => seat !== own && check(`hand ${seat}`, hand));
    for (const zone of ["supply", "deck", "koku", "buried"]) {
      const cards = message.view[zone];
      if (Array.isArray(cards) && !Array.isArray(cards[0])) check(zone, cards as Seen[]);
    }
  }
  return found;
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
        if (clicks % 20 === 0) expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is not wider than the screen").toBe(true);
        expect(clicks, "the game comes to an end").toBeLessThan(3000);
      }
      await expect(page.locator(".ranks li").first()).toBeVisible();
      expect(leaks(watched.frames)).toEqual([]);
    });
