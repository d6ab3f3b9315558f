// How a match ended, in words.
import { gameOf } from "./games";
import { list, say, tell } from "./words";

/** The points in words, with the unit that the game counts. */
export function pointsName(game: string, points: number): string {
  const unit = gameOf(game)?.unit ?? "points";
  if (unit === "coins") return tell("{1} coin{1||s}", points);
  return unit === "points" ? tell("{1} point{1||s}", points) : `${points} ${unit}`;
}

/** Who has won, in words; `me` is my own place. */
export function resultName<Place extends { name: string; rank: number }>(
  places: Place[],
  me: Place | undefined,
): string {
  const winners = places.filter((one) => one.rank === 1);
  const names = list(winners.filter((one) => one !== me).map((one) => one.name));
  if (!me || !winners.includes(me))
    return winners.length === 1 ? tell("{1} wins.", names) : tell("{1} share the win.", names);
  return winners.length === 1 ? say("You win!") : tell("You share the win with {1}.", names);
}
