// In Japanese nothing is left in English; and how many bytes a page loads.
import { english, expect, GAMES, start, test, textsOf } from "./table";

test.describe("in Japanese", () => {
  test.use({ locale: "ja-JP" });
  for (const path of ["/", "/lobby", "/new?game=kenjin", "/rules/glory"])
    test(`${path} is Japanese`, async ({ page, home }) => {
      await page.goto(home + path);
      await expect(page.locator("html")).toHaveAttribute("lang", "ja");
      await expect(page.locator("h1").first()).toBeVisible();
      expect(english(await textsOf(page))).toEqual([]);
    });
});

test("one game loads at most 300 KB, and all games 1 MB", async ({ browser, home }) => {
  const taken: Record<string, number> = {};
  /** The bytes that a new browser loads until the game can be played. */
  const load = async (game: string): Promise<number> => {
    const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send("Network.enable");
    const urls = new Map<string, string>();
    let bytes = 0;
    cdp.on("Network.responseReceived", (event) => urls.set(event.requestId, event.response.url));
    cdp.on("Network.loadingFinished", (event) => {
      bytes += event.encodedDataLength;
      taken[urls.get(event.requestId) ?? event.requestId] = event.encodedDataLength;
    });
    await start(page, home, game);
    await page.waitForSelector("button.offered, .dock .move:enabled");
    await context.close();
    return bytes;
  };
  for (const { id: game } of GAMES) {
    const bytes = await load(game);
    expect(bytes, game).toBeGreaterThan(20 * 1024);
    expect(bytes, game).toBeLessThan(300 * 1024);
  }
  expect(Object.values(taken).reduce((a, b) => a + b)).toBeLessThan(1024 * 1024);
});
