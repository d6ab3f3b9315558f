// The games of this server.
import { signal } from "@preact/signals";
import type { GameInfo } from "./protocol";
import { language, say } from "./words";

export const games = signal<GameInfo[]>([]);

export async function loadGames(): Promise<void> {
  const wanted = language.value;
  const answer = await fetch(wanted === "ja" ? "/games-ja.json" : "/games.json");
  const found = (await answer.json()) as GameInfo[];
  if (wanted === language.value) games.value = found; // else another answer is on its way
}

export const gameOf = (id: string): GameInfo | undefined =>
  games.value.find((one) => one.id === id);
export const titleOf = (id: string): string => gameOf(id)?.title ?? id;

/** A range of numbers: "10–20". */
export const range = ({ min, max }: { min: number; max: number }): string =>
  min === max ? String(min) : `${min}–${max}`;

export const weightName = (weight: number): string =>
  [say("relaxed"), say("medium"), say("deep")][weight - 1] ?? "";
