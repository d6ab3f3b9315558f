// The board of Shitenno.
import { expect, of, start, test } from "../../web/tests/table";

test(
  "a lot of Shitenno one of whose moves is refused is not sent on",
  of("shitenno"),
  async ({ page, home }) => {
    const moves: string[] = [];
    await page.routeWebSocket(/\/ws$/, (client) => {
      const server = client.connectToServer();
      client.onMessage((text) => {
        const request = JSON.parse(String(text)) as { type: string; ref?: number; move?: string };
        if (request.type === "move") moves.push(request.move ?? "");
        // With this seed A forms the first lot.
        if (request.type === "create")
          server.send(JSON.stringify({ ...request, seed: "crane", seal: undefined }));
        else if (request.type === "move" && moves.length === 1)
          client.send(
            JSON.stringify({
              type: "refused",
              ref: request.ref,
              request: "move",
              clause: "late",
              text: "Not now.",
            }),
          );
        else server.send(text);
      });
    });
    await start(page, home, "shitenno");
    await page.locator(".shitenno-source button.offered").first().click();
    await page.locator(".shitenno-source button.offered").first().click();
    await page.locator(".shitenno-title.offered").first().click();
    if (!(await page.locator(".shitenno-confirm button").count()))
      await page.locator(".shitenno-title.offered").nth(1).click();
    await page.locator(".shitenno-confirm button").click();
    await expect(page.getByText("Not now.")).toBeVisible();
    const told = await page.locator(".log-line").count();
    // The same move by hand: the moves that should have followed the refused one are dropped.
    await page.locator(".all-moves summary").click();
    await page.locator(".all-moves button").filter({ hasText: moves[0] }).first().click();
    await expect(page.locator(".log-line")).toHaveCount(told + 1);
    expect(moves).toEqual([moves[0], moves[0]]);
  },
);
