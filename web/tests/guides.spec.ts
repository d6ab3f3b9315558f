// The guides lead through: every step comes, and the match offers what it asks for. In both languages nothing is left unsaid.
import { readFileSync } from "node:fs";
import { expect, test, TITLES } from "./table";

for (const game of Object.keys(TITLES))
  test(`the guide to ${game} leads to its end`, async ({ page, home }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${home}/guide/${game}`);
    const guide = page.locator(".guide");
    await expect(guide).toBeVisible();
    const steps = Number((await page.locator(".guide .progress").textContent())?.split(" of ")[1]);
    expect(steps).toBeGreaterThanOrEqual(12);
    let last = 0;
    let reloaded = false;
    for (let clicks = 0; clicks < 200 && last < steps; clicks++) {
      await page.waitForSelector(".guide .progress");
      await page.waitForSelector(".guide button.primary, button.offered, .dock .move:enabled");
      const at = Number.parseInt((await page.locator(".guide .progress").textContent()) ?? "", 10);
      await expect(page.getByText("another way than this guide")).toHaveCount(0);
      if (at === 5 && !reloaded) {
        reloaded = true;
        await page.reload();
        await expect(page.locator(".guide .progress")).toHaveText(`5 of ${steps}`);
      }
      last = Math.max(last, at);
      if (["kenjin", "kunitori", "shitenno"].includes(game)) await expect.poll(() => page.locator(".board, .shitenno-court").evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).length), `step ${at} is all in sight`).toBe(0);
      const next = page.locator(".guide button.primary");
      if (await next.count()) await next.click();
      else await page.locator("button.offered, .dock .move:enabled").first().click();
    }
    expect(last).toBe(steps);
    await expect(page.locator(".prompt")).toBeVisible();
  });

/** What of the English is to be seen although the page is Japanese. */
async function english(texts: string[]): Promise<string[]> {
  const words = Object.keys(JSON.parse(readFileSync("../words/ja/web.json", "utf8")) as Record<string, string>).filter((text) => !text.includes("{") && text.length > 3);
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

test("everything for one game takes 300 KB at most, and all games 1 MB", async ({ page, home }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  let bytes = 0;
  cdp.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await page.goto(home);
  for (const game of Object.keys(TITLES)) {
    const before = bytes;
    await page.goto(home);
    await page.locator(".game-card").filter({ has: page.getByRole("heading", { name: TITLES[game] }) }).getByRole("button", { name: "Play now" }).click();
    await page.waitForSelector("button.offered, .dock .move:enabled");
    expect(bytes - before, game).toBeLessThan(300 * 1024);
  }
  expect(bytes).toBeLessThan(1024 * 1024);
});
