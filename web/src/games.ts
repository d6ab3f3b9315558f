// The games of this server, and their boards.

import { boards } from "tenka:games";
import { signal } from "@preact/signals";
import { type GameView, loadedGames } from "./game";
import type { GameInfo } from "./protocol";
import { kindTitles } from "./rules";
import { gameAtHand, language, say } from "./words";

export const games = signal<GameInfo[]>([]);

export async function loadGames(): Promise<void> {
  const answer = await fetch(language.value === "ja" ? "/games-ja.json" : "/games.json");
  games.value = (await answer.json()) as GameInfo[];
}

/** Loads the board of the game. */
export async function loadGame(id: string): Promise<GameView> {
  const load = boards[id];
  const info = gameOf(id);
  if (!load && !info) throw new Error(`no game ${id}`);
  const game = load
    ? (await load()).default
    : (await import("./board")).fieldBoard(info as GameInfo);
  gameAtHand.value = id;
  kindTitles.value = Object.fromEntries((info?.kinds ?? []).map((kind) => [kind.id, kind.title]));
  loadedGames.value = { ...loadedGames.value, [id]: game };
  return game;
}

export const gameOf = (id: string): GameInfo | undefined =>
  games.value.find((one) => one.id === id);
export const titleOf = (id: string): string => gameOf(id)?.title ?? id;

/** A range of numbers: "10–20". */
export const range = ({ min, max }: { min: number; max: number }): string =>
  min === max ? String(min) : `${min}–${max}`;

export const weightName = (weight: number): string =>
  [say("relaxed"), say("medium"), say("deep")][weight - 1] ?? "";
