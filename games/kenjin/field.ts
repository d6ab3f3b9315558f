// Kenjin: which army stands where, and its total as far as the viewer knows it.

import { bySeat, seats } from "../../web/src/game";
import type { Card, Ply } from "../../web/src/protocol";
import { fact } from "../../web/src/rules";
import type { View } from "./position";

export type { View };

export interface Side {
  seat: string;
  /** Counted from 1. */
  stack: number;
}

export interface Field {
  slot: number;
  tile: string;
  sides: [Side, Side];
}

const PAIR = 2; // battlefields between neighbours

/** All battlefields, in their order round the table. */
export function fields(v: View): Field[] {
  const all = seats(v.players);
  if (v.players === 2)
    return v.tile.slice(0, 4).map((tile, i) => ({
      slot: i,
      tile,
      sides: [
        { seat: "A", stack: i + 1 },
        { seat: "B", stack: i + 1 },
      ],
    }));
  return v.tile.slice(0, PAIR * v.players).map((tile, slot) => {
    const seat = Math.floor(slot / PAIR);
    const place = (slot % PAIR) + 1;
    const left = all[(seat + 1) % v.players] ?? "";
    return {
      slot,
      tile,
      sides: [
        { seat: all[seat] ?? "", stack: place },
        { seat: left, stack: PAIR + place },
      ],
    };
  });
}

export const fightsAt = (field: Field, seat: string): boolean =>
  field.sides.some((side) => side.seat === seat);

/** The slots in the order of their combats: the Supply Camp, then round the table from the first
 * player. */
export function order(v: View): number[] {
  const all = fields(v).map((field) => field.slot);
  const first = v.players === 2 ? 0 : PAIR * seats(v.players).indexOf(v.starter);
  const round = [...all.slice(first), ...all.slice(0, first)];
  const camp = v.tile.indexOf("camp");
  return camp < 0 ? round : [camp, ...round.filter((slot) => slot !== camp)];
}

export const isFought = (v: View, field: Field): boolean => order(v).indexOf(field.slot) < v.fought;

/** The slot that is being fought for, or else the last one that was. */
export function front(v: View): number | undefined {
  if (v.phase === "fight" || v.phase === "sacrifice") return order(v)[v.fought];
  return v.fought > 0 ? order(v)[v.fought - 1] : undefined;
}

/** In a draft: the slot of the next tile, on the left of the player who chooses, and in the second
 * round on the right (K23). */
export function drafted(v: View): number | undefined {
  const seat = seats(v.players).indexOf(v.turn);
  const back = v.tile.slice(0, PAIR * v.players).filter((tile) => tile !== "-").length >= v.players;
  if (v.phase !== "draft") return undefined;
  return back ? PAIR * ((seat + v.players - 1) % v.players) + 1 : PAIR * seat;
}

/** The cards of an army, from the bottom. */
export function army(v: View, side: Side): Card[] {
  return [...(bySeat<Card[][]>(v.stack, side.seat)[side.stack - 1] ?? [])].reverse();
}

export const faceUp = (card: Card): boolean => (card.seen ?? "").includes("*");

const printed = (kind: string): number => Number.parseInt(fact(kind, 2), 10) || 0;

/** The strength of a card with `above` cards above it. */
function strength(tile: string, kind: string, above: number): number {
  if (kind === "lord") return printed(kind) + above;
  if (tile === "rice" && kind === "peasant") return 1;
  return tile === "village" && printed(kind) === 1 ? 2 : printed(kind);
}

export const partner = (v: View, seat: string): string =>
  v.teams ? ("ABCD"["CDAB".indexOf(seat)] ?? "") : "";

/** Whether the Supply Camp helps the seat there. */
export function supplied(v: View, field: Field, seat: string): boolean {
  const holder = v.holder[v.tile.indexOf("camp")];
  return (
    field.tile !== "-" &&
    v.supplied.includes(field.tile) &&
    holder !== undefined &&
    (holder === seat || holder === partner(v, seat))
  );
}

/** The total of an army as far as the viewer knows it: its cards, and what the tile and the Supply
 * Camp add. */
export interface Might {
  cards: number;
  tile: number;
  camp: number;
  unknown: number;
}

/** What the tile adds to an army before its combat is decided (K9, K15). */
function bonus(v: View, field: Field, side: Side): number {
  const cards = army(v, side);
  const other = army(v, field.sides.find((one) => one.seat !== side.seat) as Side);
  const revealed = front(v) === field.slot;
  if (field.tile === "port")
    return revealed ? bySeat<number>(v.faceup, side.seat) : cards.filter(faceUp).length;
  return field.tile === "palace" && cards.length > other.length ? -2 : 0;
}

export function might(v: View, field: Field, side: Side): Might {
  const cards = army(v, side);
  const sum = cards.reduce(
    (all, card, i) => all + (card.kind ? strength(field.tile, card.kind, cards.length - 1 - i) : 0),
    0,
  );
  const unknown = cards.filter((card) => card.kind === null).length;
  if (cards.length === 0) return { cards: 0, tile: 0, camp: 0, unknown }; // K14
  return {
    cards: sum,
    tile: bonus(v, field, side),
    camp: supplied(v, field, side.seat) ? 1 : 0,
    unknown,
  };
}

/** A combat as the log tells it: the cards of each side, from the bottom, and the totals. */
export interface Combat {
  cards: Record<string, string[]>;
  totals: Record<string, number>;
}

const marks = (line: string): string[] =>
  [...line.matchAll(/\[([^\]:]+):[^\]]*\]/g)].map(([, word]) => word ?? "");

/** The combats so far, by tile. */
export function combats(v: View, plies: Ply[]): Map<string, Combat> {
  const found = new Map<string, Combat>();
  let now: Combat | undefined;
  for (const { move, text } of plies) {
    if (move === "reveal") {
      now = { cards: {}, totals: {} };
      found.set(text.flatMap(marks).find((word) => v.tile.includes(word)) ?? "", now);
      for (const [seat = "", ...kinds] of text.map(marks))
        if (/^[A-D]$/.test(seat)) now.cards[seat] ??= kinds;
    }
    // The line of the totals names both seats, each with its total.
    const sums = text
      .map((line) => [...line.matchAll(/\[([A-D]):[^\]]*\]\D*?(-?\d+)/g)])
      .find((all) => all.length === 2);
    if (now && sums && Object.keys(now.totals).length === 0)
      now.totals = Object.fromEntries(sums.map(([, seat, sum]) => [seat, Number(sum)]));
  }
  return found;
}

/** The cards of an army after its combat, from the bottom, each with whether it fell. */
export function fallen(v: View, side: Side, combat: Combat): { card: Card; fell: boolean }[] {
  const left = army(v, side);
  return (combat.cards[side.seat] ?? []).map((kind) => {
    const card = left[0]?.kind === kind ? left.shift() : undefined;
    return { card: card ?? { kind }, fell: !card };
  });
}

/** The points that a seat has so far, without its partner. */
export function points(v: View, seat: string): number {
  const won = fields(v).filter((field) => v.holder[field.slot] === seat);
  const tiles = won.reduce((sum, field) => sum + Number(fact(field.tile, 0)), 0);
  const torii = won.some((field) => field.tile === "torii") ? won.length - 1 : 0;
  const armies = won.map((field) =>
    army(v, field.sides.find((side) => side.seat === seat) as Side),
  );
  const survive = (kind: string) =>
    armies.filter((cards) => cards.some((card) => card.kind === kind)).length;
  return (
    tiles + torii + survive("peasant") + 3 * survive("lord") - (v.coward.includes(seat) ? 5 : 0)
  );
}
