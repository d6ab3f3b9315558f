// A board for any game, drawn from its table of fields; for games that do not have their own board
// yet. Fields of a seat are shown at the seat, all others in the middle: first cards, then numbers
// and names. Fields that are indexed by places are shown in rows.
import { computed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { type BoardProps, bySeat, type GameView, others, type Stat } from "./game";
import { gameOf } from "./games";
import { capital } from "./labels";
import { groups, letters } from "./letters";
import { cardLabel, type Face, grouped, TableCard, type Tint } from "./parts/card";
import { Spot, Zone } from "./parts/spot";
import { Crest, seatName } from "./parts/words";
import {
  type Card,
  type Field,
  type GameInfo,
  isSeat,
  type Move,
  members,
  type Pile,
  type Position,
} from "./protocol";
import { title } from "./rules";
import { choice } from "./table";
import { say, tell } from "./words";

const HEAD = ["players", "viewer", "learned"];
const TINTS: Tint[] = ["indigo", "beni", "matcha", "gold", "wisteria", "slate"];

const holdsCards = (field: Field): boolean => field.type === "zone" || field.type === "pile";
const ofSeats = (field: Field): boolean => field.by.startsWith("seat");

/** Cards that lie singly in front of the seats. */
const isSingle = (field: Field): boolean => field.by === "seat" && field.most === 1;

const isHand = (field: Field): boolean =>
  field.by === "seat" && field.known === "owner" && !isSingle(field);

const words = (name: string): string[] => name.split(/[-_ ]/);

/** Whether the number stores an option of the match: it shares a word with the option's name or
 * with one of its values. */
const ofOption = (info: GameInfo, field: Field): boolean => {
  const known = info.options.flatMap(({ name, values }) => [name, ...values]).flatMap(words);
  return field.type === "number" && words(field.name).some((word) => known.includes(word));
};

/** The value of a name in words. */
const named = (field: Field, value: string): string =>
  capital(field.titles?.[field.names?.indexOf(value) ?? -1] ?? value);

/** The cards of a zone or a pile. */
const cardsOf = (field: Field, value: unknown): Card[] =>
  field.type === "pile"
    ? Object.entries(value as Pile).flatMap(([kind, count]) =>
        Array.from({ length: count }, () => ({ kind })),
      )
    : (value as Card[]);

/** The names of the rows of a field that is indexed by places. */
const placeNames = (info: GameInfo, count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    info.places.length === count ? (info.places[i] ?? "") : String(i + 1),
  );

/** Whether the rows are places that moves can name. */
const namesPlaces = (info: GameInfo, count: number): boolean => info.places.length === count;

class FieldBoard {
  constructor(readonly id: string) {}

  /** What the server says about the game, in the language of the page. */
  private get info(): GameInfo {
    return gameOf(this.id) as GameInfo;
  }

  private readonly marks = computed(() => {
    const titles = this.info.kinds.map(({ id }) => title(id));
    return { letters: letters(titles), groups: groups(titles) };
  });

  readonly faces = (kind: string): Face => {
    const at = this.info.kinds.findIndex((one) => one.id === kind);
    const { letters, groups } = this.marks.value;
    return {
      tint: TINTS[(groups[at] ?? 0) % TINTS.length] ?? "slate",
      badges: [],
      letters: letters[at] ?? "",
    };
  };

  /** The kinds of the cards in the viewer's hand. If a move names a kind that is in the hand, it
   * means that card, not one on the table. */
  private mine(p: Position): Set<string | null> {
    if (!isSeat(p.viewer)) return new Set();
    const own = this.info.fields.filter(isHand);
    return new Set(
      own.flatMap((field) => bySeat<Card[]>(p[field.name], p.viewer).map((card) => card.kind)),
    );
  }

  Card({
    field,
    card,
    count,
    seat,
    label,
    p,
  }: {
    field: Field;
    card: Card;
    count?: number;
    seat: string;
    label?: string;
    p: Position;
  }): ComponentChildren {
    const own = seat === p.viewer;
    const elsewhere = !(own && !isSingle(field)) && this.mine(p).has(card.kind);
    const hidden = field.known !== undefined && !(card.seen ?? "").includes("*");
    const size = isSingle(field) || !seat ? "small" : "bare";
    return (
      <TableCard
        game={this.id}
        faces={this.faces}
        card={card}
        count={count}
        label={label}
        part={card.kind === null || elsewhere ? { verb: [] } : { kind: card.kind }}
        zone={`${field.name} ${seat}`}
        class={own && isHand(field) ? "" : size}
        secret={hidden && card.kind !== null && !(own && isHand(field))}
        tries={own && isHand(field) && card.kind !== null}
      />
    );
  }

  /** The cards of a zone; `seat` is empty for one in the middle. */
  Cards({
    field,
    cards,
    label,
    seat,
    p,
  }: {
    field: Field;
    cards: Card[];
    label: string;
    seat: string;
    p: Position;
  }): ComponentChildren {
    const own = seat === p.viewer;
    if (cards.length === 0) return null;
    return (
      <div class="fields-cards" key={label}>
        <Zone
          label={label}
          zone={`${field.name} ${seat}`}
          class={own && isHand(field) ? "hand" : ""}
        >
          {grouped(cards).map((one) => this.Card({ field, ...one, seat, p }))}
        </Zone>
        <span class="pile-name" aria-hidden="true">
          {own && !isHand(field) && <Crest seat={seat} />} {label}
        </span>
      </div>
    );
  }

  /** Cards that lie singly in front of the seats, side by side. */
  Singles({ field, p }: { field: Field; p: Position }): ComponentChildren {
    const all = [...others(p.players, p.viewer), ...members(p.viewer)];
    const cards = all.flatMap((seat) =>
      bySeat<Card[]>(p[field.name], seat).map((card) => ({ seat, card })),
    );
    if (cards.length === 0) return null;
    const name = capital(field.title);
    const label = (seat: string, card: Card) =>
      tell("{1}: {2}", seatName(seat), cardLabel(card.kind, this.faces));
    return (
      <div class="fields-cards" key={field.name}>
        <Zone label={name} zone={field.name}>
          {cards.map(({ seat, card }) => (
            <span class="fields-single" key={seat}>
              {this.Card({ field, card, seat, p, label: label(seat, card) })}
              <Crest seat={seat} />
            </span>
          ))}
        </Zone>
        <span class="pile-name" aria-hidden="true">
          {name}
        </span>
      </div>
    );
  }

  /** A value that is not a set of cards. */
  Value({ field, value }: { field: Field; value: unknown }): ComponentChildren {
    const text = String(value);
    if (field.type === "seat")
      return isSeat(text) ? (
        <>
          <Crest seat={text} /> {seatName(text)}
        </>
      ) : (
        "–"
      );
    if (field.type === "seats")
      return members(text).length > 0
        ? members(text).map((seat) => <Crest key={seat} seat={seat} />)
        : "–";
    if (field.type === "kind") return text === "-" ? "–" : title(text);
    return field.type === "name" ? named(field, text) : text;
  }

  /** An element of a field: cards, or the field's name with a value. */
  Element({
    field,
    value,
    seat,
    p,
  }: {
    field: Field;
    value: unknown;
    seat: string;
    p: Position;
  }): ComponentChildren {
    const name = capital(field.title);
    if (holdsCards(field))
      return this.Cards({ field, cards: cardsOf(field, value), label: name, seat, p });
    return (
      <span class="fields-value" key={field.name}>
        <span class="pile-name">{name}</span> <b>{this.Value({ field, value })}</b>
      </span>
    );
  }

  /** Rows of places. Places that moves can name can be chosen. */
  Rows({
    fields,
    pick,
    seat,
    p,
  }: {
    fields: Field[];
    pick: (field: Field) => unknown[];
    seat: string;
    p: Position;
  }): ComponentChildren {
    const count = Math.max(0, ...fields.map((field) => pick(field).length));
    const chosen = namesPlaces(this.info, count);
    return placeNames(this.info, count).map((place, i) => (
      <div class={`fields-row ${fields.some(holdsCards) ? "" : "plain"}`} key={place}>
        {chosen ? this.Place({ place }) : <span class="fields-place">{place}</span>}
        {fields
          .filter((field) => pick(field).length > i)
          .map((field) => this.Element({ field, value: pick(field)[i], seat, p }))}
      </div>
    ));
  }

  Place({ place }: { place: string }): ComponentChildren {
    return (
      <Spot key={place} part={{ place }} label={title(place)} term={place} class="fields-place">
        {title(place)}
      </Spot>
    );
  }

  /** The `wanted` fields of a seat. */
  Seat({
    p,
    seat,
    wanted,
  }: {
    p: Position;
    seat: string;
    wanted: (field: Field) => boolean;
  }): ComponentChildren {
    const fields = this.info.fields.filter(
      (field) => ofSeats(field) && !this.isStat(field) && !isSingle(field) && wanted(field),
    );
    const single = fields.filter((field) => field.by === "seat");
    const placed = fields.filter((field) => field.by === "seat place");
    if (fields.length === 0) return null;
    return (
      <div class="fields-seat">
        {single.map((field) =>
          this.Element({ field, value: bySeat(p[field.name], seat), seat, p }),
        )}
        {this.Rows({
          fields: placed,
          pick: (field) => bySeat<unknown[]>(p[field.name], seat),
          seat,
          p,
        })}
      </div>
    );
  }

  private isStat(field: Field): boolean {
    return field.by === "seat" && field.type === "number";
  }

  /** Cards that a move can name but that are not visible on the table. */
  private unseen(p: Position): string[] {
    const seen = new Set(
      this.info.fields
        .filter(holdsCards)
        .flatMap((field) => ([p[field.name]] as unknown[]).flat(2))
        .flatMap((one) =>
          one && typeof one === "object" ? ("kind" in one ? [one.kind] : Object.keys(one)) : [],
        ),
    );
    const named = new Set(choice.value.left.flatMap((move) => move.parts.kind ?? []));
    return [...named].filter((kind) => !seen.has(kind));
  }

  /** Fields in the middle that are indexed like this. */
  private middle(by: Field["by"]): Field[] {
    return this.info.fields.filter((field) => field.by === by && !HEAD.includes(field.name));
  }

  /** Places that moves can name, if no rows have their names. */
  Places({ p }: { p: Position }): ComponentChildren {
    const sizes = this.middle("place").map((field) => (p[field.name] as unknown[]).length);
    if (this.info.places.length === 0 || namesPlaces(this.info, Math.max(0, ...sizes))) return null;
    return (
      <Zone label={say("Places")} class="fields-places">
        {this.info.places.map((place) => this.Place({ place }))}
      </Zone>
    );
  }

  /** Numbers and names in the middle. An option that is off is not shown. */
  Line({ p }: { p: Position }): ComponentChildren {
    const shown = this.middle("").filter(
      (field) => !holdsCards(field) && !(p[field.name] === 0 && ofOption(this.info, field)),
    );
    return (
      <p class="fields-line">
        {shown.map((field) => this.Element({ field, value: p[field.name], seat: "", p }))}
      </p>
    );
  }

  readonly Board = ({ p, viewer }: BoardProps) => {
    const placed = this.middle("place");
    const rows = (fields: Field[]) =>
      this.Rows({ fields, pick: (field) => p[field.name] as unknown[], seat: "", p });
    const plain = !placed.some(holdsCards);
    return (
      <div class="fields-board">
        <div class="fields-middle">
          {this.info.fields.filter(isSingle).map((field) => this.Singles({ field, p }))}
          {this.middle("")
            .filter(holdsCards)
            .map((field) => this.Element({ field, value: p[field.name], seat: "", p }))}
          {isSeat(viewer) && this.Seat({ p, seat: viewer, wanted: (field) => !isHand(field) })}
        </div>
        {!plain && rows(placed)}
        {this.Places({ p })}
        {this.Cards({
          field: { name: "named", title: "", type: "zone", by: "" },
          cards: this.unseen(p).map((kind) => ({ kind })),
          label: say("Cards to choose from"),
          seat: "",
          p,
        })}
        {plain && <div class="fields-middle">{rows(placed)}</div>}
        {this.Line({ p })}
      </div>
    );
  };

  /** Only the hand. The seat's other fields are in the middle, so that both fit on a small
   * screen. */
  readonly Mine = ({ p, seat }: BoardProps & { seat: string }) => (
    <>{this.Seat({ p, seat, wanted: isHand })}</>
  );
  readonly Theirs = ({ p, seat }: BoardProps & { seat: string }) => (
    <>{this.Seat({ p, seat, wanted: () => true })}</>
  );

  readonly stats = (p: Position, seat: string): Stat[] => {
    const numbers = this.info.fields.filter((field) => this.isStat(field));
    const found: Stat[] = numbers.map((field) => ({
      icon: field.name === "coins" ? "coin" : "win",
      value: bySeat<number>(p[field.name], seat),
      label: field.title,
      points: field.name === this.info.unit,
    }));
    return found.some((stat) => stat.points)
      ? found
      : [...found, { icon: "win", value: "", label: this.info.unit, points: true }];
  };

  private verb(id: string): string {
    return capital(this.info.verbs.find((one) => one.id === id)?.title ?? id);
  }

  readonly label = (move: Move): string => {
    const numbers = (move.parts.numbers ?? []).join(say(", "));
    return numbers
      ? tell(
          "{1}: {2}",
          move.parts.kind ? title(move.parts.kind) : this.verb(move.parts.verb),
          numbers,
        )
      : move.parts.kind
        ? title(move.parts.kind)
        : this.verb(move.parts.verb) || move.move;
  };
}

export function fieldBoard(id: string): GameView {
  const { Board, Mine, Theirs, stats, label } = new FieldBoard(id);
  return { Board, Mine, Theirs, stats, label, onBoard: [] };
}
