// Cards: a picture, badges with numbers, the name, and a few words.
import type { Card as CardData } from "../protocol";
import { title } from "../rules";
import { say, tell } from "../words";
import { Icon, Picture } from "./art";
import { Spot, type SpotProps } from "./spot";

export type Tint = "indigo" | "beni" | "matcha" | "gold" | "wisteria" | "slate";

export interface Face {
  tint: Tint;
  /** Numbers in the corner: an icon, the number, and its name. */
  badges: { icon: string; value: string | number; label: string }[];
  /** What it does, in at most eight words. */
  words?: string;
  /** Letters instead of a picture. */
  letters?: string;
}

/** How a game draws its cards. */
export type Faces = (kind: string) => Face;

export function cardLabel(kind: string | null, faces: Faces): string {
  if (kind === null) return say("face-down card");
  const face = faces(kind);
  return [title(kind), ...face.badges.map((badge) => `${badge.label} ${badge.value}`)].join(
    say(", "),
  );
}

/** The name. The font size depends on its longest word. */
function CardName({ name }: { name: string }) {
  const letters = Math.max(1, ...(name.match(/[a-z]+/gi) ?? []).map((word) => word.length));
  return (
    <span class="card-name" style={{ "--letters": letters }}>
      {name}
    </span>
  );
}

export function CardFace({ game, kind, faces }: { game: string; kind: string; faces: Faces }) {
  const face = faces(kind);
  return (
    <span class={`card tint-${face.tint}`}>
      <span class="card-top">
        {face.letters ? (
          <span class="card-letters" aria-hidden="true">
            {face.letters}
          </span>
        ) : (
          <Picture id={`${game}-${kind}`} class="card-picture" />
        )}
        <span class="card-badges">
          {face.badges.map((badge) => (
            <span class="badge" key={badge.icon}>
              <Icon name={badge.icon} />
              {badge.value}
            </span>
          ))}
        </span>
      </span>
      <CardName name={title(kind)} />
      {face.words && <span class="card-words">{face.words}</span>}
    </span>
  );
}

export function CardBack() {
  return (
    <span class="card back">
      <Picture id="back" class="card-back" />
    </span>
  );
}

export interface CardProps extends Omit<SpotProps, "label" | "children"> {
  game: string;
  faces: Faces;
  card: CardData;
  label?: string;
  count?: number;
  /** It lies face down, but I know it. */
  secret?: boolean;
}

/** A card on the table. The player may be able to choose it. */
export function TableCard({
  game,
  faces,
  card,
  label,
  count,
  secret,
  class: name,
  ...spot
}: CardProps) {
  const known = card.kind !== null;
  const words = [
    label ?? cardLabel(card.kind, faces),
    secret && known ? say("known to you alone") : "",
    (count ?? 1) > 1 ? tell("{1} of them", count ?? 1) : "",
  ];
  return (
    <Spot
      {...spot}
      label={words.filter(Boolean).join(say(", "))}
      term={spot.term ?? card.kind ?? undefined}
      kind={card.kind}
      class={`card-spot ${secret ? "secret" : ""} ${name ?? ""}`}
    >
      {known && card.kind ? <CardFace game={game} kind={card.kind} faces={faces} /> : <CardBack />}
      {secret && known && <Picture id="icon-eye" class="icon card-eye" />}
      {(count ?? 1) > 1 && <span class="card-count">×{count}</span>}
    </Spot>
  );
}

/** Groups equal cards, and counts them. */
export function grouped(cards: CardData[]): { card: CardData; count: number }[] {
  const found: { card: CardData; count: number }[] = [];
  for (const card of cards) {
    const same = found.find((one) => one.card.kind === card.kind && one.card.seen === card.seen);
    if (same) same.count++;
    else found.push({ card, count: 1 });
  }
  return found;
}
