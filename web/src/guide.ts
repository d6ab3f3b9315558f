// First-game guides: a match with a known deal on the real board. Each step says something, and may
// wait for a certain move; what the player does is checked by offering that move alone.

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
  /** The move to be made, in notation; without one the step is read and left with a button. */
  move?: string;
  /** What the step speaks of: a CSS selector of things that are then outlined. */
  point?: string;
}

export interface Guide {
  game: string;
  seed: string;
  players: number;
  /** The board is higher than a large window at times. */
  scrolls?: boolean;
  /** In the reader's language, so made when they are shown. */
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

/** Where the reader of the guide at a table is, until the tab is closed. */
const savePlace = (table: string, place: Place | undefined): void =>
  remember(key(table), place && JSON.stringify(place), false);

/** The table at which this tab has begun the guide and not ended it. */
async function begunAt(game: string): Promise<string | undefined> {
  const table = recall(`guide to ${game}`, false);
  if (table === undefined || !recall(key(table), false)) return undefined;
  return ask({ type: "watch", table }).then(
    () => table,
    () => undefined,
  );
}

/** Goes to the table of the guide, instead of the page that leads there. */
export async function startGuide(game: string): Promise<void> {
  const load = hasGuide(game) ? guides[game] : undefined;
  if (!load) throw new Error(say("There is no guide to this game."));
  const from = path.value;
  const begun = await begunAt(game);
  const { seed, players } = (await load()).default;
  if (path.value !== from) return; // the reader has gone elsewhere
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

let shown: string | undefined; // the table at which the reader is

/** Whether the table is one with a guide, also after the page was loaded anew. */
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

// The move was made, so the next step comes.
made.add((move) => {
  if (step.value?.move === move) nextStep();
});

/** Whether what the step speaks of has come: the others have moved, it was shown, and it is the
 * reader's turn again. */
export const settled = computed(
  () =>
    sent.value === undefined && !stepping.value && (myTurn.value || info.value?.state === "over"),
);

/** The match does not offer what the step asks for: the guide cannot go on. */
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

/** Only the move of the step can be made, and none while there is something to read. */
effect(() => {
  only.value = step.value && !astray.value ? (step.value.move ?? "") : undefined;
});
