// A lot is planned here before it is sent. The notation adds card after card in the order of kinds,
// which nobody at a table would do. So the player chooses cards in any order and can take them
// back, and only the finished lot is sent, move by move.
import { effect, signal } from "@preact/signals";
import type { Move, Pile } from "../../web/src/protocol";
import { choice, hinted, only, past, play, present, sent } from "../../web/src/table";

export interface Plan {
  cards: Pile;
  titles: string[];
}

const nothing = (): Plan => ({ cards: {}, titles: [] });

export const plan = signal<Plan>(nothing());

/** The moves that can be played now; a guide allows only one of the legal moves. */
const legal = (): Move[] => (past.value || sent.value ? [] : choice.value.moves);

const ends = ({ parts }: Move): boolean => parts.verb === "offer" || parts.verb === "divide";

/** Whether the viewer is forming lots. */
export function composing(): boolean {
  return !past.value && (present.value?.moves ?? []).some(ends);
}

export function canAdd(kind: string): boolean {
  return legal().some(({ parts }) => parts.verb === "add" && parts.kind === kind);
}

/** Whether the title can be chosen or taken back; in a guide a chosen title stays. */
export function canTitle(title: string): boolean {
  if (only.value !== undefined && plan.value.titles.includes(title)) return false;
  return legal().some((move) => ends(move) && (move.parts.places ?? []).includes(title));
}

/** Puts one more card of the kind into the lot, or takes one out. */
export function shift(kind: string, by: 1 | -1): void {
  const count = (plan.value.cards[kind] ?? 0) + by;
  const { [kind]: _, ...others } = plan.value.cards;
  plan.value = { ...plan.value, cards: count > 0 ? { ...others, [kind]: count } : others };
}

/** Puts a card into the lot. Hints and guides refer to the position on the server, so a card that
 * they ask for is played at once. */
export function add(kind: string): void {
  const move = `add ${kind}`;
  const asked =
    only.value === move || (hinted.value === move && Object.keys(plan.value.cards).length === 0);
  if (asked) play(move);
  else shift(kind, 1);
}

/** How many titles must be chosen: one for a lot that is offered, two for a division. */
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

/** The titles of the lots: those that were chosen, or the only possible ones. In a guide the player
 * still has to choose. */
export function chosenTitles(): string[] {
  const last = composing() ? (present.value?.moves ?? []).filter(ends) : [];
  return last.length === 1 ? (last[0]?.parts.places ?? []) : plan.value.titles;
}

/** The move that completes the lots, as soon as the titles are chosen. */
export function lastMove(): Move | undefined {
  const titles = chosenTitles();
  return legal().find(
    (move) =>
      ends(move) &&
      move.parts.places?.length === titles.length &&
      move.parts.places.every((place) => titles.includes(place)),
  );
}

let orders: string[] = []; // the first one has been sent
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

/** If a move is answered without a new view, it was refused: the moves after it are dropped. */
effect(() => {
  if (sent.value === undefined && present.peek()?.id === seen) orders = [];
});

/** Each new view sends the next move; anything unexpected stops the sequence. */
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
