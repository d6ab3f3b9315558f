// The board of Shitenno: the map of eight provinces and the court beside it.

import { type BoardProps, bySeat, type GameView } from "../../web/src/game";
import { Picture } from "../../web/src/parts/art";
import { grouped, TableCard } from "../../web/src/parts/card";
import { Spot, Zone } from "../../web/src/parts/spot";
import { Marked, seatName } from "../../web/src/parts/words";
import type { Card, Move } from "../../web/src/protocol";
import { title } from "../../web/src/rules";
import { shownLog, stepping } from "../../web/src/table";
import { say, tell } from "../../web/src/words";
import { Court, powers } from "./court";
import { JapanMap } from "./map";
import {
  atCourt,
  BONUSES,
  Chip,
  faces,
  kamonsLeft,
  kokuOf,
  Mark,
  onlyNumber,
  Seal,
  TROOPS,
  troopsOf,
  type View,
} from "./parts";

/** What happened last. While moves are shown step by step, they are told below the board. */
function News() {
  const last = [...shownLog.value].reverse().find((ply) => ply.text.length > 0);
  if (!last || stepping.value) return null;
  return (
    <p class="board-line shitenno-news">
      <Marked text={last.text.join(" ")} />
    </p>
  );
}

function Board({ p }: BoardProps) {
  const v = p as View;
  return (
    <div
      class={`shitenno-board ${atCourt(v) ? "even" : "odd"} ${v.phase === "pay" ? "paying" : ""}`}
    >
      <News />
      <JapanMap v={v} />
      <Court v={v} />
    </div>
  );
}

/** Kamons that are not on the board yet; from here they fly to the board. */
function Kamons({ v, seat }: { v: View; seat: string }) {
  const left = kamonsLeft(v, seat);
  return (
    <span
      class="shitenno-kamons"
      role="img"
      aria-label={tell("{1} Kamons left", left)}
      title={say("Kamons left")}
      data-zone={`kamons ${seat}`}
      data-count={left}
    >
      <Picture id={`crest-${seat}`} class={`crest seat-${seat}`} />×{left}
    </span>
  );
}

const tilesOf = (v: View, seat: string): { bonus: string; count: number }[] =>
  BONUSES.map((bonus) => ({ bonus, count: bySeat<number>(v[bonus], seat) })).filter(
    ({ count }) => count > 0,
  );

/** Groups equal kinds, whether others know the cards or not; cards that only the owner knows are
 * marked. */
function byKind(hand: Card[]): { kind: string; count: number; secret: boolean }[] {
  return [...new Set(hand.map((card) => card.kind ?? ""))].map((kind) => {
    const same = hand.filter((card) => card.kind === kind);
    return {
      kind,
      count: same.length,
      secret: same.some((card) => !(card.seen ?? "").includes("*")),
    };
  });
}

/** What is in the hand: Troops by type, and Koku. */
function Sum({ hand }: { hand: Card[] }) {
  const kinds = hand.map((card) => card.kind ?? "");
  const troops = kinds.flatMap(troopsOf);
  const koku = kinds.reduce((sum, kind) => sum + kokuOf(kind), 0);
  const counts = TROOPS.map((troop) => ({
    troop,
    count: troops.filter((one) => one === troop).length,
  }));
  const words = [
    ...counts.map(({ troop, count }) => `${title(troop)} ${count}`),
    `${say("Koku")} ${koku}`,
  ].join(say(", "));
  return (
    <p class="hand-sum shitenno-sum" role="img" aria-label={tell("Your hand: {1}", words)}>
      {counts.map(({ troop, count }) => (
        <span key={troop} data-term={troop}>
          <Mark name={troop} />
          <small>{title(troop)}</small>
          {count}
        </span>
      ))}
      <span>
        <Mark name="koku" />
        <small>{say("Koku")}</small>
        {koku}
      </span>
    </p>
  );
}

function Mine({ p, seat }: BoardProps & { seat: string }) {
  const v = p as View;
  const hand = bySeat<Card[]>(v.hand, seat);
  const mine = bySeat<string>(v.title, seat);
  const kinds = byKind(hand);
  const tokens = tilesOf(v, seat);
  return (
    <div class={`shitenno-mine ${kinds.length + tokens.length > 7 ? "crowded" : ""}`}>
      <Zone label={say("Your hand")} class="hand" zone={`hand ${seat}`}>
        <Spot
          part={{ verb: "pay", kind: mine, number: onlyNumber(mine) }}
          label={[title(mine), powers()[mine] ?? ""].join(say(", "))}
          term={mine}
          class="shitenno-token mine-title"
        >
          <Seal title={mine} />
          <b>{title(mine)}</b>
        </Spot>
        {tokens.map(({ bonus, count }) => (
          <Spot
            key={bonus}
            part={
              bonus === "taking"
                ? { verb: "draw" }
                : { verb: "pay", kind: bonus, number: onlyNumber(bonus) }
            }
            label={`${title(bonus)} × ${count}`}
            term={bonus}
            zone={`bonus ${seat}`}
            kind={bonus}
            class="shitenno-token"
          >
            <Picture id={`shitenno-${bonus}`} class="shitenno-use" />
            <b>{title(bonus)}</b>
            {count > 1 && <span class="card-count">×{count}</span>}
          </Spot>
        ))}
        {kinds.map(({ kind, count, secret }) => (
          <TableCard
            key={kind}
            game="shitenno"
            faces={faces}
            card={{ kind }}
            count={count}
            part={{ verb: "pay", kind, number: onlyNumber(kind) }}
            zone={`hand ${seat}`}
            secret={secret}
            tries
          />
        ))}
        {hand.length === 0 && <p class="empty">{say("no card")}</p>}
      </Zone>
      <div class="shitenno-tally">
        <Kamons v={v} seat={seat} />
        <Sum hand={hand} />
      </div>
    </div>
  );
}

/** Title, tiles and hand of another player, as far as they are known. */
function Theirs({ p, seat }: BoardProps & { seat: string }) {
  const v = p as View;
  const next = bySeat<string>(v.next, seat);
  const now = bySeat<string>(v.title, seat);
  return (
    <Zone label={tell("Hand of {1}", seatName(seat))} class="shitenno-theirs" zone={`hand ${seat}`}>
      <span class="shitenno-rank" data-term={now}>
        <Seal title={now} />
        <span class="shitenno-rank-name">{title(now)}</span>
      </span>
      {next !== "-" && (
        <span class="shitenno-rank" data-term={next}>
          → <Seal title={next} />
          <span class="shitenno-rank-name">{title(next)}</span>
        </span>
      )}
      <Kamons v={v} seat={seat} />
      {tilesOf(v, seat).map(({ bonus, count }) => (
        <Chip key={bonus} kind={bonus} count={count} zone={`bonus ${seat}`} />
      ))}
      {grouped(bySeat<Card[]>(v.hand, seat)).map(({ card, count }, i) => (
        <Chip key={`${card.kind} ${i}`} kind={card.kind} count={count} zone={`hand ${seat}`} />
      ))}
    </Zone>
  );
}

const verbs = (): Record<string, string> => ({
  accept: say("Take this lot"),
  refuse: say("Refuse"),
  draw: say("Draw a Troop card"),
  done: say("End the turn"),
  decline: say("No gold"),
  withdraw: say("Take the payment back"),
});

function label(move: Move): string {
  const { verb, kind, numbers } = move.parts;
  if (verb === "pay" && kind) return tell("Pay {1} × {2}", numbers?.[0] ?? 1, title(kind));
  if (verb === "choose") return tell("Take lot {1}", numbers?.[0] ?? 1);
  return verbs()[verb] ?? move.move;
}

const shitenno: GameView = {
  Board,
  Mine,
  Theirs,
  stats: (p, seat) => [
    { icon: "crown", value: bySeat<number>(p.score, seat), label: say("points"), points: true },
    { icon: "cards", value: bySeat<Card[]>(p.hand, seat).length, label: say("cards") },
  ],
  onBoard: ["gild"],
  label,
};

export default shitenno;
