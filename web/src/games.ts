// The games of this server, and how they feel.
import { signal } from "@preact/signals";
import { boards } from "tenka:games";
import { type GameView, loadedGames } from "./game";
import type { GameInfo } from "./protocol";
import { gameAtHand, language, say } from "./words";

export const games = signal<GameInfo[]>([]);

export async function loadGames(): Promise<void> {
  const answer = await fetch(language.value === "ja" ? "/games-ja.json" : "/games.json");
  games.value = (await answer.json()) as GameInfo[];
}

/** The board of the game, once it is here. */
export async function loadGame(id: string): Promise<GameView> {
  const load = boards[id];
  if (!load) throw new Error(`no board for ${id}`);
  const game = (await load()).default;
  gameAtHand.value = id;
  loadedGames.value = { ...loadedGames.value, [id]: game };
  return game;
}

export const titleOf = (id: string): string => games.value.find((one) => one.id === id)?.title ?? id;

interface Feel {
  minutes: string;
  /** From 1, light, to 3, heavy. */
  weight: number;
  sentence: string;
  /** How many play if nothing is chosen. */
  players: number;
}

export const feel = (id: string): Feel =>
  ({
    zipang: { minutes: "10–20", weight: 1, players: 4, sentence: say("Bluff, attack and rob each other for the pot, two cards in hand.") },
    glory: { minutes: "20–30", weight: 1, players: 3, sentence: say("Collect families of cards and beat the sets of others with larger ones.") },
    kenjin: { minutes: "20–30", weight: 2, players: 2, sentence: say("Lay armies face down on four battlefields, then see who was bluffing.") },
    kunitori: { minutes: "40–60", weight: 3, players: 3, sentence: say("Build a deck, deploy troops and march on your neighbours' land.") },
    shitenno: { minutes: "45–60", weight: 3, players: 4, sentence: say("Share out soldiers and titles, then take the provinces of Japan.") },
  })[id] ?? { minutes: "", weight: 1, players: 2, sentence: "" };

export const weightName = (weight: number): string => [say("relaxed"), say("medium"), say("deep")][weight - 1] ?? "";
