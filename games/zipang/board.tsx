// The board of Zipang Portable.

import { type BoardProps, bySeat, type GameView } from "../../web/src/game";
import { addArt, Icon, Picture } from "../../web/src/parts/art";
import { type Face, TableCard, type Tint } from "../../web/src/parts/card";
import { Zone } from "../../web/src/parts/spot";
import { Crest, seatName } from "../../web/src/parts/words";
import { type Card, type Move, members } from "../../web/src/protocol";
import { fact, title } from "../../web/src/rules";
import { say, tell } from "../../web/src/words";
import art from "./art.svg";
import type { View } from "./position";

addArt(art);

const tints: Record<string, Tint> = {
  emperor: "gold",
  princess: "gold",
  maiden: "wisteria",
  nobleman: "wisteria",
  tea: "matcha",
  monk: "matcha",
  peasant: "matcha",
  captain: "beni",
  commander: "beni",
  warlord: "beni",
  bandit: "slate",
  ninja: "slate",
  merchant: "indigo",
  crazy: "indigo",
};

const words = (): Record<string, string> => ({
  emperor: say("Ends the campaign; honour decides"),
  peasant: say("Two of them: attack all with 5"),
  bandit: say("Steal a coin"),
  merchant: say("Everyone else pays into the pot"),
  princess: say("Take half the pot"),
  captain: say("Attack one with 3"),
  monk: say("Cancels a card that strikes you"),
  maiden: say("All other hands are shown"),
  commander: say("Attack two with 4"),
  ninja: say("A player gets a new hand"),
  tea: say("Take a random card and play it"),
  crazy: say("Play a discarded card again"),
  nobleman: say("See a hand, take and play one"),
  warlord: say("Attack one with 5"),
});

function faces(kind: string): Face {
  return {
    tint: tints[kind] ?? "slate",
    badges: [
      { icon: "sword", value: fact(kind, 0), label: say("battle") },
      { icon: "honour", value: fact(kind, 1), label: say("honour") },
    ],
    words: words()[kind],
  };
}

const IKKI = 5; // the attack of two Peasants; other cards attack with their battle points

/** How many cards of this kind lie in the battle because their effect is not over yet. */
function inBattle(v: View, kind: string): number {
  if (v.taken.length > 0 || v.card !== kind) return 0;
  return kind === "peasant" && v.phase === "defend" ? 2 : 1;
}

function Discard({ v }: { v: View }) {
  const kinds = Object.entries(v.discard)
    .map(([kind, count]) => ({ kind, count: count - inBattle(v, kind) }))
    .filter(({ count }) => count > 0);
  return (
    <div class="zipang-discards">
      <Zone label={say("Discards")} class="discards" zone="discard">
        {kinds.map(({ kind, count }) => (
          <TableCard
            key={kind}
            game="zipang"
            faces={faces}
            card={{ kind }}
            count={count}
            part={{ verb: "take", kind }}
            zone="discard"
          />
        ))}
      </Zone>
      <span class="pile-name" aria-hidden="true">
        {kinds.length > 0 ? say("Discards") : say("No discards yet")}
      </span>
    </div>
  );
}

/** The card whose effect is being carried out, and the players who must still answer it. */
function Battle({ v }: { v: View }) {
  const at = v.phase === "defend" || v.phase === "window" ? members(v.pending) : [];
  const card = v.taken[0]?.kind ?? (v.card !== "-" ? v.card : undefined);
  if (!card) return null;
  const strength = v.phase === "defend" ? (card === "peasant" ? IKKI : fact(card, 0)) : "";
  return (
    <div class="battle">
      <Crest seat={v.turn} />
      <TableCard
        game="zipang"
        faces={faces}
        card={{ kind: card }}
        count={inBattle(v, card)}
        part={{ kind: card, verb: "" }}
        zone="played"
      />
      {at.length > 0 && (
        <span class="battle-arrow">
          <svg viewBox="0 0 104 44" aria-hidden="true">
            <path d="M2 17h68V4l32 18-32 18V27H2z" />
          </svg>
          {strength && <strong>{strength}</strong>}
        </span>
      )}
      <span class="battle-targets">
        {at.map((seat) => (
          <span class="battle-target" key={seat}>
            <Crest seat={seat} />
            {seatName(seat)}
          </span>
        ))}
      </span>
    </div>
  );
}

function Coins({ count }: { count: number }) {
  return (
    <span class="coins" aria-hidden="true">
      {Array.from({ length: Math.min(count, 24) }, (_, i) => (
        <Icon key={i} name="coin" />
      ))}
    </span>
  );
}

function Board({ p }: BoardProps) {
  const v = p as View;
  return (
    <div class="zipang-board">
      <div class="zipang-middle">
        <div class="pile" data-zone="supply" data-count={v.supply.length}>
          <Picture id="back" class="card-back" />
          <span class="pile-count">{v.supply.length}</span>
          <span class="pile-name">{say("Supply")}</span>
        </div>
        <div class="zipang-centre">
          <p class="board-line">{tell("Campaign {1}", v.campaign)}</p>
          <div class="pot" aria-label={tell("{1} coin{1||s} in the pot", v.pot)} role="img">
            <Coins count={v.pot} />
            <strong>{v.pot}</strong>
            <span class="pile-name">{say("Pot")}</span>
          </div>
        </div>
        <Discard v={v} />
      </div>
      <Battle v={v} />
    </div>
  );
}

function Mine({ p, seat }: BoardProps & { seat: string }) {
  const v = p as View;
  const hand = bySeat<Card[]>(v.hand, seat);
  const battle = hand.reduce((sum, card) => sum + Number(fact(card.kind ?? "", 0) || 0), 0);
  const honour = hand.reduce((sum, card) => sum + Number(fact(card.kind ?? "", 1) || 0), 0);
  return (
    <>
      <Zone label={say("Your hand")} class="hand" zone={`hand ${seat}`}>
        {hand.map((card, i) => (
          <TableCard
            key={`${card.kind} ${i}`}
            game="zipang"
            faces={faces}
            card={card}
            part={{ verb: "", kind: card.kind ?? undefined }}
            zone={`hand ${seat}`}
            tries
          />
        ))}
      </Zone>
      {hand.length > 0 && (
        <p class="hand-sum">{tell("Your hand: battle {1}, honour {2}", battle, honour)}</p>
      )}
    </>
  );
}

/** The hand of another player. The cards that the viewer knows are shown face up. When the viewer
 * may take one of them, they can be clicked. */
function Theirs({ p, seat }: BoardProps & { seat: string }) {
  const v = p as View;
  const hand = bySeat<Card[]>(v.hand, seat);
  return (
    <div class="zipang-theirs">
      <Coins count={bySeat<number>(v.coins, seat)} />
      <Zone label={tell("Hand of {1}", seatName(seat))} class="backs" zone={`hand ${seat}`}>
        {hand.map((card, i) => (
          <TableCard
            key={i}
            game="zipang"
            faces={faces}
            card={card}
            part={{ verb: "take", kind: card.kind ?? undefined, ...(card.kind ? {} : { seat }) }}
            zone={`hand ${seat}`}
            class="tiny"
            secret={card.kind !== null && !(card.seen ?? "").includes("*")}
          />
        ))}
      </Zone>
    </div>
  );
}

const verbs = (): Record<string, string> => ({
  ikki: say("Ikki: two Peasants"),
  block: say("Block"),
  pay: say("Pay a coin"),
  fall: say("Fall"),
  accept: say("Accept"),
  deal: say("Next campaign"),
  draw: say("Draw"),
});

function label(move: Move): string {
  const { verb, kind } = move.parts;
  if (verb === "" && kind) return tell("Play {1}", title(kind));
  if (verb === "take" && kind) return tell("Take {1}", title(kind));
  return verbs()[verb] ?? move.move;
}

const zipang: GameView = {
  Board,
  Mine,
  Theirs,
  stats: (p, seat) => [
    { icon: "coin", value: bySeat<number>(p.coins, seat), label: say("coins"), points: true },
    { icon: "cards", value: bySeat<Card[]>(p.hand, seat).length, label: say("cards") },
  ],
  out: (p, seat) =>
    (p as View).phase !== "deal" && (p as View).phase !== "over" && !(p as View).in.includes(seat),
  onBoard: [],
  label,
};

export default zipang;
