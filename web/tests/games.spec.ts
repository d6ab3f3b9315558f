// Whole games by clicking, at two widths: what is offered is clicked until the game is over.
import { mkdirSync } from "node:fs";
import { clickOn, expect, start, test, TITLES } from "./table";

const PICTURES = "../build/test/screenshots";
mkdirSync(PICTURES, { recursive: true });

interface Seen {
  seen?: string;
  kind: string | null;
}

/** Where cards lie that not everybody sees, by the rules: what is a seat's own is a list by seats, the rest is nobody's. */
const HIDDEN: Record<string, { own: string[]; nobody: string[] }> = {
  zipang: { own: ["hand"], nobody: ["supply", "buried"] },
  glory: { own: ["hand", "task"], nobody: ["draw", "undealt"] },
  kenjin: { own: ["hand", "stack", "removed"], nobody: [] },
  kunitori: { own: ["hand", "deck"], nobody: [] }, // what is left of one's deck one can count
  shitenno: { own: ["hand"], nobody: ["deck", "koku", ...["chugoku", "chubu", "hokkaido", "kyushu", "kanto", "kansai", "shikoku", "tohoku"].map((name) => `${name}-tiles`)] },
};

const cardsOf = (zone: unknown): Seen[] => (Array.isArray(zone) ? zone.flatMap(cardsOf) : [zone as Seen]);

/** Cards that were told though the seat may not know them, and how many were not told. A card that somebody has come to know is
 * marked with him, or with * for all. */
function leaks(game: string, frames: string[]): { found: string[]; kept: number } {
  const found: string[] = [];
  let kept = 0;
  const secret = frames.map((text) => (JSON.parse(text) as { secret?: string }).secret).find(Boolean);
  for (const text of frames) {
    const message = JSON.parse(text) as { type: string; seat?: string; state?: string; view?: Record<string, unknown> };
    if (secret && text.includes(secret) && !(message.type === "table" && message.state === "over")) found.push("the secret");
    if (message.type !== "view" || !message.view || !message.seat) continue;
    const { seat, view } = message;
    if (view.phase === "steal" && view.turn === seat) continue; // Zipang's Nobleman and Tea Master look into a hand
    const others = (zone: string) => (view[zone] as unknown[]).filter((_, at) => at !== seat.charCodeAt(0) - 65);
    const { own, nobody } = HIDDEN[game] ?? { own: [], nobody: [] };
    for (const [zone, cards] of [...own.map((name) => [name, others(name)] as const), ...nobody.map((name) => [name, view[name]] as const)])
      for (const card of cardsOf(cards)) {
        if (card.kind === null) kept++;
        else if (!["*", seat].some((mark) => card.seen?.includes(mark))) found.push(`${zone}: ${card.kind} in ${text.slice(0, 120)}`);
      }
  }
  return { found, kept };
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
      const { found, kept } = leaks(game, watched.frames);
      expect(found.slice(0, 3)).toEqual([]);
      expect(kept, "there were cards to hide").toBeGreaterThan(100);
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
