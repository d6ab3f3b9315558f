// Shared by the tests in a browser: a server for each worker, a page that must not report errors,
// and functions that play.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import type { GameInfo } from "../src/protocol";

export { expect };

const PROGRAM = process.env.TENKA ?? "../build/test/gcc/tenka";
const OPEN = process.env.TENKA_OPEN ?? ""; // the address of a server that already runs

export const GAMES = JSON.parse(
  execFileSync(PROGRAM, ["games", "--json"], { encoding: "utf8" }),
) as GameInfo[];

/** Tags for a test of a game: '--grep @GAME' selects the tests of one game. */
export const of = (game: string) => ({ tag: ["@game", `@${game}`] });

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** A server that can be stopped and started again on the same port and data. */
export class Server {
  private static readonly stoppedOnce = new Set<string>();
  private process: ChildProcess | undefined;
  private readonly data = mkdtempSync(join(tmpdir(), "tenka-web-"));
  port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Whether the address is one of a server that was stopped at least once. */
  static stopped(url: string): boolean {
    return Server.stoppedOnce.has(new URL(url, "http://none").origin);
  }

  async start(): Promise<void> {
    this.port ||= await freePort();
    const child = spawn(
      PROGRAM,
      [
        "serve",
        "--listen",
        `127.0.0.1:${this.port}`,
        "--data",
        this.data,
        "--bot-ms",
        "0",
        "--rate",
        "0",
        "--per-address",
        "0",
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    this.process = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once("data", () => resolve());
      child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    Server.stoppedOnce.add(this.url);
    child.kill(signal);
    await ended;
  }

  remove(): void {
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** What a page was sent, and its errors. */
export class Watcher {
  readonly complaints: string[] = [];
  readonly frames: string[] = [];
  readonly hosts = new Set<string>();

  constructor(page: Page) {
    page.on("console", (message) => {
      // A server that the test has stopped refuses connections, and cuts answers off.
      const network = /net::ERR_|WebSocket connection/.test(message.text());
      const forgiven = network && Server.stopped(message.location().url);
      if (message.type() === "error" && !forgiven) this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) this.hosts.add(new URL(request.url()).host);
    });
    page.on("websocket", (socket) => {
      socket.on("framereceived", (frame) => this.frames.push(String(frame.payload)));
    });
  }
}

export const test = base.extend<{ watched: Watcher; home: string }, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.stop();
      server.remove();
    },
    { scope: "worker" },
  ],
  home: OPEN ? async ({}, use) => use(OPEN) : async ({ server }, use) => use(server.url),
  watched: [
    async ({ page }, use) => {
      const watcher = new Watcher(page);
      await use(watcher);
      expect(watcher.complaints).toEqual([]);
      expect([...watcher.hosts].filter((host) => !host.startsWith("127.0.0.1:"))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Another browser, with its own storage. */
export async function another(
  browser: Browser,
  url: string,
  width = 1440,
): Promise<{ page: Page; context: BrowserContext; watched: Watcher }> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
    locale: "en-US",
  });
  const page = await context.newPage();
  const watched = new Watcher(page);
  await page.goto(url);
  return { page, context, watched };
}

/** Starts a game against bots from the start page. */
export async function start(page: Page, home: string, game: string): Promise<void> {
  await page.goto(home);
  await page
    .locator(".game-card")
    .filter({
      has: page.getByRole("heading", { name: GAMES.find(({ id }) => id === game)?.title }),
    })
    .getByRole("button", { name: "Play now" })
    .click();
  await expect(page.locator(".prompt")).toBeVisible();
}

/** If the page is wider than the screen: the elements that reach past its edge. */
export function tooWide(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const all = [...document.querySelectorAll("body *")].filter(
    (one) => one.getBoundingClientRect().right > innerWidth,
  );
  return [
    `${document.documentElement.scrollWidth} px`,
    ...all.map(
      (one) => `${one.tagName}.${one.getAttribute("class")}: ${one.textContent?.slice(0, 40)}`,
    ),
  ];
}

const CHOICES = ".dock .move:enabled, button.offered";

/** Makes one click on something that can be chosen; false when the game is over. The choice depends
 * on `turn`, so that everything is clicked some time. */
export async function clickOn(page: Page, turn: number): Promise<boolean> {
  await page.waitForSelector(`${CHOICES}, .over`);
  if (await page.locator(".over").count()) return false;
  // In two of three turns buttons are preferred to the table, because they advance the match.
  const buttons = page.locator(".dock .move:enabled");
  const choices = turn % 3 && (await buttons.count()) ? buttons : page.locator(CHOICES);
  const count = await choices.count();
  if (count === 0) return true;
  await choices
    .nth((turn * 7) % count)
    .click({ timeout: 5000 })
    .catch(async (why: Error) => {
      // The choice may be gone, because another view has come.
      if (!/detached|not stable|Timeout/.test(why.message)) throw why;
    });
  return true;
}

/** Clicks until there is a line in the log. This happens long before a match is over. */
export async function begin(page: Page): Promise<void> {
  for (let turn = 0; (await page.locator(".log-line").count()) === 0; turn++)
    await clickOn(page, turn);
}

/** Axe finds no violation, in both themes. */
export async function accessible(page: Page): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    // Axe uses the type of a page from another version of the same library.
    const axe = new AxeBuilder({ page: page as never });
    // The theme changes only colours.
    const { violations } = await (scheme === "dark"
      ? axe.withRules("color-contrast")
      : axe
    ).analyze();
    expect(
      violations.map(
        (one) =>
          `${scheme}: ${one.id}: ${one.nodes
            .map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`)
            .slice(0, 3)
            .join(" | ")}`,
      ),
    ).toEqual([]);
  }
}

/** What the board that is drawn from the table of fields says in English. */
const fieldWords = GAMES.flatMap(({ fields }) => fields)
  .flatMap(({ title, titles }) => [title, ...(titles ?? [])])
  .map((words) => words.charAt(0).toUpperCase() + words.slice(1));

/** All texts of the page, except what was announced before. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("#app *:not([role=log] *)")].flatMap((element) =>
      [...element.childNodes]
        .filter((node) => node.nodeType === 3)
        .map((node) => node.textContent?.trim() ?? ""),
    ),
  );

/** The English messages that are shown although the page is Japanese. */
export function english(texts: string[]): string[] {
  const files = [
    "../words/ja/web.json",
    ...GAMES.map(({ id: game }) => `../games/${game}/board.ja.json`).filter(existsSync),
  ];
  const messages = files.flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>),
  );
  const words = [...messages, ...fieldWords].filter(
    (text) => !text.includes("{") && text.length > 3,
  );
  return words.filter((word) => texts.includes(word));
}
