import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { Choice, fits } from "../src/choose";
import type { View as KenjinView } from "../../games/kenjin/field";
import { blocks, inlines } from "../src/markdown";
import { place } from "../src/place";
import type { Move } from "../src/protocol";

const move = (text: string, verb: string, parts: Partial<Move["parts"]> = {}): Move => ({ move: text, parts: { verb, ...parts }, text: "" });

const zipang = [
  move("princess", "", { kind: "princess" }),
  move("captain B", "", { kind: "captain", seats: "B" }),
  move("captain C", "", { kind: "captain", seats: "C" }),
  move("commander BC", "", { kind: "commander", seats: "BC" }),
  move("commander BD", "", { kind: "commander", seats: "BD" }),
  move("ikki", "ikki"),
];

test("a card without a target is played by one click", () => {
  expect(new Choice(zipang).pick({ kind: "princess" }).complete?.move).toBe("princess");
});

test("a card that asks waits for its button", () => {
  const card = new Choice(zipang).pick({ kind: "princess", asks: true });
  expect(card.complete).toBeUndefined();
  expect(card.buttons.map((one) => one.move)).toEqual(["princess"]);
});

test("a card with a target waits for the target", () => {
  const card = new Choice(zipang).pick({ kind: "captain" });
  expect(card.complete).toBeUndefined();
  expect(card.offers({ seat: "B" })).toBe(true);
  expect(card.offers({ seat: "D" })).toBe(false);
  expect(card.pick({ seat: "C" }).complete?.move).toBe("captain C");
});

test("the target may come first", () => {
  const target = new Choice(zipang).pick({ seat: "C" });
  expect(target.left.map((one) => one.move)).toEqual(["captain C", "commander BC"]);
  expect(target.pick({ kind: "captain" }).complete?.move).toBe("captain C");
});

test("two targets are chosen one by one", () => {
  const first = new Choice(zipang).pick({ kind: "commander" }).pick({ seat: "D" });
  expect(first.complete).toBeUndefined();
  expect(first.offers({ seat: "C" })).toBe(false);
  expect(first.pick({ seat: "B" }).complete?.move).toBe("commander BD");
});

test("a single legal move with a target is not played by a click on the card alone", () => {
  const only = new Choice([move("captain B", "", { kind: "captain", seats: "B" })]);
  expect(only.pick({ kind: "captain" }).complete).toBeUndefined();
  expect(only.pick({ kind: "captain" }).pick({ seat: "B" }).complete?.move).toBe("captain B");
});

test("what was chosen can be told", () => {
  const choice = new Choice(zipang).pick({ kind: "captain" });
  expect(choice.chosen({ kind: "captain" })).toBe(true);
  expect(choice.chosen({ kind: "commander" })).toBe(false);
  expect(choice.chosen({ seat: "B" })).toBe(false);
});

test("what all moves have in common goes without saying", () => {
  const keep = [0, 1, 2].map((n) => move(`keep spear ${n}`, "keep", { kind: "spear", numbers: [n] }));
  expect(new Choice(keep).buttons.map((one) => one.move)).toEqual(keep.map((one) => one.move));
  expect(new Choice(keep).pick({ number: 2 }).complete?.move).toBe("keep spear 2");
  // The same if a guide allows but one of them.
  expect(new Choice(keep.slice(2), [], [], keep).buttons.map((one) => one.move)).toEqual(["keep spear 2"]);
});

test("buttons are for what is not on the board", () => {
  const draws = [move("draw 1", "draw", { numbers: [1] }), move("draw 2", "draw", { numbers: [2] }), move("end", "end")];
  expect(new Choice(draws, [], ["draw"]).buttons.map((one) => one.move)).toEqual(["end"]);
  expect(new Choice(zipang).buttons.map((one) => one.move)).toEqual(["ikki"]);
});

test("a number that is a thing on the board is always to be shown", () => {
  const piles = [move("draw 1", "draw", { numbers: [1] }), move("pick 1", "pick", { numbers: [1] })];
  const draws = new Choice(piles, [], ["draw", "pick"]);
  expect(draws.offers({ verb: "pick", number: 1 })).toBe(true);
  expect(draws.buttons).toEqual([]);
  expect(draws.pick({ verb: "pick", number: 1 }).complete?.move).toBe("pick 1");
  const discards = ["monk", "farmer"].map((kind) => move(`discard ${kind} 1`, "discard", { kind, numbers: [1] }));
  expect(new Choice(discards, [], ["discard"]).pick({ kind: "monk" }).complete).toBeUndefined();
});

test("a spot fits the moves that have all that it names", () => {
  const kill = move("kill bridge B 2", "kill", { seats: "B", numbers: [2], places: ["bridge"] });
  expect(fits({ place: "bridge", seat: "B", number: 2 }, kill)).toBe(true);
  expect(fits({ place: "bridge", seat: "B", number: 1 }, kill)).toBe(false);
  expect(fits({ verb: ["look", "kill"], place: "bridge" }, kill)).toBe(true);
  expect(fits({ verb: "look", place: "bridge" }, kill)).toBe(false);
});

test("rules pages are read: headings, lists, tables, code", () => {
  const read = blocks("# Title\n\nOne\ntwo.\n\n- **Z1** A\n  b.\n- **Z2** C.\n\n| A | B |\n|---|---|\n| 1 | `x` |\n\n```\ncode\n```\n1. x\n2. y\n");
  expect(read.map((block) => block.type)).toEqual(["heading", "paragraph", "list", "table", "code", "list"]);
  expect(read[1]).toEqual({ type: "paragraph", text: "One two." });
  expect(read[2]).toEqual({ type: "list", ordered: false, items: ["**Z1** A b.", "**Z2** C."] });
  expect(read[3]).toEqual({ type: "table", head: ["A", "B"], rows: [["1", "`x`"]] });
});

test("words in a line are marked: strong, code, link", () => {
  expect(inlines("a **b** `c` [d](e)").map((piece) => piece.type)).toEqual(["text", "strong", "text", "code", "text", "link"]);
});

for (const game of readdirSync("../games").filter((one) => existsSync(`../games/${one}/board.css`)))
  test(`the style of ${game} touches that game alone`, () => {
    const style = readFileSync(`../games/${game}/board.css`, "utf8").replace(/\/\*.*?\*\//gs, "");
    const selectors = [...style.matchAll(/([^{};]+)\{/g)].map((match) => (match[1] ?? "").trim()).filter((text) => !text.startsWith("@") && !/^(from|to|[\d%, ]+)$/.test(text));
    expect(selectors.length).toBeGreaterThan(10);
    // Commas within :is(…) and the like do not part selectors.
    const parts = selectors.flatMap((text) => text.split(/,(?![^(]*\))/));
    expect(parts.filter((text) => !text.includes(game))).toEqual([]);
  });

test("an explanation covers nothing that is needed", () => {
  const box = (left: number, top: number) => ({ left, top, width: 100, height: 100 });
  const window = { width: 1000, height: 1000 };
  const at = box(450, 450);
  expect(place(at, box(0, 0), window, [])).toMatchObject({ left: 450, top: 342 });
  expect(place(at, box(0, 0), window, [box(450, 340)])).toMatchObject({ left: 450, top: 558 });
  expect(place(at, box(0, 0), window, [box(450, 340), box(450, 560)])).toMatchObject({ left: 342, top: 450 });
  expect(place(at, box(0, 0), window, [box(450, 340), box(450, 560), box(340, 450)])).toMatchObject({ left: 558, top: 450 });
  // At the window's edge it does not lie over what it is about.
  expect(place(box(0, 0), box(0, 0), window, [])).toMatchObject({ left: 8, top: 108 });
});

/** What asks the browser for its language. */
async function inBrowser(): Promise<typeof import("../../games/kenjin/field") & typeof import("../src/rules")> {
  Object.assign(globalThis, { navigator: { language: "en" } });
  return { ...(await import("../../games/kenjin/field")), ...(await import("../src/rules")) };
}

const card = (kind: string, seen = "*") => ({ kind, seen });

/** A view of Kenjin with two players, the tiles and stacks given, from the bottom. */
const kenjin = (tile: string[], stack: { kind: string; seen: string }[][][], more: Partial<KenjinView> = {}): KenjinView =>
  ({ players: 2, viewer: "A", teams: 0, phase: "deploy", tile, fought: 0, holder: ["-", "-", "-", "-"], supplied: ["-", "-"], faceup: [0, 0], stack: stack.map((seat) => seat.map((one) => [...one].reverse())), ...more }) as KenjinView;

test("Kenjin: an army's total has what the tile and the Supply Camp add", async () => {
  const { fields, might, readRules, rules } = await inBrowser();
  rules.value = readRules("kenjin", readFileSync("../games/kenjin/rules.md", "utf8"));
  const port = [card("scout"), card("ashigaru"), card("brute", "A")];
  const v = kenjin(["port", "palace", "camp", "bridge"], [[port, [card("brute"), card("scout")]], [[], [card("brute")]]], { holder: ["-", "-", "A", "-"], supplied: ["port", "bridge"] });
  const all = fields(v);
  expect(might(v, all[0]!, all[0]!.sides[0])).toEqual({ cards: 6, tile: 2, camp: 1, unknown: 0 });
  expect(might(v, all[0]!, all[0]!.sides[1])).toEqual({ cards: 0, tile: 0, camp: 0, unknown: 0 });
  expect(might(v, all[1]!, all[1]!.sides[0])).toEqual({ cards: 4, tile: -2, camp: 0, unknown: 0 });
});

test("Kenjin: the log tells how a battlefield was fought for, in both languages", async () => {
  const { combats, fallen } = await inBrowser();
  const v = kenjin(["village", "-", "-", "-"], [[[], []], [[card("archer"), card("lord")], []]], { fought: 1 });
  const reveal = { ply: 1, move: "reveal", text: ["The [village:Village], 4 points: cards of strength 1 have 2.", "[A:You] have nobody here.", "[B:B] has, from the bottom: [archer:Archer], [lord:Lord], [samurai:Samurai]."] };
  const words = JSON.parse(readFileSync("../games/kenjin/words.ja.json", "utf8")) as Record<string, string>;
  const english = Object.keys(words).find((text) => text.startsWith("Totals:")) ?? "";
  for (const text of [english, words[english] ?? ""]) {
    const fills = ["[A:you]", "-2", "0", "[B:B]", "4", "2"];
    const line = text.replace(/\{(\d)(\|[^}]*)?\}/g, (_, digit: string) => fills[Number(digit) - 1] ?? "");
    const combat = combats(v, [reveal, { ply: 2, move: "fight", text: ["[B:B] loses the [samurai:Samurai] to the [archer:Archer].", line] }]).get("village");
    expect(combat?.totals).toEqual({ A: -2, B: 4 });
    expect(fallen(v, { seat: "B", stack: 1 }, combat!).map(({ card, fell }) => [card.kind, fell])).toEqual([["archer", false], ["lord", false], ["samurai", true]]);
  }
});
