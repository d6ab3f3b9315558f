// Shared by all parts of the board of Shitenno: its view, its facts, its small pictures.

import { addArt, Picture } from "../../web/src/parts/art";
import { cardLabel, type Face, type Tint } from "../../web/src/parts/card";
import type { Card, Pile } from "../../web/src/protocol";
import { fact, rules, title } from "../../web/src/rules";
import { choice } from "../../web/src/table";
import { say } from "../../web/src/words";
import art from "./art.svg";
import type { View } from "./position";

export type { View };

export const TROOPS = ["samurai", "bushi", "sohei", "shinobi"];
export const TITLES = ["daimyo", "shomyo", "sensei", "hatamoto"];
export const BONUSES = ["exchange", "plus", "taking"];
/** From the south-west to the north-east, so that neighbours stay together when the map becomes a
 * list. */
export const PROVINCES = [
  "kyushu",
  "shikoku",
  "chugoku",
  "kansai",
  "chubu",
  "kanto",
  "tohoku",
  "hokkaido",
];
const tints: Record<string, Tint> = {
  samurai: "indigo",
  bushi: "matcha",
  sohei: "beni",
  shinobi: "wisteria",
};
const inks: Record<string, string> = {
  samurai: "#264a73",
  bushi: "#5d7a3a",
  sohei: "#b3322c",
  shinobi: "#6c5a8c",
};

/** A double card shows its two halves side by side. */
function double(one: string, other: string): string {
  const half = (troop: string, x: number) =>
    `<use href="#shitenno-${troop}-half" x="${x}" width="50" height="80" color="${inks[troop]}"/>`;
  const halves = half(one, 0) + half(other, 50);
  const edge = `<path stroke="#1f1b16" stroke-width="2" d="M50 0v80"/>`;
  return `<symbol id="shitenno-${one}+${other}" viewBox="0 0 100 80">${halves}${edge}</symbol>`;
}

/** The badge of a card takes an icon by its name. */
function mark(name: string): string {
  const use = `<use href="#shitenno-mark-${name}" width="24" height="24"/>`;
  return `<symbol id="icon-shitenno-${name}" viewBox="0 0 24 24">${use}</symbol>`;
}

addArt(art);
const symbols = [
  ...TROOPS.flatMap((one, i) => TROOPS.slice(i).map((other) => double(one, other))),
  ...[...TROOPS, "koku"].map(mark),
];
addArt(`<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`);

/** At court: the even year, in which lots are shared out. */
export const atCourt = (v: View): boolean =>
  ["form", "offer", "divide", "choose"].includes(v.phase);

export const kamons = (v: View, place: string): string[] => v[place] as string[];
export const tiles = (v: View, place: string): Card[] => v[`${place}-tiles`] as Card[];
export const bonusOf = (tile: string): string => tile.split("-")[1] ?? "";
export const troopOf = (tile: string): string => tile.split("-")[0] ?? "";

/** The row for this number of players in the set-up table of the rules page. */
function setUp(players: number): string[] {
  for (const block of rules.value?.blocks ?? [])
    if (block.type === "table" && block.head.length === 5) {
      const row = block.rows.find((one) => one[0] === String(players));
      if (row) return row;
    }
  return [];
}

export const yearsAtMost = (players: number): string => setUp(players)[4] ?? "";

export function kamonsLeft(v: View, seat: string): number {
  const placed = PROVINCES.flatMap((place) => kamons(v, place)).filter((one) => one[0] === seat);
  return Number(setUp(v.players)[1] ?? 0) - placed.length;
}

export function troopsOf(kind: string): string[] {
  return kind.split("+").filter((troop) => TROOPS.includes(troop));
}

export function kokuOf(kind: string): number {
  return kind.startsWith("koku") ? Number(/\d+/.exec(fact(kind, 1))?.[0] ?? 0) : 0;
}

export interface Price {
  /** From 1. */
  position: number;
  troop: string;
  number: number;
  tile?: Card;
  koku: number;
}

/** What the first free position asks for; undefined if there is none. */
export function priceOf(v: View, place: string): Price | undefined {
  const at = kamons(v, place).indexOf("-");
  if (at < 0) return undefined;
  const tile = tiles(v, place)[0];
  const words = fact(place, tile ? 1 : 2);
  return {
    position: at + 1,
    troop: TROOPS.find((troop) => words.includes(title(troop))) ?? "",
    number: Number(/\d+/.exec(words)?.[0] ?? 0),
    tile,
    koku: Number(fact(place, 0).split(" ")[at] ?? 0),
  };
}

export function faces(kind: string): Face {
  const koku = kokuOf(kind);
  if (koku > 0)
    return { tint: "gold", badges: [{ icon: "shitenno-koku", value: koku, label: say("Koku") }] };
  const troops = troopsOf(kind);
  const badges = [...new Set(troops)].map((troop) => ({
    icon: `shitenno-${troop}`,
    value: troops.filter((one) => one === troop).length,
    label: title(troop),
  }));
  return { tint: tints[troops[0] ?? ""] ?? "slate", badges };
}

export function Mark({ name }: { name: string }) {
  return <Picture id={`shitenno-mark-${name}`} class="shitenno-mark" />;
}

export function Seal({ title: name }: { title: string }) {
  return <Picture id={`shitenno-${name}`} class="shitenno-seal" />;
}

/** A very small picture of a kind: its pictograms, or the number of Koku. */
export function Chip({ kind, count, zone }: { kind: string | null; count: number; zone: string }) {
  const koku = kind ? kokuOf(kind) : 0;
  const name = kind && BONUSES.includes(kind) ? title(kind) : cardLabel(kind, faces);
  return (
    <span
      class="shitenno-chip"
      role="img"
      aria-label={`${name} × ${count}`}
      data-term={kind ?? undefined}
      data-zone={zone}
      data-kind={kind ?? undefined}
      data-spot=""
      tabIndex={-1}
    >
      {kind === null && <Picture id="back" class="shitenno-back" />}
      {kind && BONUSES.includes(kind) && <Picture id={`shitenno-${kind}`} class="shitenno-mark" />}
      {kind && troopsOf(kind).map((troop, i) => <Mark key={i} name={troop} />)}
      {koku > 0 && (
        <>
          <Mark name="koku" />
          {koku}
        </>
      )}
      {count > 1 && <small>×{count}</small>}
    </span>
  );
}

/** The cards of a pile one by one, in the order in which the server names their kinds. */
export function cardsOf(pile: Pile): string[] {
  return Object.entries(pile).flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
}

/** How many of a kind can be paid, if there is only one possible number. */
export function onlyNumber(kind: string): number | undefined {
  const numbers = choice.value.moves
    .filter(({ parts }) => parts.verb === "pay" && parts.kind === kind)
    .map(({ parts }) => parts.numbers?.[0]);
  return numbers.length === 1 ? numbers[0] : undefined;
}
