// The view of Call to Glory, and what the parts of its board read from it.

import { bySeat, seats } from "../../web/src/game";
import type { Card, Pile, Ply } from "../../web/src/protocol";
import { fact, rules } from "../../web/src/rules";
import { choice, log, past, present } from "../../web/src/table";
import type { View } from "./position";

export type { View };

/** The figures of the game, in stock or with players. */
export const FIGURES = 4;

/** The characters in the order of the rules page: the rarest first. */
export const kinds = (): string[] => [...(rules.value?.terms.keys() ?? [])];

export const value = (kind: string): number => Number(fact(kind, 0));

/** The smallest set. */
export const least = (kind: string, players: number): number =>
  Number(fact(kind, players === 2 ? 2 : 3));

/** A cell of a table of the rules page, known by the first cell of its row and its number of
 * columns. */
function cell(first: string, columns: number, column: number): number {
  for (const block of rules.value?.blocks ?? [])
    if (block.type === "table" && block.head.length === columns) {
      const row = block.rows.find((one) => one[0] === first);
      if (row) return Number(row[column]);
    }
  return 0;
}

/** How many cards the smaller draw pile has at the start; how many types of one player end the
 * round. */
export const fullPile = (players: number): number => cell(String(players), 4, 2);
export const endTypes = (players: number): number => cell(String(players), 4, 3);

/** What a task of the deck (0 to 2) pays for each card. */
export const pays = (deck: number): number => cell("ABC"[deck] ?? "", 3, 1);

export const rounds = (v: View): number => (v.tasks ? 3 : 4);

/** The seat that has a set of the character on the table, and how many cards it has. */
export function holder(v: View, kind: string): { seat: string; count: number } | undefined {
  const seat = seats(v.players).find((one) => bySeat<Pile>(v.set, one)[kind]);
  return seat ? { seat, count: bySeat<Pile>(v.set, seat)[kind] ?? 0 } : undefined;
}

/** How many cards it takes to lay the character now. */
export const need = (v: View, kind: string): number =>
  Math.max(least(kind, v.players), (holder(v, kind)?.count ?? 0) + 1);

export const types = (v: View, seat: string): string[] =>
  kinds().filter((kind) => bySeat<Pile>(v.set, seat)[kind]);

/** What the seat's sets are worth, without tasks. */
export const worth = (v: View, seat: string): number =>
  types(v, seat).reduce((sum, kind) => sum + value(kind), 0);

/** Whether the round is over and its points are shown. */
export const scored = (v: View): boolean => ["reveal", "deal", "over"].includes(v.phase);

/** Points of the game, with those of the round that is being scored. */
export const total = (v: View, seat: string): number =>
  bySeat<number>(v.score, seat) + (v.phase === "reveal" ? bySeat<number>(v.gain, seat) : 0);

export const isOpen = (card: Card): boolean => (card.seen ?? "").includes("*");

const shownPly = (): number => past.value?.ply ?? present.value?.ply ?? 0;

/** The characters laid since the viewer's last move; for spectators, in the last turns. */
export function news(v: View): Set<string> {
  const found = new Set<string>();
  const plies = log.value.filter((one) => one.ply <= shownPly());
  for (const { seat, move } of plies.slice(-5 * v.players).reverse()) {
    const [verb, kind] = move.split(" ");
    if (verb === "deal" || seat === v.viewer) break;
    if (verb === "lay" && kind) found.add(kind);
  }
  return found;
}

/** The ply that ended the last round, until the viewer has moved in this one. The server deals the
 * next round at once, so without this nobody would see the points. */
export function lastRound(v: View): Ply | undefined {
  const plies = log.value.filter((one) => one.ply <= shownPly());
  const at = plies.map((one) => one.move).lastIndexOf("deal");
  const since = plies.slice(at + 1);
  const late =
    v.viewer.length === 1
      ? since.some((one) => one.seat === v.viewer)
      : since.length > 3 * v.players;
  return at < 1 || late || scored(v) ? undefined : plies[at - 1];
}

/** What the tasks that were revealed in this round pay for each card of the character. The view
 * does not say in which round a task was revealed; the log does. */
export function paid(v: View, kind: string): number {
  if (!v.tasks || !scored(v)) return 0;
  const now = shownPly();
  let sum = 0;
  for (const { ply, move } of log.value) {
    const [verb, what, number] = move.split(" ");
    if (verb === "deal" && ply < now) sum = 0;
    if (verb === "reveal" && what === kind && ply <= now) sum += Number(number);
  }
  return sum;
}

/** Whether a figure has been clicked, so that the next click chooses the set to strike. */
export const armed = (): boolean =>
  choice.value.picks.some((pick) => pick.verb === "strike" && pick.kind === undefined);
