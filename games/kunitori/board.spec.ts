// The board of Kunitori!.
import { expect, of, test } from "../../web/tests/table";

test(
  "a battle of Kunitori! stays in sight until it is put away",
  of("kunitori"),
  async ({ page, home }) => {
    await page.goto(`${home}/guide/kunitori`);
    const held = page.locator(".kunitori-held");
    for (let clicks = 0; clicks < 120 && !(await held.count()); clicks++) {
      await page.waitForSelector(".guide button.primary, button.offered, .dock .move:enabled");
      const next = page.locator(".guide button.primary");
      await ((await next.count())
        ? next
        : page.locator("button.offered, .dock .move:enabled").first()
      ).click();
    }
    await expect(held.locator(".kunitori-held-side strong")).toHaveText([/^\d+$/, /^\d+$/]);
    await expect(held.locator(".kunitori-held-side.won")).toHaveCount(1);
    await expect(held.locator(".kunitori-held-side .kunitori-chip").first()).toBeVisible();
    await held.getByRole("button", { name: "Close" }).click();
    await expect(held).toHaveCount(0);
  },
);
