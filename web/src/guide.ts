// First-game guides: a match with a known deal on the real board. Each step explains something, and
// may wait for a certain move. Then only this move can be chosen, so nothing else must be checked.

import { guides } from "tenka:games";
import { computed, effect, signal } from "@preact/signals";
import { ask } from "./link";
import { openTable } from "./open";
import { go, path } from "./route";
import { recall, remember } from "./storage";
import { info, made, myTurn, only, present, sent, stepping } from "./table";
import { say } from "./words";

export interface Step {
  text: string;
  /** The move to make, in notation. Without one, a button leads to the next step. */
  move?: string;
  /** A CSS selector of the things that the step explains; they are outlined. */
  point?: string;
}

export interface Guide {
  game: string;
  seed: string;
  players: number;
  /** The board is sometimes higher than a large window. */
  scrolls?: boolean;
  /** A function, because the texts depend on the reader's language. */
  steps: () => Step[];
}

export const hasGuide = (game: string): boolean => Object.hasOwn(guides, game);

const guide = signal<Guide | undefined>(undefined);
const at = signal(0);

export const step = computed<Step | undefined>(() => guide.value?.steps()[at.value]);
export const progress = computed(() => ({
  at: at.value + 1,
  of: guide.value?.steps().length ?? 0,
}));

const key = (table: string) => `guide ${table}`;

interface Place {
  game: string;
  at: number;
}

/** Stores which step of the guide the reader has reached, until the tab is closed. */
const savePlace = (table: string, place: Place | undefined): void =>
  remember(key(table), place && JSON.stringify(place), false);

/** The table at which this tab has begun the guide and not finished it. */
async function begunAt(game: string): Promise<string | undefined> {
  const table = recall(`guide to ${game}`, false);
  if (table === undefined || !recall(key(table), false)) return undefined;
  return ask({ type: "watch", table }).then(
    () => table,
    () => undefined,
  );
}

/** Goes to the table of the guide. It replaces the present page, so Back does not come here. */
export async function startGuide(game: string): Promise<void> {
  const load = hasGuide(game) ? guides[game] : undefined;
  if (!load) throw new Error(say("There is no guide to this game."));
  const from = path.value;
  const begun = await begunAt(game);
  const { seed, players } = (await load()).default;
  if (path.value !== from) return; // the reader has gone to another page
  if (begun !== undefined) return go(`/t/${begun}`, true);
  const seats = ["you", ...Array.from({ length: players - 1 }, () => "greedy")];
  await openTable(
    { type: "create", game, players, seats, seed, listed: false, watched: false },
    (table) => {
      remember(`guide to ${game}`, table, false);
      savePlace(table, { game, at: 0 });
      go(`/t/${table}`, true);
    },
  );
}

let shown: string | undefined; // the table that is shown

/** If the table has a guide, continues it; also after the page was reloaded. */
export async function resumeGuide(table: string): Promise<void> {
  shown = table;
  const place = recall(key(table), false);
  if (!place) return;
  const { game, at: step } = JSON.parse(place) as Place;
  const found = await guides[game]?.();
  if (shown !== table) return;
  guide.value = found?.default;
  at.value = step;
}

export function leaveGuide(): void {
  shown = undefined;
  guide.value = undefined;
  at.value = 0;
}

export function endGuide(): void {
  if (shown) savePlace(shown, undefined);
  guide.value = undefined;
}

export function nextStep(): void {
  at.value++;
  if (!step.value) endGuide();
  else if (guide.value && shown) savePlace(shown, { game: guide.value.game, at: at.value });
}

// When the move of the step was made, the next step follows.
made.add((move) => {
  if (step.value?.move === move) nextStep();
});

/** Whether the step can be shown: the others have moved, their moves were shown, and it is the
 * reader's turn again, or the match is over. */
export const settled = computed(
  () =>
    sent.value === undefined && !stepping.value && (myTurn.value || info.value?.state === "over"),
);

/** The move of the step is not legal in this match, so the guide cannot go on. */
export const astray = computed(() => {
  const now = step.value;
  const moves = present.value?.moves;
  return (
    now?.move !== undefined &&
    settled.value &&
    moves !== undefined &&
    !moves.some((move) => move.move === now.move)
  );
});

/** Allows only the move of the step, and no move while there is only something to read. */
effect(() => {
  only.value = step.value && !astray.value ? (step.value.move ?? "") : undefined;
});
