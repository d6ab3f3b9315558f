// Kenjin: where things lie, and what they come to as far as they lie open.
import type { Card, Position } from "../protocol";
import { fact } from "../rules";
import { bySeat, seats } from "./game";

export interface View extends Position {
  teams: number;
  draft: number;
  phase: string;
  starter: string;
  turn: string;
  at: string;
  tile: string[];
  offer: string[];
  fought: number;
  holder: string[];
  supplied: string[];
  coward: string;
  /** By seat and place, from the top. */
  stack: Card[][][];
  /** By seat, the latest first. */
  removed: Card[][];
  hand: Card[][];
}

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

/** All battlefields, in the order in which they lie round the table. */
export function fields(v: View): Field[] {
  const all = seats(v.players);
  if (v.players === 2) return v.tile.slice(0, 4).map((tile, i) => ({ slot: i, tile, sides: [{ seat: "A", stack: i + 1 }, { seat: "B", stack: i + 1 }] }));
  return v.tile.slice(0, PAIR * v.players).map((tile, slot) => {
    const seat = Math.floor(slot / PAIR);
    const place = (slot % PAIR) + 1;
    const left = all[(seat + 1) % v.players] ?? "";
    return { slot, tile, sides: [{ seat: all[seat] ?? "", stack: place }, { seat: left, stack: PAIR + place }] };
  });
}

export const fightsAt = (field: Field, seat: string): boolean => field.sides.some((side) => side.seat === seat);

/** The slots in the order of their combats: the Supply Camp, then round the table from the first player. */
export function order(v: View): number[] {
  const all = fields(v).map((field) => field.slot);
  const first = v.players === 2 ? 0 : PAIR * seats(v.players).indexOf(v.starter);
  const round = [...all.slice(first), ...all.slice(0, first)];
  const camp = v.tile.indexOf("camp");
  return camp < 0 ? round : [camp, ...round.filter((slot) => slot !== camp)];
}

export const isFought = (v: View, field: Field): boolean => order(v).indexOf(field.slot) < v.fought;

/** The slot that is fought for now, or was just now. */
export function front(v: View): number | undefined {
  if (v.phase === "fight" || v.phase === "sacrifice") return order(v)[v.fought];
  return v.fought > 0 ? order(v)[v.fought - 1] : undefined;
}

/** The cards of an army, from the bottom. */
export function army(v: View, side: Side): Card[] {
  return [...(bySeat<Card[][]>(v.stack, side.seat)[side.stack - 1] ?? [])].reverse();
}

export const faceUp = (card: Card): boolean => (card.seen ?? "").includes("*");

const printed = (kind: string): number => Number.parseInt(fact(kind, 2), 10) || 0;

/** The strength of a card with so many above it. */
function strength(tile: string, kind: string, above: number): number {
  if (kind === "lord") return printed(kind) + above;
  if (tile === "rice" && kind === "peasant") return 1;
  return tile === "village" && printed(kind) === 1 ? 2 : printed(kind);
}

/** What the cards of an army add up to, as far as the viewer knows them. */
export function known(tile: string, cards: Card[]): { sum: number; unknown: number } {
  const sum = cards.reduce((all, card, i) => all + (card.kind ? strength(tile, card.kind, cards.length - 1 - i) : 0), 0);
  return { sum, unknown: cards.filter((card) => card.kind === null).length };
}

export const partner = (v: View, seat: string): string => (v.teams ? ("ABCD"["CDAB".indexOf(seat)] ?? "") : "");

/** Whether the Supply Camp helps the seat there. */
export function supplied(v: View, field: Field, seat: string): boolean {
  const holder = v.holder[v.tile.indexOf("camp")];
  return field.tile !== "-" && v.supplied.includes(field.tile) && holder !== undefined && (holder === seat || holder === partner(v, seat));
}

/** What a seat alone has won so far. */
export function points(v: View, seat: string): number {
  const won = fields(v).filter((field) => v.holder[field.slot] === seat);
  const tiles = won.reduce((sum, field) => sum + Number(fact(field.tile, 0)), 0);
  const torii = won.some((field) => field.tile === "torii") ? won.length - 1 : 0;
  const armies = won.map((field) => army(v, field.sides.find((side) => side.seat === seat) as Side));
  const survive = (kind: string) => armies.filter((cards) => cards.some((card) => card.kind === kind)).length;
  return tiles + torii + survive("peasant") + 3 * survive("lord") - (v.coward.includes(seat) ? 5 : 0);
}
