// Whether a page was sent what its seat may not know: by the table of fields, which says where
// cards lie that not everybody knows, and who does.
import type { Card, Field, Message, Position } from "../src/protocol";
import { GAMES } from "./table";

const cardsOf = (zone: unknown): Card[] =>
  Array.isArray(zone) ? zone.flatMap(cardsOf) : [zone as Card];

/** What of a field the seat does not know by the cards' lying there. */
function unknownTo(seat: string, field: Field, view: Position): Card[] {
  const value = view[field.name];
  const own = field.known === "owner" && field.by.startsWith("seat");
  return cardsOf(
    own ? (value as unknown[]).filter((_, at) => at !== seat.charCodeAt(0) - 65) : value,
  );
}

/** Cards that were told though the seat may not know them, and how many were not told. A card that
 * somebody has come to know is marked with them, or with for all. */
export function leaks(game: string, frames: string[]): { found: string[]; kept: number } {
  const hiding = GAMES.find(({ id }) => id === game)?.fields.filter((field) => field.known) ?? [];
  const found: string[] = [];
  let kept = 0;
  const secret = frames
    .map((text) => (JSON.parse(text) as { secret?: string }).secret)
    .find(Boolean);
  for (const text of frames) {
    const message = JSON.parse(text) as Message & {
      seat?: string;
      actor?: string;
      state?: string;
      view?: Position;
    };
    if (secret && text.includes(secret) && !(message.type === "table" && message.state === "over"))
      found.push("the secret");
    if (message.type !== "view" || !message.view || !message.seat) continue;
    const { seat, view, actor } = message;
    // Whoever is asked may be looking into a hand, where the game has such a thing.
    for (const field of hiding.filter((one) => !(one.looked_at && actor === seat)))
      for (const card of unknownTo(seat, field, view)) {
        if (card.kind === null) kept++;
        else if (!["*", seat].some((mark) => card.seen?.includes(mark)))
          found.push(`${field.name}: ${card.kind} in ${text.slice(0, 120)}`);
      }
  }
  return { found, kept };
}
