// The board of Call to Glory.

import { type BoardProps, bySeat, type GameView } from "../../web/src/game";
import { addArt, Icon, Picture } from "../../web/src/parts/art";
import { CardBack, TableCard } from "../../web/src/parts/card";
import { Spot, Zone } from "../../web/src/parts/spot";
import { Crest, seatName } from "../../web/src/parts/words";
import type { Card, Move, Pile } from "../../web/src/protocol";
import { title } from "../../web/src/rules";
import { say, tell } from "../../web/src/words";
import art from "./art.svg";
import { Count, Fan, faces, LastRound, Ledger, Meter, Piles, seatOrYou } from "./parts";
import {
  armed,
  endTypes,
  holder,
  isOpen,
  kinds,
  lastRound,
  need,
  pays,
  scored,
  total,
  types,
  type View,
  value,
  worth,
} from "./view";

addArt(art);

function Board({ p }: BoardProps) {
  const v = p as View;
  const end = lastRound(v);
  return (
    <div class="glory-board">
      {scored(v) ? (
        <Count v={v} />
      ) : (
        <div class="glory-middle">
          {end ? <LastRound v={v} end={end} /> : <Meter v={v} />}
          <Piles v={v} />
        </div>
      )}
      <Ledger v={v} />
    </div>
  );
}

/** The viewer's cards of one character, and how many it takes to lay them. */
function Group({ v, cards, kind, seat }: { v: View; cards: Card[]; kind: string; seat: string }) {
  const held = holder(v, kind);
  const over = scored(v); // then only a task of this character can be chosen, not its cards
  const enough = cards.length >= need(v, kind);
  const open = cards.filter(isOpen).length;
  const words = [
    title(kind),
    tell("{1} points", value(kind)),
    tell("{1} in your hand", cards.length),
    tell("{1} or more to lay it", need(v, kind)),
    held ? tell("{1}: {2} card{2||s}", seatOrYou(held.seat), held.count) : "",
    open > 0 ? tell("{1} of them known to everybody", open) : "",
  ]
    .filter(Boolean)
    .join(say(", "));
  return (
    <Spot
      part={over ? { verb: "-" } : { verb: ["lay", "discard"], kind }}
      label={words}
      term={kind}
      class={`card-spot glory-group ${enough ? "enough" : ""}`}
      tries={!over}
    >
      <Fan cards={cards.map(() => kind)} zone={`hand ${seat}`} />
      {cards.length > 1 && <span class="card-count">×{cards.length}</span>}
      {open > 0 && (
        <span class="glory-open">
          <Icon name="watch" />
          {cards.length > 1 && open}
        </span>
      )}
      <span class="glory-against">
        {held ? <Crest seat={held.seat} /> : null}
        {enough && <Icon name="check" />}
        {enough ? tell("lay {1}+", need(v, kind)) : tell("{1} of {2}", cards.length, need(v, kind))}
      </span>
    </Spot>
  );
}

/** One figure: click it, then the set to strike. */
function Figure({ fresh }: { fresh: boolean }) {
  const up = armed();
  const words = fresh
    ? say("Ninja figure, can be used in later turns")
    : up
      ? say("Ninja figure: choose the set to strike")
      : say("Ninja figure");
  return (
    <Spot
      part={{ verb: up || fresh ? "-" : "strike" }}
      label={words}
      class={`glory-figure ${fresh ? "fresh" : ""} ${up && !fresh ? "chosen" : ""}`}
    >
      <Picture id="glory-figure" class="glory-figure-picture" />
      <span>{fresh ? say("next turn") : up ? say("choose a set") : say("Strike")}</span>
    </Spot>
  );
}

function MyFigures({ v, seat }: { v: View; seat: string }) {
  const count = bySeat<number>(v.figures, seat);
  if (count === 0) return null;
  const fresh = v.turn === seat ? v.gained : 0;
  return (
    <Zone label={say("Your figures")} class="glory-figures">
      {Array.from({ length: count }, (_, i) => (
        <Figure key={i} fresh={i >= count - fresh} />
      ))}
    </Zone>
  );
}

/** A task of the viewer. A click on it brings a button that says what it would pay, and to whom. */
function MyTask({
  kind,
  deck,
  used,
  live,
}: {
  kind: string;
  deck: number;
  used: boolean;
  live: boolean;
}) {
  const words = [
    tell("Task: {1} points for each {2}", pays(deck), title(kind)),
    used ? say("revealed") : say("known to you alone"),
  ].join(say(", "));
  return (
    <Spot
      part={live && !used ? { verb: "reveal", kind } : { verb: "-" }}
      label={words}
      term={kind}
      class={`glory-task tint-${faces(kind).tint} ${used ? "used" : ""}`}
    >
      <Picture id={`glory-${kind}`} class="glory-task-picture" />
      <span class="glory-task-words">
        <b>+{pays(deck)}</b>
        <span>{title(kind)}</span>
      </span>
      <Picture id={used ? "icon-check" : "icon-eye"} class="icon glory-task-mark" />
    </Spot>
  );
}

function MyTasks({ v, seat }: { v: View; seat: string }) {
  return (
    <Zone label={say("Your tasks")} class="glory-tasks">
      {bySeat<Card[][]>(v.task, seat).map(
        ([card], deck) =>
          card?.kind && (
            <MyTask
              key={deck}
              kind={card.kind}
              deck={deck}
              used={isOpen(card)}
              live={v.phase === "reveal"}
            />
          ),
      )}
    </Zone>
  );
}

/** Whether the hand fits into one row only with smaller cards. Of a card under another one, a
 * seventh can be seen. */
const crowded = (groups: number, cards: number): boolean =>
  groups * 6.4 + cards > 50 || (groups > 5 && innerWidth < 700);

function Mine({ p, seat }: BoardProps & { seat: string }) {
  const v = p as View;
  const hand = bySeat<Card[]>(v.hand, seat);
  const groups = kinds()
    .map((kind) => ({ kind, cards: hand.filter((card) => card.kind === kind) }))
    .filter((group) => group.cards.length > 0);
  return (
    <div class="glory-mine">
      {(v.tasks > 0 || v.ninja > 0) && (
        <div class="glory-extras">
          {v.tasks > 0 && <MyTasks v={v} seat={seat} />}
          {v.ninja > 0 && <MyFigures v={v} seat={seat} />}
        </div>
      )}
      <Zone
        label={say("Your hand")}
        class={`hand ${crowded(groups.length, hand.length) ? "many" : ""}`}
        zone={`hand ${seat}`}
      >
        {groups.map(({ kind, cards }) => (
          <Group key={kind} v={v} kind={kind} cards={cards} seat={seat} />
        ))}
      </Zone>
    </div>
  );
}

/** A task of another player: before it is revealed it shows only what it pays. */
function TheirTask({ card, deck }: { card: Card; deck: number }) {
  const words = card.kind
    ? tell("Task: {1} points for each {2}", pays(deck), title(card.kind))
    : tell("Task that pays {1} points, not revealed yet", pays(deck));
  return (
    <span
      class={`glory-chip ${card.kind && isOpen(card) ? "used" : ""}`}
      role="img"
      aria-label={words}
      data-tip={words}
    >
      {card.kind && <Picture id={`glory-${card.kind}`} class="glory-chip-picture" />}
      <b class={card.kind ? "" : "glory-chip-picture unknown"}>+{pays(deck)}</b>
    </span>
  );
}

/** The hand of another player: the known cards, and a back for each of the others. */
function TheirHand({ v, seat }: { v: View; seat: string }) {
  const hand = bySeat<Card[]>(v.hand, seat);
  const known = kinds()
    .map((kind) => hand.filter((card) => card.kind === kind))
    .filter((cards) => cards.length > 0);
  const backs = hand.filter((card) => card.kind === null).length;
  return (
    <Zone label={tell("Hand of {1}", seatName(seat))} class="glory-hand" zone={`hand ${seat}`}>
      {known.map(
        (cards) =>
          cards[0] && (
            <TableCard
              key={cards[0].kind}
              game="glory"
              faces={faces}
              card={cards[0]}
              count={cards.length}
              part={{ verb: "-" }}
              zone={`hand ${seat}`}
              class="tiny"
              secret={!cards.every(isOpen)}
            />
          ),
      )}
      {backs > 0 && (
        <span class="glory-backs" role="img" aria-label={tell("{1} face-down card{1||s}", backs)}>
          {Array.from({ length: backs }, (_, i) => (
            <span key={i} class="tiny" data-kind="?" data-zone={`hand ${seat}`}>
              <CardBack />
            </span>
          ))}
        </span>
      )}
    </Zone>
  );
}

function TheirFigures({ count }: { count: number }) {
  const label = tell("{1} Ninja figure{1||s}", count);
  return (
    <span class="glory-chip" role="img" aria-label={label} data-tip={label}>
      {Array.from({ length: count }, (_, i) => (
        <Picture key={i} id="glory-figure" class="glory-figure-small" />
      ))}
    </span>
  );
}

function TheirSet({ kind, count }: { kind: string; count: number | undefined }) {
  return (
    <span
      class="glory-chip glory-set"
      role="img"
      aria-label={`${title(kind)} ×${count}`}
      data-term={kind}
    >
      <Picture id={`glory-${kind}`} class={`glory-chip-picture tint-${faces(kind).tint}`} />
      <b>×{count}</b>
    </span>
  );
}

/** What another player has on the table, and what is known of their hand. */
function Theirs({ p, seat }: BoardProps & { seat: string }) {
  const v = p as View;
  const figures = bySeat<number>(v.figures, seat);
  return (
    <div class="glory-theirs">
      <TheirHand v={v} seat={seat} />
      <span class="glory-extras">
        {v.tasks > 0 &&
          bySeat<Card[][]>(v.task, seat).map(
            ([card], deck) => card && <TheirTask key={deck} card={card} deck={deck} />,
          )}
        {figures > 0 && <TheirFigures count={figures} />}
        {types(v, seat).map((kind) => (
          <TheirSet key={kind} kind={kind} count={bySeat<Pile>(v.set, seat)[kind]} />
        ))}
      </span>
    </div>
  );
}

function label({ move, parts }: Move): string {
  const [number = 0] = parts.numbers ?? [];
  if (parts.verb === "lay") return tell("Lay a set of {1}", number);
  if (parts.verb === "draw") return tell("Draw pile {1}", number);
  if (parts.verb === "pick" || parts.verb === "discard" || parts.verb === "put")
    return tell("Discard pile {1}", number);
  if (parts.verb === "reveal" && parts.kind) return tell("Reveal {1}", title(parts.kind));
  if (parts.verb === "strike" && parts.kind) return tell("Strike {1}", title(parts.kind));
  if (parts.verb === "end") return say("End the turn");
  return parts.verb === "deal" ? say("Next round") : move;
}

function stats(p: View, seat: string) {
  return [
    { icon: "crown", value: total(p, seat), label: say("points"), points: true },
    ...(scored(p)
      ? []
      : [{ icon: "honour", value: `+${worth(p, seat)}`, label: say("points on the table") }]),
    {
      icon: "win",
      value: `${types(p, seat).length}/${endTypes(p.players)}`,
      label: say("types, and how many end the round"),
    },
    { icon: "cards", value: bySeat<Card[]>(p.hand, seat).length, label: say("cards") },
  ];
}

const glory: GameView = {
  Board,
  Mine,
  Theirs,
  stats: (p, seat) => stats(p as View, seat),
  onBoard: ["draw", "pick", "discard", "put"],
  label,
};

export default glory;
