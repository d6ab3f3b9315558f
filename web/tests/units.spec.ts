import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { Choice, fits } from "../src/choose";
import { groups, letters } from "../src/letters";
import { blocks, inlines } from "../src/markdown";
import type { Message, Move, Table, View } from "../src/protocol";
import {
  granted,
  promised,
  saw,
  sealFor,
  sealIn,
  seenAt,
  shareFor,
  told,
  unsaw,
} from "../src/seal";
import { tipPlace } from "../src/tip_place";

const move = (text: string, verb: string, parts: Partial<Move["parts"]> = {}): Move => ({
  move: text,
  parts: { verb, ...parts },
  text: "",
});

const zipang = [
  move("princess", "", { kind: "princess" }),
  move("captain B", "", { kind: "captain", seats: "B" }),
  move("captain C", "", { kind: "captain", seats: "C" }),
  move("commander BC", "", { kind: "commander", seats: "BC" }),
  move("commander BD", "", { kind: "commander", seats: "BD" }),
  move("ikki", "ikki"),
];

test("one click plays a card without a target", () => {
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

test("chosen things are marked as chosen", () => {
  const choice = new Choice(zipang).pick({ kind: "captain" });
  expect(choice.chosen({ kind: "captain" })).toBe(true);
  expect(choice.chosen({ kind: "commander" })).toBe(false);
  expect(choice.chosen({ seat: "B" })).toBe(false);
});

test("what all moves have in common need not be chosen", () => {
  const keep = [0, 1, 2].map((n) =>
    move(`keep spear ${n}`, "keep", { kind: "spear", numbers: [n] }),
  );
  expect(new Choice(keep).buttons.map((one) => one.move)).toEqual(keep.map((one) => one.move));
  expect(new Choice(keep).pick({ number: 2 }).complete?.move).toBe("keep spear 2");
  // The same if a guide allows only one of them.
  expect(new Choice(keep.slice(2), [], [], keep).buttons.map((one) => one.move)).toEqual([
    "keep spear 2",
  ]);
});

test("buttons are for what is not on the board", () => {
  const draws = [
    move("draw 1", "draw", { numbers: [1] }),
    move("draw 2", "draw", { numbers: [2] }),
    move("end", "end"),
  ];
  expect(new Choice(draws, [], ["draw"]).buttons.map((one) => one.move)).toEqual(["end"]);
  expect(new Choice(zipang).buttons.map((one) => one.move)).toEqual(["ikki"]);
});

test("a number that is a thing on the board must always be chosen", () => {
  const piles = [
    move("draw 1", "draw", { numbers: [1] }),
    move("pick 1", "pick", { numbers: [1] }),
  ];
  const draws = new Choice(piles, [], ["draw", "pick"]);
  expect(draws.offers({ verb: "pick", number: 1 })).toBe(true);
  expect(draws.buttons).toEqual([]);
  expect(draws.pick({ verb: "pick", number: 1 }).complete?.move).toBe("pick 1");
  const discards = ["monk", "farmer"].map((kind) =>
    move(`discard ${kind} 1`, "discard", { kind, numbers: [1] }),
  );
  expect(new Choice(discards, [], ["discard"]).pick({ kind: "monk" }).complete).toBeUndefined();
});

test("a spot fits the moves that have all parts that it names", () => {
  const kill = move("kill bridge B 2", "kill", { seats: "B", numbers: [2], places: ["bridge"] });
  expect(fits({ place: "bridge", seat: "B", number: 2 }, kill)).toBe(true);
  expect(fits({ place: "bridge", seat: "B", number: 1 }, kill)).toBe(false);
  expect(fits({ verb: ["look", "kill"], place: "bridge" }, kill)).toBe(true);
  expect(fits({ verb: "look", place: "bridge" }, kill)).toBe(false);
});

test("rules pages are read: headings, lists, tables, code", () => {
  const read = blocks(
    "# Title\n\nOne\ntwo.\n\n- **Z1** A\n  b.\n- **Z2** C.\n\n" +
      "| A | B |\n|---|---|\n| 1 | `x` |\n\n```\ncode\n```\n1. x\n2. y\n",
  );
  expect(read.map((block) => block.type)).toEqual([
    "heading",
    "paragraph",
    "list",
    "table",
    "code",
    "list",
  ]);
  expect(read[1]).toEqual({ type: "paragraph", text: "One two." });
  expect(read[2]).toEqual({ type: "list", ordered: false, items: ["**Z1** A b.", "**Z2** C."] });
  expect(read[3]).toEqual({ type: "table", head: ["A", "B"], rows: [["1", "`x`"]] });
});

test("words in a line are marked: strong, code, link", () => {
  expect(inlines("a **b** `c` [d](e)").map((piece) => piece.type)).toEqual([
    "text",
    "strong",
    "text",
    "code",
    "text",
    "link",
  ]);
});

for (const game of readdirSync("../games").filter((one) => existsSync(`../games/${one}/board.css`)))
  test(`the style of ${game} affects only that game`, () => {
    const style = readFileSync(`../games/${game}/board.css`, "utf8").replace(/\/\*.*?\*\//gs, "");
    const selectors = [...style.matchAll(/([^{};]+)\{/g)]
      .map((match) => (match[1] ?? "").trim())
      .filter((text) => !text.startsWith("@") && !/^(from|to|[\d%, ]+)$/.test(text));
    expect(selectors.length).toBeGreaterThan(10);
    // Commas within parentheses, as in :is(…), do not separate selectors.
    const parts = selectors.flatMap((text) => text.split(/,(?![^(]*\))/));
    expect(parts.filter((text) => !text.includes(game))).toEqual([]);
  });

test("an explanation covers nothing that is needed", () => {
  const box = (left: number, top: number) => ({ left, top, width: 100, height: 100 });
  const window = { width: 1000, height: 1000 };
  const at = box(450, 450);
  expect(tipPlace(at, box(0, 0), window, [])).toMatchObject({ left: 450, top: 342 });
  expect(tipPlace(at, box(0, 0), window, [box(450, 340)])).toMatchObject({ left: 450, top: 558 });
  expect(tipPlace(at, box(0, 0), window, [box(450, 340), box(450, 560)])).toMatchObject({
    left: 342,
    top: 450,
  });
  expect(
    tipPlace(at, box(0, 0), window, [box(450, 340), box(450, 560), box(340, 450)]),
  ).toMatchObject({ left: 558, top: 450 });
  // At the window's edge it does not cover what it explains.
  expect(tipPlace(box(0, 0), box(0, 0), window, [])).toMatchObject({ left: 8, top: 108 });
});

test("cards without pictures have different letters", () => {
  expect(letters(["One", "Two", "Three"])).toEqual(["On", "Tw", "Th"]);
  expect(letters(["Moon 1", "Moon 2", "Wave"])).toEqual(["M1", "M2", "Wa"]);
  expect(letters(["Pine 1", "Pine 12", "Plum 1", "Plum 2"])).toEqual(["Pi1", "P12", "Pl1", "P2"]);
  expect(letters(["Red Tower", "Red Dragon"])).toEqual(["RT", "RD"]);
  expect(letters(["Princess", "Priest"])).toEqual(["Ps", "Pt"]);
  expect(letters(["松1", "松2", "松12", "波"])).toEqual(["松1", "松2", "松12", "波"]);
});

test("cards whose titles begin with the same word are a group", () => {
  expect(groups(["Pine 1", "Pine 2", "Plum 1", "Pine 3"])).toEqual([0, 0, 1, 0]);
  expect(groups(["松1", "松2", "梅1"])).toEqual([0, 0, 1]);
  expect(groups(["One", "Two"])).toEqual([0, 1]);
});

test("views of moves that were taken back are not compared with the record", () => {
  const view = (table: string, ply: number, seat = "A") =>
    saw({ table, ply, seat, view: { ply } } as unknown as View);
  const plies = () => seenAt("t").map(([ply]) => ply);
  for (const ply of [0, 1, 2, 4, 5]) view("t", ply);
  expect(plies()).toEqual([0, 1, 2, 4, 5]);
  view("t", 2); // an undo
  expect(plies()).toEqual([0, 1, 2]);
  view("t", 3);
  unsaw(2); // the log came again from here, because the page was not connected during an undo
  view("t", 6);
  expect(plies()).toEqual([0, 1, 6]);
  view("t", 7, "spectator");
  expect(plies()).toEqual([0, 1, 6]);
  view("u", 0); // another table
  expect(plies()).toEqual([]);
});

/** A table as it is told to seat A, or to nobody. */
const table = (id: string, change: Partial<Table> & { seal?: string } = {}) =>
  ({
    table: id,
    state: "waiting",
    you: "A",
    commitment: "c",
    seats: [{ seat: "A", is: "player", seal: change.seal }],
    ...change,
  }) as Table;
const joining = (id: string) => {
  const request = { type: "join", table: id };
  return { ...request, ...sealFor(request) } as Message & { seal: string };
};
const join = (id: string) => {
  const request = joining(id);
  granted(request, { type: "done" });
  return request.seal;
};

test("a seal that was granted a seat must be in the record", () => {
  const seal = join("t1");
  expect(sealIn(table("t1"), { A: seal })).toBe("used");
  expect(sealIn(table("t1"), {})).toBe("ignored");
  expect(sealIn(table("t1"), { A: "other" })).toBe("ignored");
  expect(sealIn(table("t1"), { A: "other", B: seal })).toBe("ignored");
  expect(sealIn(table("t1", { you: undefined }), {})).toBeUndefined(); // the host freed my seat
  expect(sealIn(table("another"), {})).toBeUndefined();
  told(table("t1", { state: "playing" }));
  expect(sealIn(table("t1", { you: undefined }), {})).toBe("ignored");
});

test("of two seals for a table, the record may have either", () => {
  const seals = [join("t2"), join("t2")];
  for (const seal of seals) expect(sealIn(table("t2"), { A: seal })).toBe("used");
  expect(sealIn(table("t2"), {})).toBe("ignored");
});

test("a seat that was left may be taken on another device, until the match begins", () => {
  const seal = join("t3");
  granted({ type: "leave", table: "t3" }, { type: "done" });
  expect(sealIn(table("t3"), { A: "other" })).toBe("elsewhere");
  told(table("t3", { seal })); // the seat was not left after all
  expect(sealIn(table("t3"), { A: "other" })).toBe("ignored");
  told(table("t3", { you: undefined }));
  expect(sealIn(table("t3"), {})).toBe("elsewhere");
  const again = join("t3");
  told(table("t3", { seal: again, state: "playing" }));
  granted({ type: "leave", table: "t3" }, { type: "done" });
  told(table("t3", { you: undefined }));
  expect(sealIn(table("t3"), {})).toBe("ignored");
});

test("a request without an answer may have been granted or not", () => {
  const { seal } = joining("t4"); // refused: another device has the seat
  expect(sealIn(table("t4"), { A: "other" })).toBe("elsewhere");
  expect(sealIn(table("t4"), {})).toBe("ignored");
  told(table("t4", { seal }));
  expect(sealIn(table("t4"), { A: "other" })).toBe("ignored");
});

test("a seal for a new table belongs to the one in the answer", () => {
  for (const type of ["create", "again"]) {
    const request = { type, table: "before", ...sealFor({ type }) } as Message;
    granted(request, { type: "created", table: type });
    expect(sealIn(table("before"), {})).toBeUndefined();
    expect(sealIn(table(type), {})).toBe("ignored");
  }
  // Another device may have opened the table of the rematch.
  expect(sealIn(table("create"), { A: "other" })).toBe("ignored");
  expect(sealIn(table("again"), { A: "other" })).toBe("elsewhere");
  expect(sealFor({ type: "create", seed: "s" })).toEqual({});
  expect(sealFor({ type: "branch" })).toEqual({});
});

test("the first commitment is the promise, and the share is told for no other", () => {
  const seal = join("t5");
  expect(promised("t5", "any")).toBe(true);
  told(table("t5", { seal }));
  told(table("t5", { seal, commitment: "d" }));
  expect(promised("t5", "c")).toBe(true);
  expect(promised("t5", "d")).toBe(false);
  expect(shareFor(table("t5", { seal, reveal: "A", commitment: "d" }))).toBeUndefined();
  expect(shareFor(table("t6", { seal, reveal: "A" }))).toBeUndefined();
  expect(shareFor(table("t5", { seal, reveal: "A" }))).toMatch(/^[0-9a-f]{64}$/);
});
