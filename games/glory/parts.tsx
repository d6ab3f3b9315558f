// The pieces of the board of Call to Glory: piles, ledger, meter, and the count after a round.
import { useEffect, useRef } from "preact/hooks";
import { bySeat, seats } from "../../web/src/game";
import { still } from "../../web/src/motion";
import { Icon, Picture } from "../../web/src/parts/art";
import { CardFace, type Face, type Tint } from "../../web/src/parts/card";
import { Spot, Zone } from "../../web/src/parts/spot";
import { Crest, Marked, seatName } from "../../web/src/parts/words";
import type { Card, Ply } from "../../web/src/protocol";
import { title } from "../../web/src/rules";
import { choice, look, myTurn, past, position, viewer } from "../../web/src/table";
import { list, say, tell } from "../../web/src/words";
import {
  armed,
  endTypes,
  FIGURES,
  fullPile,
  holder,
  kinds,
  least,
  need,
  news,
  paid,
  rounds,
  total,
  types,
  type View,
  value,
  worth,
} from "./view";

const tints: Record<string, Tint> = {
  emperor: "gold",
  empress: "gold",
  daimyo: "indigo",
  shogun: "indigo",
  samurai: "beni",
  ninja: "slate",
  envoy: "wisteria",
  monk: "wisteria",
  farmer: "matcha",
};

export function faces(kind: string): Face {
  return {
    tint: tints[kind] ?? "slate",
    badges: [
      { icon: "honour", value: value(kind), label: say("points") },
      {
        icon: "cards",
        value: `${least(kind, position.value?.players ?? 2)}+`,
        label: say("smallest set"),
      },
    ],
  };
}

export const seatOrYou = (seat: string): string =>
  seat === viewer.value ? say("You") : seatName(seat);

/** A fan of overlapping cards; the last one can be seen in full. */
export function Fan({ cards, zone }: { cards: string[]; zone: string }) {
  return (
    <span class="glory-fan" style={{ "--n": Math.max(2, cards.length) }}>
      {cards.map((kind, i) => (
        <span key={i} class="glory-fan-card" data-zone={zone} data-kind={kind}>
          <CardFace game="glory" kind={kind} faces={faces} />
        </span>
      ))}
    </span>
  );
}

function Pips({ count, of }: { count: number; of: number }) {
  return (
    <span class="glory-pips" aria-hidden="true">
      {Array.from({ length: of }, (_, i) => (
        <i key={i} class={i < count ? "on" : ""} />
      ))}
    </span>
  );
}

/** On small screens the dock covers a part of the board: scrolls what must be chosen now out from
 * under it. */
function useInSight(wanted: boolean) {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dock = document.querySelector<HTMLElement>(".dock");
    if (!wanted || !here.current || !dock || getComputedStyle(dock).position !== "sticky") return;
    here.current.style.scrollMarginBottom = `${dock.offsetHeight}px`;
    here.current.scrollIntoView({ block: "nearest", behavior: still.value ? "auto" : "smooth" });
  }, [wanted]);
  return here;
}

function DrawPile({ v, at }: { v: View; at: number }) {
  const cards = v.draw[at] ?? [];
  const top = cards[0]?.kind;
  return (
    <div class="glory-pile" data-zone={`draw ${at + 1}`} data-count={cards.length}>
      <Spot
        part={{ verb: "draw", number: at + 1 }}
        label={tell("Draw pile {1}, {2} card{2||s}", at + 1, cards.length)}
        class="pile glory-back"
      >
        {cards.length === 0 ? (
          <span class="glory-slot">{say("empty")}</span>
        ) : top ? (
          <CardFace game="glory" kind={top} faces={faces} />
        ) : (
          <Picture id="back" class="card-back" />
        )}
        {cards.length > 0 && <span class="pile-count">{cards.length}</span>}
      </Spot>
      <span class="pile-name">
        {tell("Draw {1}", at + 1)}
        {v.first === `draw${at + 1}` && <Taken />}
      </span>
    </div>
  );
}

/** The first card of the turn came from here, so the second cannot. */
function Taken() {
  return (
    <span
      class="glory-taken"
      data-tip={say(
        "The first card of this turn was taken here; the second must come from another pile.",
      )}
    >
      <Icon name="check" />
      <span class="unseen">{say("first card taken here")}</span>
    </span>
  );
}

const DEEP = 4; // how many cards of a discard pile are shown

/** The list of the cards of a discard pile, from the top: everybody may look through it. */
function contents(cards: Card[]): string {
  const runs: { kind: string; count: number }[] = [];
  for (const { kind } of cards) {
    const last = runs[runs.length - 1];
    if (last && last.kind === kind) last.count++;
    else runs.push({ kind: kind ?? "", count: 1 });
  }
  return tell(
    "From the top: {1}",
    runs
      .map((run) => (run.count > 1 ? `${title(run.kind)} ×${run.count}` : title(run.kind)))
      .join(say(", ")),
  );
}

function DiscardPile({ v, at }: { v: View; at: number }) {
  const cards = v.discard[at] ?? [];
  const top = cards[0]?.kind;
  const words = tell("Discard pile {1}, {2} card{2||s}", at + 1, cards.length);
  const shown = cards
    .slice(0, DEEP)
    .map((card) => card.kind ?? "")
    .reverse();
  return (
    <div class="glory-pile glory-discard" data-zone={`discard ${at + 1}`} data-count={cards.length}>
      <Spot
        part={{ verb: ["pick", "discard", "put"], number: at + 1 }}
        label={top ? `${words}, ${tell("on top {1}", title(top))}` : words}
        term={top ?? undefined}
        class="glory-top"
      >
        {top ? (
          <Fan cards={shown} zone={`discard ${at + 1}`} />
        ) : (
          <span class="glory-slot">{say("empty")}</span>
        )}
        {cards.length > 1 && <span class="card-count">{cards.length}</span>}
      </Spot>
      <span
        class={`pile-name ${top ? "term" : ""}`}
        data-tip={top ? contents(cards) : undefined}
        tabIndex={top ? 0 : undefined}
      >
        {tell("Discard {1}", at + 1)}
        {v.first === `discard${at + 1}` && <Taken />}
      </span>
    </div>
  );
}

/** Beaten cards, for which their owner must choose a pile. */
function Loose({ v }: { v: View }) {
  const [kind, count] = Object.entries(v.loose)[0] ?? [];
  if (!kind || !count) return null;
  return (
    <div
      class={`glory-loose seat-${v.chooser}`}
      role="img"
      aria-label={tell(
        "{1}: {2} ×{3}, must go to a discard pile",
        seatOrYou(v.chooser),
        title(kind),
        count,
      )}
    >
      <Fan cards={Array.from({ length: count }, () => kind)} zone="loose" />
      <span class="glory-loose-words">
        <Crest seat={v.chooser} /> {say("to a pile")} <Icon name="arrow" />
      </span>
    </div>
  );
}

export function Piles({ v }: { v: View }) {
  const picked = choice.value.picks.length > 0;
  const here = useInSight(
    myTurn.value && !past.value && !armed() && (picked || v.phase !== "play"),
  );
  return (
    <div ref={here} class="glory-piles-place">
      <Zone label={say("Piles")} class="glory-piles">
        <DrawPile v={v} at={0} />
        <DrawPile v={v} at={1} />
        <Loose v={v} />
        <DiscardPile v={v} at={0} />
        <DiscardPile v={v} at={1} />
      </Zone>
    </div>
  );
}

/** The most types that one player has, and which players have so many. */
function MostTypes({ v, counts }: { v: View; counts: number[] }) {
  const most = Math.max(...counts);
  const leaders = most > 0 ? seats(v.players).filter((_, i) => counts[i] === most) : [];
  const limit = endTypes(v.players);
  return (
    <div
      class={most >= limit - 1 ? "near" : ""}
      data-tip={tell("The round ends when one player has {1} types.", limit)}
    >
      <dt>{say("Most types")}</dt>
      <dd>
        <Pips count={most} of={limit} />
        <b>{tell("{1} of {2}", most, limit)}</b>
        <span class="glory-leaders">
          {leaders.map((seat) => (
            <Crest key={seat} seat={seat} />
          ))}
          <span class="unseen">{list(leaders.map(seatOrYou))}</span>
        </span>
      </dd>
    </div>
  );
}

/** How near the end of the round is: by the types of one player, by all types, by the piles. */
export function Meter({ v }: { v: View }) {
  const counts = seats(v.players).map((seat) => types(v, seat).length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const pile = Math.min(...v.draw.map((cards) => cards.length));
  const stock = FIGURES - v.figures.reduce((sum, count) => sum + count, 0);
  return (
    <section class="glory-meter" aria-label={say("End of the round")}>
      <h2>{tell("Round {1} of {2}", v.round, rounds(v))}</h2>
      <dl>
        <MostTypes v={v} counts={counts} />
        <div
          class={all >= kinds().length - 1 ? "near" : ""}
          data-tip={say("The round ends when all nine types are on the table.")}
        >
          <dt>{say("On the table")}</dt>
          <dd>
            <span class="glory-rest">
              <Pips count={all} of={kinds().length} />
            </span>
            <b>{tell("{1} of {2}", all, kinds().length)}</b>
          </dd>
        </div>
        <div
          class={`glory-rest ${pile <= 2 * v.players ? "near" : ""}`}
          data-tip={say("The round ends when a draw pile is used up.")}
        >
          <dt>{say("Smaller pile")}</dt>
          <dd>
            <progress value={pile} max={fullPile(v.players)} aria-hidden="true" />
            <b>{pile}</b>
          </dd>
        </div>
        {v.ninja > 0 && (
          <div data-tip={say("A player who lays a set of Ninjas takes a figure from here.")}>
            <dt>{say("Figures left")}</dt>
            <dd>
              {Array.from({ length: stock }, (_, i) => (
                <Picture key={i} id="glory-figure" class="glory-figure-small" />
              ))}
              <b>{stock}</b>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** How the last round ended. */
export function LastRound({ v, end }: { v: View; end: Ply }) {
  return (
    <section class="glory-last" aria-label={say("The previous round")}>
      <h2>{tell("Round {1} of {2}", v.round, rounds(v))}</h2>
      {(end.text.length > 1 ? end.text.slice(1) : end.text).map((line, i) => (
        <p key={i}>
          <Marked text={line} />
        </p>
      ))}
      <button type="button" class="quiet" onClick={() => look(end.ply)}>
        <Icon name="watch" />
        {say("See how it ended")}
      </button>
    </section>
  );
}

function cellLabel(v: View, kind: string): string {
  const held = holder(v, kind);
  const pay = paid(v, kind);
  return [
    title(kind),
    tell("{1} points", value(kind)),
    held ? tell("{1}: {2} card{2||s}", seatOrYou(held.seat), held.count) : say("free"),
    tell("{1} or more to lay it", need(v, kind)),
    pay ? tell("a task pays {1} for each", pay) : "",
  ]
    .filter(Boolean)
    .join(say(", "));
}

/** A character: who has it with how many cards, and how many it takes to lay it. */
function Cell({ v, kind, fresh }: { v: View; kind: string; fresh: boolean }) {
  const held = holder(v, kind);
  const pay = paid(v, kind);
  const mine = held?.seat === viewer.value ? "mine-too" : "";
  const state = held ? `held seat-${held.seat}` : "free";
  return (
    <Spot
      part={{ verb: armed() ? "strike" : "", kind }}
      label={cellLabel(v, kind)}
      term={kind}
      class={`glory-cell tint-${faces(kind).tint} ${state} ${mine}`}
    >
      <span class="glory-cell-head">
        <b class="glory-value">{value(kind)}</b>
        <span class="glory-cell-name">{title(kind)}</span>
      </span>
      <span class="glory-cell-cards">
        {held ? (
          <Fan cards={Array.from({ length: held.count }, () => kind)} zone={`set ${held.seat}`} />
        ) : (
          <Picture id={`glory-${kind}`} class="glory-ghost" />
        )}
        {fresh && <span class="glory-new">{say("new")}</span>}
        {pay > 0 && <span class="glory-pay">+{pay}</span>}
      </span>
      <span class="glory-cell-foot">
        {held ? (
          <>
            <Crest seat={held.seat} />
            <span class="glory-holder">{seatOrYou(held.seat)}</span>
            <b>×{held.count}</b>
          </>
        ) : (
          <span class="glory-holder">{say("free")}</span>
        )}
        <span class="glory-need">
          <Icon name={held ? "sword" : "cards"} />
          {need(v, kind)}+
        </span>
      </span>
    </Spot>
  );
}

export function Ledger({ v }: { v: View }) {
  const here = useInSight(armed());
  const fresh = news(v);
  return (
    <div ref={here}>
      <Zone label={say("Characters on the table")} class="glory-ledger">
        {kinds().map((kind) => (
          <Cell
            key={kind}
            v={v}
            kind={kind}
            fresh={fresh.has(kind) && holder(v, kind) !== undefined}
          />
        ))}
      </Zone>
    </div>
  );
}

/** The table of points after a round. */
export function Count({ v }: { v: View }) {
  const bestGain = Math.max(...v.gain);
  return (
    <table class="glory-count">
      <caption class="unseen">{say("Points of the round")}</caption>
      <thead>
        <tr>
          <th scope="col">{tell("Round {1} of {2}", v.round, rounds(v))}</th>
          <th scope="col">{say("Types")}</th>
          {v.tasks > 0 && <th scope="col">{say("Tasks")}</th>}
          <th scope="col">{say("Round")}</th>
          <th scope="col">{say("Total")}</th>
        </tr>
      </thead>
      <tbody>
        {seats(v.players).map((seat) => {
          const gain = bySeat<number>(v.gain, seat);
          return (
            <tr key={seat} class={gain === bestGain ? "best" : ""}>
              <th scope="row">
                <Crest seat={seat} /> {seatOrYou(seat)}
              </th>
              <td>{types(v, seat).map(value).join("+\u200b") || "0"}</td>
              {v.tasks > 0 && <td>{gain - worth(v, seat)}</td>}
              <td>
                <b>+{gain}</b>
              </td>
              <td>{total(v, seat)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
