// The board of Kunitori!: the market, the territory of every seat, and the current battle.
import { signal } from "@preact/signals";
import { type BoardProps, bySeat, type GameView, seats } from "../../web/src/game";
import { addArt, Icon, Picture } from "../../web/src/parts/art";
import { CardBack } from "../../web/src/parts/card";
import { Spot, Zone } from "../../web/src/parts/spot";
import { Crest, seatName } from "../../web/src/parts/words";
import type { Card, Move, Pile } from "../../web/src/protocol";
import { title } from "../../web/src/rules";
import { choice, info, shownLog } from "../../web/src/table";
import { list, say, tell } from "../../web/src/words";
import art from "./art.svg";
import { Battle, battlePhases, News } from "./battle";
import {
  CardBody,
  Chip,
  cost,
  deployable,
  type Group,
  groupName,
  groups,
  guard,
  HandCard,
  kinds,
  listed,
  money,
  points,
  score,
  size,
  spoken,
  total,
  type View,
} from "./cards";

addArt(art);

// On a phone the action cards share one place, and tabs choose among them.
const phone = matchMedia("(max-width: 43.6875em)");
const narrow = signal(phone.matches);
phone.addEventListener("change", (event) => (narrow.value = event.matches));

type Tab = "troop" | "politics" | "general";
const tabs: Tab[] = ["troop", "politics", "general"];
const tab = signal<Tab>("troop");

const offers = (kind: string): boolean => choice.value.offers({ verb: ["buy", "gain"], kind });

/** The money of the treasures in the hand, which can be played in the buy phase. */
function purse(v: View): number {
  return bySeat<Card[]>(v.hand, v.turn).reduce(
    (sum, card) => sum + (card.kind ? money(card.kind) : 0),
    0,
  );
}

/** Whether I can buy it in this turn: "dear" if not at all, "later" if only with treasures that are
 * still in my hand. */
function reach(v: View, viewer: string, kind: string): "" | "dear" | "later" {
  if (v.turn !== viewer || v.phase === "keep") return "";
  if (v.phase === "gain") return offers(kind) ? "" : "dear";
  if (cost(kind) <= v.money) return "";
  return cost(kind) <= v.money + purse(v) ? "later" : "dear";
}

function Stall({ v, viewer, kind }: { v: View; viewer: string; kind: string }) {
  const left = v.supply[kind] ?? 0;
  const state = left === 0 ? "gone" : reach(v, viewer, kind);
  const states = {
    "": "",
    gone: say("none left"),
    dear: say("too expensive for now"),
    later: say("with the treasures in your hand"),
  };
  const words = [
    spoken(kind),
    tell("cost {1}", cost(kind)),
    tell("{1} left", left),
    states[state],
  ].filter(Boolean);
  const asked = v.turn === viewer && (v.phase === "buy" || v.phase === "gain");
  return (
    <span class="kunitori-stall" data-zone={`supply ${kind}`} data-count={left}>
      <Spot
        part={{ verb: v.phase === "gain" ? "gain" : "buy", kind }}
        label={words.join(say(", "))}
        term={kind}
        tries={asked}
        class={`card-spot ${state ? `kunitori-${state}` : ""}`}
      >
        <CardBody
          kind={kind}
          price={cost(kind)}
          left={left}
          priceTip={state === "later" ? states.later : undefined}
        />
      </Spot>
    </span>
  );
}

function Stalls({ v, viewer, group }: { v: View; viewer: string; group: Group }) {
  return (
    <div class={`kunitori-group group-${group}`}>
      <h2>{groupName(group)}</h2>
      <Zone label={groupName(group)} class="kunitori-stalls">
        {groups[group].map((kind) => (
          <Stall key={kind} v={v} viewer={viewer} kind={kind} />
        ))}
      </Zone>
    </div>
  );
}

/** The chosen tab, or another one if only that has a card to take. */
function shownTab(): Tab {
  const full = tabs.filter((one) => groups[one].some(offers));
  return full.length === 0 || full.includes(tab.value) ? tab.value : (full[0] as Tab);
}

function Tabs({ now }: { now: Tab }) {
  return (
    <div class="kunitori-tabs" role="group" aria-label={say("Action cards")}>
      {tabs.map((one) => {
        const open = groups[one].filter(offers).length;
        return (
          <button
            type="button"
            key={one}
            aria-pressed={one === now}
            onClick={() => (tab.value = one)}
          >
            {groupName(one)}
            {open > 0 && <span class="kunitori-open">{open}</span>}
          </button>
        );
      })}
    </div>
  );
}

function Trash({ v }: { v: View }) {
  const cards = listed(v.trash);
  if (cards.length === 0) return null;
  return (
    <div class="kunitori-trash">
      <h2>{say("Trash")}</h2>
      <Zone label={say("Trash")} class="kunitori-chips" zone="trash">
        {cards.map(([kind, count]) => (
          <Chip key={kind} kind={kind} count={count} zone="trash" />
        ))}
      </Zone>
    </div>
  );
}

/** How near the end is: it begins with the first empty pile. */
function End({ v }: { v: View }) {
  return (
    <div class="kunitori-end">
      <p>{say("The end begins when one of these is empty:")}</p>
      <ul>
        {groups.victory.map((kind) => (
          <li key={kind} data-term={kind}>
            <span>{title(kind)}</span>
            <b>{v.supply[kind] ?? 0}</b>
            <span class="kunitori-pips" aria-hidden="true">
              {Array.from({ length: v.supply[kind] ?? 0 }, (_, i) => (
                <i key={i} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Market({ v, viewer }: { v: View; viewer: string }) {
  const now = shownTab();
  const shown: Group[] = narrow.value ? [now] : tabs;
  return (
    <section class="kunitori-market" aria-label={say("Pool")}>
      <Stalls v={v} viewer={viewer} group="treasure" />
      <Stalls v={v} viewer={viewer} group="victory" />
      {narrow.value && <Tabs now={now} />}
      {shown.map((group) => (
        <Stalls key={group} v={v} viewer={viewer} group={group} />
      ))}
      <div class="kunitori-aside">
        <News />
        <Trash v={v} />
        <End v={v} />
      </div>
    </section>
  );
}

const parts = (): [string, string[]][] => [
  [say("Action"), ["action", "trash", "gain"]],
  [say("Battle"), battlePhases],
  [say("Buy"), ["buy"]],
  [say("Redraw"), ["keep"]],
];

function Counter({
  icon,
  value,
  more,
  name,
}: {
  icon: string;
  value: number;
  more?: number;
  name: string;
}) {
  return (
    <span class={`kunitori-counter counter-${icon}`}>
      <Icon name={icon} />
      <strong key={value}>{value}</strong>
      {more ? (
        <span class="kunitori-more" title={say("treasures in hand")}>
          +{more}
          <span class="unseen"> {say("treasures in hand")}</span>
        </span>
      ) : null}
      <span class="kunitori-counter-name">{name}</span>
    </span>
  );
}

/** Whose turn it is, which part of it, and the actions, buys and money that are left. */
function Turn({ v, viewer }: { v: View; viewer: string }) {
  const mine = v.turn === viewer;
  return (
    <div class="kunitori-turn">
      <span class="kunitori-whose">
        <b class={`who seat-${v.turn}`}>
          <Crest seat={v.turn} /> {mine ? say("Your turn") : tell("{1}'s turn", seatName(v.turn))}
        </b>{" "}
        <small>{tell("Round {1}", v.round)}</small>
      </span>
      <ol class="kunitori-steps" aria-label={say("Phases of the turn")}>
        {parts().map(([name, phases]) => (
          <li
            key={name}
            class={phases.includes(v.phase) ? "now" : ""}
            aria-current={phases.includes(v.phase) ? "step" : undefined}
          >
            {name}
          </li>
        ))}
      </ol>
      <span class="kunitori-counters">
        <Counter icon="action" value={v.actions} name={say("Actions")} />
        <Counter icon="buy" value={v.buys} name={say("Buys")} />
        <Counter icon="coin" value={v.money} more={mine ? purse(v) : 0} name={say("Money")} />
      </span>
      {v.ending !== "-" && (
        <p class="kunitori-ending">
          <Icon name="hint" />{" "}
          {tell(
            "Last turns: no {1} left",
            list(groups.victory.filter((kind) => !v.supply[kind]).map(title)),
          )}
        </p>
      )}
    </div>
  );
}

/** The end: the cards that give everybody's points. */
function Count({ v }: { v: View }) {
  const order = seats(v.players).sort((a, b) =>
    info.value?.ranks
      ? bySeat<number>(info.value.ranks, a) - bySeat<number>(info.value.ranks, b)
      : score(v, b) - score(v, a),
  );
  return (
    <ol class="kunitori-count" aria-label={say("Final count")}>
      {order.map((seat) => (
        <li key={seat} class={`seat-${seat}`}>
          <span class="who">
            <Crest seat={seat} /> {seatName(seat)}
          </span>
          <strong>
            <Icon name="honour" /> {score(v, seat)}
          </strong>
          <Zone label={tell("Points of {1}", seatName(seat))} class="kunitori-chips">
            {listed(bySeat<Pile>(v.holding, seat))
              .filter(([kind]) => points(kind) !== 0)
              .map(([kind, count]) => (
                <Chip
                  key={kind}
                  kind={kind}
                  count={count}
                  value={count * points(kind)}
                  valueName={say("points")}
                />
              ))}
          </Zone>
          <Zone
            label={tell("Other cards of {1}", seatName(seat))}
            class="kunitori-chips kunitori-rest"
          >
            {listed(bySeat<Pile>(v.holding, seat))
              .filter(([kind]) => points(kind) === 0)
              .map(([kind, count]) => (
                <Chip key={kind} kind={kind} count={count} />
              ))}
          </Zone>
        </li>
      ))}
    </ol>
  );
}

function Board({ p, viewer }: BoardProps) {
  const v = p as View;
  if (v.phase === "over") return <Count v={v} />;
  return (
    <div class="kunitori-board">
      <Turn v={v} viewer={viewer} />
      {battlePhases.includes(v.phase) ? <Battle v={v} /> : <Market v={v} viewer={viewer} />}
    </div>
  );
}

/** The cards in a territory, with banners for those that can stay there. */
function Territory({ v, seat }: { v: View; seat: string }) {
  const cards = listed(bySeat<Pile>(v.territory, seat));
  return (
    <Zone
      label={tell("Territory of {1}", seatName(seat))}
      class="kunitori-chips"
      zone={`field ${seat}`}
    >
      {cards.map(([kind, count]) => (
        <Chip
          key={kind}
          kind={kind}
          count={count}
          value={guard(kind) || undefined}
          valueName={say("defence")}
          zone={`field ${seat}`}
          banner={deployable(kind)}
          class={v.phase === "keep" && v.turn === seat && v.subject === kind ? "chosen" : ""}
        />
      ))}
    </Zone>
  );
}

/** The cards that the seat has bought or gained last, in its latest turn. */
function gained(seat: string): string[] {
  const found: string[] = [];
  for (const ply of shownLog.value.filter((one) => one.seat === seat).reverse()) {
    const [verb = "", kind = ""] = ply.move.split(" ");
    if (verb === "buy" || verb === "gain") found.unshift(kind);
    else if (!["done", "keep", "reveal", "fight", "reinforce", "top", "decline"].includes(verb))
      break;
  }
  return found.filter((kind) => kinds.includes(kind)).slice(-3);
}

function Gains({ seat }: { seat: string }) {
  const cards = gained(seat);
  if (cards.length === 0) return null;
  return (
    <Zone label={tell("Latest cards of {1}", seatName(seat))} class="kunitori-gains">
      <span data-tip={say("Bought or gained last")}>
        <Icon name="plus" />
      </span>
      {cards.map((kind, i) => (
        <Chip key={i} kind={kind} zone={`discard ${seat}`} />
      ))}
    </Zone>
  );
}

/** Deck and discards; when opened, all cards that the seat owns. */
function Realm({ v, seat }: { v: View; seat: string }) {
  const deck = bySeat<Card[]>(v.deck, seat).length + bySeat<Card[]>(v.top, seat).length;
  const discard = bySeat<Pile>(v.discard, seat);
  const holding = bySeat<Pile>(v.holding, seat);
  const lines: [string, Pile][] = [
    [say("Discards"), discard],
    [say("All cards"), holding],
  ];
  return (
    <details class="kunitori-realm" data-zone={`deck ${seat}`} data-count={deck}>
      <summary title={say("Deck and discards; click for all cards")}>
        <span>
          <Picture id="back" class="kunitori-mini-back" />
          {deck}
          <span class="unseen"> {say("in the deck")}</span>
        </span>
        <span>
          <Picture id="icon-cards" class="icon" />
          {size(discard)}
          <span class="unseen"> {say("in the discards")}</span>
        </span>
      </summary>
      <div class="kunitori-holding">
        {lines.map(([name, pile]) => (
          <div key={name}>
            <h2>
              {name} ({size(pile)})
            </h2>
            <ul>
              {listed(pile).map(([kind, count]) => (
                <li key={kind} data-term={kind}>
                  {count} × {title(kind)}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </details>
  );
}

/** Reinforcements that lie face up on the deck. */
function Top({ v, seat }: { v: View; seat: string }) {
  const cards = bySeat<Card[]>(v.top, seat);
  if (cards.length === 0) return null;
  return (
    <Zone label={tell("On top of the deck of {1}", seatName(seat))} class="kunitori-top">
      <Picture id="back" class="kunitori-mini-back" />
      {cards.map((card, i) => (
        <Chip key={i} kind={card.kind ?? ""} zone={`top ${seat}`} />
      ))}
    </Zone>
  );
}

function Hand({ v, seat }: { v: View; seat: string }) {
  const hand = bySeat<Card[]>(v.hand, seat);
  return (
    <Zone
      label={say("Your hand")}
      class={`hand kunitori-hand ${hand.length > 5 ? "crowded" : ""}`}
      zone={`hand ${seat}`}
    >
      {hand.map((card, i) => {
        const kind = card.kind ?? "";
        return (
          <HandCard
            key={`${kind} ${i}`}
            kind={kind}
            part={{ verb: ["play", "trash", "reveal"], kind }}
            zone={`hand ${seat}`}
            tries
            class={hand[i - 1]?.kind === kind ? "kunitori-copy" : ""}
          />
        );
      })}
      {hand.length === 0 && <p class="empty">{say("No cards in hand")}</p>}
    </Zone>
  );
}

function Mine({ p, seat }: BoardProps & { seat: string }) {
  const v = p as View;
  const empty = size(bySeat<Pile>(v.territory, seat)) === 0;
  return (
    <div class="kunitori-mine">
      <Hand v={v} seat={seat} />
      <div class="kunitori-land">
        <h2>{say("Your territory")}</h2>
        <Territory v={v} seat={seat} />
        {empty && <p class="empty">{say("Nothing on the field")}</p>}
        <div class="kunitori-piles">
          <Realm v={v} seat={seat} />
          <Top v={v} seat={seat} />
          <Gains seat={seat} />
        </div>
      </div>
    </div>
  );
}

/** Another player's hand, as far as it is known, territory, piles and latest cards. */
function Theirs({ p, seat }: BoardProps & { seat: string }) {
  const v = p as View;
  const hand = bySeat<Card[]>(v.hand, seat);
  const known = hand.some((card) => card.kind);
  return (
    <div class="kunitori-theirs">
      <Zone
        label={tell("Hand of {1}", seatName(seat))}
        class={`kunitori-backs ${known ? "known" : ""}`}
        zone={`hand ${seat}`}
      >
        {known && <Icon name="eye" />}
        {hand.map((card, i) =>
          card.kind ? (
            <Chip key={i} kind={card.kind} zone={`hand ${seat}`} class="kunitori-known" />
          ) : (
            <Spot
              key={i}
              part={{ verb: "-" }}
              label={say("face-down card")}
              zone={`hand ${seat}`}
              class="kunitori-back"
            >
              <CardBack />
            </Spot>
          ),
        )}
      </Zone>
      <Territory v={v} seat={seat} />
      <span class="kunitori-piles">
        <Gains seat={seat} />
        <Top v={v} seat={seat} />
        <Realm v={v} seat={seat} />
      </span>
    </div>
  );
}

const verbs = (): Record<string, string> => ({
  done: say("Done"),
  money: say("Take 1 money"),
  decline: say("Leave it"),
  fight: say("Fight"),
  reinforce: say("Reinforce"),
  treasures: say("All treasures"),
});

function label(move: Move): string {
  const { verb, kind, seats: targets, numbers } = move.parts;
  const n = numbers?.[0] ?? 0;
  if (verb === "attack") return tell("Attack {1}", list([...(targets ?? "")].map(seatName)));
  if (verb === "follow") return tell("Send {1}", n);
  if (verb === "keep") return n === 0 ? say("Keep none") : tell("Keep {1}", n);
  if (verb === "play" && kind) return tell("Play {1}", title(kind));
  if (verb === "buy" && kind) return tell("Buy {1}", title(kind));
  if (verb === "gain" && kind) return tell("Gain {1}", title(kind));
  if (verb === "trash" && kind) return tell("Trash {1}", title(kind));
  if (verb === "reveal" && kind) return tell("Reveal {1}", title(kind));
  if (verb === "top" && kind) return tell("{1} on top", title(kind));
  return verbs()[verb] ?? move.move;
}

const kunitori: GameView = {
  Board,
  Mine,
  Theirs,
  stats: (p, seat) => [
    { icon: "honour", value: score(p as View, seat), label: say("points"), points: true },
    { icon: "shield", value: total(bySeat<Pile>(p.territory, seat), guard), label: say("defence") },
    { icon: "cards", value: bySeat<Card[]>(p.hand, seat).length, label: say("cards in hand") },
  ],
  onBoard: [],
  label,
};

export default kunitori;
