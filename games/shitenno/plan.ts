// A lot is put together before it is told. The notation adds card after card in the order of kinds,
// which nobody at a table would do; so cards are chosen here in any order, and taken back, and only
// the finished lot is sent, move by move.
import { effect, signal } from "@preact/signals";
import type { Move, Pile } from "../../web/src/protocol";
import { choice, hinted, only, past, play, present, sent } from "../../web/src/table";

export interface Plan {
  cards: Pile;
  titles: string[];
}

const nothing = (): Plan => ({ cards: {}, titles: [] });

export const plan = signal<Plan>(nothing());

/** What may be played now; a guide leaves but one of the legal moves. */
const legal = (): Move[] => (past.value || sent.value ? [] : choice.value.moves);

const ends = ({ parts }: Move): boolean => parts.verb === "offer" || parts.verb === "divide";

/** Whether lots are being formed, and by the one who looks. */
export function composing(): boolean {
  return !past.value && (present.value?.moves ?? []).some(ends);
}

export function canAdd(kind: string): boolean {
  return legal().some(({ parts }) => parts.verb === "add" && parts.kind === kind);
}

/** Whether the title can be chosen, or taken back; in a guide what is chosen stays. */
export function canTitle(title: string): boolean {
  if (only.value !== undefined && plan.value.titles.includes(title)) return false;
  return legal().some((move) => ends(move) && (move.parts.places ?? []).includes(title));
}

/** One card more of the kind in the lot, or one less. */
export function shift(kind: string, by: 1 | -1): void {
  const count = (plan.value.cards[kind] ?? 0) + by;
  const { [kind]: _, ...others } = plan.value.cards;
  plan.value = { ...plan.value, cards: count > 0 ? { ...others, [kind]: count } : others };
}

/** Puts a card into the lot. Hints and guides are about the position that the server knows, so they
 * are followed at once. */
export function add(kind: string): void {
  const move = `add ${kind}`;
  const asked =
    only.value === move || (hinted.value === move && Object.keys(plan.value.cards).length === 0);
  if (asked) play(move);
  else shift(kind, 1);
}

/** How many titles are to be chosen: one for a lot that is offered, two where all is divided. */
function wanted(): number {
  return present.value?.moves?.some(({ parts }) => parts.verb === "divide") ? 2 : 1;
}

export function toggleTitle(title: string): void {
  const { titles } = plan.value;
  const others = titles.filter((one) => one !== title);
  const kept =
    others.length < titles.length
      ? others
      : [...others.slice(Math.max(0, others.length + 1 - wanted())), title];
  plan.value = { ...plan.value, titles: kept };
}

/** The titles of the lots: those that were chosen, or the only ones there are. A guide leaves the
 * choosing to the player. */
export function chosenTitles(): string[] {
  const last = composing() ? (present.value?.moves ?? []).filter(ends) : [];
  return last.length === 1 ? (last[0]?.parts.places ?? []) : plan.value.titles;
}

/** The move that ends the forming, once its titles are chosen. */
export function lastMove(): Move | undefined {
  const titles = chosenTitles();
  return legal().find(
    (move) =>
      ends(move) &&
      move.parts.places?.length === titles.length &&
      move.parts.places.every((place) => titles.includes(place)),
  );
}

let orders: string[] = []; // the first of them is on its way
let seen: number | undefined;

/** Sends the lot: its cards in the order of the offer, then the titles. */
export function send(offer: Pile): void {
  const last = lastMove();
  if (!last) return;
  const adds = Object.keys(offer).flatMap((kind) =>
    Array.from({ length: plan.value.cards[kind] ?? 0 }, () => `add ${kind}`),
  );
  orders = [...adds, last.move];
  play(orders[0] ?? "");
}

/** A move that is back with no new view was refused: what should follow it is void. */
effect(() => {
  if (sent.value === undefined && present.peek()?.id === seen) orders = [];
});

/** With each new view the next move goes out; what is not expected ends it. */
effect(() => {
  const view = present.value;
  if (view?.id === seen) return;
  seen = view?.id;
  const done = orders.shift();
  const next = orders[0];
  const made = view?.log.some((ply) => ply.move === done);
  if (
    done === undefined ||
    next === undefined ||
    !made ||
    !view?.moves?.some((one) => one.move === next)
  ) {
    orders = [];
    plan.value = nothing();
    return;
  }
  shift(done.replace("add ", ""), -1);
  play(next);
});
