// The board of Kenjin: what it computes from the position and the log.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { expect, of, test } from "../../web/tests/table";
import type { View as KenjinView } from "./field";

/** Modules that ask the browser for its language when they are loaded. They are bundled as for the
 * browser, because Node.js 18 cannot load all packages that they need. */
function inBrowser(): typeof import("./field") & typeof import("../../web/src/rules") {
  const contents = 'export * from "./field"; export * from "../../web/src/rules";';
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: __dirname },
    bundle: true,
    external: ["tenka:*"], // the Japanese words, which are loaded on request
    format: "cjs",
    write: false,
  });
  const module = { exports: {} };
  Object.assign(globalThis, { navigator: { language: "en" } });
  new Function("module", outputFiles[0]?.text ?? "")(module);
  return module.exports as ReturnType<typeof inBrowser>;
}

const card = (kind: string, seen = "*") => ({ kind, seen });

/** A view of Kenjin with two players, the tiles and stacks given, from the bottom. */
const kenjin = (
  tile: string[],
  stack: { kind: string; seen: string }[][][],
  more: Partial<KenjinView> = {},
): KenjinView =>
  ({
    players: 2,
    viewer: "A",
    teams: 0,
    phase: "deploy",
    tile,
    fought: 0,
    holder: ["-", "-", "-", "-"],
    supplied: ["-", "-"],
    faceup: [0, 0],
    stack: stack.map((seat) => seat.map((one) => [...one].reverse())),
    ...more,
  }) as KenjinView;

test("an army's total has what the tile and the Supply Camp add", of("kenjin"), () => {
  const { fields, might, readRules, rules } = inBrowser();
  rules.value = readRules("kenjin", readFileSync(join(__dirname, "rules.md"), "utf8"));
  const port = [card("scout"), card("ashigaru"), card("brute", "A")];
  const v = kenjin(
    ["port", "palace", "camp", "bridge"],
    [
      [port, [card("brute"), card("scout")]],
      [[], [card("brute")]],
    ],
    { holder: ["-", "-", "A", "-"], supplied: ["port", "bridge"] },
  );
  const all = fields(v);
  expect(might(v, all[0]!, all[0]!.sides[0])).toEqual({ cards: 6, tile: 2, camp: 1, unknown: 0 });
  expect(might(v, all[0]!, all[0]!.sides[1])).toEqual({ cards: 0, tile: 0, camp: 0, unknown: 0 });
  expect(might(v, all[1]!, all[1]!.sides[0])).toEqual({ cards: 4, tile: -2, camp: 0, unknown: 0 });
});

test("the log tells how a battlefield was fought for, in both languages", of("kenjin"), () => {
  const { combats, fallen } = inBrowser();
  const v = kenjin(
    ["village", "-", "-", "-"],
    [
      [[], []],
      [[card("archer"), card("lord")], []],
    ],
    { fought: 1 },
  );
  const reveal = {
    ply: 1,
    move: "reveal",
    text: [
      "The [village:Village], 4 points: cards of strength 1 count as 2.",
      "[A:You] have no army here.",
      "[B:B's] army, from the bottom: [archer:Archer], [lord:Lord], [samurai:Samurai].",
    ],
  };
  const words = JSON.parse(readFileSync(join(__dirname, "words.ja.json"), "utf8")) as Record<
    string,
    string
  >;
  const english = Object.keys(words).find((text) => text.startsWith("Totals:")) ?? "";
  for (const text of [english, words[english] ?? ""]) {
    const fills = ["[A:you]", "-2", "0", "[B:B]", "4", "2"];
    const line = text.replace(
      /\{(\d)(\|[^}]*)?\}/g,
      (_, digit: string) => fills[Number(digit) - 1] ?? "",
    );
    const combat = combats(v, [
      reveal,
      {
        ply: 2,
        move: "fight",
        text: ["[B:B] loses the [samurai:Samurai] to the [archer:Archer].", line],
      },
    ]).get("village");
    expect(combat?.totals).toEqual({ A: -2, B: 4 });
    expect(
      fallen(v, { seat: "B", stack: 1 }, combat!).map(({ card, fell }) => [card.kind, fell]),
    ).toEqual([
      ["archer", false],
      ["lord", false],
      ["samurai", true],
    ]);
  }
});
