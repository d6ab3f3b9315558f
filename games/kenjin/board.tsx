// The board of Kenjin.

import { type BoardProps, bySeat, type GameView, type Stat } from "../../web/src/game";
import { addArt, Icon } from "../../web/src/parts/art";
import { grouped, TableCard } from "../../web/src/parts/card";
import { Zone } from "../../web/src/parts/spot";
import { Marked, seatName } from "../../web/src/parts/words";
import type { Card, Move, Position } from "../../web/src/protocol";
import { fact, title } from "../../web/src/rules";
import { choice, shownLog, stepping } from "../../web/src/table";
import { say, tell } from "../../web/src/words";
import art from "./art.svg";
import { faces } from "./faces";
import {
  combats,
  type Field,
  fields,
  fightsAt,
  front,
  isFought,
  partner,
  points,
  type View,
} from "./field";
import { news, Strip, Tile } from "./strip";

addArt(art);

const CARDS = 13;

/** The phase of the game, in words. */
function stage(v: View): string {
  if (v.phase === "draft") return say("Choosing the battlefields");
  if (v.phase === "over") return say("All combats are over");
  const all = fields(v);
  const at = front(v);
  const now = all.find((field) => field.slot === at);
  const fighting = v.phase === "fight" || v.phase === "sacrifice";
  if (now)
    return tell(
      "Combat {1} of {2}: {3}",
      fighting ? v.fought + 1 : v.fought,
      all.length,
      title(now.tile),
    );
  if (v.phase === "reveal") return say("The combats begin");
  const played = CARDS - bySeat<Card[]>(v.hand, v.turn).length;
  return tell("Deployment, round {1} of 7", Math.min(7, Math.floor(played / 2) + 1));
}

/** At the end: who has won, then the points of teams and of players. These are the last lines of
 * the narration. */
function Result({ v, told }: { v: View; told: string[] }) {
  const lines = told.slice(-1 - v.players - (v.teams ? v.players / 2 : 0));
  const sorted = [...lines.slice(-1), ...lines.slice(v.players, -1), ...lines.slice(0, v.players)];
  return (
    <div class="board-line kenjin-result">
      {sorted.map((line) => (
        <span key={line}>
          <Marked text={line} />
        </span>
      ))}
    </div>
  );
}

/** The phase, and what happened last. While moves are shown step by step, they are told below the
 * board instead. */
function News({ v }: { v: View }) {
  const last = [...shownLog.value].reverse().find((ply) => ply.text.length > 0)?.text ?? [];
  if (v.phase === "over" && !stepping.value) return <Result v={v} told={last} />;
  return (
    <p class="board-line kenjin-news">
      <b>{stage(v)}</b>
      {!stepping.value && (
        <span class="kenjin-last">
          <Marked text={last.join(" ")} />
        </span>
      )}
    </p>
  );
}

/** In a draft: the tiles to choose from. */
function Offer({ v }: { v: View }) {
  const offer = v.offer.filter((tile) => tile !== "-");
  if (offer.length === 0) return null;
  return (
    <Zone label={say("Battlefields to choose from")} class="kenjin-offer" zone="offer">
      {offer.map((tile) => (
        <Tile key={tile} tile={tile} verbs={["choose"]} />
      ))}
    </Zone>
  );
}

/** My battlefields: those towards the left neighbour first. */
function mine(v: View, all: Field[], seat: string): Field[] {
  const own = all.filter((field) => fightsAt(field, seat));
  const towards = (field: Field) => (field.sides[0].seat === seat ? 0 : 1);
  return v.players === 2
    ? own
    : own.sort((a, b) => (a.slot % 2) - (b.slot % 2) || towards(a) - towards(b));
}

function Board({ p, viewer }: BoardProps) {
  const v = p as View;
  const all = fields(v);
  const own = mine(v, all, viewer);
  const rest = all.filter((field) => !own.includes(field));
  const fresh = news(v);
  const fought = combats(v, shownLog.value);
  const combat = (field: Field) => (isFought(v, field) ? fought.get(field.tile) : undefined);
  const seated = own.length > 0;
  // With neighbours on both sides, the army of each is shown on that neighbour's side of me.
  const left = (field: Field) =>
    v.players > 2 && field.sides[0].seat === viewer ? field.sides[1].seat : viewer;
  const more = v.players === 2 ? "" : "kenjin-more";
  const three = v.players === 3 ? "kenjin-three" : "";
  const draft = v.phase === "draft" ? "kenjin-draft" : "";
  return (
    <div class={`kenjin-board ${more} ${three} ${draft}`}>
      <News v={v} />
      <Offer v={v} />
      {rest.length > 0 && (
        <ul
          class="kenjin-strips kenjin-rest"
          aria-label={seated ? say("Battlefields of others") : say("Battlefields")}
        >
          {rest.map((field) => (
            <Strip
              key={field.slot}
              v={v}
              field={field}
              left={field.sides[0].seat}
              small={seated}
              fresh={fresh}
              combat={combat(field)}
            />
          ))}
        </ul>
      )}
      {seated && (
        <ul class="kenjin-strips kenjin-own" aria-label={say("Your battlefields")}>
          {own.map((field) => (
            <Strip
              key={field.slot}
              v={v}
              field={field}
              left={left(field)}
              fresh={fresh}
              combat={combat(field)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Cards that Assassins have removed. */
function Removed({ v, seat }: { v: View; seat: string }) {
  const cards = bySeat<Card[]>(v.removed, seat);
  if (cards.length === 0) return null;
  const name =
    seat === v.viewer
      ? say("Your cards that Assassins removed")
      : tell("Cards of {1} that Assassins removed", seatName(seat));
  return (
    <Zone label={name} class="kenjin-removed" zone={`removed ${seat}`}>
      <span data-tip={name}>
        <Icon name="out" />
      </span>
      {cards.map((card, i) => (
        <TableCard
          key={i}
          game="kenjin"
          faces={faces}
          card={card}
          part={{ verb: "none" }}
          zone={`removed ${seat}`}
          class="tiny"
          secret={card.kind !== null && !(card.seen ?? "").includes("*")}
        />
      ))}
    </Zone>
  );
}

function HandPart({
  v,
  seat,
  name,
  cards,
}: {
  v: View;
  seat: string;
  name: string;
  cards: Card[];
}) {
  if (cards.length === 0) return null;
  // Sending out the Assassin cannot be taken back, so a button asks first.
  const asks = (kind: string | null) =>
    choice.value.moves.some(({ parts }) => parts.verb === "send" && parts.kind === kind);
  return (
    <div class="kenjin-group">
      <span class="kenjin-caption">{name}</span>
      <div class="kenjin-row">
        {grouped(cards).map(({ card, count }) => (
          <TableCard
            key={card.kind}
            game="kenjin"
            faces={faces}
            card={card}
            count={count}
            part={{ verb: ["", "send"], kind: card.kind ?? undefined, asks: asks(card.kind) }}
            zone={`hand ${seat}`}
            tries={seat === v.viewer}
          />
        ))}
      </div>
    </div>
  );
}

/** The hand: units that are played face up, and those that are played face down. */
function Hand({ v, seat }: { v: View; seat: string }) {
  const hand = bySeat<Card[]>(v.hand, seat);
  const way = (kind: string | null) => fact(kind ?? "", 1);
  const secret = (card: Card) => way(card.kind) === way("lord");
  return (
    <Zone label={say("Your hand")} class="hand kenjin-hand" zone={`hand ${seat}`}>
      <HandPart
        v={v}
        seat={seat}
        name={say("Played face up")}
        cards={hand.filter((card) => !secret(card))}
      />
      <HandPart v={v} seat={seat} name={say("Played face down")} cards={hand.filter(secret)} />
      {hand.length === 0 && <p class="empty">{say("All your cards are deployed.")}</p>}
    </Zone>
  );
}

function Mine({ p, seat }: BoardProps & { seat: string }) {
  const v = p as View;
  return (
    <div class="kenjin-mine">
      {v.phase !== "over" && <Hand v={v} seat={seat} />}
      <Removed v={v} seat={seat} />
    </div>
  );
}

/** Other hands are shown as numbers, unless all cards are shown. Their cards fly from here. */
function Theirs({ p, viewer, seat }: BoardProps & { seat: string }) {
  const v = p as View;
  const hand = bySeat<Card[]>(v.hand, seat);
  const open = hand.filter((card) => card.kind !== null);
  return (
    <div class="kenjin-theirs">
      {partner(v, seat) === viewer && <span class="kenjin-ally">{say("partner")}</span>}
      {open.length === 0 && (
        <span class="kenjin-source" data-zone={`hand ${seat}`} data-count={hand.length} />
      )}
      {open.length > 0 && (
        <Zone label={tell("Hand of {1}", seatName(seat))} class="kenjin-open" zone={`hand ${seat}`}>
          {grouped(open).map(({ card, count }) => (
            <TableCard
              key={card.kind}
              game="kenjin"
              faces={faces}
              card={card}
              count={count}
              part={{ verb: "none" }}
              zone={`hand ${seat}`}
              class="tiny"
            />
          ))}
        </Zone>
      )}
      <Removed v={v} seat={seat} />
    </div>
  );
}

function stats(p: Position, seat: string): Stat[] {
  const v = p as View;
  const ally = partner(v, seat);
  const team: Stat[] = ally
    ? [
        {
          icon: "link",
          value: points(v, seat) + points(v, ally),
          label: tell("points together with {1}", seatName(ally)),
        },
      ]
    : [];
  return [
    { icon: "honour", value: points(v, seat), label: say("points"), points: true },
    ...team,
    { icon: "cards", value: bySeat<Card[]>(v.hand, seat).length, label: say("cards in hand") },
  ];
}

const verbs = (): Record<string, string> => ({
  reveal: say("Turn up the next battlefield"),
  fight: say("Fight"),
});

function label(move: Move): string {
  const { verb, kind, places, numbers } = move.parts;
  const where = (places ?? []).map(title).join(say(", "));
  if (verb === "" && kind) return tell("{1}: {2}", title(kind), where);
  if (verb === "send" && kind) return tell("Send out the {1}", title(kind));
  if (verb === "choose") return tell("Choose the {1}", where);
  if (verb === "supply") return tell("Supply {1}", where);
  if (numbers?.[0] !== undefined) return tell("Card {1}", numbers[0]);
  return verbs()[verb] ?? move.move;
}

const kenjin: GameView = {
  Board,
  Mine,
  Theirs,
  stats,
  onBoard: ["kill", "expose", "look", "move", "sacrifice"],
  label,
};

export default kenjin;
