// The guides lead through: every step comes, and the match offers what it asks for. In both languages nothing is left unsaid.
import { existsSync, readFileSync } from "node:fs";
import { expect, start, test, TITLES } from "./table";

for (const game of Object.keys(TITLES))
  test(`the guide to ${game} leads to its end`, async ({ page, home }) => {
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
      await expect(page.getByText("another way than this guide")).toHaveCount(0);
      if (at === 5 && !reloaded) {
        reloaded = true;
        await page.reload();
        await expect(page.locator(".guide .progress")).toHaveText(`5 of ${steps}`);
      }
      // Things that the step speaks of are there when it speaks.
      if (at > last) pointed += Number((await page.locator(".pointed").count()) > 0);
      last = Math.max(last, at);
      const hidden = await page.locator(".board").evaluate((board) => {
        board.scrollTop = 0;
        const content = board.firstElementChild as HTMLElement;
        return { above: board.getBoundingClientRect().top - content.getBoundingClientRect().top, below: content.offsetHeight - board.clientHeight };
      });
      expect(hidden.above, "nothing is out of reach above the board's edge").toBeLessThan(0);
      if (game === "zipang") expect(hidden.below, "the whole board is to be seen").toBeLessThan(0);
      if (["kenjin", "kunitori", "shitenno"].includes(game)) await expect.poll(() => page.locator(".board, .shitenno-court").evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).length), `step ${at} is all in sight`).toBe(0);
      const next = page.locator(".guide button.primary");
      if (await next.count()) await next.click();
      else await page.locator("button.offered, .dock .move:enabled").first().click();
    }
    expect(last).toBe(steps);
    expect(pointed, "most steps point at something").toBeGreaterThan(steps * 0.7);
    await expect(page.locator(".prompt.asks, .over")).toBeVisible();
  });

/** What of the English is to be seen although the page is Japanese. */
async function english(texts: string[]): Promise<string[]> {
  const files = ["../words/ja/web.json", ...Object.keys(TITLES).map((game) => `../games/${game}/board.ja.json`).filter(existsSync)];
  const words = files.flatMap((file) => Object.keys(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>)).filter((text) => !text.includes("{") && text.length > 3);
  return words.filter((word) => texts.includes(word));
}

test.describe("in Japanese", () => {
  test.use({ locale: "ja-JP" });
  for (const path of ["/", "/lobby", "/new?game=kenjin", "/rules/glory"])
    test(`${path} is Japanese`, async ({ page, home }) => {
      await page.goto(home + path);
      await expect(page.locator("html")).toHaveAttribute("lang", "ja");
      await expect(page.locator("h1").first()).toBeVisible();
      const texts = await page.evaluate(() => [...document.querySelectorAll("#app *")].flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent?.trim() ?? "")));
      expect(await english(texts)).toEqual([]);
    });
  for (const game of Object.keys(TITLES))
    test(`the table of ${game} is Japanese`, async ({ page, home }) => {
      await page.goto(home);
      await page.locator(".game-card").nth(Object.keys(TITLES).indexOf(game)).getByRole("button").first().click();
      await page.waitForSelector("button.offered, .dock .move:enabled");
      await page.locator("button.offered, .dock .move:enabled").first().click();
      await page.waitForSelector(".log-line, button.offered");
      const texts = await page.evaluate(() => [...document.querySelectorAll("#app *")].flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent?.trim() ?? "")));
      expect(await english(texts)).toEqual([]);
      // Sentences of the server are Japanese, too: no English word of three letters but notation and names.
      const told = texts.filter((text) => /^[A-Z][a-z]+ [a-z]+ /.test(text));
      expect(told).toEqual([]);
    });
});

test("everything for one game takes 300 KB at most, and all games 1 MB", async ({ browser, home }) => {
  const taken: Record<string, number> = {};
  /** The bytes of each file that a new browser loads until the game can be played. */
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
  for (const game of Object.keys(TITLES)) {
    const bytes = await load(game);
    expect(bytes, game).toBeGreaterThan(20 * 1024);
    expect(bytes, game).toBeLessThan(300 * 1024);
  }
  expect(Object.values(taken).reduce((a, b) => a + b)).toBeLessThan(1024 * 1024);
});
