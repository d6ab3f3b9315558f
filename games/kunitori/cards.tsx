// The cards of Kunitori!: what the rules page says about them, and how they are shown.

import { bySeat } from "../../web/src/game";
import { Icon, Picture } from "../../web/src/parts/art";
import type { Face, Tint } from "../../web/src/parts/card";
import { Spot, type SpotProps } from "../../web/src/parts/spot";
import type { Pile } from "../../web/src/protocol";
import { fact, title } from "../../web/src/rules";
import { say, tell } from "../../web/src/words";
import type { View } from "./position";

export type { View };

export type Group = "treasure" | "victory" | "troop" | "politics" | "general";

/** All kinds, in the order of the rules page. (A view does not list kinds whose pile is empty.) */
export const groups: Record<Group, string[]> = {
  treasure: ["copper", "silver", "gold"],
  victory: ["village", "town", "land"],
  troop: ["spear", "archers", "cavalry", "gunners", "young_general"],
  politics: [
    "fortress",
    "farmers",
    "tech",
    "survey",
    "tax",
    "road",
    "flood",
    "market",
    "tea",
    "harbour",
    "mine",
    "castle",
  ],
  general: [
    "nobunaga",
    "hideyoshi",
    "ieyasu",
    "shingen",
    "kenshin",
    "masamune",
    "motonari",
    "yoshihiro",
  ],
};
export const kinds = Object.values(groups).flat();

const SILVER = "silver";

const tints: Record<Group, Tint> = {
  treasure: "gold",
  victory: "matcha",
  troop: "beni",
  politics: "indigo",
  general: "wisteria",
};

export const groupName = (group: Group): string =>
  ({
    treasure: say("Treasures"),
    victory: say("Victory"),
    troop: say("Troops"),
    politics: say("Politics"),
    general: say("Generals"),
  })[group];

function groupOf(kind: string): Group {
  return (
    (Object.keys(groups) as Group[]).find((group) => groups[group].includes(kind)) ?? "politics"
  );
}

// Columns of the tables: cost, copies, the number of the category, what the card gives.
const number = (kind: string, column: number): number => Number(fact(kind, column)) || 0;
const text = (kind: string): string => fact(kind, 3);

export const cost = (kind: string): number => number(kind, 0);
export const money = (kind: string): number => (groupOf(kind) === "treasure" ? number(kind, 2) : 0);
export const attack = (kind: string): number =>
  groupOf(kind) === "troop" || groupOf(kind) === "general" ? number(kind, 2) : 0;
export const defence = (kind: string): number =>
  groupOf(kind) === "politics" ? number(kind, 2) : 0;
export const leads = (kind: string): boolean => /Leader|大将/.test(text(kind));
export const deployable = (kind: string): boolean => /Deployable|配備可/.test(text(kind));

export function points(kind: string): number {
  if (groupOf(kind) === "victory") return number(kind, 2);
  return Number(/(-?\d+)(?: points?|点)/.exec(text(kind))?.[1] ?? 0);
}

/** The value of a card for a defender; each number counts 1 more in an ambush (U7). */
export const guard = (kind: string, ambush = false): number =>
  attack(kind) +
  defence(kind) +
  (ambush ? Number(attack(kind) > 0) + Number(defence(kind) > 0) : 0);

export const total = (pile: Pile, worth: (kind: string) => number): number =>
  Object.entries(pile).reduce((sum, [kind, count]) => sum + count * worth(kind), 0);

/** The pile's kinds in the order of the rules page, with their numbers. */
export const listed = (pile: Pile): [string, number][] =>
  kinds.filter((kind) => pile[kind]).map((kind) => [kind, pile[kind] ?? 0]);

export const size = (pile: Pile): number => total(pile, () => 1);
export const score = (v: View, seat: string): number =>
  total(bySeat<Pile>(v.holding, seat), points);

const bonus: [string, RegExp][] = [
  ["cards", /\+(\d) cards?|カード\+(\d)/],
  ["coin", /\+(\d) money|資金\+(\d)/],
  ["action", /\+(\d) actions?|アクション\+(\d)/],
  ["buy", /\+(\d) buys?|購入\+(\d)/],
];

/** What the card gives when it is played: an icon for each card, coin, action and buy. */
function gives(kind: string): string[] {
  return bonus.flatMap(([icon, pattern]) => {
    const found = pattern.exec(text(kind));
    return Array.from({ length: Number(found?.[1] ?? found?.[2] ?? 0) }, () => icon);
  });
}

/** The last number in the card's text: the limit for the cost of the gained card. */
const most = (kind: string): string => text(kind).match(/\d+/g)?.at(-1) ?? "";

function words(kind: string): string {
  if (kind === "tech") return tell("Trade it for an action card up to {1}", most(kind));
  if (kind === "tea") return tell("+1 money, or an action card up to {1}", most(kind));
  if (kind === "market") return tell("Trade a card for one that costs up to {1} more", most(kind));
  if (kind === "flood") return tell("Gain a {1} to your hand", title(SILVER));
  return text(kind);
}

export function faces(kind: string): Face {
  const badges = [
    { icon: "coin", value: money(kind), label: say("money") },
    { icon: "sword", value: attack(kind), label: say("attack") },
    { icon: "shield", value: defence(kind), label: say("defence") },
    { icon: "honour", value: points(kind), label: say("points") },
  ];
  return {
    tint: tints[groupOf(kind)],
    badges: badges.filter((badge) => badge.value !== 0),
    words: words(kind),
  };
}

/** The card's name, numbers and effect, for a screen reader. */
export function spoken(kind: string): string {
  const face = faces(kind);
  return [title(kind), ...face.badges.map((badge) => `${badge.label} ${badge.value}`), face.words]
    .filter(Boolean)
    .join(say(", "));
}

/** What a card that trades cards gives, as icons. */
function Trade({ kind }: { kind: string }) {
  if (kind === "flood")
    return (
      <>
        <Icon name="arrow" /> {title(SILVER)}
      </>
    );
  return (
    <>
      {kind === "tea" && " / "}
      {kind === "market" && <Icon name="cards" />}
      <Icon name="arrow" />
      <Icon name="cards" />
      {kind === "market" ? `+${most(kind)}` : `≤${most(kind)}`}
    </>
  );
}

/** The icons at the bottom of a card. */
function Effect({ kind }: { kind: string }) {
  return (
    <span class="kunitori-effect">
      {gives(kind).map((icon, i) => (
        <Icon key={i} name={icon} />
      ))}
      {["tech", "market", "tea", "flood"].includes(kind) && <Trade kind={kind} />}
    </span>
  );
}

/** Long words may be hyphenated on a narrow card. */
const soft = (name: string): string =>
  name.replace(/[a-z]{9,}/gi, (word) => `${word.slice(0, -4)}\u00ad${word.slice(-4)}`);

/** A card: picture, numbers, name, and as icons what it gives. The price is for the
 * market, with an optional tip. */
export function CardBody({
  kind,
  price,
  left,
  priceTip,
}: {
  kind: string;
  price?: number;
  left?: number;
  priceTip?: string;
}) {
  const face = faces(kind);
  return (
    <span class={`card kunitori-card tint-${face.tint}`}>
      <span class="card-top">
        <Picture id={`kunitori-${kind}`} class="card-picture" />
        {price !== undefined && (
          <span class="kunitori-price" data-tip={priceTip}>
            <Icon name="coin" />
            {price}
          </span>
        )}
        {left !== undefined && (
          <span class="kunitori-left">
            <span class="kunitori-times">×</span>
            {left}
          </span>
        )}
        <span class="kunitori-marks">
          {leads(kind) && <Icon name="crown" />}
          {deployable(kind) && <Icon name="win" />}
          {face.badges.map((badge) => (
            <span class="badge" key={badge.icon}>
              <Icon name={badge.icon} />
              {badge.value}
            </span>
          ))}
        </span>
      </span>
      <span class="card-name">{soft(title(kind))}</span>
      <Effect kind={kind} />
    </span>
  );
}

interface HandCardProps extends Omit<SpotProps, "label" | "children"> {
  kind: string;
  label?: string;
}

/** A full-size card that can be chosen. */
export function HandCard({ kind, label, class: name, ...spot }: HandCardProps) {
  return (
    <Spot
      {...spot}
      label={label ?? spoken(kind)}
      term={kind}
      kind={kind}
      class={`card-spot ${name ?? ""}`}
    >
      <CardBody kind={kind} />
    </Spot>
  );
}

interface ChipProps {
  kind: string;
  zone?: string;
  count?: number;
  /** The card's value here, and the name of that value. */
  value?: number;
  valueName?: string;
  part?: SpotProps["part"];
  banner?: boolean;
  class?: string;
}

/** A small picture of a card; a banner if the card can stay deployed. */
export function Chip({
  kind,
  zone,
  count = 1,
  value,
  valueName,
  part,
  banner,
  class: name,
}: ChipProps) {
  const label = [
    title(kind),
    count > 1 ? tell("{1} of them", count) : "",
    value !== undefined ? `${valueName ?? ""} ${value}` : "",
  ]
    .filter(Boolean)
    .join(say(", "));
  const look = `tint-${faces(kind).tint} ${banner ? "kunitori-banner" : ""}`;
  return (
    <Spot
      part={part ?? { verb: "-" }}
      label={label}
      term={kind}
      kind={kind}
      zone={zone}
      class={`kunitori-chip ${look} ${name ?? ""}`}
    >
      <Picture id={`kunitori-${kind}`} class="kunitori-chip-picture" />
      {value !== undefined && <span class="kunitori-chip-value">{value}</span>}
      {count > 1 && <span class="card-count">×{count}</span>}
    </Spot>
  );
}
