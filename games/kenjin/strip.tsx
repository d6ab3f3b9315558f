// Kenjin: a battlefield, its tile in the middle and the armies on both sides.
import { useEffect, useRef } from "preact/hooks";
import type { Spot as SpotParts } from "../../web/src/choose";
import { Icon, Picture } from "../../web/src/parts/art";
import { cardLabel, TableCard } from "../../web/src/parts/card";
import { Spot, Zone } from "../../web/src/parts/spot";
import { Crest, seatName } from "../../web/src/parts/words";
import { type Card, isSeat } from "../../web/src/protocol";
import { fact, title } from "../../web/src/rules";
import { choice, log, past, stepping } from "../../web/src/table";
import { say, tell } from "../../web/src/words";
import { faces } from "./faces";
import {
  army,
  type Combat,
  drafted,
  type Field,
  faceUp,
  fallen,
  front,
  isFought,
  might,
  type Side,
  type View,
} from "./field";

/** What tiles do, in a few words. */
const effects = (): Record<string, string> => ({
  port: say("+1 for each card that lay face up"),
  rice: say("Peasants have strength 1"),
  village: say("cards of strength 1 count as 2"),
  camp: say("fought first; its conqueror gets +1 on two others"),
  torii: say("+1 point for each other conquest"),
  bridge: say("at most three cards a side"),
  sanctuary: say("each side loses its weakest card"),
  palace: say("-2 for the side with more cards"),
  temple: say("a lead of 4 is needed"),
  fortress: say("the winner needs three cards"),
});

const seatsOf = (set: string | undefined): string[] =>
  [...(set ?? "")].filter((seat) => /[A-F]/.test(seat));

/** Which part of the moves of this phase a card of a stack is; places count from the bottom. */
function part(v: View, field: Field, side: Side, number: number): SpotParts {
  const here = field.tile === v.at;
  if (v.phase === "expose")
    return here && side.seat !== v.turn ? { verb: "expose", number } : { verb: "none" };
  if (v.phase === "move")
    return here && side.seat === v.turn ? { verb: "move", number } : { verb: "none" };
  if (v.phase === "sacrifice")
    return field.tile === "sanctuary" && side.seat === v.viewer
      ? { verb: "sacrifice", number }
      : { verb: "none" };
  return { verb: ["kill", "look"], place: field.tile, seat: side.seat, number };
}

/** The cards that others have played since my last turn, by seat, tile and place. Spectators get
 * the cards of the last turn. */
export function news(v: View): Set<string> {
  const found = new Set<string>();
  if (v.fought > 0) return found;
  const heights = new Map<string, number>();
  const upTo = past.value?.ply ?? Infinity;
  const plies = log.value.filter((one) => one.ply <= upTo).reverse();
  const seated = isSeat(v.viewer);
  // My own moves in the current turn do not make the cards old.
  const start = plies.findIndex((one) => one.seat !== v.viewer);
  for (const ply of plies.slice(Math.max(0, start))) {
    const [first = "", ...rest] = ply.move.split(" ");
    if (ply.seat === v.viewer || !ply.seat || (!seated && ply.seat !== plies[0]?.seat)) break;
    if (first === "kill") found.add(`${rest[1]} ${rest[0]} ${rest[2]}`);
    const place = first === "move" ? rest[1] : rest[0];
    if (!place || !v.tile.includes(place) || ["kill", "look", "choose", "supply"].includes(first))
      continue;
    const key = `${ply.seat} ${place}`;
    heights.set(key, (heights.get(key) ?? 0) + 1);
    found.add(`${key} top${heights.get(key)}`);
  }
  return found;
}

function cardWords(v: View, card: Card, number: number, knowers: string[]): string {
  const mine = card.kind !== null && !faceUp(card);
  return [
    cardLabel(card.kind, faces),
    mine ? say("face down") : "",
    tell("number {1} from the bottom", number),
    knowers.length > 0
      ? tell(
          "seen by {1}",
          knowers.map((seat) => (seat === v.viewer ? say("you") : seatName(seat))).join(say(", ")),
        )
      : "",
  ]
    .filter(Boolean)
    .join(say(", "));
}

function Unit({
  v,
  field,
  side,
  card,
  number,
  fresh,
}: {
  v: View;
  field: Field;
  side: Side;
  card: Card;
  number: number;
  fresh: boolean;
}) {
  const open = faceUp(card);
  const knowers = open ? [] : seatsOf(card.seen);
  const secret = !open && card.kind !== null;
  return (
    <span class="kenjin-slot">
      <TableCard
        game="kenjin"
        faces={faces}
        card={card}
        label={[cardWords(v, card, number, knowers), fresh ? say("new") : ""]
          .filter(Boolean)
          .join(say(", "))}
        part={part(v, field, side, number)}
        zone={`stack ${side.seat} ${side.stack}`}
        class={`kenjin-unit ${secret ? "kenjin-hidden" : ""}`}
      />
      {fresh && <span class="kenjin-new" data-tip={say("New: played since your last move")} />}
      {(secret || knowers.length > 0) && (
        <span class="kenjin-seen" aria-hidden="true">
          {secret && <Icon name="eye" />}
          {knowers
            .filter((seat) => seat !== v.viewer)
            .map((seat) => (
              <Crest key={seat} seat={seat} />
            ))}
        </span>
      )}
    </span>
  );
}

/** An empty place on top of my stack, for the card that is being played. */
function Landing({ tile }: { tile: string }) {
  const spot = { verb: ["", "move"], place: tile };
  const now = choice.value;
  if (past.value || now.picks.length === 0 || !now.offers(spot)) return null;
  return (
    <Spot part={spot} label={tell("Put it on the {1}", title(tile))} class="kenjin-landing">
      <Icon name="plus" />
    </Spot>
  );
}

/** A card that fell in the combat here. */
function Ghost({ kind }: { kind: string }) {
  return (
    <span class="kenjin-slot">
      <TableCard
        game="kenjin"
        faces={faces}
        card={{ kind }}
        label={[cardLabel(kind, faces), say("eliminated")].join(say(", "))}
        part={{ verb: "none" }}
        class="kenjin-unit kenjin-ghost"
      />
    </span>
  );
}

/** The army's total: as far as it is known, or after the combat as it was. */
function Standing({
  v,
  field,
  side,
  combat,
}: {
  v: View;
  field: Field;
  side: Side;
  combat: Combat | undefined;
}) {
  const cards = army(v, side);
  const { unknown, ...parts } = might(v, field, side);
  const final = combat?.totals[side.seat];
  const total = final ?? parts.cards + parts.tile + parts.camp;
  const extra = final === undefined ? [parts.tile, parts.camp].filter((one) => one !== 0) : [];
  const won = v.holder[field.slot] === side.seat;
  const signed = (one: number) => (one < 0 ? String(one) : `+${one}`);
  const words = [
    side.seat === v.viewer ? say("you") : seatName(side.seat),
    final === undefined ? tell("{1} card{1||s}", cards.length) : "",
    final === undefined ? tell("strength {1}", total) : tell("fought with a total of {1}", final),
    final === undefined && parts.tile !== 0
      ? tell("{1} of it from the {2}", signed(parts.tile), title(field.tile))
      : "",
    final === undefined && parts.camp > 0 ? say("+1 from the Supply Camp") : "",
    unknown > 0 ? tell("{1} of them unknown", unknown) : "",
    won ? say("conquered it") : "",
  ]
    .filter(Boolean)
    .join(say(", "));
  return (
    <span
      class={`kenjin-standing seat-${side.seat}`}
      role="img"
      aria-label={words}
      data-tip={words}
    >
      <Crest seat={side.seat} />
      {(cards.length > 0 || final !== undefined) && (
        <span class="kenjin-strength">
          <Icon name="sword" />
          {total}
        </span>
      )}
      {unknown > 0 && <span class="kenjin-unsure">+{unknown}?</span>}
      {extra.length > 0 && (
        <span class="kenjin-bonus">
          {parts.cards}
          {extra.map(signed).join("")}
        </span>
      )}
      {won && (
        <span class="kenjin-won">
          <Icon name="win" />
        </span>
      )}
    </span>
  );
}

function Army({
  v,
  field,
  side,
  place,
  fresh,
  combat,
}: {
  v: View;
  field: Field;
  side: Side;
  place: string;
  fresh: Set<string>;
  combat: Combat | undefined;
}) {
  const cards = army(v, side);
  const isNew = (i: number) => {
    const key = `${side.seat} ${field.tile}`;
    return fresh.has(`${key} ${i + 1}`) || fresh.has(`${key} top${cards.length - i}`);
  };
  const holder = v.holder[field.slot] ?? "-";
  const fate = holder === side.seat ? "won" : isFought(v, field) ? "lost" : "";
  const name =
    side.seat === v.viewer
      ? tell("Your army on the {1}", title(field.tile))
      : tell("Army of {1} on the {2}", seatName(side.seat), title(field.tile));
  const shown = combat ? fallen(v, side, combat) : cards.map((card) => ({ card, fell: false }));
  const mine = side.seat === v.viewer ? "kenjin-me" : "";
  return (
    <div class={`kenjin-army kenjin-${place} seat-${side.seat} ${fate} ${mine}`}>
      <Standing v={v} field={field} side={side} combat={combat} />
      {field.tile === "-" ? (
        <span class="kenjin-cards" />
      ) : (
        <Zone label={name} class="kenjin-cards" zone={`stack ${side.seat} ${side.stack}`}>
          {shown.map(({ card, fell }, i) =>
            fell ? (
              <Ghost key={i} kind={card.kind ?? ""} />
            ) : (
              <Unit
                key={i}
                v={v}
                field={field}
                side={side}
                card={card}
                number={i + 1}
                fresh={isNew(i)}
              />
            ),
          )}
          {side.seat === v.viewer && <Landing tile={field.tile} />}
        </Zone>
      )}
    </div>
  );
}

/** The conqueror's crest, stamped on the tile. */
function Stamp({ holder }: { holder: string }) {
  return (
    <span class={`kenjin-stamp seat-${holder}`}>
      {holder === "-" ? <Icon name="close" /> : <Crest seat={holder} />}
    </span>
  );
}

/** A battlefield; after its combat, with its conqueror. */
export function Tile({ tile, verbs, holder }: { tile: string; verbs: string[]; holder?: string }) {
  const worth = fact(tile, 0);
  const fate =
    holder === undefined
      ? ""
      : holder === "-"
        ? say("nobody has conquered it")
        : tell("conquered by {1}", seatName(holder));
  const words = [title(tile), tell("{1} points", worth), effects()[tile] ?? "", fate];
  return (
    <Spot
      part={{ verb: verbs, place: tile }}
      label={words.filter(Boolean).join(say(", "))}
      term={tile}
      class="kenjin-tile"
      zone={`tile ${tile}`}
      kind={tile}
    >
      <span class="kenjin-scene">
        <Picture id={`kenjin-${tile}`} class="kenjin-picture" />
        <span class="kenjin-points">{worth}</span>
        {holder !== undefined && <Stamp holder={holder} />}
      </span>
      <span class="kenjin-words">
        <strong>{title(tile)}</strong>
        <span class="kenjin-effect">{effects()[tile]}</span>
      </span>
    </Spot>
  );
}

/** A place where no tile lies yet. */
function Blank({ next }: { next: boolean }) {
  const words = next ? say("the next battlefield will lie here") : say("no battlefield yet");
  return (
    <span
      class={`kenjin-tile kenjin-blank ${next ? "kenjin-next" : ""}`}
      role="img"
      aria-label={words}
      data-tip={words}
    >
      ?
    </span>
  );
}

export interface StripProps {
  v: View;
  field: Field;
  /** The army on the left; the other is on the right. */
  left: string;
  small?: boolean;
  fresh: Set<string>;
  /** How it was fought for, if it was. */
  combat: Combat | undefined;
}

export function Strip({ v, field, left, small, fresh, combat }: StripProps) {
  const sides = field.sides[0].seat === left ? field.sides : [field.sides[1], field.sides[0]];
  const over = isFought(v, field);
  const holder = v.holder[field.slot] ?? "-";
  const fighting = front(v) === field.slot && v.phase !== "over";
  const here = useRef<HTMLLIElement>(null);
  // On a small screen the combat might be out of sight.
  useEffect(() => {
    if (fighting && stepping.value) here.current?.scrollIntoView({ block: "center" });
  }, [fighting, stepping.value]);
  return (
    <li
      ref={here}
      class={`kenjin-strip ${small ? "kenjin-small" : ""} ${fighting ? "kenjin-front" : ""}`}
    >
      <Army
        v={v}
        field={field}
        side={sides[0] as Side}
        place="left"
        fresh={fresh}
        combat={combat}
      />
      <div class="kenjin-middle">
        {field.tile === "-" ? (
          <Blank next={drafted(v) === field.slot} />
        ) : (
          <Tile
            tile={field.tile}
            verbs={["", "move", "supply"]}
            holder={over ? holder : undefined}
          />
        )}
      </div>
      <Army
        v={v}
        field={field}
        side={sides[1] as Side}
        place="right"
        fresh={fresh}
        combat={combat}
      />
    </li>
  );
}
