// Beside the map: the year, the titles by rank, and the cards that are shared out or paid.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { seats } from "../../web/src/game";
import { type Snapshot, snapshot, travel } from "../../web/src/motion";
import { Icon, Picture } from "../../web/src/parts/art";
import { CardFace, cardLabel } from "../../web/src/parts/card";
import { Spot, Zone } from "../../web/src/parts/spot";
import { Crest, seatName } from "../../web/src/parts/words";
import type { Pile } from "../../web/src/protocol";
import { title } from "../../web/src/rules";
import { hinted } from "../../web/src/table";
import { say, tell } from "../../web/src/words";
import { PriceMarks } from "./map";
import {
  atCourt,
  BONUSES,
  cardsOf,
  faces,
  priceOf,
  Seal,
  TITLES,
  type View,
  yearsAtMost,
} from "./parts";
import {
  add,
  canAdd,
  canTitle,
  chosenTitles,
  composing,
  lastMove,
  plan,
  send,
  shift,
  toggleTitle,
} from "./plan";

export const powers = (): Record<string, string> => ({
  daimyo: say("2 more points for each Kamon"),
  shomyo: say("1 more point for each Kamon"),
  sensei: say("Turns a Kamon to gold"),
  hatamoto: say("One more Troop, once a year"),
});

interface ThingProps {
  label: string;
  term?: string;
  zone?: string;
  kind?: string;
  class?: string;
  /** What a click does, if anything. */
  act?: () => void;
  chosen?: boolean;
  hint?: boolean;
  children: ComponentChildren;
}

/** A card or title that goes into a lot or out of it: first it is only chosen here, and it is
 * played when the lot is complete. */
function Thing({ label, term, zone, kind, class: name, act, chosen, hint, children }: ThingProps) {
  const classes = [
    "spot",
    name ?? "",
    act ? "offered" : "",
    chosen ? "chosen" : "",
    hint ? "hinted" : "",
  ]
    .filter(Boolean)
    .join(" ");
  const common = {
    class: classes,
    "data-term": term,
    "data-zone": zone,
    "data-kind": kind,
    "data-spot": "",
    "aria-label": label,
  };
  if (!act)
    return (
      <span {...common} role="img" tabIndex={-1}>
        {children}
      </span>
    );
  return (
    <button {...common} type="button" aria-pressed={chosen ? "true" : undefined} onClick={act}>
      {children}
    </button>
  );
}

function MiniCard({
  kind,
  zone,
  act,
  hint,
}: {
  kind: string;
  zone: string;
  act?: () => void;
  hint?: boolean;
}) {
  const tile = [...BONUSES, ...TITLES].includes(kind);
  return (
    <Thing
      label={tile ? title(kind) : cardLabel(kind, faces)}
      term={kind}
      zone={zone}
      kind={kind}
      class="shitenno-mini card-spot"
      act={act}
      hint={hint}
    >
      {tile ? (
        <Picture id={`shitenno-${kind}`} class="shitenno-use" />
      ) : (
        <CardFace game="shitenno" kind={kind} faces={faces} />
      )}
    </Thing>
  );
}

function TitleTile({ v, name, forming }: { v: View; name: string; forming: boolean }) {
  const holder = seats(v.players).find((_, i) => v.title[i] === name);
  const heir = seats(v.players).find((_, i) => v.next[i] === name);
  const acts = !atCourt(v) && v.phase !== "over" && holder === v.turn;
  const chosen = forming && chosenTitles().includes(name);
  const words = [
    title(name),
    powers()[name] ?? "",
    holder ? seatName(holder) : say("nobody"),
    heir ? tell("next: {1}", seatName(heir)) : "",
  ];
  return (
    <Thing
      label={words.filter(Boolean).join(say(", "))}
      term={name}
      class={`shitenno-title ${acts ? "acts" : ""} ${atCourt(v) && heir ? "gone" : ""}`}
      act={forming && canTitle(name) ? () => toggleTitle(name) : undefined}
      chosen={chosen}
      hint={forming && (hinted.value?.split(" ").includes(name) ?? false)}
    >
      <Seal title={name} />
      <b>{title(name)}</b>
      <small class="shitenno-power">{powers()[name]}</small>
      <span class="shitenno-holder">
        {holder ? <Crest seat={holder} /> : <span class="shitenno-nobody">–</span>}
        {heir && (
          <>
            <Icon name="arrow" />
            <Crest seat={heir} />
          </>
        )}
      </span>
    </Thing>
  );
}

function Titles({ v }: { v: View }) {
  const forming = composing();
  return (
    <Zone
      label={say("Titles by rank")}
      class={`shitenno-titles ${atCourt(v) ? "abreast" : "stacked"}`}
    >
      {TITLES.map((name) => (
        <TitleTile key={name} v={v} name={name} forming={forming} />
      ))}
    </Zone>
  );
}

interface TrayProps {
  name: string;
  zone: string;
  pile: Pile;
  titled?: string;
  /** The number that chooses the whole tray. */
  number?: number;
  /** This tray is the one that the player is asked about. */
  up?: boolean;
  /** This tray has the cards from which a lot is formed. */
  source?: boolean;
  act?: (kind: string) => (() => void) | undefined;
  hint?: boolean;
  empty?: string;
}

/** Cards that belong together, and the title that goes with them. */
function Tray({ name, zone, pile, titled, number, up, source, act, hint, empty }: TrayProps) {
  const cards = cardsOf(pile);
  const words = [name, titled ? title(titled) : "", ...cards.map(title)]
    .filter(Boolean)
    .join(say(", "));
  return (
    <div class={`shitenno-tray ${up ? "up" : ""} ${source ? "shitenno-source" : ""}`}>
      <Spot
        part={number ? { verb: "choose", number } : { verb: "-" }}
        label={words}
        class="shitenno-tray-name"
      >
        {titled && <Seal title={titled} />}
        <b>{name}</b>
        {titled && <span>{title(titled)}</span>}
      </Spot>
      <Zone label={name} zone={zone} class="shitenno-cards">
        {cards.map((kind, i) => (
          <MiniCard
            key={`${kind} ${i}`}
            kind={kind}
            zone={zone}
            act={act?.(kind)}
            hint={hint && hinted.value === `add ${kind}`}
          />
        ))}
        {cards.length === 0 && <p class="empty">{empty ?? say("no card")}</p>}
      </Zone>
    </div>
  );
}

function merge(pile: Pile, more: Pile, sign: 1 | -1): Pile {
  const kinds = [...new Set([...Object.keys(pile), ...Object.keys(more)])];
  return Object.fromEntries(
    kinds
      .map((kind): [string, number] => [kind, (pile[kind] ?? 0) + sign * (more[kind] ?? 0)])
      .filter(([, count]) => count > 0),
  );
}

/** What is still missing for the lot, and the button that sends it. It comes first: questions are
 * shown above the cards. */
function Confirm({ v }: { v: View }) {
  const two = v.phase === "divide";
  if (lastMove())
    return (
      <p class="shitenno-confirm">
        <button type="button" class="primary offered" onClick={() => send(v.offer)}>
          {two ? say("Divide like this") : say("Offer this lot")}
        </button>
      </p>
    );
  return (
    <p class="shitenno-confirm">
      {two
        ? say("Choose two titles: the higher goes with lot 1.")
        : say("Choose a title for the lot.")}
    </p>
  );
}

/** The Tairo forms lots: a click moves a card from one tray to the other. */
function Forming({ v }: { v: View }) {
  const { cards } = plan.value;
  const two = v.phase === "divide";
  const ranked = TITLES.filter((name) => chosenTitles().includes(name));
  return (
    <>
      <Tray
        name={two ? say("Lot 1") : say("Your lot")}
        zone="lot"
        pile={merge(v.lot, cards, 1)}
        titled={ranked[0]}
        act={(kind) => (cards[kind] ? () => shift(kind, -1) : undefined)}
        empty={say("Click on cards to put them here.")}
      />
      <Tray
        name={two ? say("Lot 2: all the rest") : say("On offer")}
        zone="offer"
        pile={merge(v.offer, cards, -1)}
        titled={two ? ranked[1] : undefined}
        act={(kind) => (canAdd(kind) ? () => add(kind) : undefined)}
        source
        hint
      />
    </>
  );
}

function Sharing({ v }: { v: View }) {
  if (composing()) return <Forming v={v} />;
  if (v.phase === "choose")
    return (
      <>
        <Tray name={say("Lot 1")} zone="lot" pile={v.lot} titled={v.lot_title} number={1} />
        <Tray name={say("Lot 2")} zone="offer" pile={v.offer} titled={v.offer_title} number={2} />
      </>
    );
  return (
    <>
      <Tray
        name={v.phase === "offer" ? say("The lot") : tell("Lot of {1}", seatName(v.turn))}
        zone="lot"
        pile={v.lot}
        titled={v.lot_title === "-" ? undefined : v.lot_title}
        up={v.phase === "offer"}
      />
      <Tray
        name={v.phase === "divide" ? say("Lot 2: all the rest") : say("On offer")}
        zone="offer"
        pile={v.offer}
      />
    </>
  );
}

/** The province that is being paid for: its price, and the payment so far. */
function Gate({ v }: { v: View }) {
  const price = priceOf(v, v.target);
  const paid: Pile = {
    hatamoto: v.pay_hatamoto,
    exchange: v.pay_exchange,
    plus: v.pay_plus,
    ...v.paid,
  };
  if (!price) return null;
  return (
    <div class="shitenno-gate">
      <Picture id={`shitenno-${v.target}`} class="shitenno-gate-view" />
      <p class="shitenno-gate-name">
        <b
          data-tip={say(
            "Your payment for the next position of this province goes here: the Troops that it " +
              "asks for, or Koku.",
          )}
        >
          {tell("The gate of {1}", title(v.target))}
        </b>
        <PriceMarks v={v} place={v.target} price={price} />
      </p>
      <Zone label={say("Paid so far")} zone="paid" class="shitenno-cards">
        {cardsOf(paid).map((kind, i) => (
          <MiniCard key={`${kind} ${i}`} kind={kind} zone="paid" />
        ))}
        {cardsOf(paid).length === 0 && (
          <p class="empty">
            {say("Nothing paid yet: tiles first, then cards from left to right.")}
          </p>
        )}
      </Zone>
    </div>
  );
}

/** The points of the seats, without the final count. */
function Standing({ v }: { v: View }) {
  const most = Math.max(1, ...v.score);
  const ranked = seats(v.players)
    .map((seat, i) => ({ seat, points: v.score[i] ?? 0 }))
    .sort((a, b) => b.points - a.points);
  return (
    <div class="shitenno-standing">
      <ol aria-label={say("Points so far")}>
        {ranked.map(({ seat, points }) => (
          <li key={seat} class={`seat-${seat}`}>
            <Crest seat={seat} />
            <span class="shitenno-bar">
              <span style={{ width: `${(100 * points) / most}%` }} />
            </span>
            <b>{points}</b>
          </li>
        ))}
      </ol>
      {v.phase !== "over" && (
        <p>{say("At the end, 6 points for the most Kamons in each province.")}</p>
      )}
    </div>
  );
}

function Deck({
  name,
  zone,
  count,
  mark,
}: {
  name: string;
  zone: string;
  count: number;
  mark: string;
}) {
  return (
    <span
      class="shitenno-deck"
      role="img"
      aria-label={`${name}: ${count}`}
      data-zone={zone}
      data-count={count}
      title={name}
    >
      <Picture id="back" class="shitenno-back" />
      <Picture id={`shitenno-mark-${mark}`} class="shitenno-mark" />
      {count}
    </span>
  );
}

export function Court({ v }: { v: View }) {
  const before = useRef<Snapshot | undefined>(undefined);
  const planned = plan.value;
  before.current = snapshot();
  useLayoutEffect(() => {
    if (before.current) travel(before.current);
  }, [planned]);
  return (
    <div class={`shitenno-court phase-${v.phase}`}>
      <p class="shitenno-year">
        <b data-clause="S17">{tell("Double year {1} of {2}", v.year, yearsAtMost(v.players))}</b>
        <span class="shitenno-decks">
          <Deck name={say("Troop deck")} zone="deck" count={v.deck.length} mark="any" />
          <Deck name={say("Koku deck")} zone="koku" count={v.koku.length} mark="koku" />
        </span>
        <span class="shitenno-half">
          {atCourt(v)
            ? say("Even year: at court")
            : v.phase === "over"
              ? say("The end")
              : say("Odd year: in the provinces")}
        </span>
      </p>
      {v.phase === "pay" && <Gate v={v} />}
      {composing() && <Confirm v={v} />}
      <Titles v={v} />
      {atCourt(v) ? <Sharing v={v} /> : v.phase !== "pay" && <Standing v={v} />}
    </div>
  );
}
