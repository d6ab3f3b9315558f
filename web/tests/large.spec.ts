// With text twice as large, as the browser can be set, nothing is wider than the page.
import config from "../playwright.config";
import { expect, GAMES, start, test, tooWide } from "./table";

const usual = config.use?.launchOptions;
test.use({
  launchOptions: {
    ...usual,
    args: [...(usual?.args ?? []), "--blink-settings=defaultFontSize=32"],
  },
});

for (const width of [360, 1440])
  test(`with text twice as large no page is wider than ${width} px`, async ({ page, home }) => {
    await page.setViewportSize({ width, height: 900 });
    const fits = async (what: string) => expect(await page.evaluate(tooWide), what).toEqual([]);
    for (const path of ["/", "/lobby", "/new?game=kenjin", "/rules/zipang"]) {
      await page.goto(home + path);
      await expect(page.locator("h1").first()).toBeVisible();
      expect(
        await page.evaluate(() =>
          Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        ),
      ).toBe(32);
      await fits(path);
    }
    for (const { id: game } of GAMES) {
      await start(page, home, game);
      await page.waitForSelector("button.offered, .dock .move:enabled");
      await fits(game);
    }
  });
