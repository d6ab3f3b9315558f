// The map of Shitenno: eight provinces with their positions, prices and top tiles.

import { Picture } from "../../web/src/parts/art";
import { Spot, Zone } from "../../web/src/parts/spot";
import { Crest, seatName } from "../../web/src/parts/words";
import { fact, title } from "../../web/src/rules";
import { choice } from "../../web/src/table";
import { say, tell } from "../../web/src/words";
import map from "./map.svg";
import {
  bonusOf,
  kamons,
  Mark,
  PROVINCES,
  type Price,
  priceOf,
  tiles,
  troopOf,
  type View,
} from "./parts";

/** The map fills its frame, so that the panels, whose positions are percentages, stay on their
 * provinces. */
const land = map.replace("<svg ", '<svg preserveAspectRatio="none" ');

/** The top tile: its Troop is part of the price, its bonus is won. */
function Tile({ v, place }: { v: View; place: string }) {
  const pile = tiles(v, place);
  const kind = pile[0]?.kind;
  if (!kind) return null;
  const bonus = bonusOf(kind);
  const label = tell(
    "Top tile: asks for {1}, gives {2}; {3} left",
    title(troopOf(kind)),
    title(bonus),
    pile.length,
  );
  return (
    <Spot
      part={{ verb: "-" }}
      label={label}
      term={bonus}
      zone={`tiles ${place}`}
      kind={bonus}
      class={`shitenno-tile left-${pile.length}`}
    >
      <Mark name={troopOf(kind)} />
      <Picture id={`shitenno-${bonus}`} class="shitenno-bonus" />
    </Spot>
  );
}

function priceWords(price: Price): string {
  const troops = `${price.number} ${title(price.troop)}`;
  const all = price.tile?.kind ? `${troops} + 1 ${title(troopOf(price.tile.kind))}` : troops;
  return tell("{1}, or {2} Koku", all, price.koku);
}

/** The price: Troops, or Koku. */
export function PriceMarks({ v, place, price }: { v: View; place: string; price: Price }) {
  return (
    <span class="shitenno-price">
      <span class="shitenno-troops">
        {Array.from({ length: price.number }, (_, i) => (
          <Mark key={i} name={price.troop} />
        ))}
        {price.tile && <Tile v={v} place={place} />}
      </span>
      <span class="shitenno-koku" role="img" aria-label={tell("or {1} Koku", price.koku)}>
        <Mark name="koku" />
        {price.koku}
      </span>
    </span>
  );
}

/** A position: its number, or the Kamon that lies there. */
function Position({ v, place, at }: { v: View; place: string; at: number }) {
  const kamon = kamons(v, place)[at] ?? "-";
  const seat = kamon[0] ?? "-";
  const golden = kamon.endsWith("+");
  const points = fact(place, 0).split(" ")[at] ?? "";
  const free = kamon === "-";
  const next = free && priceOf(v, place)?.position === at + 1;
  const label = free
    ? tell("Position {1}: free, {2} points", at + 1, points)
    : golden
      ? tell("Position {1}: {2}, gold", at + 1, seatName(seat))
      : tell("Position {1}: {2}", at + 1, seatName(seat));
  const marks = `${golden ? "golden" : ""} ${next ? "next" : ""}`;
  return (
    <Spot
      part={{ verb: "gild", place, number: at + 1 }}
      label={label}
      zone={free ? undefined : place}
      kind={free ? undefined : `kamon ${seat}`}
      class={`shitenno-position ${free ? "free" : "held"} ${marks}`}
    >
      {free ? points : <Crest seat={seat} />}
      {golden && (
        <span class="shitenno-twice" aria-hidden="true">
          2
        </span>
      )}
    </Spot>
  );
}

function Province({ v, place }: { v: View; place: string }) {
  const price = priceOf(v, place);
  const label = price
    ? tell("{1}: position {2} for {3}", title(place), price.position, priceWords(price))
    : tell("{1}: no free position", title(place));
  const state = `${v.target === place ? "target" : ""} ${price ? "" : "full"}`;
  return (
    <div class={`shitenno-province in-${place} ${state}`}>
      <Spot part={{ verb: "take", place }} label={label} term={place} class="shitenno-name">
        <Picture id={`shitenno-${place}`} class="shitenno-view" />
        {title(place)}
      </Spot>
      <span class="shitenno-positions">
        {kamons(v, place).map((_, at) => (
          <Position key={at} v={v} place={place} at={at} />
        ))}
      </span>
      {price ? (
        <PriceMarks v={v} place={place} price={price} />
      ) : (
        <span class="shitenno-price">{say("All taken")}</span>
      )}
    </div>
  );
}

export function JapanMap({ v }: { v: View }) {
  const lit = PROVINCES.filter(
    (place) => v.target === place || choice.value.offers({ verb: "take", place }),
  );
  return (
    <Zone
      label={say("Provinces")}
      class={`shitenno-map ${lit.map((place) => `lit-${place}`).join(" ")}`}
    >
      <div class="shitenno-land" aria-hidden="true" dangerouslySetInnerHTML={{ __html: land }} />
      {PROVINCES.map((place) => (
        <Province key={place} v={v} place={place} />
      ))}
    </Zone>
  );
}
