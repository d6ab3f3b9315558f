// Battles of Kunitori!: the plan, leader by leader, and then the cards of the two sides in columns.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { bySeat, others } from "../../web/src/game";
import { ask } from "../../web/src/link";
import { Icon, Picture } from "../../web/src/parts/art";
import { Spot, Zone } from "../../web/src/parts/spot";
import { Crest, Marked, seatName } from "../../web/src/parts/words";
import { type Card, members, type Pile, type Ply } from "../../web/src/protocol";
import { rules, title } from "../../web/src/rules";
import { info, shownLog, viewer } from "../../web/src/table";
import { list, say, tell } from "../../web/src/words";
import {
  attack,
  CardBody,
  Chip,
  deployable,
  groups,
  guard,
  HandCard,
  leads,
  listed,
  spoken,
  total,
  type View,
} from "./cards";

export const battlePhases = ["battle", "attack", "follow", "defend", "prize", "top"];

/** The leaders in the order in which they choose, with the targets that they have so far. */
function leaders(v: View): { kind: string; targets: string[] }[] {
  const found = listed(bySeat<Pile>(v.territory, v.turn)).filter(([kind]) => leads(kind));
  return found
    .flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
    .map((kind, i) => ({ kind, targets: members(v.plan[i]) }));
}

function Name({ seat }: { seat: string }) {
  return (
    <span class={`who seat-${seat}`}>
      <Crest seat={seat} /> {seatName(seat)}
    </span>
  );
}

/** A player who can be attacked, with the known defence. */
function Target({ v, seat, leader }: { v: View; seat: string; leader: string | undefined }) {
  const wall = total(bySeat<Pile>(v.territory, seat), guard);
  const hand = bySeat<Card[]>(v.hand, seat).length;
  const force = bySeat<number>(v.force, seat);
  const words = [
    tell("Attack {1}", seatName(seat)),
    tell("defence {1}", wall),
    tell("{1} card{1||s} in hand", hand),
    force > 0 ? tell("attack so far {1}", force) : "",
  ];
  return (
    <Spot
      part={{ verb: "attack", kind: leader, seat }}
      label={words.filter(Boolean).join(say(", "))}
      class={`kunitori-target seat-${seat}`}
    >
      <Crest seat={seat} />
      <b>{seatName(seat)}</b>
      <span class="kunitori-facts">
        <span>
          <Icon name="shield" />
          {wall}
        </span>
        <span>
          <Icon name="cards" />
          {hand}
        </span>
        {force > 0 && (
          <span class="kunitori-force">
            <Icon name="sword" />
            {force}
          </span>
        )}
      </span>
      <span class="kunitori-guards" aria-hidden="true">
        {listed(bySeat<Pile>(v.territory, seat))
          .filter(([kind]) => guard(kind) > 0)
          .map(([kind, count]) => (
            <Guard key={kind} kind={kind} count={count} />
          ))}
      </span>
    </Spot>
  );
}

/** A defending card inside a target that can be chosen. */
function Guard({ kind, count }: { kind: string; count: number }) {
  return (
    <span class="kunitori-guard">
      <Picture id={`kunitori-${kind}`} class="kunitori-chip-picture" />
      {count > 1 && <span class="card-count">×{count}</span>}
    </span>
  );
}

/** The plan: my leaders and troops on one side, the players they can attack on the other. */
function Council({ v }: { v: View }) {
  const army = bySeat<Pile>(v.territory, v.turn);
  const all = leaders(v);
  const next = all.find((leader) => leader.targets.length === 0)?.kind;
  const now = all.findIndex((leader) => leader.targets.length === 0);
  return (
    <>
      <div class="kunitori-side">
        <h2>
          <Name seat={v.turn} />
          <strong class="kunitori-total">
            <Icon name="sword" />
            {total(army, attack)}
          </strong>
        </h2>
        <Zone label={say("Leaders")} class="kunitori-army">
          {all.map(({ kind, targets }, i) => (
            <span class={`kunitori-leader ${i === now ? "now" : ""}`} key={i}>
              <HandCard
                kind={kind}
                part={{ verb: i === now ? "attack" : "-", kind }}
                class="kunitori-fighter"
                label={[
                  spoken(kind),
                  targets.length > 0 ? tell("attacks {1}", list(targets.map(seatName))) : "",
                ]
                  .filter(Boolean)
                  .join(say(", "))}
              />
              <span class="kunitori-aims">
                {targets.map((seat) => (
                  <Crest key={seat} seat={seat} />
                ))}
              </span>
            </span>
          ))}
          <Troops v={v} />
        </Zone>
      </div>
      <Icon name="arrow" />
      <Zone label={say("Players you can attack")} class="kunitori-targets">
        {others(v.players, v.turn).map((seat) => (
          <Target key={seat} v={v} seat={seat} leader={next} />
        ))}
      </Zone>
      <Stakes v={v} lead={0} />
    </>
  );
}

function Troops({ v }: { v: View }) {
  const army = bySeat<Pile>(v.territory, v.turn);
  return (
    <>
      {groups.troop
        .filter((kind) => army[kind] && !leads(kind))
        .map((kind) => (
          <Chip
            key={kind}
            kind={kind}
            count={army[kind]}
            value={attack(kind)}
            valueName={say("attack")}
            banner
            class={v.phase === "follow" && v.subject === kind ? "chosen" : ""}
          />
        ))}
    </>
  );
}

/** Leaders have different targets: which troops go with which leaders. */
function Fronts({ v }: { v: View }) {
  const all = leaders(v);
  const fronts = [...new Set(all.map((leader) => leader.targets.join("")))];
  return (
    <>
      <div class="kunitori-side">
        <h2>
          <Name seat={v.turn} />
        </h2>
        <Zone label={say("Troops")} class="kunitori-army">
          <Troops v={v} />
        </Zone>
        {v.subject !== "-" && (
          <p class="kunitori-note">{tell("{1}: {2} not sent yet", title(v.subject), v.left)}</p>
        )}
      </div>
      <Icon name="arrow" />
      <div class="kunitori-targets">
        {fronts.map((front) => (
          <div class={`kunitori-front ${front === v.front ? "now" : ""}`} key={front}>
            <span class="kunitori-front-cards">
              {all
                .filter((leader) => leader.targets.join("") === front)
                .map(({ kind }, i) => (
                  <Chip key={i} kind={kind} value={attack(kind)} valueName={say("attack")} />
                ))}
            </span>
            <Icon name="arrow" />
            {members(front).map((seat) => (
              <span key={seat} class="kunitori-aim">
                <Name seat={seat} />
                <span class="kunitori-force">
                  <Icon name="sword" />
                  {bySeat<number>(v.force, seat)}
                </span>
              </span>
            ))}
          </div>
        ))}
      </div>
      <Stakes v={v} lead={0} />
    </>
  );
}

/** The leads by which the attacker, or the defender, wins a Village, a Town, a Land, from the table
 * of prizes on the rules page (U1). */
function steps(): { attacker: number[]; defender: number[] } {
  for (const block of rules.value?.blocks ?? []) {
    if (block.type !== "table" || block.head.length !== 4) continue;
    const [attacker = [], defender = []] = block.rows.map((row) =>
      row.slice(1).map((cell) => Number.parseInt(cell, 10)),
    );
    if ([...attacker, ...defender].every((least) => least > 0)) return { attacker, defender };
  }
  return { attacker: [], defender: [] };
}

function prizeFor(lead: number): string | undefined {
  const needed = lead > 0 ? steps().attacker : steps().defender;
  const at = needed.filter((least) => Math.abs(lead) >= least).length;
  return at > 0 ? groups.victory[at - 1] : undefined;
}

/** The defender's total. When the prize is offered, the cards of an ambush are back in the hand:
 * then the prize tells the lowest possible total. */
function defended(v: View, seat: string, force: number): string {
  const ambush = v.phase === "defend";
  const sum =
    total(bySeat<Pile>(v.territory, seat), guard) +
    bySeat<Card[]>(v.shown, seat).reduce((all, card) => all + guard(card.kind ?? "", ambush), 0);
  if (v.phase !== "prize" || prizeFor(force - sum) === v.subject) return String(sum);
  const at = groups.victory.indexOf(v.subject);
  return `${force + (steps().defender[at] ?? 0)}${at === 2 ? "+" : ""}`;
}

/** The seat that defends now: the first of the attacked seats, clockwise. */
const defender = (v: View): string =>
  others(v.players, v.turn).find((seat) => v.attacked.includes(seat)) ?? v.turn;

/** The prizes, by the lead of the winner. */
function Stakes({ v, lead }: { v: View; lead: number }) {
  const won = prizeFor(lead);
  const row = (name: string, needed: number[], side: boolean) => (
    <tr>
      <th scope="row">{name}</th>
      {groups.victory.map((kind, i) => (
        <td key={kind} class={kind === won && side ? "now" : ""}>
          {i < 2 && needed[i + 1] === (needed[i] ?? 0) + 1
            ? needed[i]
            : `${needed[i]}${i < 2 ? `–${(needed[i + 1] ?? 0) - 1}` : "+"}`}
        </td>
      ))}
    </tr>
  );
  return (
    <table class="kunitori-stakes">
      <thead>
        <tr>
          <th scope="col">{say("Prize for a lead of")}</th>
          {groups.victory.map((kind) => (
            <th scope="col" key={kind} data-term={kind}>
              <Picture id={`kunitori-${kind}`} class="kunitori-chip-picture" />
              <span>
                {title(kind)} <small>{tell("{1} left", v.supply[kind] ?? 0)}</small>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(say("Attacker"), steps().attacker, lead > 0)}
        {row(say("Defender"), steps().defender, lead < 0)}
      </tbody>
    </table>
  );
}

function Prize({ v, lead, seat }: { v: View; lead: number; seat: string }) {
  const kind = v.phase === "prize" ? v.subject : prizeFor(lead);
  const winner = lead > 0 ? v.turn : seat;
  const gone = kind && !v.supply[kind];
  return (
    <div class="kunitori-prize">
      <span class="kunitori-versus">{say("against")}</span>
      {kind && (
        <span data-zone={`supply ${kind}`} data-count={v.supply[kind] ?? 0}>
          <Spot
            part={{ verb: "gain", kind }}
            term={kind}
            kind={kind}
            label={tell("Prize: {1}", spoken(kind))}
            class={`card-spot ${gone ? "kunitori-gone" : ""}`}
          >
            <CardBody kind={kind} left={v.supply[kind] ?? 0} />
          </Spot>
        </span>
      )}
      {v.phase === "top" ? null : kind ? (
        <p>
          {v.phase === "prize"
            ? tell("{1} has won", seatName(winner))
            : tell("{1} is ahead by {2}", seatName(winner), Math.abs(lead))}
          {gone && <small>{say("none left")}</small>}
        </p>
      ) : (
        <p>{say("A draw: no prize")}</p>
      )}
    </div>
  );
}

/** The cards in a seat's territory that count in the battle, that is, have a value there. */
const troops = (v: View, seat: string, value: (kind: string) => number) =>
  listed(bySeat<Pile>(v.territory, seat)).filter(([kind]) => value(kind) > 0);

/** Whose side it is, and its total. */
function SideHead({
  seat,
  icon,
  sum,
  label,
}: {
  seat: string;
  icon: string;
  sum: number | string;
  label: string;
}) {
  return (
    <h2>
      <Name seat={seat} />
      <strong class="kunitori-total" key={sum} role="img" aria-label={label}>
        <Icon name={icon} />
        {sum}
      </strong>
    </h2>
  );
}

function Attackers({ v, seat, force }: { v: View; seat: string; force: number }) {
  const all = total(bySeat<Pile>(v.territory, v.turn), attack);
  const later = members(v.attacked).filter((one) => one !== seat);
  return (
    <div class={`kunitori-side seat-${v.turn}`}>
      <SideHead seat={v.turn} icon="sword" sum={force} label={tell("attack {1}", force)} />
      <Zone label={tell("Attackers of {1}", seatName(v.turn))} class="kunitori-army">
        {troops(v, v.turn, attack).map(([kind, count]) => (
          <Chip
            key={kind}
            kind={kind}
            count={count}
            value={attack(kind)}
            valueName={say("attack")}
            banner={deployable(kind)}
          />
        ))}
      </Zone>
      {force < all && <p class="kunitori-note">{tell("{1} of {2} march here", force, all)}</p>}
      {later.length > 0 && (
        <p class="kunitori-note">{tell("Next: {1}", list(later.map(seatName)))}</p>
      )}
    </div>
  );
}

/** A card that was revealed from the hand. */
function Shown({ kind, seat, ambush }: { kind: string; seat: string; ambush: boolean }) {
  return (
    <span class="kunitori-shown">
      <Chip
        kind={kind}
        value={guard(kind, ambush)}
        valueName={say("defence")}
        part={{ verb: "top", kind }}
        zone={`shown ${seat}`}
        class="kunitori-big"
      />
      <small>{ambush ? say("ambush") : say("reinforcement")}</small>
    </span>
  );
}

function Defenders({ v, seat, held }: { v: View; seat: string; held: string }) {
  const walls = troops(v, seat, guard);
  const shown = bySeat<Card[]>(v.shown, seat);
  const ambush = v.phase === "defend";
  const hand = bySeat<Card[]>(v.hand, seat).length;
  return (
    <div class={`kunitori-side seat-${seat}`}>
      <SideHead seat={seat} icon="shield" sum={held} label={tell("defence {1}", held)} />
      <Zone label={tell("Defenders of {1}", seatName(seat))} class="kunitori-army">
        {walls.map(([kind, count]) => (
          <Chip
            key={kind}
            kind={kind}
            count={count}
            value={guard(kind)}
            valueName={say("defence")}
            banner
          />
        ))}
        {shown.map((card, i) => (
          <Shown key={i} kind={card.kind ?? ""} seat={seat} ambush={ambush} />
        ))}
        {walls.length + shown.length === 0 && <p class="empty">{say("Nobody on guard")}</p>}
      </Zone>
      {ambush && <p class="kunitori-note">{tell("{1} card{1||s} in hand", hand)}</p>}
    </div>
  );
}

/** A battle: the attacker's cards, the prizes, the defender's cards. */
function Clash({ v }: { v: View }) {
  const seat = defender(v);
  const force = bySeat<number>(v.force, seat);
  const held = defended(v, seat, force);
  const lead = force - Number.parseInt(held, 10);
  return (
    <>
      <Attackers v={v} seat={seat} force={force} />
      <Prize v={v} lead={lead} seat={seat} />
      <Defenders v={v} seat={seat} held={held} />
      <Stakes v={v} lead={lead} />
    </>
  );
}

export function Battle({ v }: { v: View }) {
  const Scene =
    v.phase === "battle" || v.phase === "attack" ? Council : v.phase === "follow" ? Fronts : Clash;
  return (
    <section class={`kunitori-battle phase-${v.phase}`} aria-label={say("Battle")}>
      <Scene v={v} />
    </section>
  );
}

/** The line of a ply that tells how a battle ended: the one with two totals. */
const outcome = (ply: Ply): string | undefined =>
  ply.text.find((line) => /\d\D+\d/.test(line.replace(/\[[^\]]*\]/g, "")));

/** The battles since my last move that was not part of a battle. */
function fought(): Ply[] {
  const all = shownLog.value;
  const mine = all
    .map((ply) => (/^(gain|decline|top)\b/.test(ply.move) ? undefined : ply.seat))
    .lastIndexOf(info.value?.you);
  return all
    .slice(Math.max(mine, all.length - 40, 0))
    .filter((ply) => /^(fight|reinforce)\b/.test(ply.move) && outcome(ply));
}

/** The last battle that the viewer has closed. */
const closed = signal<number | undefined>(undefined);

/** The position in which all cards of the battle are face up: before the fight if there is an
 * ambush, after the move if there are reinforcements. */
function useScene(ply: Ply): View | undefined {
  const [scene, setScene] = useState<View>();
  const at = ply.move.startsWith("fight") ? ply.ply - 1 : ply.ply;
  useEffect(() => {
    ask({ type: "replay", table: info.value?.table, ply: at, seat: viewer.value }).then(
      (answer) => setScene(answer.view as View),
      () => undefined,
    );
  }, [at]);
  return scene;
}

function HeldSide({
  seat,
  sum,
  icon,
  won,
  children,
}: {
  seat: string;
  sum: number;
  icon: string;
  won: boolean;
  children: ComponentChildren;
}) {
  return (
    <div class={`kunitori-held-side seat-${seat} ${won ? "won" : ""}`}>
      <b>
        <Crest seat={seat} />
        <span class="kunitori-held-name">{seatName(seat)}</span>
        <strong>
          <Icon name={icon} />
          {sum}
        </strong>
      </b>
      <span class="kunitori-chips">{children}</span>
    </div>
  );
}

/** What the log tells about a battle: the attacker, both totals, and the prize that was taken. */
function account(ply: Ply) {
  const line = outcome(ply) ?? "";
  const [force = 0, held = 0] =
    line
      .replace(/\[[^\]]*\]/g, "")
      .match(/\d+/g)
      ?.map(Number) ?? [];
  const after = shownLog.value.find(
    (one) => one.ply > ply.ply && /^(gain|decline)\b/.test(one.move) && one.seat === ply.seat,
  );
  const prize =
    force > held
      ? groups.victory.find((kind) => line.includes(`[${kind}:`))
      : after?.move.split(" ")[1];
  const attacker =
    shownLog.value.filter((one) => one.ply < ply.ply && one.move.startsWith("attack")).at(-1)
      ?.seat ?? "";
  return { line, force, held, prize, attacker };
}

/** The cards that the defender revealed for the battle. */
function helpers(v: View, seat: string, ambush: boolean): Card[] {
  const shown = bySeat<Card[]>(v.shown, seat);
  return ambush || shown.length > 0 ? shown : bySeat<Card[]>(v.top, seat);
}

/** A finished battle: both sides with their totals, the prize, and the result. */
function Held({ ply }: { ply: Ply }) {
  const v = useScene(ply);
  const ambush = ply.move.startsWith("fight");
  const { line, force, held, prize, attacker } = account(ply);
  const seat = ply.seat ?? "";
  const army = v ? troops(v, attacker, attack) : [];
  const walls = v ? troops(v, seat, guard) : [];
  const shown = v ? helpers(v, seat, ambush) : [];
  const strikes = say("attack");
  const guards = say("defence");
  return (
    <section class="kunitori-held" aria-label={say("The last battle")}>
      <HeldSide seat={attacker} sum={force} icon="sword" won={force > held}>
        {army.map(([kind, count]) => (
          <Chip key={kind} kind={kind} count={count} value={attack(kind)} valueName={strikes} />
        ))}
      </HeldSide>
      <span class="kunitori-held-prize">
        {prize ? <Chip kind={prize} class="kunitori-big" /> : say("against")}
      </span>
      <HeldSide seat={seat} sum={held} icon="shield" won={held > force}>
        {walls.map(([kind, count]) => (
          <Chip key={kind} kind={kind} count={count} value={guard(kind)} valueName={guards} />
        ))}
        {shown.map(({ kind }, i) => (
          <Chip key={i} kind={kind ?? ""} value={guard(kind ?? "", ambush)} valueName={guards} />
        ))}
      </HeldSide>
      <button
        type="button"
        class="plain"
        aria-label={say("Close")}
        onClick={() => (closed.value = ply.ply)}
      >
        <Icon name="close" />
      </button>
      <p>
        <Marked text={line} />
      </p>
    </section>
  );
}

/** The last battle since my last move, and the results of those before it. */
export function News() {
  const all = fought();
  const last = all.at(-1);
  if (!last || closed.value === last.ply) return null;
  return (
    <div class="kunitori-news">
      {all.slice(-3, -1).map((ply) => (
        <p key={ply.ply}>
          <Marked text={outcome(ply) ?? ""} />
        </p>
      ))}
      <Held key={`${last.ply} ${outcome(last)}`} ply={last} />
    </div>
  );
}
